"""
The games of a division: its rounds, its cross-table, its results and how they were set, and notes on entries; and of
those that are open whose turn it is, until when, and who is away.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from itertools import groupby
from operator import attrgetter
from typing import Any, NamedTuple

from sqlalchemy import Row, Select, bindparam, or_, select

from corr.base.sentences import Sentence
from corr.base.uow import Reader
from corr.clocks.leave import away_until
from corr.core.pace import is_late
from corr.game.game_row import GAME, PLAYER, PLAYERS, SEATS, joined_seats
from corr.game.words import outcome_words
from corr.games.api import Info
from corr.games.seats import Seat
from corr.leagues.division_tables import DivisionTable, division_tables
from corr.leagues.rows import PAIRING, EntryRow, SeasonRow, check_organiser
from corr.leagues.rules.division_table import EntryId, Meeting
from corr.players.names import isolated
from corr.states import Result, Withdrawal
from corr.store.base import unindexed
from corr.store.tables.games import GameState

_RULED: Select[Any] = (
    select(PAIRING, PLAYER.c.name, GAME.c.winner, GAME.c.reason)
    .join(GAME, GAME.c.id == PAIRING.c.game_id)
    .outerjoin(PLAYER, PLAYER.c.id == PAIRING.c.ruled_by)
    .where(PAIRING.c.season_id == bindparam("season"), PAIRING.c.ruling.is_not(None))
    .order_by(PAIRING.c.ruled_at, PAIRING.c.id)
)
_NAMES: Select[Any] = select(PLAYER.c.id, PLAYER.c.name).where(PLAYER.c.id.in_(bindparam("players", expanding=True)))
_SIGNS = {Result.FIRST: ("1", "0"), Result.SECOND: ("0", "1"), Result.DRAW: ("½", "½"), Result.NONE: ("–", "–")}
_FORFEITS = {Result.FIRST: ("+", "−"), Result.SECOND: ("−", "+")}
WORDS = {
    "1": "won",
    "0": "lost",
    "½": "draw",
    "–": "no result",
    "+": "won by forfeit",
    "−": "lost by forfeit",
    "·": "open",
}
"""The meaning of each sign."""
_OPEN = ("·", "·")
MOST_LINES = 400
"""How many games the list of results shows at most."""
_GAMES = (
    joined_seats(
        select(
            PAIRING.c.division_id,
            PAIRING.c.round,
            GAME.c.id,
            GAME.c.ruleset,
            GAME.c.turn_number,
            GAME.c.version,
            GAME.c.frozen_at,
            *(
                column.label(f"{name}_{column.name}")
                for name, seat, player in zip(("first", "second"), SEATS, PLAYERS, strict=True)
                for column in (seat.c.player_id, seat.c.due_at, seat.c.since, seat.c.lapsed_at, player.c.name)
            ),
        ).join(GAME, GAME.c.id == PAIRING.c.game_id)
    )
    .where(PAIRING.c.season_id == bindparam("season"), unindexed(GAME.c.state) == GameState.RUNNING.value)
    .order_by(PAIRING.c.round, PAIRING.c.id)
)
_OF_DIVISION = _GAMES.where(PAIRING.c.division_id == bindparam("division"))
_OF_PLAYER = _GAMES.where(or_(SEATS[0].c.player_id == bindparam("player"), SEATS[1].c.player_id == bindparam("player")))


@dataclass(frozen=True, slots=True)
class Ruling:
    """How an organiser set a result, or the season's rule."""

    outcome: str
    """The result as it is now, in a sentence."""
    reason: str
    by: str
    """The name of whoever set it; empty for the season's rule."""
    at: datetime | None
    was: str
    """The result as played, in a sentence; empty if the game was running."""


class DivisionGame(NamedTuple):
    """A game of a division."""

    meeting: Meeting
    players: tuple[str, str]
    """The names of both players, the one with the first seat first."""
    ruling: Ruling | None
    """How its result was set; None if it was played."""
    is_out: bool
    """Whether it counts for nothing in the table, because one of the two withdrew early."""

    @property
    def signs(self) -> tuple[str, str]:
        """For both players 1, ½, 0, + or − for a forfeit, · while it is open, – without a result."""
        result = self.meeting.result
        if result is None:
            return _OPEN
        return (_FORFEITS if self.meeting.is_forfeit and result in _FORFEITS else _SIGNS)[result]

    @property
    def result(self) -> str:
        """Both signs: "1 : 0"; empty while the game is open."""
        return "" if self.meeting.result is None else " : ".join(self.signs)


@dataclass(frozen=True, slots=True)
class Round:
    """A round of the pairing table; the games of all rounds begin at the same time."""

    number: int
    games: tuple[DivisionGame, ...]
    byes: tuple[str, ...]
    """The names of the players without a game in this round."""

    @property
    def finished(self) -> int:
        """The number of its games that are over."""
        return sum(game.meeting.result is not None for game in self.games)


class Shown(StrEnum):
    """Which games organisers see in the list of results."""

    ALL = "all"
    OPEN = "open"
    OVER = "over"
    SET = "set"

    def has(self, game: DivisionGame) -> bool:
        """Whether a game is one of them."""
        is_over = game.meeting.result is not None
        return {Shown.ALL: True, Shown.OPEN: not is_over, Shown.OVER: is_over, Shown.SET: game.ruling is not None}[self]


@dataclass(frozen=True, slots=True)
class ResultsView:
    """The results of a season, for organisers, who may set them."""

    season: SeasonRow
    shown: Shown
    tier: int | None
    """The division; None for all."""
    tables: tuple[DivisionTable, ...]
    """All divisions."""
    divisions: tuple[tuple[DivisionTable, tuple[DivisionGame, ...]], ...]
    """The listed divisions, each with its games."""
    has_more: bool
    """Whether games were left out, since there are too many."""
    own: DivisionTable | None
    """The division in which the viewer plays, and therefore may not set results."""

    def is_own(self, division: DivisionTable) -> bool:
        """Whether the viewer plays in a division."""
        return division is self.own

    def may_set(self, division: DivisionTable) -> bool:
        """Whether the viewer may set results of a division now."""
        return self.season.is_running and not self.is_own(division)


@dataclass(frozen=True, slots=True)
class Side:
    """One of the two players of an open game."""

    player_id: int
    name: str
    seat_title: str
    is_due: bool
    away_until: datetime | None
    """Until when the player is on leave; None if the player is not."""


@dataclass(frozen=True, slots=True)
class OpenGame:
    """A game of a season that is still being played."""

    id: str
    round: int
    turn_number: int
    version: int
    sides: tuple[Side, Side]
    due_at: datetime | None
    """The earliest deadline that runs; None if none does."""
    since: datetime | None
    """When the turn that is due began, which was with the turn before."""
    is_late: bool
    """Whether the deadline has passed, and the game waits to be claimed or ended."""
    is_frozen: bool

    @property
    def due(self) -> tuple[Side, ...]:
        """The players who are due."""
        return tuple(side for side in self.sides if side.is_due)

    def opponent(self, player_id: int) -> Side:
        """The opponent of a player, who is one of the two."""
        return self.sides[1] if self.sides[0].player_id == player_id else self.sides[0]

    def is_turn_of(self, player_id: int) -> bool:
        """Whether that player is due."""
        return any(side.player_id == player_id for side in self.due)


def rulings_of(reader: Reader, season: SeasonRow) -> Mapping[str, Ruling]:
    """The results of a season that were set, by game id, the oldest first: one statement."""
    info = reader.registry.get_rules(season.settings.ruleset).info
    return {
        row.game_id: Ruling(
            outcome=_outcome(info, row.winner, row.reason),
            reason=row.ruled_for,
            by=row.name or "",
            at=row.ruled_at,
            was=_outcome(info, row.played_winner, row.played_reason),
        )
        for row in reader.connection.execute(_RULED, {"season": season.id})
    }


def games_of(division: DivisionTable, rulings: Mapping[str, Ruling]) -> tuple[DivisionGame, ...]:
    """All games of a division, by round."""
    names = division.names()
    out = {entrant.id for entrant in division.table.entrants if entrant.is_removed}
    return tuple(
        [
            DivisionGame(
                meeting,
                (names[meeting.first], names[meeting.second]),
                rulings.get(meeting.game_id),
                is_out=meeting.first in out or meeting.second in out,
            )
            for meeting in sorted(division.table.meetings, key=attrgetter("round"))
        ]
    )


def notes_of(reader: Reader, entries: Sequence[EntryRow]) -> Mapping[EntryId, Sentence]:
    """The notes beside the rows of players who withdrew, or who replaced somebody."""
    wanted = [entry.began_by for entry in entries if entry.began_by is not None]
    names: dict[int, str] = {}
    if wanted:
        names = {row.id: row.name for row in reader.connection.execute(_NAMES, {"players": wanted})}
    notes = {entry.id: Sentence(tuple(_note(entry, names))) for entry in entries}
    return {entry: note for entry, note in notes.items() if note}


def _note(entry: EntryRow, names: Mapping[int, str]) -> list[str | datetime]:
    parts: list[str | datetime] = []
    name = isolated(entry.name)
    if entry.began_by is not None and entry.took_over_at is not None:
        parts += [f"{name} plays for {isolated(names[entry.began_by])} since ", entry.took_over_at, "."]
    if entry.is_withdrawn:
        removed = entry.withdrawal == Withdrawal.REMOVED
        became = "all results left the table" if removed else "the remaining games are forfeits"
        parts.append(f"{' ' if parts else ''}{name} withdrew: {became}.")
    return parts


def _outcome(info: Info, winner: int | None, reason: str) -> str:
    return outcome_words(info, None if winner is None else Seat(winner), reason) if reason else ""


Cells = tuple[tuple[tuple[DivisionGame, int], ...] | None, ...]
"""The row of an entry: its games against each opponent with its seat in them; None in its own column."""


def cross_table(games: Sequence[DivisionGame], order: Sequence[EntryId]) -> Mapping[EntryId, Cells]:
    """
    The rows of the cross-table.

    :param order: the entries in the order of rows and columns.
    """
    cells: dict[EntryId, dict[EntryId, list[tuple[DivisionGame, int]]]] = {of: {} for of in order}
    for game in games:
        first, second = game.meeting.first, game.meeting.second
        cells[first].setdefault(second, []).append((game, 0))
        cells[second].setdefault(first, []).append((game, 1))
    return {
        of: tuple([None if of == against else tuple(row.get(against, ())) for against in order])
        for of, row in cells.items()
    }


def rounds_of(division: DivisionTable, games: Sequence[DivisionGame]) -> Iterator[Round]:
    """The rounds of a division in order."""
    for number, found in groupby(games, key=lambda game: game.meeting.round):
        here = tuple(found)
        playing = {entry for game in here for entry in (game.meeting.first, game.meeting.second)}
        yield Round(number, here, tuple(entry.name for entry in division.entries if entry.id not in playing))


def results_view(
    reader: Reader, season: SeasonRow, shown: Shown, tier: int | None, *, by_player_id: int
) -> ResultsView:
    """The games of a season, or of one of its divisions."""
    check_organiser(reader, season.league_id, by_player_id)
    tables, rulings = division_tables(reader, season), rulings_of(reader, season)
    listed, left = [], MOST_LINES
    has_more = False
    for division in tables:
        games = tuple(filter(shown.has, games_of(division, rulings))) if tier in {None, division.tier} else ()
        has_more = has_more or len(games) > left
        if games[:left]:
            listed.append((division, games[:left]))
            left -= len(games[:left])
    own = next((each for each in tables if season.is_running and each.find_entry(by_player_id)), None)
    return ResultsView(season, shown, tier, tables, tuple(listed), has_more, own)


def open_games_of(reader: Reader, season_id: int, division_id: int) -> tuple[OpenGame, ...]:
    """The open games of a division, those with the least time left first: two statements."""
    return _shown(reader, reader.connection.execute(_OF_DIVISION, {"season": season_id, "division": division_id}).all())


def slowest_first(games: Iterable[OpenGame]) -> tuple[OpenGame, ...]:
    """*games*, those first in which nothing has happened for the longest time."""
    return tuple(sorted(games, key=_slowness))


def own_open_games(reader: Reader, season_id: int, player_id: int) -> tuple[OpenGame, ...]:
    """
    A player's open games in a season, those first in which the player is due, and of these the one with the least time
    left: two statements.
    """
    games = _shown(reader, reader.connection.execute(_OF_PLAYER, {"season": season_id, "player": player_id}).all())
    return tuple(sorted(games, key=lambda game: not game.is_turn_of(player_id)))


def _shown(reader: Reader, rows: Collection[Row[Any]]) -> tuple[OpenGame, ...]:
    away = away_until(reader, {player for row in rows for player in (row.first_player_id, row.second_player_id)})
    games = [_game(reader, row, away) for row in rows]
    return tuple(sorted(games, key=_lateness))


def _game(reader: Reader, row: Row[Any], away: Mapping[int, datetime]) -> OpenGame:
    titles = reader.registry.get_rules(row.ruleset).info.seats
    is_frozen = row.frozen_at is not None
    due_at = min((at for at in (row.first_due_at, row.second_due_at) if at is not None), default=None)
    lapsed = row.first_lapsed_at is not None or row.second_lapsed_at is not None

    def side(player_id: int, name: str, title: str, since: datetime | None) -> Side:
        return Side(player_id, name, title, since is not None and not is_frozen, away.get(player_id))

    return OpenGame(
        id=row.id,
        round=row.round,
        turn_number=row.turn_number,
        version=row.version,
        sides=(
            side(row.first_player_id, row.first_name, titles[0], row.first_since),
            side(row.second_player_id, row.second_name, titles[1], row.second_since),
        ),
        due_at=due_at,
        since=min((at for at in (row.first_since, row.second_since) if at is not None), default=None),
        is_late=not is_frozen and (lapsed or is_late(reader.now, due_at)),
        is_frozen=is_frozen,
    )


def _lateness(game: OpenGame) -> tuple[bool, bool, datetime | None, int, str]:
    # Games without a deadline, untimed or frozen, come last.
    return not game.is_late, game.due_at is None, game.due_at, game.round, game.id


def _slowness(game: OpenGame) -> tuple[bool, datetime | None, int, str]:
    return game.since is None, game.since, game.round, game.id
