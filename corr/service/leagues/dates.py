"""The two things that may change while a season runs: its end date, and a tighter pace for the rest."""

from dataclasses import dataclass, field
from datetime import datetime, timedelta

from corr.service.leagues.acting import LeagueReceipt, Preview
from corr.service.leagues.rows import SeasonRow
from corr.service.uow import Reader, UnitOfWork

NOTICE = timedelta(days=7)
"""How long before it holds a change to the players' disadvantage is told."""


@dataclass(frozen=True, slots=True)
class MoveEnd:
    """The end date of a season is to be another."""

    season_id: int
    by_player_id: int
    ends_at: datetime
    """Later than before, or at least seven days from now."""
    reason: str
    version: int
    """The version of the season that the organiser saw."""
    order_key: str | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class Tighten:
    """Turns are to have less time from a day on that is at least seven days away."""

    season_id: int
    by_player_id: int
    pace: str
    """As it is written: "2d/turn"."""
    reason: str
    version: int
    """The version of the season that the organiser saw."""
    holds_from: datetime | None = None
    """None for as soon as possible."""
    order_key: str | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class UndoTightening:
    """A tighter pace that was announced is not to come."""

    season_id: int
    by_player_id: int
    version: int
    """The version of the season that the organiser saw."""
    reason: str = ""
    order_key: str | None = field(default=None, repr=False)


def end_preview(reader: Reader, season_id: int, *, ends_at: datetime, by_player_id: int) -> Preview:
    """
    What moving the end date would do.

    :raises NotFoundError: there is no such season.
    :raises NotAllowedError: that is no organiser.
    :raises ConflictError: the season is over, or paused.
    :raises InputError: the date cannot be.
    """
    raise NotImplementedError


def tightening_preview(
    reader: Reader, season_id: int, *, pace: str, by_player_id: int, holds_from: datetime | None = None
) -> Preview:
    """
    What a tighter pace would mean.

    :raises NotFoundError: there is no such season.
    :raises NotAllowedError: that is no organiser.
    :raises ConflictError: the season does not run, or a tighter pace was announced already.
    :raises InputError: the pace is none or not tighter, or the day comes too early or too late.
    """
    raise NotImplementedError


def move_end(uow: UnitOfWork, order: MoveEnd) -> LeagueReceipt:
    """
    Move the end date of a season, and tell everybody.

    :raises NotFoundError: there is no such season.
    :raises NotAllowedError: that is no organiser.
    :raises ConflictError: the season is over, or paused, or has changed since the organiser saw it.
    :raises InputError: the date or the reason cannot be used.
    """
    raise NotImplementedError


def tighten_pace(uow: UnitOfWork, order: Tighten) -> LeagueReceipt:
    """
    Announce a tighter pace, and tell everybody.

    :raises NotFoundError: there is no such season.
    :raises NotAllowedError: that is no organiser.
    :raises ConflictError: the season does not run, one was announced already, or it has changed.
    :raises InputError: the pace is none or not tighter, the day cannot be, or the reason cannot be used.
    """
    raise NotImplementedError


def undo_tightening(uow: UnitOfWork, order: UndoTightening) -> LeagueReceipt:
    """
    Take a tighter pace back before it is in force, and tell everybody.

    :raises NotFoundError: there is no such season.
    :raises NotAllowedError: that is no organiser.
    :raises ConflictError: none was announced, or it is in force, or the season has changed.
    :raises InputError: the reason cannot be used.
    """
    raise NotImplementedError


def put_in_force(uow: UnitOfWork, season: SeasonRow) -> bool:
    """
    Let the tighter pace that was announced hold for turns that begin from now on; whether anything changed.

    For the tick, which holds no lock on the season: games are locked first. Called twice it does nothing more.
    """
    raise NotImplementedError
