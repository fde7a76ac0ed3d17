"""Actions that are built click by click."""

import random
from collections.abc import Hashable, Iterable, Iterator
from functools import cache
from typing import get_args

import pytest

from corr.errors import IllegalError
from corr.games.api import AnyDraft, AnyRules
from corr.games.guide import Choices, Gathering, PickKind

from .cases import LOOKED_AT, Case, every_case, moments
from .walking import Walk

_LONGEST, _MOST = 20, 40
"""Letters of a pick, and picks of an action: what an address may carry."""
_STEP = 4
"""Every so many moments are walked through."""
_SETS = 8
"""Sets of squares of one moment that are looked at."""


@every_case
def test_every_way_of_picking_ends_in_a_legal_action(case: Case) -> None:
    for draft in moments(case)[::_STEP]:
        for picks, offered in Walk(case.rules, draft).ways():
            assert (offered.action is None) == (bool(offered.picks) or not picks)
            if offered.action is not None:
                assert draft.accepts(offered.action), picks


@every_case
def test_every_legal_action_can_be_picked(case: Case) -> None:
    walked = 0
    for draft in moments(case)[::_STEP]:
        walk = Walk(case.rules, draft)
        for _ in walk.ways():
            pass
        if walk.is_whole and draft.count() <= LOOKED_AT:
            walked += 1
            assert walk.found == set(draft.actions())
    assert walked


@every_case
def test_nothing_is_offered_where_no_action_is_possible(case: Case) -> None:
    over = [draft for draft in moments(case) if not draft.has_action()]

    assert over
    for draft in over:
        offered = case.rules.choices(draft, ())
        assert (offered.picks, offered.action) == ((), None)


@every_case
def test_no_two_picks_are_alike(case: Case) -> None:
    for picks, offered in _all_offers(case):
        values = [pick.value for pick in offered.picks]
        squares = [pick.square for pick in offered.picks if pick.square]

        assert len(set(values)) == len(values), picks
        assert len(set(squares)) == len(squares), picks


@every_case
def test_picks_are_few_short_words_that_an_address_can_carry(case: Case) -> None:
    for picks, offered in _all_offers(case):
        assert len(picks) <= _MOST
        for value in (pick.value for pick in offered.picks):
            assert 0 < len(value) <= _LONGEST
            assert value.isascii()
            assert " " not in value


@every_case
def test_a_pick_on_the_board_names_its_square(case: Case) -> None:
    names = {square.name for square in case.rules.scene(moments(case)[0]).squares}

    for picks, offered in _all_offers(case):
        for pick in (pick for pick in offered.picks if pick.square):
            assert pick.square in names, picks
            assert pick.label.startswith(pick.square), picks


@every_case
def test_every_pick_says_what_it_is_and_every_choice_asks_something(case: Case) -> None:
    for picks, offered in _all_offers(case):
        assert all(pick.label.strip() for pick in offered.picks), picks
        assert offered.question.strip() or offered.action is not None, picks


@every_case
def test_only_what_stands_between_squares_or_confirms_an_action_has_a_kind(case: Case) -> None:
    for draft in moments(case)[::_STEP]:
        for picks, offered in Walk(case.rules, draft).ways():
            for pick in offered.picks:
                assert pick.kind in get_args(PickKind), picks
                assert not pick.kind or (picks and not pick.square), picks
            if any(pick.kind == "confirm" for pick in offered.picks):
                (pick,) = offered.picks
                assert case.rules.choices(draft, (*picks, pick.value)).action is not None, picks


@every_case
def test_one_click_makes_no_action_by_what_is_picked_by_itself(case: Case) -> None:
    """Where there is only one count or way, a page takes it; the target is still a person's choice."""
    rules = case.rules
    for draft in moments(case)[::_STEP]:
        for first in rules.choices(draft, ()).picks:
            picks: tuple[str, ...] = (first.value,)
            offered = rules.choices(draft, picks)
            while [pick.kind in {"count", "way"} for pick in offered.picks] == [True]:
                picks = (*picks, offered.picks[0].value)
                offered = rules.choices(draft, picks)
            assert len(picks) == 1 or offered.action is None, picks


@every_case
def test_a_set_of_squares_is_picked_in_any_order(case: Case) -> None:
    chance, rules = random.Random(14), case.rules
    for draft, picks, gather in _gatherings(case):
        whole = _gathered(rules, draft, picks, chance)
        chosen = [name for name in whole if name in gather.squares]
        assert len(chosen) == gather.count

        mixed = _with_squares(whole, chosen, chance.sample(chosen, len(chosen)))

        found = set(_actions(rules, draft, whole, gather))
        assert found == set(_actions(rules, draft, mixed, gather))
        assert all(map(draft.accepts, found))


@every_case
def test_any_squares_of_a_set_make_a_legal_action_or_are_refused_by_name(case: Case) -> None:
    chance, rules = random.Random(15), case.rules
    for draft, picks, gather in _gatherings(case):
        whole = _gathered(rules, draft, picks, chance)
        chosen = [name for name in whole if name in gather.squares]
        others = chance.sample(gather.squares, gather.count)
        refused, found = "", set[Hashable]()
        try:
            found = set(_actions(rules, draft, _with_squares(whole, chosen, others), gather))
        except IllegalError as error:
            refused = error.sentence

        assert bool(found) != any(name in refused for name in others), refused
        assert all(map(draft.accepts, found))


@every_case
def test_a_set_of_squares_says_what_belongs_to_it(case: Case) -> None:
    names = {square.name for square in case.rules.scene(moments(case)[0]).squares}
    for draft, picks, gather in _gatherings(case):
        offered = case.rules.choices(draft, picks)

        assert set(gather.chosen) <= set(picks)
        assert set(gather.chosen) <= set(gather.squares) <= names
        assert len(gather.chosen) < gather.count <= len(gather.squares)
        assert gather.question.strip()
        assert bool(gather.last) >= bool(gather.prefix)
        assert offered.picks
        assert {pick.value for pick in offered.picks} <= set(gather.squares) - set(gather.chosen)


@cache
def _gatherings(case: Case) -> tuple[tuple[AnyDraft, tuple[str, ...], Gathering], ...]:
    """A few sets that can be picked, with the picks before, from all over the games."""
    chance, few = random.Random(16), list[tuple[AnyDraft, tuple[str, ...], Gathering]]()
    for draft in moments(case)[::_STEP]:
        ways = Walk(case.rules, draft).ways()
        found = [(draft, picks, offered.gather) for picks, offered in ways if offered.gather]
        few += chance.sample(found, min(_SETS, len(found)))
    return tuple(few)


def _gathered(rules: AnyRules, draft: AnyDraft, picks: tuple[str, ...], chance: random.Random) -> tuple[str, ...]:
    """Picks with the rest of a set, by what is offered one by one."""
    while (offered := rules.choices(draft, picks)).gather:
        picks = (*picks, chance.choice(offered.picks).value)
    return picks


def _with_squares(picks: tuple[str, ...], squares: list[str], others: Iterable[str]) -> tuple[str, ...]:
    """Picks with *others* in the places of some squares."""
    left = iter(others)
    return tuple(next(left) if pick in squares else pick for pick in picks)


def _actions(rules: AnyRules, draft: AnyDraft, picks: tuple[str, ...], gather: Gathering) -> Iterator[Hashable]:
    """The actions to which a whole set leads."""
    offered: Choices[Hashable] = rules.choices(draft, picks)
    if not gather.last:
        assert offered.action is not None
        yield offered.action
        return
    names = [name for name in picks if name in gather.squares]
    assert (offered.question, {pick.value for pick in offered.picks}) == (
        gather.last,
        {f"{gather.prefix}{name}" for name in names},
    )
    for name in names:
        yield rules.choices(draft, (*picks, f"{gather.prefix}{name}")).action


def _all_offers(case: Case) -> Iterator[tuple[tuple[str, ...], Choices[Hashable]]]:
    """All that is offered at some moments, with the picks before it."""
    for draft in moments(case)[::_STEP]:
        yield from Walk(case.rules, draft).ways()


@every_case
@pytest.mark.parametrize("word", ["", "zz", "A", "99", "%00", "-1", "=", "@", "١", "x" * 5000])
def test_picks_that_were_made_up_lead_nowhere(case: Case, word: str) -> None:
    for draft in moments(case)[:: 4 * _STEP]:
        for picks, offered in Walk(case.rules, draft).ways():
            if word not in {pick.value for pick in offered.picks}:
                with pytest.raises(IllegalError) as caught:
                    case.rules.choices(draft, (*picks, word))
                assert caught.value.refusal.rule.endswith((".", "!"))
                assert len(caught.value.sentence) < 300
            if len(picks) > 2:
                break


@every_case
def test_picks_of_another_moment_are_refused_or_lead_to_what_is_legal_here(case: Case) -> None:
    chance = random.Random(9)
    known = {picks for draft in moments(case)[::_STEP] for picks, _ in Walk(case.rules, draft).ways()}
    pool = sorted(known)
    for draft in moments(case):
        for picks in chance.sample(pool, min(30, len(pool))):
            try:
                offered = case.rules.choices(draft, picks)
            except IllegalError:
                continue
            assert offered.action is None or draft.accepts(offered.action)
