"""
Roll-over: the next season opens by itself after one that ended, or once more after one that too few had joined.

It is a step of its own, which the tick takes after the end of the season before: a fault in it undoes nothing of that.
"""

from datetime import datetime, timedelta

from sqlalchemy import bindparam, exists, select

from corr.base.sentences import Sentence
from corr.base.uow import Reader, UnitOfWork
from corr.errors import InputError
from corr.leagues.journal import LEAGUE_EVENT, LeagueAct, note_act
from corr.leagues.league_news import Link, organiser_ids, tell_news
from corr.leagues.rows import (
    SEASON,
    SeasonRow,
    find_latest_season,
    get_league,
    get_season,
    get_season_locked,
    lock_league,
    set_next_check,
)
from corr.leagues.seasons.entry_requests import ask_again
from corr.leagues.seasons.season_opening import begin_sign_up, check_dates, check_settings, next_dates
from corr.states import SeasonState

_PREVIOUS = SEASON.alias("previous")
_OPENED_AGAIN = select(
    exists()
    .where(
        _PREVIOUS.c.league_id == bindparam("league"),
        _PREVIOUS.c.number == bindparam("previous_number"),
        _PREVIOUS.c.state == SeasonState.CALLED_OFF.value,
    )
    .where(
        exists().where(
            LEAGUE_EVENT.c.league_id == bindparam("league"),
            LEAGUE_EVENT.c.season_id == bindparam("season"),
            LEAGUE_EVENT.c.kind == LeagueAct.OPENED.value,
            LEAGUE_EVENT.c.by_player_id.is_(None),
        )
    )
)


def opens_again_at(reader: Reader, season: SeasonRow) -> datetime | None:
    """When the next season opens by itself if too few have joined *season*; None if it does not roll over any more."""
    if not season.settings.rolls_over or _is_second_try(reader, season):
        return None
    return reader.now + timedelta(days=season.settings.sign_up_days)


def _is_second_try(reader: Reader, season: SeasonRow) -> bool:
    """Whether *season* opened by itself after one that was called off."""
    asked = {"league": season.league_id, "season": season.id, "previous_number": season.number - 1}
    return bool(reader.connection.execute(_OPENED_AGAIN, asked).scalar_one())


def roll_over(uow: UnitOfWork, season_id: int) -> None:
    """
    Open the season after one that is over or called off, if that is due, and ask everybody who played.

    Not if the league is closed, or an organiser has opened the next season already. What a form would refuse is not
    opened: the organisers are told why.
    """
    lock_league(uow, get_season(uow, season_id).league_id)
    season = get_season_locked(uow, season_id)
    if season.look_at is None or season.look_at > uow.now:
        return
    set_next_check(uow, season.id, None)
    if not waits_for_next(uow, season):
        return
    refusal = opening_refusal(uow, season)
    if refusal:
        _tell_not_opened(uow, season, refusal)
        return
    number, dates = season.number + 1, next_dates(season, uow.now)
    following = get_season(uow, begin_sign_up(uow, season.league_id, number, season.settings, dates=dates))
    note_act(uow, following, LeagueAct.OPENED, facts={"number": number})
    ask_again(uow, following)


def waits_for_next(reader: Reader, season: SeasonRow) -> bool:
    """Whether *season* is the last one of a league that is not closed, so that another may follow."""
    latest = find_latest_season(reader, season.league_id)
    is_latest = latest is not None and latest.id == season.id
    return is_latest and get_league(reader, season.league_id).closed_at is None


def opening_refusal(reader: Reader, season: SeasonRow) -> str:
    """Why the season after *season* cannot open by itself, as a form would say it; empty if it can."""
    try:
        check_settings(reader, season.settings)
        check_dates(next_dates(season, reader.now), season.settings.terms.pace, reader.now)
    except InputError as refused:
        return refused.sentence
    return ""


def _tell_not_opened(uow: UnitOfWork, season: SeasonRow, refusal: str) -> None:
    said = (
        Sentence.of(f"The next season of {season.league} could not open by itself. {refusal}"),
        Sentence.of("No season opens by itself until you open one."),
    )
    told, link = organiser_ids(uow, season.league_id), Link("Open the next season", season.next_path)
    title = "The next season could not open"
    tell_news(uow, season, told, occasion="not-opened", title=title, sentences=said, link=link)
