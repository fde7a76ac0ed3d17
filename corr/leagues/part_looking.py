"""When a season is looked after next by itself."""

from datetime import datetime, timedelta

from sqlalchemy import bindparam, update

from corr.base.uow import UnitOfWork
from corr.leagues.rows import SEASON, SeasonRow
from corr.states import SeasonState

EVERY = timedelta(minutes=5)
"""How often a season that runs is looked at, whether its last game is over."""
REPORTS_EVERY = timedelta(days=7)
_LOOK = update(SEASON).where(SEASON.c.id == bindparam("of_season")).values(look_at=bindparam("at"))


def next_look(season: SeasonRow, now: datetime) -> datetime | None:
    """
    When something may be due in *season* next, seen from *now*; None if nothing happens by itself any more.

    What is due already is due at once.
    """
    if season.state is SeasonState.SIGN_UP:
        return season.dates.sign_up_until if now < season.dates.sign_up_until else max(now, season.dates.starts_at)
    if season.state is not SeasonState.RUNNING:
        return None
    if season.paused_at is not None:
        return now + EVERY
    moments = [now + EVERY, season.report_at, season.dates.ends_at if now < season.dates.ends_at else None]
    if season.tightened_at is None:
        moments.append(season.tighter_from)
    return max(now, min(moment for moment in moments if moment is not None))


def look_at(uow: UnitOfWork, season_id: int, at: datetime | None) -> None:
    """Let the season be looked after at that moment; None for never."""
    uow.connection.execute(_LOOK, {"of_season": season_id, "at": at})
