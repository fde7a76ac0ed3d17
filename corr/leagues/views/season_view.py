"""
The views of a season: its state, its divisions with standings, and the viewer's own games; and of a question to a
player, with all terms of the season and the games that are to be taken over.
"""

from dataclasses import dataclass
from datetime import timedelta

from sqlalchemy import bindparam, func, select

from corr.base.sentences import Sentence
from corr.base.uow import Reader
from corr.core.spans import span_words
from corr.game.game_row import get_game_row
from corr.game.views import GameView
from corr.leagues.consents import Allowed, AskRow, allowed_in, find_open_ask
from corr.leagues.division_tables import division_tables
from corr.leagues.pairings import open_pairings
from corr.leagues.rows import SEASON, SeasonRow, entries_of, get_season_numbered
from corr.leagues.rules.settings import Unfinished
from corr.leagues.season_stamps import results_stamp
from corr.leagues.settings_words import SettingLine, setting_lines
from corr.leagues.views.division_games import OpenGame, own_open_games
from corr.leagues.views.division_view import DivisionRows, StandingRow, rows_of
from corr.leagues.views.league_view import LeagueViewer, SignUp, sign_up_of, viewer_of
from corr.play.views import game_view
from corr.states import EntryState, SeasonState

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
        is_open=season.takes_players(reader.now),
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


@dataclass(frozen=True, slots=True)
class AskedGame:
    """A game that is to be taken over, as the public sees it: sealed turns stay secret until the player says yes."""

    game: GameView
    opponent: str
    seat_title: str
    """The name that the game has for the seat that is to be taken over."""
    is_flipped: bool
    """Whether that is the second seat, from which the board is shown."""
    clocks: tuple[Sentence, ...]
    """Whose turn it is, and how much time the player would have."""


@dataclass(frozen=True, slots=True)
class AskedView:
    """A question to a player, with all that it is about."""

    season: SeasonRow
    ask: AskRow
    settings: tuple[SettingLine, ...]
    game_title: str
    joined: int
    """How many players are in the season."""
    games: tuple[AskedGame, ...]
    """The games that are to be taken over; empty for a question whether somebody joins."""

    @property
    def is_replacement(self) -> bool:
        """Whether it asks to play on for somebody."""
        return self.ask.entry_id is not None


def find_asked(reader: Reader, season: SeasonRow, player_id: int) -> AskedView | None:
    """The open question to a player in a season; None without one."""
    ask = find_open_ask(reader, season.id, player_id)
    if ask is None:
        return None
    joined = entries_of(reader, season.id, (EntryState.JOINED, EntryState.PLAYING))
    settings = setting_lines(reader.registry, season)
    title = reader.registry.get_info(season.settings.ruleset).title
    return AskedView(season, ask, settings, title, len(joined), tuple(_games(reader, season, ask)))


def _games(reader: Reader, season: SeasonRow, ask: AskRow) -> list[AskedGame]:
    if ask.entry_id is None or ask.replaced_id is None:
        return []
    pairings = open_pairings(reader, season.id, ask.entry_id)
    ordered = sorted(pairings, key=lambda pairing: (pairing.round, pairing.game_id))
    return [_game(reader, pairing.game_id, ask.replaced_id) for pairing in ordered]


def _game(reader: Reader, game_id: str, replaced_id: int) -> AskedGame:
    game_row = get_game_row(reader, game_id)
    mine = game_row.get_seat(replaced_id)
    view = game_view(reader, game_id, None)
    opponent = next(seat for seat in view.seats if seat.seat != mine.seat)
    clocks = []
    if mine.is_due:
        clocks.append(Sentence.of("It would be your turn."))
    if opponent.seat in {seated.seat for seated in game_row.seats if seated.is_due}:
        until = (", until ", opponent.due_at) if opponent.due_at else ()
        clocks.append(Sentence.of(f"It is {opponent.name}’s turn", *until, "."))
    if not game_row.terms.pace.is_untimed:
        time = span_words(timedelta(milliseconds=max(mine.bank_ms, game_row.terms.pace.bank_ms)))
        clocks.append(Sentence.of(f"You would have {time} for {'it' if mine.is_due else 'your next turn'}."))
    return AskedGame(view, opponent.name, view.seats[mine.seat].title, mine.seat == 1, tuple(clocks))
