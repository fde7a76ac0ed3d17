"""The league of the crash test: short seasons that begin, are played and end by themselves, while processes die."""

from collections.abc import Sequence
from datetime import timedelta

from sqlalchemy import update

from corr.base.uow import UnitOfWork
from corr.core.pace import Terms, read_pace
from corr.leagues.rules.settings import Dates, SeasonSettings, Unfinished
from corr.leagues.seasons.entries import JoinSeason, join_season
from corr.leagues.seasons.league_founding import MakeLeague, make_league
from corr.store.base import table
from corr.store.tables.leagues import Season

LEAGUE = "crash"
FEWEST = 4
"""So many players it takes: one runs the league and does not play in it."""
_SEASON = table(Season)
_PACE = "3h/turn"
_DAY = timedelta(days=1)


def found_league(uow: UnitOfWork, members: Sequence[int], ruleset: str, *, lasts: timedelta) -> None:
    """
    Let the first of *members* found a league, and the others join its first season.

    :param lasts: after so much time of the service its end date comes; no organiser may choose one so near.
    """
    organiser, *players = members
    until = uow.now + lasts / 10
    settings = SeasonSettings(
        ruleset,
        terms=Terms(read_pace(_PACE), allows_leave=False),
        players_per_division=4,
        up=1,
        down=1,
        unfinished=Unfinished.DRAW,
        has_reports=False,
        rolls_over=True,
        sign_up_days=1,
    )
    dates = Dates(until, until + lasts / 10, until + lasts / 10 + _DAY)
    made = make_league(uow, MakeLeague(organiser, LEAGUE, "Crash Cup", "", settings, dates))
    for player_id in players:
        join_season(uow, JoinSeason(made.season_id, player_id, "web"))
    ends = update(_SEASON).where(_SEASON.c.id == made.season_id).values(ends_at=uow.now + lasts)
    uow.connection.execute(ends)
