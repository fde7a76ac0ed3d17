"""The view of a season: its state, its divisions with standings, and the viewer's own games."""

from dataclasses import dataclass

from sqlalchemy import bindparam, func, select

from corr.base.uow import Reader
from corr.leagues.asks import AskRow, find_open_ask
from corr.leagues.consents import Allowed, allowed_in
from corr.leagues.division_tables import division_tables
from corr.leagues.rows import SEASON, SeasonRow, get_season_numbered
from corr.leagues.rules.settings import Unfinished
from corr.leagues.season_stamps import results_stamp
from corr.leagues.views.division_view import DivisionRows, StandingRow, rows_of
from corr.leagues.views.league_view import LeagueViewer, SignUp, sign_up_of, viewer_of
from corr.leagues.views.open_games import OpenGame, own_open_games
from corr.states import SeasonState

_LAST = select(func.max(SEASON.c.number)).where(SEASON.c.league_id == bindparam("league"))

_PAST_END = {
    Unfinished.ADJUDICATE: "The end date has come: open games stand still until an organiser sets their results.",
    Unfinished.PLAY_ON: "The end date has come: open games are played on, and the season ends with the last of them.",
}


@dataclass(frozen=True, slots=True)
class Glance:
    """The facts that decide whether a kept page of a season is up to date."""

    stamp: str
    viewer: LeagueViewer
    own_games: tuple[OpenGame, ...]
    """The viewer's open games, those first in which the viewer is due, the most urgent of them first."""
    last: int
    """The number of the latest season of the league."""
    is_open: bool
    """Whether players may still enter."""
    is_past_end: bool
    """Whether the end date has come while games are still open."""
    ask: AskRow | None
    """The open question to the viewer."""
    allowed: Allowed | None
    """The viewer's consent to the organisers; None for the public."""


@dataclass(frozen=True, slots=True)
class SeasonView:
    """A season as one viewer sees it."""

    season: SeasonRow
    glance: Glance
    game_title: str
    divisions: tuple[DivisionRows, ...]
    """Empty before the start."""
    sign_up: SignUp
    """The settings, and the players."""

    @property
    def past_end(self) -> str:
        """What becomes of open games after the end date, in a sentence; empty before, and where they end at once."""
        return _PAST_END.get(self.season.settings.unfinished, "") if self.glance.is_past_end else ""

    @property
    def champions(self) -> tuple[str, ...]:
        """The winners of the highest division once the season is over; several if the place is shared."""
        if not self.season.is_over or not self.divisions:
            return ()
        rows = self.divisions[0].rows
        return tuple(row.entry.name for row in rows if row.standing is not None and row.standing.place == 1)

    @property
    def has_zones(self) -> bool:
        """Whether any row is in a zone of promotion or relegation."""
        return any(division.has_zones for division in self.divisions)

    @property
    def own(self) -> tuple[DivisionRows, StandingRow] | None:
        """The viewer's division and row; None for a viewer who does not play."""
        mine = ((division, row) for division in self.divisions for row in division.rows if row.is_you)
        return next(mine, None)


def season_glance(reader: Reader, season: SeasonRow, viewer: int | None) -> Glance:
    """The glance of a season for a viewer: two statements, and ten more for a player."""
    return Glance(
        stamp=results_stamp(reader, season.id),
        viewer=viewer_of(reader, season.league_id, viewer),
        own_games=() if viewer is None else own_open_games(reader, season.id, viewer),
        last=reader.connection.execute(_LAST, {"league": season.league_id}).scalar_one(),
        is_open=season.state is SeasonState.SIGN_UP and season.dates.sign_up_until > reader.now,
        is_past_end=season.is_running and season.paused_at is None and season.dates.ends_at <= reader.now,
        ask=None if viewer is None else find_open_ask(reader, season.id, viewer),
        allowed=None if viewer is None else allowed_in(reader, season.league_id, viewer),
    )


def season_view(reader: Reader, season: SeasonRow, glance: Glance) -> SeasonView:
    """The whole view of a season: three more statements."""
    tables = () if season.state is SeasonState.SIGN_UP else division_tables(reader, season)
    viewer = glance.viewer.player_id
    return SeasonView(
        season=season,
        glance=glance,
        game_title=reader.registry.get_rules(season.settings.ruleset).info.title,
        divisions=rows_of(tables, viewer),
        sign_up=sign_up_of(reader, season, viewer),
    )


def season_at(reader: Reader, league_id: str, number: str) -> SeasonRow:
    """The season at an address."""
    return get_season_numbered(reader, league_id, int(number))
