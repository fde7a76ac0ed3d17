"""The table of a division as values: who has entered, who met whom, how each game ended, and which are open."""

from dataclasses import dataclass, field
from fractions import Fraction
from typing import NewType

from corr.ratings.glicko2 import Strength
from corr.states import Result

EntryId = NewType("EntryId", int)
"""The id of an entry: a row of the table, whoever plays it now."""

USUAL_RATING = round(Strength().rating)
"""Of players without any."""
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
    """Whether the player withdrew early, so that all results left the table: such a row has no place."""


@dataclass(frozen=True, slots=True)
class Meeting:
    """Two entries that meet."""

    round: int
    first: EntryId
    """Who has the first seat."""
    second: EntryId
    result: Result | None = None
    """None while the game is open."""
    is_forfeit: bool = False
    """Whether it was decided without being played out; it counts as a game all the same."""
    game_id: str = ""
    """For links; nothing is worked out from it."""

    @property
    def winner(self) -> EntryId | None:
        """Who won; None for a draw, for no result and while it is open."""
        return {Result.FIRST: self.first, Result.SECOND: self.second}.get(self.result) if self.result else None

    def opponent(self, of: EntryId) -> EntryId:
        """Whom *of*, one of the two, meets."""
        return self.second if of == self.first else self.first


@dataclass(frozen=True, slots=True)
class Table:
    """A division with all its meetings."""

    entrants: tuple[Entrant, ...]
    meetings: tuple[Meeting, ...]
    points: Points = field(default_factory=Points)

    def counted(self) -> tuple[Meeting, ...]:
        """The meetings that are finished and count: with a result, between entries that are in the table."""
        return tuple(meeting for meeting in self._standing() if meeting.result not in {None, Result.NONE})

    def open(self) -> tuple[Meeting, ...]:
        """The meetings that may still change the table."""
        return tuple(meeting for meeting in self._standing() if meeting.result is None)

    def points_of(self, entry: EntryId, meeting: Meeting) -> Fraction:
        """What a meeting that counts brought *entry*, one of the two."""
        if meeting.result is Result.DRAW:
            return self.points.draw
        return self.points.win if meeting.winner == entry else self.points.loss

    def _standing(self) -> tuple[Meeting, ...]:
        removed = {entrant.id for entrant in self.entrants if entrant.is_removed}
        return tuple(meeting for meeting in self.meetings if not {meeting.first, meeting.second} & removed)


def holding_up(table: Table) -> tuple[Meeting, ...]:
    """The open games that hold a division up; none while they are too many, or none is left."""
    left, finished = table.open(), table.counted()
    in_a_round = sum(not entrant.is_removed for entrant in table.entrants) // 2
    return left if len(left) <= in_a_round and len(left) <= len(finished) else ()
