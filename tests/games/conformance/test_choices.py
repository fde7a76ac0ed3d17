"""Actions that are built click by click."""

import random
from collections.abc import Hashable, Iterator

import pytest

from corr.errors import IllegalError
from corr.games.guide import Choices

from .cases import LOOKED_AT, Case, every_case, moments
from .walking import Walk

_LONGEST, _MOST = 20, 40
"""Letters of a pick, and picks of an action: what an address may carry."""
_STEP = 4
"""Every so many moments are walked through."""


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
