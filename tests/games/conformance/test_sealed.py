"""
What is chosen at the same time, and what is hidden.

A secret is a choice that was made in a round of several seats. Twins are two games that differ in such a choice alone:
as long as all further turns are possible in both, nobody but the chooser may notice which of the two it is.
"""

import random
from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from itertools import permutations

import pytest

from corr.errors import TurnError
from corr.games.api import AnyDraft, AnyRules
from corr.games.replay import Track
from corr.games.seats import FIRST, SECOND, Seat, other

from .cases import (
    CASES,
    Case,
    Round,
    every_case,
    positions,
    random_turn,
    rounds,
    some_actions,
)
from .walking import Walk

_TWINS = 6
"""Pairs of games for each seat that has a secret."""
_ROUNDS = 30
_STRANGERS = 15


def _hides(case: Case) -> bool:
    """Whether anything is hidden after the first round."""
    start = Track.begin(case.rules)
    chance = random.Random(0)
    drafts = {seat: random_turn(case.rules, case.rules.begin(start.position, seat), chance) for seat in start.due}
    after = start.after(drafts).position
    return bool(case.rules.observe(after, None) != after)


SEALED = tuple(case for case in CASES if len(case.rules.due(case.rules.start())) > 1)
SECRETIVE = tuple(case for case in SEALED if _hides(case))


def _sealed(case: Case) -> list[Round]:
    return [one for one in rounds(case) if len(one.drafts) > 1]


@every_case
def test_several_choose_at_once_or_hide_something_only_in_games_that_begin_so(case: Case) -> None:
    """Else the tests below would leave such a game out."""
    open_positions = [position for position in positions(case) if not case.rules.outcome(position)]

    assert case in SEALED or not _sealed(case)
    assert case in SECRETIVE or all(case.rules.observe(position, None) == position for position in open_positions)


@pytest.mark.parametrize("case", SEALED, ids=str)
def test_the_order_in_which_sealed_turns_come_in_makes_no_difference(case: Case) -> None:
    rules = case.rules
    for one in _sealed(case):
        at_once = rules.play(one.track.position, one.drafts)

        for order in permutations(one.drafts):
            position: Hashable = one.track.position
            for number, seat in enumerate(order):
                draft = rules.read(rules.begin(position, seat), one.texts[seat])
                position = rules.resolve(position, {seat: draft})
                assert rules.due(position) == frozenset(order[number + 1 :]) or number == len(order) - 1
                assert rules.parse_position(rules.format_position(position)) == position
            assert position == at_once


@pytest.mark.parametrize("case", SEALED, ids=str)
def test_nobody_sees_a_choice_before_the_others_have_chosen(case: Case) -> None:
    rules, chance = case.rules, random.Random(7)
    for one in _sealed(case):
        start = one.track.position
        for seat in one.drafts:
            turns = [random_turn(rules, rules.begin(start, seat), chance) for _ in range(_TWINS)]
            after = [rules.resolve(start, {seat: draft}) for draft in turns]

            for viewer in {FIRST, SECOND, None} - {seat}:
                assert len({rules.observe(position, viewer) for position in after}) == 1
            assert len({rules.observe(position, seat) for position in after}) == len({draft.made for draft in turns})


@pytest.mark.parametrize("case", SECRETIVE, ids=str)
def test_a_secret_is_named_and_veiled(case: Case) -> None:
    rules = case.rules
    for one in _sealed(case):
        after = rules.play(one.track.position, one.drafts)
        for seat, text in one.texts.items():
            secret = rules.secret(text, after)

            assert secret is not None
            assert secret.word in text
            assert secret.word not in secret.veiled
            assert " " not in secret.word
            with pytest.raises(TurnError):
                rules.read(rules.begin(one.track.position, seat), secret.veiled)


@pytest.mark.parametrize("case", SECRETIVE, ids=str)
def test_other_turns_hide_nothing(case: Case) -> None:
    for one in rounds(case):
        if len(one.drafts) == 1:
            after = case.rules.play(one.track.position, one.drafts)

            assert [case.rules.secret(text, after) for text in one.texts.values()] == [None]


@dataclass(frozen=True, slots=True)
class _Pair:
    """Two games that only one seat can tell apart."""

    rules: AnyRules
    chooser: Seat
    tracks: tuple[Track, Track]

    @property
    def others(self) -> tuple[Seat | None, ...]:
        """Those who cannot."""
        return other(self.chooser), None


def _pairs(case: Case) -> Iterator[_Pair]:
    """Twins at every moment of their games."""
    for one in _sealed(case)[:1]:
        for chooser in one.drafts:
            for number in range(_TWINS):
                yield from _twins(case, one, chooser, random.Random(number))


def _twins(case: Case, one: Round, chooser: Seat, chance: random.Random) -> Iterator[_Pair]:
    rules = case.rules
    begun = rules.begin(one.track.position, chooser)
    chosen = [dict(one.drafts) | {chooser: random_turn(rules, begun, chance)} for _ in range(2)]
    tracks = one.track.after(chosen[0]), one.track.after(chosen[1])
    for _ in range(_ROUNDS):
        yield _Pair(rules, chooser, tracks)
        if tracks[0].outcome or tracks[1].outcome or len(tracks[0].due) != 1:
            break
        texts = _turn_of_both(tracks, chance)
        if texts is None:
            break
        tracks = tracks[0].after_texts(texts), tracks[1].after_texts(texts)


def _turn_of_both(tracks: tuple[Track, Track], chance: random.Random) -> dict[Seat, str] | None:
    """A turn that is possible in both games, so that it tells nothing."""
    rules = tracks[0].rules
    (seat,) = tracks[0].due
    for _ in range(10):
        text = rules.write(random_turn(rules, rules.begin(tracks[0].position, seat), chance).made)
        if isinstance(_read(rules, tracks[1].position, seat, text), tuple):
            return {seat: text}
    return None


def _read(rules: AnyRules, position: Hashable, seat: Seat, text: str) -> tuple[Hashable, ...] | str:
    """The actions of *text*, or why it is refused."""
    try:
        return tuple(rules.read(rules.begin(position, seat), text).made)
    except TurnError as refused:
        return f"{refused.code} {refused.sentence} {refused.refusal.legal} {refused.refusal.more}"


@pytest.mark.parametrize("case", SECRETIVE, ids=str)
def test_twins_look_the_same_to_all_but_the_chooser(case: Case) -> None:
    met = 0
    for pair in _pairs(case):
        rules = pair.rules
        if pair.tracks[0].outcome or pair.tracks[1].outcome:
            continue
        for viewer in pair.others:
            ours, theirs = (rules.observe(track.position, viewer) for track in pair.tracks)
            assert ours == theirs
            assert rules.format_position(ours) == rules.format_position(theirs)
        met += pair.tracks[0].position != pair.tracks[1].position
    assert met > _ROUNDS


@pytest.mark.slow
@pytest.mark.parametrize("case", SECRETIVE, ids=str)
def test_twins_offer_and_refuse_the_same_to_all_but_the_chooser(case: Case) -> None:
    chance, pool = random.Random(8), some_actions(case)
    for pair in list(_pairs(case))[::4]:
        rules, seat = pair.rules, other(pair.chooser)
        if pair.tracks[0].outcome or pair.tracks[1].outcome:
            continue
        ours, theirs = (rules.begin(track.position, seat) for track in pair.tracks)
        assert _shown(rules, ours) == _shown(rules, theirs)
        for action in chance.sample(pool, _STRANGERS):
            text = rules.write_action(action)
            assert _read(rules, ours.position, seat, text) == _read(rules, theirs.position, seat, text)


@pytest.mark.parametrize("case", SECRETIVE, ids=str)
def test_what_a_player_is_shown_agrees_with_what_is_legal(case: Case) -> None:
    for one in rounds(case):
        for seat in one.drafts:
            seen = case.rules.begin(case.rules.observe(one.track.position, seat), seat)

            assert set(seen.actions()) == set(case.rules.begin(one.track.position, seat).actions())


def _shown(rules: AnyRules, draft: AnyDraft) -> list[object]:
    """Everything that may be asked of a turn but its board, which is only ever drawn as the viewer may know it."""
    return [
        rules.listing(draft),
        rules.hints(draft),
        rules.examples(draft),
        draft.unused(),
        rules.unfinished(draft),
        rules.why_over(draft),
        list(Walk(rules, draft).ways()),
        [(rules.describe(draft, action), rules.trace(draft, action)) for action in draft.actions()],
        rules.scene(draft).checks,
    ]
