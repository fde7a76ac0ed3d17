"""The late list of a season: who is how late how often, and what is overdue or due within a day."""

from dataclasses import dataclass
from datetime import datetime

from corr.service.uow import Reader


@dataclass(frozen=True, slots=True)
class OpenTurn:
    """A turn that is overdue, or due within a day."""

    game_id: str
    opponent: str
    due_at: datetime
    is_overdue: bool


@dataclass(frozen=True, slots=True)
class LateLine:
    """How late one player was in a season."""

    player_id: int
    name: str
    missed: int
    """How many deadlines passed, those that a day of leave saved included."""
    saved: int
    """How many of them were saved by a day of leave that began by itself."""
    lost: int
    """How many games were lost by that, forfeits included."""
    reminders: int
    """How many reminders went out."""
    turns: tuple[OpenTurn, ...]
    """What is overdue now or due within a day, the most urgent first."""


@dataclass(frozen=True, slots=True)
class LateDivision:
    """The late list of a division: those who were or are late, the latest first."""

    division_id: int
    name: str
    lines: tuple[LateLine, ...]


def late_list(reader: Reader, season_id: int, by_player_id: int) -> tuple[LateDivision, ...]:
    """
    Who is how late how often in a season, by division.

    :raises NotFoundError: there is no such season.
    :raises NotAllowedError: that is no organiser.
    """
    raise NotImplementedError
