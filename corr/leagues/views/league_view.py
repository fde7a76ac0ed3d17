"""The view of a league: its organisers, its seasons with their champions, and the players of the latest one."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from sqlalchemy import Select, bindparam, exists, select

from corr.base.uow import Reader
from corr.errors import CorrError
from corr.game.game_row import GAME, PLAYER
from corr.leagues.rows import (
    DIVISION,
    ENTRY,
    PAIRING,
    SEASON,
    EntryRow,
    LeagueRow,
    SeasonRow,
    entries_of,
    get_league,
    is_organiser,
    organisers_of,
)
from corr.leagues.season_stamps import results_stamp
from corr.leagues.seasons.entries import check_may_join
from corr.leagues.settings_words import SettingLine, setting_lines
from corr.leagues.views.season_lists import SeasonLine, seasons_of_league
from corr.play.public_games import WatchedGame, watched_games, watched_rows
from corr.players.profiles import is_admin
from corr.states import EntryState, SeasonState
from corr.store.compiled_statements import fixed

_MOST_GAMES = 4
"""How many games of a season the page of its league shows: a row of four, or two of two."""
_IN = (EntryState.JOINED, EntryState.PLAYING)
_TOOK_PART = tuple(state.value for state in (*_IN, EntryState.WITHDRAWN))
_CHAMPIONS: Select[Any] = (
    select(SEASON.c.number, PLAYER.c.name)
    .join(ENTRY, ENTRY.c.season_id == SEASON.c.id)
    .join(DIVISION, DIVISION.c.id == ENTRY.c.division_id)
    .join(PLAYER, PLAYER.c.id == ENTRY.c.player_id)
    .where(
        SEASON.c.league_id == bindparam("league"),
        SEASON.c.state == SeasonState.OVER.value,
        DIVISION.c.tier == 1,
        ENTRY.c.final_place == 1,
    )
    .order_by(SEASON.c.number.desc(), ENTRY.c.number)
)
_IS_MEMBER = select(
    exists()
    .where(
        ENTRY.c.season_id == SEASON.c.id,
        SEASON.c.league_id == bindparam("league"),
        ENTRY.c.player_id == bindparam("player"),
        ENTRY.c.state.in_(_TOOK_PART),
    )
    .select_from(ENTRY, SEASON)
)
# Running games have no index by season; pairings have one.
_LATEST_GAMES = watched_rows(
    select(GAME.c.id, GAME.c.changed_at.label("listed_at"))
    .join(PAIRING, PAIRING.c.game_id == GAME.c.id)
    .where(PAIRING.c.season_id == bindparam("season"))
    .order_by(GAME.c.changed_at.desc(), GAME.c.id.desc())
    .limit(fixed(_MOST_GAMES))
)


@dataclass(frozen=True, slots=True)
class LeagueViewer:
    """The rights of a viewer in a league."""

    player_id: int | None
    is_organiser: bool
    """Whether the viewer organises the league, or is an administrator."""
    is_member: bool
    """Whether the viewer plays or has played in it."""

    @property
    def may_read_journal(self) -> bool:
        """Whether the viewer may read the journal: members and organisers may."""
        return self.is_organiser or self.is_member


@dataclass(frozen=True, slots=True)
class SignUp:
    """The season that was opened last, with its settings and players."""

    season: SeasonRow
    game: str
    game_title: str
    settings: tuple[SettingLine, ...]
    joined: tuple[EntryRow, ...]
    """The entries, in the order in which players joined."""
    is_open: bool
    """Whether players may still enter."""
    is_in: bool
    """Whether the viewer has entered."""
    refusal: str = ""
    """The reason why the viewer cannot enter although others can; else empty."""

    @property
    def may_join(self) -> bool:
        """Whether the viewer can join."""
        return self.is_open and not self.is_in and not self.refusal

    @property
    def may_leave(self) -> bool:
        """Whether the viewer can still leave without a trace."""
        return self.is_in and self.season.is_in_sign_up

    @property
    def may_withdraw(self) -> bool:
        """Whether the viewer can give up the remaining games."""
        return self.is_in and self.season.is_running


@dataclass(frozen=True, slots=True)
class LeagueView:
    """A league as one viewer sees it."""

    league: LeagueRow
    viewer: LeagueViewer
    organisers: tuple[str, ...]
    seasons: tuple[SeasonLine, ...]
    """The latest first."""
    champions: Mapping[int, tuple[str, ...]]
    """The winners of the highest division, by the number of the season; several if the place is shared."""
    latest: SignUp | None
    """The season that was opened last; None before the first."""
    played: SeasonLine | None
    """The latest season that has begun; None before."""
    played_stamp: str
    """Changes whenever a table of that season would."""
    games: tuple[WatchedGame, ...]
    """The games of that season in which something happened last."""

    @property
    def is_past_sign_up(self) -> bool:
        """Whether there is a season, and nobody can sign up for the last one any more."""
        return self.latest is not None and not self.latest.season.is_in_sign_up

    @property
    def waits_for_next(self) -> bool:
        """Whether a further season may come, and one cannot sign up for it yet."""
        return self.is_past_sign_up and self.league.closed_at is None

    @property
    def opens_by_itself(self) -> bool:
        """Whether the sign-up for a further season opens once the present one is over."""
        season = self.latest.season if self.latest else None
        if season is None or not season.settings.rolls_over:
            return False
        return season.is_running or (season.is_over and season.look_at is not None)


def league_view(reader: Reader, league_id: str, viewer: int | None) -> LeagueView:
    """
    A league without the tables of its season: five statements, and three for somebody who is signed in.

    Once a season has begun, it is three more.
    """
    league = get_league(reader, league_id)
    seasons = seasons_of_league(reader, league.id)
    played = next((line for line in seasons if line.season.is_running or line.season.is_over), None)
    return LeagueView(
        league=league,
        viewer=viewer_of(reader, league.id, viewer),
        organisers=tuple(name for _, name in organisers_of(reader, league.id)),
        seasons=seasons,
        champions=_champions(reader, league.id),
        latest=sign_up_of(reader, seasons[0].season, viewer) if seasons else None,
        played=played,
        played_stamp=results_stamp(reader, played.season.id) if played else "",
        games=_latest_games(reader, played.season.id) if played else (),
    )


def _latest_games(reader: Reader, season_id: int) -> tuple[WatchedGame, ...]:
    """The games of a season in which something happened last, running or over: two statements."""
    rows = _LATEST_GAMES.all(reader.connection, {"season": season_id})
    return tuple(watched_games(reader, rows))


def viewer_of(reader: Reader, league_id: str, player_id: int | None) -> LeagueViewer:
    """The rights of a player, or of the public, in a league."""
    if player_id is None:
        return LeagueViewer(None, is_organiser=False, is_member=False)
    runs = is_organiser(reader, league_id, player_id) or is_admin(reader, player_id)
    asked = {"league": league_id, "player": player_id}
    return LeagueViewer(player_id, runs, bool(reader.connection.execute(_IS_MEMBER, asked).scalar_one()))


def sign_up_of(reader: Reader, season: SeasonRow, viewer: int | None) -> SignUp:
    """A season with its settings and everybody who has entered."""
    joined = entries_of(reader, season.id, _IN)
    is_open = season.takes_players(reader.now)
    is_in = any(entry.player_id == viewer for entry in joined)
    info = reader.registry.get_info(season.settings.ruleset)
    return SignUp(
        season=season,
        game=info.game,
        game_title=info.title,
        settings=setting_lines(reader.registry, season),
        joined=joined,
        is_open=is_open,
        is_in=is_in,
        refusal=_refusal(reader, season, viewer) if viewer is not None and is_open and not is_in else "",
    )


def _refusal(reader: Reader, season: SeasonRow, player_id: int) -> str:
    """The reason why a player cannot enter; looked up only where a season does not take everybody."""
    if not season.settings.minimum_reliability:
        return ""
    try:
        check_may_join(reader, season, player_id)
    except CorrError as refusal:
        return refusal.sentence
    return ""


def _champions(reader: Reader, league_id: str) -> Mapping[int, tuple[str, ...]]:
    rows = reader.connection.execute(_CHAMPIONS, {"league": league_id})
    by_season = groupby(rows, key=lambda row: int(row.number))
    return {number: tuple(row.name for row in found) for number, found in by_season}
