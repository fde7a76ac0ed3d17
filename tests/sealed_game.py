"""
Hide and seek as a game of the house: the least that has secrets, to test what knows no game.

Both hide on a square at the same time. Then they search a square in turn; who finds the other has won. Who is tired of
hiding may step out, and then everybody sees where that was.
"""

import re
from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import ClassVar

from corr.errors import PositionError
from corr.games.api import Draft, Info, Outcome, Rules, Secret
from corr.games.guide import Choices, Pick
from corr.games.notation import action_pattern
from corr.games.scene import Piece, Scene, Square
from corr.games.seats import FIRST, SECOND, Seat, other

_SQUARES = tuple(f"{row}{column}" for row in "ABC" for column in "123")
_OPEN, _UNKNOWN = "?", "!"


@dataclass(frozen=True, slots=True)
class HidePosition:
    """What was searched, whose turn it is, where both hide, and who has stepped out."""

    searched: frozenset[str] = frozenset()
    seat: Seat = FIRST
    hidden: tuple[str, str] = (_OPEN, _OPEN)
    out: frozenset[Seat] = frozenset()

    @property
    def hiding(self) -> frozenset[Seat]:
        """Who has not hidden yet."""
        return frozenset(seat for seat in (FIRST, SECOND) if self.hidden[seat] == _OPEN)

    def with_hidden(self, seat: Seat, square: str) -> "HidePosition":
        """The same with *seat* on *square*."""
        first, second = (square if at == seat else hidden for at, hidden in enumerate(self.hidden))
        return replace(self, hidden=(first, second))


class HideDraft(Draft[HidePosition, str]):
    """A turn is one of "hide A1", "out" and "A1"."""

    __slots__ = ()

    def actions(self) -> Iterator[str]:
        """Hiding first, then squares that were not searched."""
        position = self.position
        if self.made or (position.hiding or {position.seat}).isdisjoint({self.seat}) or _found(position):
            return
        if position.hiding:
            yield from (f"hide {square}" for square in _SQUARES)
            return
        yield from (square for square in _SQUARES if square not in position.searched)
        if self.seat not in position.out:
            yield "out"


class HideRules(Rules[HidePosition, str, HideDraft]):
    """Hide and seek."""

    info: ClassVar[Info] = Info(
        ruleset="hide/1",
        title="Hide and Seek",
        seats=("Red", "Green"),
        letters=("r", "g"),
        endings={"found": "the other was found"},
        credits="Everybody's.",
        bottom=FIRST,
    )

    form = action_pattern(r"(?P<hide>hide\s+)?(?P<square>[ABC][123])", "out")

    def start(self) -> HidePosition:
        """Nobody hides yet."""
        return HidePosition()

    def due(self, position: HidePosition) -> frozenset[Seat]:
        """Both hide at once, then one after the other searches."""
        return frozenset() if _found(position) else position.hiding or frozenset({position.seat})

    def outcome(self, position: HidePosition, seen: int = 1) -> Outcome | None:
        """Somebody was found."""
        assert seen == 1
        return Outcome(other(position.seat), "found") if _found(position) else None

    def repetition_key(self, position: HidePosition) -> Hashable | None:
        """No square is searched twice."""
        return (len(position.hiding), tuple(sorted(position.searched)), position.seat, tuple(sorted(position.out)))

    def parse_position(self, text: str) -> HidePosition:
        """SEARCHED SIDE HIDDEN OUT: "A1,A2 r B1,! -"."""
        try:
            searched, side, hidden, out = text.split()
            first, second = hidden.split(",")
            seats = frozenset(Seat("rg".index(letter)) for letter in out.strip("-"))
            seat = Seat("rg".index(side))
        except ValueError:
            raise PositionError("A position has four parts.") from None
        return HidePosition(frozenset(searched.split(",")) - {"-"}, seat, (first, second), seats)

    def format_position(self, position: HidePosition) -> str:
        """The same four parts."""
        searched = ",".join(sorted(position.searched)) or "-"
        out = "".join("rg"[seat] for seat in sorted(position.out)) or "-"
        return f"{searched} {'rg'[position.seat]} {','.join(position.hidden)} {out}"

    def observe(self, position: HidePosition, viewer: Seat | None) -> HidePosition:
        """Who hides is seen by nobody else."""
        for seat in (FIRST, SECOND):
            if seat != viewer and seat not in position.out | position.hiding:
                position = position.with_hidden(seat, _UNKNOWN)
        return position

    def secret(self, text: str, position: HidePosition) -> Secret | None:
        """Where somebody hides who has not stepped out."""
        square = text.removeprefix("hide ")
        hides = any(position.hidden[seat] == square and seat not in position.out for seat in (FIRST, SECOND))
        return Secret(square, "hide ?") if text != square and hides else None

    def begin(self, position: HidePosition, seat: Seat) -> HideDraft:
        """An empty turn."""
        return HideDraft(position, seat)

    def resolve(self, position: HidePosition, drafts: Mapping[Seat, HideDraft]) -> HidePosition:
        """What those turns make of it."""
        for seat, draft in drafts.items():
            (action,) = draft.made
            if action.startswith("hide"):
                position = position.with_hidden(seat, action[5:])
            elif action == "out":
                position = replace(position, out=position.out | {seat}, seat=other(seat))
            else:
                position = replace(position, searched=position.searched | {action}, seat=other(seat))
        return position

    def fault(self, draft: HideDraft, action: str) -> str:  # noqa: ARG002 - it is always the same
        """That it is none of them."""
        return f"“{action}” cannot be done now."

    def closed(self, draft: HideDraft) -> str:  # noqa: ARG002 - it is always the same
        """Nothing more is said of it."""
        return ""

    def read_action(self, draft: HideDraft, found: re.Match[str]) -> HideDraft:
        """One action, in any case."""
        hide, name = found["hide"], found["square"]
        square = f"hide {name.upper()}" if hide else name.upper() if name else "out"
        return self.make(draft, square)

    def unreadable(self, draft: HideDraft, text: str) -> str:  # noqa: ARG002 - it is always the same
        """What a turn looks like."""
        return "A turn looks like B2."

    def scene(self, draft: HideDraft) -> Scene:
        """Who is seen, and what was searched."""
        position = self.resolve(draft.position, {draft.seat: draft}) if draft.made else draft.position
        seen = [(seat, square) for seat, square in enumerate(position.hidden) if square in _SQUARES]
        squares = tuple(
            Square(name, tuple(_piece(Seat(seat)) for seat, square in seen if square == name)) for name in _SQUARES
        )
        searched = f"Searched: {', '.join(sorted(position.searched)) or 'nothing'}"
        alerts = (f"{len(position.searched)} squares were searched.",) if len(position.searched) > 1 else ()
        return Scene(("A", "B", "C"), ("1", "2", "3"), squares, notes=(searched,), alerts=alerts)

    def touched(self, action: str) -> tuple[str, ...]:
        """A square that was searched."""
        return (action,) if action in _SQUARES else ()

    def describe(self, draft: HideDraft, action: str) -> str:
        """In words."""
        return f"{self.info.seats[draft.seat]}: {action}"

    def choices(self, draft: HideDraft, picks: tuple[str, ...]) -> Choices[str]:
        """A square at once makes the action."""
        word = "hide " if draft.position.hiding else ""
        if picks:
            return Choices("", action=f"{word}{picks[0]}")
        names = [action[-2:] for action in draft.actions() if action != "out"]
        question = "Where do you hide?" if word else "Where do you search?"
        return Choices(question, tuple(Pick(name, name, name) for name in names))

    def hints(self, draft: HideDraft) -> tuple[str, ...]:
        """What can be done."""
        return tuple(f"you can: {action}" for action in draft.actions())


def _found(position: HidePosition) -> bool:
    """Whether one of them was searched out by the other, whose turn it was before."""
    return position.hidden[position.seat] in position.searched


def _piece(seat: Seat) -> Piece:
    return Piece(seat, "stone", "RG"[seat], f"{HideRules.info.seats[seat]} Child")
