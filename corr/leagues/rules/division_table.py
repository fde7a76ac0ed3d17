"""The table of a division as values: its entries, their meetings, and the result of each game."""

from dataclasses import dataclass, field
from fractions import Fraction
from typing import NewType

from corr.ratings.glicko2 import Strength
from corr.states import Result

EntryId = NewType("EntryId", int)
"""The id of an entry: a row of the table, whoever plays it now."""

USUAL_RATING = round(Strength().rating)
"""The rating of players without one."""
_HALF = Fraction(1, 2)


@dataclass(frozen=True, slots=True)
class Points:
    """What a game is worth."""

    win: Fraction = Fraction(1)
    draw: Fraction = _HALF
    loss: Fraction = Fraction(0)


@dataclass(frozen=True, slots=True)
class Entrant:
    """A row of the table."""

    id: EntryId
    rating: int = USUAL_RATING
    """At the start of the season."""
    lot: str = ""
    """SHA-256 of the season's seed and the player's id, in hex digits: the lower comes first."""
    is_removed: bool = False
    """Whether the player withdrew early, so that all results left the table: such an entry has no place."""


@dataclass(frozen=True, slots=True)
class Meeting:
    """A game between two entries."""

    round: int
    first: EntryId
    """The entry with the first seat."""
    second: EntryId
    result: Result | None = None
    """None while the game is open."""
    is_forfeit: bool = False
    """Whether it was decided without being played out; it counts as a game all the same."""
    game_id: str = ""
    """For links; nothing is worked out from it."""

    @property
    def winner(self) -> EntryId | None:
        """The winner; None for a draw, without a result, and while the game is open."""
        return {Result.FIRST: self.first, Result.SECOND: self.second}.get(self.result) if self.result else None

    def reopened(self) -> "Meeting":
        """The same without a result."""
        return Meeting(self.round, self.first, self.second, None, self.is_forfeit, self.game_id)

    def opponent(self, of: EntryId) -> EntryId:
        """The opponent of the entry *of*, which is one of the two."""
        return self.second if of == self.first else self.first


@dataclass(frozen=True, slots=True)
class Table:
    """A division with all its meetings."""

    entrants: tuple[Entrant, ...]
    meetings: tuple[Meeting, ...]
    points: Points = field(default_factory=Points)

    def counted(self) -> tuple[Meeting, ...]:
        """The meetings that are finished and count: with a result, between entries that are in the table."""
        return tuple([each for each in self._standing() if each.result is not None and each.result is not Result.NONE])

    def open(self) -> tuple[Meeting, ...]:
        """The meetings that may still change the table."""
        return tuple([meeting for meeting in self._standing() if meeting.result is None])

    def _standing(self) -> tuple[Meeting, ...]:
        removed = {entrant.id for entrant in self.entrants if entrant.is_removed}
        if not removed:
            return self.meetings
        return tuple(meeting for meeting in self.meetings if not {meeting.first, meeting.second} & removed)


def holding_up(table: Table) -> tuple[Meeting, ...]:
    """The last open games, for which the whole division waits; none while more than one round's games are open."""
    left, finished = table.open(), table.counted()
    in_a_round = sum(not entrant.is_removed for entrant in table.entrants) // 2
    return left if len(left) <= in_a_round and len(left) <= len(finished) else ()
