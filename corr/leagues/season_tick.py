"""
The tick of seasons: what happens in them by itself, one thing at a time, in whatever process comes first.

Nothing is locked here for long: each step locks what it needs, games before the season, and checks again. So two
processes at the same season do no harm, and the second finds nothing left to do.
"""

import logging
from datetime import datetime, timedelta

from sqlalchemy import bindparam, select

from corr.base.sentences import Sentence
from corr.base.uow import UnitOfWork
from corr.clocks.outages import is_outage
from corr.core.spans import counted
from corr.leagues.acts.season_changes import put_in_force
from corr.leagues.league_news import Link, organiser_ids, tell_news
from corr.leagues.rows import (
    EVERY,
    REPORTS_EVERY,
    SEASON,
    UPDATE_SEASON,
    SeasonRow,
    entries_of,
    get_season,
    get_season_locked,
    next_check,
    set_next_check,
)
from corr.leagues.rules.settings import SMALLEST_DIVISION
from corr.leagues.seasons.roll_over import roll_over
from corr.leagues.seasons.season_end import apply_end_date, end_season, has_open_games
from corr.leagues.seasons.season_start import start_due
from corr.leagues.weekly_report import report
from corr.play.overdue import GRACE

_LOG = logging.getLogger(__name__)
_PUT_OFF_AFTER_FAULT = timedelta(hours=1)
"""How long a season is left alone after a fault, before it is tried again."""
_NEXT = (
    select(SEASON.c.id)
    .where(SEASON.c.look_at <= bindparam("now"))
    .order_by(SEASON.c.look_at, SEASON.c.id)
    .limit(1)
    .with_for_update(skip_locked=True, key_share=True)
)
_REPORTED = UPDATE_SEASON.values(report_at=bindparam("at"))


def advance_next_season(uow: UnitOfWork) -> bool:
    """
    Do the next thing that is due in a season; False if nothing is due in any.

    A season with a fault is put off and reported, so that it does not stop the others.

    :raises OperationalError: the database is in trouble.
    """
    season_id = None if is_outage(uow) else _find_due(uow)
    if season_id is None:
        return False
    with uow.guarded() as part:
        _advance(uow, get_season(uow, season_id))
    if part.fault is not None:
        set_next_check(uow, season_id, uow.now + uow.machine(_PUT_OFF_AFTER_FAULT))
        _LOG.error("season %s is put off for a while: %s", season_id, part.fault_words)
    return True


def _find_due(uow: UnitOfWork) -> int | None:
    """The season that has been due longest and is not locked by another process; it is not locked here either."""
    with uow.attempt() as part:
        found: int | None = uow.connection.execute(_NEXT, {"now": uow.now}).scalar()
        part.undo()
    return found


def _advance(uow: UnitOfWork, season: SeasonRow) -> None:
    """Do the next thing that is due, and set the next check: at once if something was done."""
    wish = None
    if season.is_running:
        wish = _advance_running(uow, season)
    elif season.is_in_sign_up:
        wish = _advance_sign_up(uow, season)
    else:
        roll_over(uow, season.id)
    after = get_season_locked(uow, season.id)
    following = next_check(after, uow.now)
    # Another process may have ended the season meanwhile, and set when the next one opens.
    is_same = after.state is season.state
    set_next_check(uow, season.id, wish if following and wish and is_same else following)


def _advance_sign_up(uow: UnitOfWork, season: SeasonRow) -> datetime | None:
    """
    Start a season whose day has come; remind its organisers of the divisions when its sign-up is over. Gives when to
    check again, None for the usual moment: a season that would end before it starts waits for other dates.
    """
    if season.dates.starts_at > uow.now:
        if season.dates.sign_up_until <= uow.now:
            _remind_organisers(uow, season)
        return None
    if not season.has_possible_dates:
        return uow.now + EVERY
    start_due(uow, season.id)
    return None


def _advance_running(uow: UnitOfWork, season: SeasonRow) -> datetime | None:
    """Do what is due in a running season; gives when to check again, None for the usual moment."""
    later = uow.now + EVERY
    if not has_open_games(uow, season.id):
        return uow.now if end_season(uow, season.id) else later
    if season.paused_at is not None:
        return None
    if season.tightened_at is None and season.tighter_from is not None and season.tighter_from <= uow.now:
        return uow.now if put_in_force(uow, season) else later
    if season.report_at is not None and season.report_at <= uow.now:
        return _report(uow, season)
    if season.dates.ends_at <= uow.now:
        return _apply_end_date(uow, season, later)
    return None


def _apply_end_date(uow: UnitOfWork, season: SeasonRow, later: datetime) -> datetime:
    """Apply the season's rule about unfinished games, which may have to wait for turns that came in time."""
    again = apply_end_date(uow, season)
    if not has_open_games(uow, season.id):
        return uow.now
    moments = [later, again, season.dates.ends_at + uow.machine(GRACE)]
    return min(moment for moment in moments if moment is not None and moment > uow.now)


def _remind_organisers(uow: UnitOfWork, season: SeasonRow) -> None:
    count = len(entries_of(uow, season.id))
    has = "has" if count == 1 else "have"
    enough = "" if count >= SMALLEST_DIVISION else f" With fewer than {SMALLEST_DIVISION} it will be called off."
    said = (
        Sentence.of(
            f"The sign-up is over, and {counted(count, 'player')} {has} joined. The season begins on ",
            season.dates.starts_at,
            ".",
        ),
        Sentence.of(f"Until then you can change the divisions, and ask more players, who may still join.{enough}"),
    )
    # The date is part of the key, so that they are told again if the sign-up was made longer.
    occasion = f"planning:{season.dates.sign_up_until:%Y%m%dT%H%M%S}"
    told, link = organiser_ids(uow, season.league_id), Link("The divisions", f"{season.path}/organise/plan")
    tell_news(uow, season, told, occasion=occasion, title="The sign-up is over", sentences=said, link=link)


def _report(uow: UnitOfWork, season: SeasonRow) -> datetime:
    """Send one report, however many weeks have passed since the last."""
    assert season.report_at is not None
    report(uow, season)
    weeks = (uow.now - season.report_at) // REPORTS_EVERY + 1
    uow.connection.execute(_REPORTED, {"of_season": season.id, "at": season.report_at + weeks * REPORTS_EVERY})
    return uow.now
