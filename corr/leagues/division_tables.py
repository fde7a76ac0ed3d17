"""The tables of divisions as values, made from the rows of entries, pairings and games."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from hashlib import sha256
from itertools import groupby
from operator import attrgetter, itemgetter
from typing import NamedTuple

from sqlalchemy import bindparam, select

from corr.base.uow import Reader
from corr.game.game_row import GAME, PLAYER
from corr.game.words import FORFEIT, NO_RESULT
from corr.games.seats import FIRST
from corr.leagues.rows import DIVISION, ENTRY, PAIRING, EntryRow, SeasonRow, entry_of
from corr.leagues.rules.division_table import USUAL_RATING, Entrant, EntryId, Meeting, Table, holding_up
from corr.leagues.rules.divisions import Finisher, Mover, PromotionCounts, moved
from corr.states import Result, Withdrawal
from corr.store.base import columns_of
from corr.store.compiled_statements import CompiledQuery
from corr.store.tables.games import GameState

_MEETINGS_KEPT = 8192
"""The number of meetings that are kept: two megabytes; after a result all others of a division are the same."""


class _EntryInDivision(NamedTuple):
    id: int
    season_id: int
    player_id: int
    began_by: int | None
    state: str
    door: str
    joined_at: datetime
    planned_tier: int | None
    division_id: int
    number: int | None
    rating: int | None
    withdrawal: str | None
    took_over_at: datetime | None
    final_place: int | None
    name: str
    tier: int
    division_name: str


_ENTRIES = CompiledQuery(
    select(
        *columns_of(_EntryInDivision._fields[:-3], ENTRY),
        PLAYER.c.name,
        DIVISION.c.tier,
        DIVISION.c.name.label("division_name"),
    )
    .join(PLAYER, PLAYER.c.id == ENTRY.c.player_id)
    .join(DIVISION, DIVISION.c.id == ENTRY.c.division_id)
    .where(ENTRY.c.season_id == bindparam("season"))
    .order_by(DIVISION.c.tier, ENTRY.c.number),
    _EntryInDivision,
)


class _MeetingRow(NamedTuple):
    division_id: int
    round: int
    first_id: int
    second_id: int
    game_id: str
    is_forfeit: bool
    state: str
    winner: int | None
    reason: str
    ended_at: datetime | None


_MEETINGS = CompiledQuery(
    select(*columns_of(_MeetingRow._fields, PAIRING, GAME))
    .join(GAME, GAME.c.id == PAIRING.c.game_id)
    .where(PAIRING.c.season_id == bindparam("season"))
    .order_by(PAIRING.c.division_id, PAIRING.c.round, PAIRING.c.id),
    _MeetingRow,
)


@dataclass(frozen=True, slots=True)
class DivisionTable:
    """A division of a season with its table, and its entries in the order of their numbers."""

    season: SeasonRow
    id: int
    tier: int
    name: str
    entries: tuple[EntryRow, ...]
    table: Table
    ended: Mapping[str, datetime]
    """When each game that is over ended, by game id."""

    @property
    def path(self) -> str:
        """The address of its page."""
        return f"{self.season.path}/{self.tier}"

    @property
    def finished(self) -> int:
        """How many games count."""
        return len(self.table.counted())

    @property
    def open(self) -> int:
        """How many games may still change the table."""
        return len(self.table.open())

    @property
    def held_up_by(self) -> int:
        """How many last open games hold it up; 0 while it is not held up."""
        return len(holding_up(self.table)) if self.season.is_running else 0

    def names(self) -> Mapping[EntryId, str]:
        """The players' names by their entries."""
        return {entry.id: entry.name for entry in self.entries}

    def find_entry(self, player_id: int | None) -> EntryRow | None:
        """The entry of a player; None for somebody who does not play in the division."""
        return next((entry for entry in self.entries if entry.player_id == player_id), None)


def division_tables(reader: Reader, season: SeasonRow) -> tuple[DivisionTable, ...]:
    """All divisions of a season that has begun, the highest first, as they stand now: two statements."""
    asked = {"season": season.id}
    meetings = {
        division: list(rows) for division, rows in groupby(_MEETINGS.all(reader.connection, asked), key=itemgetter(0))
    }
    entries = _ENTRIES.all(reader.connection, asked)
    return tuple(
        _division(season, list(rows), meetings.get(division, ()))
        for division, rows in groupby(entries, key=attrgetter("division_id"))
    )


def lot_of(seed: str, player_id: int) -> str:
    """
    The lot of an entry: SHA-256 of the season's published seed and the id of its first player, joined by a colon.

    It stays when somebody else takes the entry over: so no replacement can be chosen for a good lot, and places that
    were certain stay so.
    """
    return sha256(f"{seed}:{player_id}".encode()).hexdigest()


def finisher_of(season: SeasonRow, entry: EntryRow, place: int | None) -> Finisher:
    """An entry in a division's final table, as promotion and relegation need it."""
    lot = lot_of(season.seed, entry.first_player_id)
    return Finisher(entry.player_id, place, lot, entry.is_withdrawn)


def movers_of(divisions: Sequence[DivisionTable], places: Mapping[EntryId, int | None]) -> Sequence[Mover]:
    """Who goes where after a season that ends with these places; without one the results left the table."""
    if not divisions:
        return ()
    season = divisions[0].season
    finals = [
        [finisher_of(season, entry, places.get(entry.id)) for entry in division.entries] for division in divisions
    ]
    return moved(finals, PromotionCounts(season.settings.up, season.settings.down))


def result_of(*, is_over: bool, winner: int | None, reason: str) -> Result | None:
    """The result of a game for a table; None while it runs."""
    if not is_over:
        return None
    if reason in NO_RESULT:
        return Result.NONE
    if winner is None:
        return Result.DRAW
    return Result.FIRST if winner == FIRST else Result.SECOND


def _division(
    season: SeasonRow, rows: Sequence[_EntryInDivision], meeting_rows: Sequence[_MeetingRow]
) -> DivisionTable:
    first = rows[0]
    entries = tuple(entry_of(row._asdict()) for row in rows)
    meetings = tuple([_meeting(row) for row in meeting_rows])
    table = Table(tuple(_entrant(season, entry) for entry in entries), meetings, season.settings.points)
    ended = {row.game_id: row.ended_at for row in meeting_rows if row.ended_at is not None}
    return DivisionTable(season, first.division_id, first.tier, first.division_name, entries, table, ended)


def _entrant(season: SeasonRow, entry: EntryRow) -> Entrant:
    return Entrant(
        id=entry.id,
        rating=USUAL_RATING if entry.rating is None else entry.rating,
        lot=lot_of(season.seed, entry.first_player_id),
        is_removed=entry.withdrawal == Withdrawal.REMOVED,
    )


@lru_cache(maxsize=_MEETINGS_KEPT)
def _meeting(row: _MeetingRow) -> Meeting:
    result = result_of(is_over=row.state == GameState.OVER.value, winner=row.winner, reason=row.reason)
    is_forfeit = bool(row.is_forfeit) or row.reason == FORFEIT
    return Meeting(row.round, EntryId(row.first_id), EntryId(row.second_id), result, is_forfeit, row.game_id)
