"""The next season opens by itself when one that rolls over has ended."""

from corr.base.uow import UnitOfWork
from corr.leagues.acting import note_act
from corr.leagues.journal import LeagueAct
from corr.leagues.rows import SeasonRow, get_league, get_season
from corr.leagues.seasons.entry_requests import ask_again
from corr.leagues.seasons.season_opening import begin_sign_up, lock_for_next, next_dates


def open_next(uow: UnitOfWork, season: SeasonRow) -> int | None:
    """
    Open the season after *season*, which has just ended, and ask everybody who played in it; gives its id.

    None if it does not roll over, the league is closed, or an organiser opened the next one.
    """
    if not season.settings.rolls_over or get_league(uow, season.league_id).closed_at is not None:
        return None
    latest = lock_for_next(uow, season.league_id)
    if latest is None or latest.id != season.id:
        return None
    number, dates = season.number + 1, next_dates(season, uow.now)
    season_id = begin_sign_up(uow, season.league_id, number, season.settings, dates=dates)
    following = get_season(uow, season_id)
    note_act(uow, following, LeagueAct.OPENED, facts={"number": number})
    ask_again(uow, following)
    return season_id
