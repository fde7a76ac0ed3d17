"""Twins: positions that differ only in what a viewer may not know look alike, and take the same work."""

import sys
from collections.abc import Callable
from types import FrameType

import pytest

from corr.errors import TurnError
from corr.games.kerd.draft import KerdDraft
from corr.games.kerd.position import Position
from corr.games.seats import FIRST, SECOND, Seat, other
from tests.games.kerd.samples import BEGUN, RULES, a_position

_MIDDLE = "KG1* TA1* TL1* kC12 CF7 PE7 JB2 HC4 pD8 bB10 hI9 jJ9 pK5"
"""Many things are possible here for both players."""
_MATE = "kA12 KL1 TC12 TC11 BD1 BE1"


def twins(pieces: str, holder: Seat, *entries: str, side: str = "w") -> list[Position]:
    """Positions that differ in the infiltrator that *holder* moves and may not know of."""
    marks = [f"{entry},-" if holder == SECOND else f"-,{entry}" for entry in entries]
    return [RULES.parse_position(a_position(pieces, side, checked="+", marks=mark)) for mark in marks]


_PAIRS = {
    "Black’s Bishop, Hussar, Pawn or none": (_MIDDLE, SECOND, ("B10", "I9", "K5", "-"), "b"),
    "the same while White moves": (_MIDDLE, SECOND, ("B10", "I9", "K5", "-"), "w"),
    "White’s Jumper, Hussar, Commander or none": (_MIDDLE, FIRST, ("B2", "C4", "F7", "-"), "w"),
    "a player who has lost": (_MATE, FIRST, ("D1", "E1", "-"), "b"),
}
_TWINS = pytest.mark.parametrize(
    ("positions", "holder"),
    [(twins(pieces, holder, *entries, side=side), holder) for pieces, holder, entries, side in _PAIRS.values()],
    ids=list(_PAIRS),
)


def work(task: Callable[[], object]) -> int:
    """How many functions of the engines a task calls, once what is made only once is made."""
    task()
    calls = 0

    def count(frame: FrameType, event: str, _: object) -> None:
        nonlocal calls
        calls += event == "call" and "/corr/games/" in frame.f_code.co_filename

    sys.setprofile(count)
    try:
        task()
    finally:
        sys.setprofile(None)
    return calls


def refusals(draft: KerdDraft) -> list[str]:
    """What is said about turns that cannot be played, and about those that can."""
    said = []
    tried = ("reveal", "reveal B10", "execute B2", "execute B10", "infiltrator B10", "O-O", "B2-B9", "K5-K4", "nothing")
    for text in tried:
        try:
            said.append(RULES.write(RULES.read(draft, text).made))
        except TurnError as refused:
            said.append(f"{refused.sentence} {refused.refusal}")
    return said


def everything(position: Position, viewer: Seat | None) -> tuple[object, ...]:
    """All that a viewer is shown of a position."""
    seen = RULES.observe(position, viewer)
    found: list[object] = [seen, RULES.format_position(seen), RULES.due(position)]
    for seat in (FIRST, SECOND) if viewer is None else (viewer,):
        draft = RULES.begin(seen, seat)
        found += [RULES.scene(draft), RULES.hints(draft), RULES.listing(draft), RULES.choices(draft, ())]
        found += [refusals(draft), RULES.sample(draft), draft.count(), draft.has_action()]
        found += [(RULES.describe(draft, action), RULES.trace(draft, action)) for action in draft.actions()]
    return tuple(found)


@_TWINS
def test_the_holder_and_the_public_see_twins_alike(positions: list[Position], holder: Seat) -> None:
    for viewer in (holder, None):
        assert len({repr(everything(position, viewer)) for position in positions}) == 1


@_TWINS
def test_twins_take_the_same_work_to_show(positions: list[Position], holder: Seat) -> None:
    for viewer in (holder, None):
        assert len({work(lambda p=position, v=viewer: everything(p, v)) for position in positions}) == 1  # type: ignore[misc] # a lambda


@_TWINS
def test_twins_take_the_same_work_to_judge(positions: list[Position], holder: Seat) -> None:
    def judged(position: Position) -> object:
        return RULES.due(position), RULES.outcome(position), RULES.parse_position(RULES.format_position(position))

    assert holder in {FIRST, SECOND}
    assert len({work(lambda p=position: judged(p)) for position in positions}) == 1  # type: ignore[misc] # a lambda


@pytest.mark.parametrize("turn", ["B2-B3", "D5xK5", "F7-F8&E7-E8", "O-O", "execute B2", "E7xD8", "G1-F1"])
def test_twins_take_the_same_work_to_play(turn: str) -> None:
    def outcomes(position: Position) -> object:
        draft = RULES.read(RULES.begin(position, FIRST), turn)
        after = RULES.play(position, {FIRST: draft})
        return RULES.due(after), RULES.format_position(RULES.observe(after, FIRST))

    pieces = _MIDDLE.replace("HC4", "TD5")
    positions = twins(pieces, FIRST, "B2", "E7", "F7", "-")

    assert len({repr(outcomes(position)) for position in positions}) == 1
    assert len({work(lambda p=position: outcomes(p)) for position in positions}) == 1  # type: ignore[misc] # a lambda


def test_whoever_cannot_tell_plays_on_where_only_a_reveal_saves() -> None:
    saved, lost = twins("kA12 KL1 TH11 HC10 HB10", FIRST, "B10", "-", side="b")

    assert RULES.observe(saved, FIRST) == RULES.observe(lost, FIRST)
    assert RULES.due(saved) == {SECOND}
    assert RULES.due(lost) == frozenset()


def test_the_chooser_alone_is_offered_the_reveal() -> None:
    position = RULES.parse_position(a_position(_MIDDLE, "w", checked="+", marks="B10,B2"))
    for viewer, offered in ((FIRST, True), (SECOND, False), (None, False)):
        draft = RULES.begin(RULES.observe(position, viewer), FIRST)

        assert ("reveal B10" in RULES.listing(draft).actions) == offered


def test_the_legal_turns_do_not_depend_on_the_opponents_secret() -> None:
    position = RULES.parse_position(BEGUN)
    for seat in (FIRST, SECOND):
        turn = position._replace(seat=seat)
        seen = RULES.observe(turn, seat)

        assert set(RULES.begin(seen, seat).actions()) == set(RULES.begin(turn, seat).actions())
        assert seen.marks[other(seat)] != turn.marks[other(seat)]


def test_a_choice_does_not_tell_its_work() -> None:
    def choosing(name: str) -> object:
        draft = RULES.read(RULES.begin(RULES.start(), FIRST), f"infiltrator {name}")
        return RULES.resolve(RULES.start(), {FIRST: draft})

    assert len({work(lambda n=name: choosing(n)) for name in ("F11", "A11", "B12", "H12")}) == 1  # type: ignore[misc] # a lambda
