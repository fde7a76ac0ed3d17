"""A game of a few lines, so that what is the same for all games is tested without any real one."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar

from corr.errors import PositionError
from corr.games.api import Draft, Info, Option, Outcome, Rules
from corr.games.guide import Choices, Pick
from corr.games.notation import action_pattern
from corr.games.scene import Scene
from corr.games.seats import Seat, other

GOAL = 5


@dataclass(frozen=True, slots=True)
class Sum:
    """A running sum and whose turn it is."""

    total: int
    seat: Seat


class CountingDraft(Draft[Sum, int]):
    """One or two numbers of 1 or 2."""

    __slots__ = ()

    def actions(self) -> Iterator[int]:
        """The numbers that are possible."""
        possible = len(self.made) < 2 and self.seat == self.position.seat and self.total < GOAL
        return iter((1, 2) if possible else ())

    @property
    def total(self) -> int:
        """The sum in the middle of the turn."""
        return self.position.total + sum(self.made)

    @property
    def may_stop(self) -> bool:
        """Whether the turn may end here."""
        return bool(self.made) and self.has_action()


class Counting(Rules[Sum, int, CountingDraft]):
    """Two players count to five; who gets there wins."""

    info: ClassVar[Info] = Info(
        ruleset="counting/1",
        title="Counting",
        seats=("One", "Two"),
        letters=("1", "2"),
        endings={"goal": "five was reached"},
        credits="Nobody.",
        options=(
            Option("start", "Start", "Where to begin.", "low", (("low", "At none"), ("high", "At three"))),
            Option("loud", "Loud", "Whether to shout.", default=False),
        ),
    )

    form = action_pattern("[0-9]+")

    def start(self) -> Sum:
        """The start."""
        return Sum(3 if self.options["start"] == "high" else 0, Seat(0))

    def outcome(self, position: Sum, seen: int = 1) -> Outcome | None:  # noqa: ARG002 - nothing repeats
        """Who won."""
        return Outcome(other(position.seat), "goal") if position.total >= GOAL else None

    def parse_position(self, text: str) -> Sum:
        """The position of a text such as "3 1"."""
        total, _, seat = text.partition(" ")
        if not total.isdecimal() or seat not in self.info.letters:
            raise PositionError("A position is a sum and a side, such as “3 1”.")
        return Sum(int(total), Seat(self.info.letters.index(seat)))

    def format_position(self, position: Sum) -> str:
        """The position as text."""
        return f"{position.total} {self.info.letters[position.seat]}"

    def begin(self, position: Sum, seat: Seat) -> CountingDraft:
        """An empty turn."""
        return CountingDraft(position, seat)

    def resolve(self, position: Sum, drafts: Mapping[Seat, CountingDraft]) -> Sum:
        """The position after a turn."""
        return Sum(position.total + sum(drafts[position.seat].made), other(position.seat))

    def fault(self, draft: CountingDraft, action: int) -> str:  # noqa: ARG002 - it is always the same
        """What numbers there are."""
        return "Only 1 and 2 are possible."

    def read_action(self, draft: CountingDraft, found: re.Match[str]) -> CountingDraft:
        """The draft with a typed number made."""
        return self.make(draft, int(found[0]))

    def unreadable(self, draft: CountingDraft, text: str) -> str:  # noqa: ARG002 - it is always the same
        """That it is no number."""
        return "Write numbers."

    def scene(self, draft: CountingDraft) -> Scene:  # noqa: ARG002 - there is no board
        """No board."""
        return Scene((), (), ())

    def touched(self, action: int) -> tuple[str, ...]:  # noqa: ARG002 - there is no board
        """No squares."""
        return ()

    def describe(self, draft: CountingDraft, action: int) -> str:  # noqa: ARG002 - it is always the same
        """In words."""
        return f"Counts on by {action}"

    def choices(self, draft: CountingDraft, picks: tuple[str, ...]) -> Choices[int]:
        """The numbers as buttons."""
        if picks:
            return Choices("Done.", action=int(picks[0]))
        return Choices("Choose.", tuple(Pick(str(number), str(number)) for number in draft.actions()))

    def hints(self, draft: CountingDraft) -> tuple[str, ...]:
        """What is possible in a line."""
        return (f"possible: {' or '.join(map(str, draft.actions()))}",)
