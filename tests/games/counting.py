"""A game of a few lines, so that what is the same for all games is tested without any real one."""

from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar, Self

from corr.errors import IllegalError, PositionError, Refusal, UnreadableError
from corr.games.api import LISTED, Choices, Draft, Info, Listing, Option, Outcome, Pick, Rules
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

    __slots__ = ("made", "position", "seat")

    def __init__(self, position: Sum, seat: Seat, made: tuple[int, ...] = ()) -> None:
        self.position, self.seat, self.made = position, seat, made

    def actions(self) -> Iterator[int]:
        """The numbers that are possible."""
        possible = len(self.made) < 2 and self.seat == self.position.seat and self.total < GOAL
        return iter((1, 2) if possible else ())

    @property
    def total(self) -> int:
        """The sum in the middle of the turn."""
        return self.position.total + sum(self.made)

    def accepts(self, action: int) -> bool:
        """Whether *action* may come next."""
        return action in self.actions()

    def after(self, action: int) -> Self:
        """The draft with *action* made."""
        return type(self)(self.position, self.seat, (*self.made, action))

    @property
    def may_stop(self) -> bool:
        """Whether the turn may end here."""
        return bool(self.made) and self.has_action()


class Counting(Rules[Sum, int]):
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

    def start(self) -> Sum:
        """The start."""
        return Sum(3 if self.options["start"] == "high" else 0, Seat(0))

    def due(self, position: Sum) -> frozenset[Seat]:
        """Whose turn it is."""
        return frozenset() if position.total >= GOAL else frozenset((position.seat,))

    def outcome(self, position: Sum, seen: int = 1) -> Outcome | None:  # noqa: ARG002 - nothing repeats
        """Who won."""
        return Outcome(other(position.seat), "goal") if position.total >= GOAL else None

    def repetition_key(self, position: Sum) -> Hashable | None:  # noqa: ARG002 - nothing repeats
        """Nothing: a sum never comes again."""
        return None

    def parse_position(self, text: str) -> Sum:
        """The position of a text such as "3 1"."""
        total, _, seat = text.partition(" ")
        if not total.isdecimal() or seat not in self.info.letters:
            raise PositionError("A position is a sum and a side, such as “3 1”.")
        return Sum(int(total), Seat(self.info.letters.index(seat)))

    def format_position(self, position: Sum) -> str:
        """The position as text."""
        return f"{position.total} {self.info.letters[position.seat]}"

    def observe(self, position: Sum, viewer: Seat | None) -> Sum:  # noqa: ARG002 - nothing is secret
        """All of it."""
        return position

    def begin(self, position: Sum, seat: Seat) -> CountingDraft:
        """An empty turn."""
        return CountingDraft(position, seat)

    def resolve(self, position: Sum, drafts: Mapping[Seat, Draft[Sum, int]]) -> Sum:
        """The position after a turn."""
        return Sum(position.total + sum(drafts[position.seat].made), other(position.seat))

    def refusal(self, draft: Draft[Sum, int], action: int) -> Refusal:  # noqa: ARG002 - it is always the same
        """What numbers there are."""
        return Refusal("Only 1 and 2 are possible.")

    def listing(self, draft: Draft[Sum, int], most: int = LISTED) -> Listing:
        """What is possible."""
        return Listing(tuple(map(str, draft.actions()))[:most])

    def read(self, draft: Draft[Sum, int], text: str) -> Draft[Sum, int]:
        """The draft with typed numbers made."""
        for index, word in enumerate(text.replace(",", " ").split()):
            if not word.isdecimal():
                raise UnreadableError(Refusal("Write numbers."), index=index, typed=word)
            if not draft.accepts(int(word)):
                raise IllegalError(self.refusal(draft, int(word)), index=index, typed=word)
            draft = draft.after(int(word))
        return draft

    def formed(self, text: str) -> bool:
        """Whether all words are numbers."""
        return text.replace(",", " ").replace(" ", "").isdecimal()

    def write_action(self, action: int) -> str:
        """A number."""
        return str(action)

    def scene(self, draft: Draft[Sum, int]) -> Scene:  # noqa: ARG002 - there is no board
        """No board."""
        return Scene((), (), ())

    def touched(self, action: int) -> tuple[str, ...]:  # noqa: ARG002 - there is no board
        """No squares."""
        return ()

    def describe(self, draft: Draft[Sum, int], action: int) -> str:  # noqa: ARG002 - it is always the same
        """In words."""
        return f"Counts on by {action}"

    def choices(self, draft: Draft[Sum, int], picks: tuple[str, ...]) -> Choices[int]:
        """The numbers as buttons."""
        if picks:
            return Choices("Done.", action=int(picks[0]))
        return Choices("Choose.", tuple(Pick(str(number), str(number)) for number in draft.actions()))

    def hints(self, draft: Draft[Sum, int]) -> tuple[str, ...]:
        """What is possible in a line."""
        return (f"possible: {' or '.join(map(str, draft.actions()))}",)
