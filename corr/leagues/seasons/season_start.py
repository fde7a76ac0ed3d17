"""
The start of a season: its divisions, its pairings and all its games, in one transaction.

The season is locked before the players of its games are. That cannot deadlock: nobody else can hold one of its games
yet.
"""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from sqlalchemy import bindparam, insert

from corr.base import notices, tokens
from corr.base.notices import NoticeKind
from corr.base.sentences import Sentence
from corr.base.uow import UnitOfWork
from corr.leagues.consents import end_standing_yeses
from corr.leagues.journal import LeagueAct, note_act
from corr.leagues.league_news import organiser_ids, tell_news
from corr.leagues.rows import (
    DIVISION,
    PAIRING,
    REPORTS_EVERY,
    UPDATE_ENTRY,
    UPDATE_SEASON,
    SeasonRow,
    get_season_locked,
    next_check,
    show_season_anew,
)
from corr.leagues.rules.settings import SMALLEST_DIVISION, Dates
from corr.leagues.seasons.division_plans import PlannedDivision, SeasonPlan, plan_of
from corr.leagues.seasons.roll_over import opens_again_at
from corr.leagues.seasons.season_opening import call_off_season
from corr.play.followed_facts import note_season
from corr.play.lifecycle import NewGame, start_games
from corr.states import EntryState, SeasonState
from corr.store.tables.follows import FactKind

_DAY = timedelta(days=1)
TOO_FEW = f"Fewer than {SMALLEST_DIVISION} players have joined."
_TOO_FEW_AGAIN = f"Fewer than {SMALLEST_DIVISION} players have joined, for the second time in a row."
_PLACE = UPDATE_ENTRY.values(
    state=EntryState.PLAYING.value,
    division_id=bindparam("division"),
    number=bindparam("place"),
    rating=bindparam("rated"),
)


def start_due(uow: UnitOfWork, season_id: int) -> None:
    """Start a season whose day has come, or call it off; not if it has begun already, or the day was moved."""
    season = get_season_locked(uow, season_id)
    if season.state is not SeasonState.SIGN_UP or season.dates.starts_at > uow.now:
        return
    plan = plan_of(uow, season)
    if not plan.divisions:
        again_at = opens_again_at(uow, season)
        why = TOO_FEW if again_at or not season.settings.rolls_over else _TOO_FEW_AGAIN
        note_act(uow, season, LeagueAct.CALLED_OFF, facts=call_off_season(uow, season, why, again_at))
        show_season_anew(uow, season.id)
        return
    _tell_unkept(uow, plan)
    note_act(uow, season, LeagueAct.STARTED, facts=begin_season(uow, plan))
    show_season_anew(uow, season.id)


def _tell_unkept(uow: UnitOfWork, plan: SeasonPlan) -> None:
    """Tell the organisers if the season begins with other divisions than they chose, since players have left."""
    names = ", ".join(player.name for player in plan.unkept)
    if names:
        said = (
            Sentence.of(f"Divisions that you had chosen could not be made any more, after players had left: {names}."),
            Sentence.of("These players are where their results, or the order of joining, led to."),
        )
        told, title = organiser_ids(uow, plan.season.league_id), "The season began with other divisions"
        tell_news(uow, plan.season, told, occasion="unkept", title=title, sentences=said)


def begin_season(uow: UnitOfWork, plan: SeasonPlan) -> dict[str, int | str]:
    """Begin a locked season with the planned divisions; gives the facts for the journal."""
    season, seed = plan.season, tokens.new_nonce()
    division_ids = _write_divisions(uow, plan)
    _place_players(uow, plan.divisions, division_ids)
    end_standing_yeses(uow, season)
    _tell_players(uow, plan)
    _start_games(uow, plan, division_ids)
    _write_season(uow, season, seed)
    return {
        "number": season.number,
        "players": sum(len(division.players) for division in plan.divisions),
        "divisions": len(plan.divisions),
        "games": plan.games,
        "seed": seed,
    }


def _write_divisions(uow: UnitOfWork, plan: SeasonPlan) -> dict[int, int]:
    """Store the divisions; gives their ids by tier."""
    rows = [{"season_id": plan.season.id, "tier": one.tier, "name": one.name} for one in plan.divisions]
    written = uow.connection.execute(insert(DIVISION).returning(DIVISION.c.tier, DIVISION.c.id), rows)
    return {row.tier: row.id for row in written}


def _place_players(uow: UnitOfWork, divisions: Sequence[PlannedDivision], ids: dict[int, int]) -> None:
    rows = [
        {"of_entry": one.entry_id, "division": ids[division.tier], "place": one.number, "rated": one.rating}
        for division in divisions
        for one in division.players
    ]
    uow.connection.execute(_PLACE, rows)


def _start_games(uow: UnitOfWork, plan: SeasonPlan, division_ids: dict[int, int]) -> None:
    season, settings = plan.season, plan.season.settings
    meetings = [(division, pairing) for division in plan.divisions for pairing in division.pairings]
    orders = [
        NewGame(
            settings.ruleset,
            settings.options,
            settings.terms,
            (division.player(pairing.first).player_id, division.player(pairing.second).player_id),
            is_rated=settings.is_rated,
            season_id=season.id,
        )
        for division, pairing in meetings
    ]
    rows = [
        {
            "season_id": season.id,
            "division_id": division_ids[division.tier],
            "round": pairing.round,
            "first_id": division.player(pairing.first).entry_id,
            "second_id": division.player(pairing.second).entry_id,
            "game_id": game_id,
            "is_forfeit": False,
            "ruled_for": "",
            "played_reason": "",
        }
        for (division, pairing), game_id in zip(meetings, start_games(uow, orders), strict=True)
    ]
    uow.connection.execute(insert(PAIRING), rows)


def _tell_players(uow: UnitOfWork, plan: SeasonPlan) -> None:
    """Tell the players that the season begins, in letters that come before those about its games."""
    for division in plan.divisions:
        for player in division.players:
            kind = NoticeKind.SEASON_STARTED
            uow.tell(notices.about_season(kind, plan.season.id, player.player_id, occasion="", facts={}))


def _write_season(uow: UnitOfWork, season: SeasonRow, seed: str) -> None:
    dates = _moved(season.dates, uow.now)
    report_at = uow.now + REPORTS_EVERY if season.settings.has_reports else None
    begun = replace(season, state=SeasonState.RUNNING, dates=dates, report_at=report_at)
    values = {
        "state": SeasonState.RUNNING.value,
        "started_at": uow.now,
        "ends_at": dates.ends_at,
        "planned_ends_at": season.dates.ends_at,
        "seed": seed,
        "report_at": report_at,
        "look_at": next_check(begun, uow.now),
    }
    uow.connection.execute(UPDATE_SEASON.values(**values), {"of_season": season.id})
    note_season(uow, FactKind.SEASON_STARTED, season.league_id, season.id)


def _moved(dates: Dates, now: datetime) -> Dates:
    """The dates of a season that begins *now*: if it begins late, after an outage, its end moves by whole days."""
    late = max(timedelta(0), now - dates.starts_at) // _DAY
    return replace(dates, ends_at=dates.ends_at + late * _DAY)
