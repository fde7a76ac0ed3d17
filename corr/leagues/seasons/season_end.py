"""The end of a season: final places are stored, everybody is told, and the next season may open by itself."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy import bindparam, exists, select, update

from corr.base import notices
from corr.base.notices import NoticeKind
from corr.base.sentences import Sentence
from corr.base.uow import Reader, UnitOfWork
from corr.game.game_row import GAME
from corr.leagues.act_basics import note_act
from corr.leagues.consents import end_standing_yeses
from corr.leagues.division_tables import DivisionTable, division_tables
from corr.leagues.journal import LeagueAct
from corr.leagues.league_news import Link, organiser_ids, tell_news
from corr.leagues.rows import (
    ENTRY,
    PAIRING,
    SEASON,
    SeasonRow,
    get_league,
    get_season,
    get_season_locked,
    lock_league,
    show_season_anew,
)
from corr.leagues.rules.division_table import EntryId
from corr.leagues.rules.standings import ranks
from corr.leagues.rules.table_words import listed
from corr.leagues.seasons.entry_requests import ask_again
from corr.leagues.seasons.season_opening import begin_sign_up, lock_for_next, next_dates
from corr.play.followed_facts import note_season
from corr.players.names import isolated
from corr.states import EntryState, SeasonState
from corr.store.tables.follows import FactKind
from corr.store.tables.games import GameState

_HAS_OPEN = select(
    exists().where(
        PAIRING.c.season_id == bindparam("season"),
        GAME.c.id == PAIRING.c.game_id,
        GAME.c.state != GameState.OVER.value,
    )
)
_PLACE = update(ENTRY).where(ENTRY.c.id == bindparam("of_entry")).values(final_place=bindparam("place"))
_END = (
    update(SEASON)
    .where(SEASON.c.id == bindparam("of_season"))
    .values(state=SeasonState.OVER.value, ended_at=bindparam("at"), report_at=None, look_at=None)
)
_ROLLS_OVER = "The sign-up for the next season is open, and everybody who played is asked to join."


def open_next(uow: UnitOfWork, season: SeasonRow) -> int | None:
    """
    Open the season after *season*, which has just ended, and ask everybody who played in it; gives its id.

    None if the season does not roll over, the league is closed, or an organiser has opened the next season already.
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


@dataclass(frozen=True, slots=True)
class _Final:
    """A division with its final places by entries."""

    division: DivisionTable
    places: Mapping[EntryId, int]

    @property
    def champions(self) -> tuple[str, ...]:
        """The names of those on the first place."""
        return tuple(one.name for one in self.division.entries if self.places.get(one.id) == 1)


def has_open_games(reader: Reader, season_id: int) -> bool:
    """Whether a game of the season is not over yet."""
    return bool(reader.connection.execute(_HAS_OPEN, {"season": season_id}).scalar_one())


def end_season(uow: UnitOfWork, season_id: int) -> bool:
    """
    End a season whose last game is over, tell everybody, and open the next one if it rolls over; whether it was ended.

    The league is locked before the season, as everywhere. The games are not locked: whoever lets one of them go on
    again locks the season too, and finds it over.
    """
    lock_league(uow, get_season(uow, season_id).league_id)
    season = get_season_locked(uow, season_id)
    if not season.is_running or has_open_games(uow, season.id):
        return False
    finals = [_final(season, division) for division in division_tables(uow, season)]
    rows = [{"of_entry": entry, "place": place} for final in finals for entry, place in final.places.items()]
    if rows:
        uow.connection.execute(_PLACE, rows)
    uow.connection.execute(_END, {"of_season": season.id, "at": uow.now})
    note_season(uow, FactKind.SEASON_ENDED, season.league_id, season.id)
    end_standing_yeses(uow, season)
    champions = list(finals[0].champions) if finals else []
    note_act(uow, season, LeagueAct.ENDED, facts={"number": season.number, "champions": champions})
    show_season_anew(uow, season.id)
    _tell(uow, season, finals)
    open_next(uow, season)
    return True


def _final(season: SeasonRow, division: DivisionTable) -> _Final:
    return _Final(division, ranks(division.table, season.settings))


def _tell(uow: UnitOfWork, season: SeasonRow, finals: Sequence[_Final]) -> None:
    """Tell everybody who played to the end by letter; places and moves are looked up when it is sent."""
    playing = [
        entry.player_id for final in finals for entry in final.division.entries if entry.state is EntryState.PLAYING
    ]
    for player_id in playing:
        uow.tell(notices.about_season(NoticeKind.SEASON_ENDED, season.id, player_id, occasion="", facts={}))
    _tell_organisers(uow, season, finals, playing)


def _tell_organisers(uow: UnitOfWork, season: SeasonRow, finals: Sequence[_Final], players: Sequence[int]) -> None:
    others = [player_id for player_id in organiser_ids(uow, season.league_id) if player_id not in players]
    said = [Sentence.of(f"All games of {season.name} are over.")]
    for final in finals:
        winners = listed(map(isolated, final.champions)) or "nobody"
        said.append(Sentence.of(f"{final.division.name} was won by {winners}."))
    link = None
    if season.settings.rolls_over:
        said.append(Sentence.of(_ROLLS_OVER))
    else:
        link = Link("Open the next season", f"/leagues/{season.league_id}/organise/next")
    tell_news(uow, season, others, occasion="ended", title="The season is over", sentences=said, link=link)
