"""
Copies of games, for a demo database that is as large as that of a real service may become.

A copy has every row of its model with another id, other players and all moments moved by the same span. Letters are
not copied: those about old games would have been sent long ago.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cache
from typing import Any

from sqlalchemy import Column, Dialect, Table, insert, select

from corr.base.uow import Reader, UnitOfWork
from corr.game.game_row import GAME, PLAYER, SEAT
from corr.players.names import Name
from corr.store.base import table
from corr.store.tables.games import GameEvent, GameState, Message, SealedTurn, Turn
from corr.store.tables.player_accounts import MailAddress
from tests.bench._bulk_insert import Cell, Loader, cells_of, make_room

TABLES = (GAME, SEAT, table(Turn), table(SealedTurn), table(GameEvent), table(Message))
"""What copies are written into."""
_ADDRESS = table(MailAddress)


@dataclass(frozen=True, slots=True)
class _Line:
    """One row of a model: the cells that all copies share, and where they differ."""

    cells: list[Cell]
    games: tuple[int, ...]
    """The indexes of cells with the game's id."""
    players: tuple[tuple[int, int], ...]
    """The indexes of cells with a player's id, each with that player's seat."""
    moments: tuple[tuple[int, datetime], ...]
    """The indexes of cells with moments, each with the model's moment."""


@dataclass(frozen=True, eq=False)
class Model:
    """A game that is copied, as all its rows."""

    rows: tuple[tuple[dict[str, Any], ...], ...]
    """By table."""

    @property
    def game(self) -> dict[str, Any]:
        """The row of the game itself."""
        return self.rows[0][0]

    @property
    def is_over(self) -> bool:
        """Whether it has ended."""
        return bool(self.game["state"] == GameState.OVER.value)

    @property
    def changed_at(self) -> datetime:
        """When anything happened last."""
        changed_at: datetime = self.game["changed_at"]
        return changed_at

    @property
    def due(self) -> tuple[int, ...]:
        """The seats that owe a turn."""
        return tuple(seat["seat"] for seat in self.rows[1] if seat["since"] is not None)

    @property
    def quiet_until(self) -> datetime | None:
        """The next reminder or deadline of its clocks; None if there is none."""
        clocks = [at for seat in self.rows[1] for at in (seat["due_at"], seat["remind_at"]) if at is not None]
        return min(clocks, default=None)


@dataclass(frozen=True, slots=True)
class Copy:
    """One more game like a model."""

    model: Model
    id: str
    players: tuple[int, int]
    """In the order of the seats."""
    moved: timedelta
    """By how much later everything happened than in the model."""


@dataclass(frozen=True, eq=False)
class RowFormat:
    """The way to write rows of the tables into a database of one kind."""

    columns: tuple[tuple[Column[Any], ...], ...]
    """The columns by table, without the ids that the database assigns."""
    makes: tuple[tuple[Callable[[Any], Cell], ...], ...]
    """The functions that make the cells of these columns."""
    moment: Callable[[Any], Cell]
    """The function that makes the cell of a moment."""


def row_format_for(dialect: Dialect) -> RowFormat:
    """The way to write rows into a database with that *dialect*."""
    columns = tuple(tuple(column for column in rows.columns if not _is_counter(column)) for rows in TABLES)
    makes = tuple(tuple(cells_of(column, dialect) for column in found) for found in columns)
    return RowFormat(columns, makes, cells_of(GAME.c.created_at, dialect))


def model_of(reader: Reader, game_id: str) -> Model:
    """The game of that id as a model. Once it is over, all that jobs do about that has been done for its copies."""
    (game,), *others = (_rows_of(reader, game_id, rows) for rows in TABLES)
    return Model(((game | {"counted_at": game["ended_at"]},), *map(tuple, others)))


def add_copies(uow: UnitOfWork, copies: Sequence[Copy], row_format: RowFormat) -> None:
    """
    Write *copies*, whose ids must be free.

    The turns of all copies alternate, so that those of one game lie apart on disk as they do in a service that has run
    for long.
    """
    connection = uow.connection
    make_room(connection)
    for number, rows in enumerate(TABLES):
        names = [column.name for column in row_format.columns[number]]
        Loader(connection, rows, names).write(_rows(copies, number, row_format))


def add_players(uow: UnitOfWork, people: Sequence[tuple[Name, str]], *, since: datetime) -> list[int]:
    """
    Add players who joined at the moment *since*; gives their ids, in order.

    :param people: their names and mail addresses.
    """
    if not people:
        return []
    connection = uow.connection
    make_room(connection)
    rows = [
        {"name": name.name, "name_key": name.name_key, "look_key": name.look_key, "zone": "UTC", "created_at": since}
        for name, _ in people
    ]
    new = insert(PLAYER).values(is_demo=False).returning(PLAYER.c.id, sort_by_parameter_order=True)
    ids = list(connection.execute(new, rows).scalars())
    owned = [
        {"player_id": player_id, "address": address, "address_key": address, "is_main": True, "verified_at": since}
        for player_id, (_, address) in zip(ids, people, strict=True)
    ]
    connection.execute(insert(_ADDRESS), owned)
    return ids


def players_at(reader: Reader, domain: str) -> list[int]:
    """The ids of the players whose mail addresses are at *domain*, in the order in which they joined."""
    is_there = _ADDRESS.c.address_key.endswith(f"@{domain}", autoescape=True)
    found = reader.connection.execute(select(_ADDRESS.c.player_id).where(is_there).order_by(_ADDRESS.c.player_id))
    return list(found.scalars())


def free_ids(reader: Reader, ids: Sequence[str]) -> list[str]:
    """Those of *ids* that no game has, in the same order."""
    # Of most batches no game is there yet, which the first id alone shows.
    if reader.connection.execute(select(GAME.c.id).where(GAME.c.id == ids[0])).first() is None:
        return list(ids)
    taken = set(reader.connection.execute(select(GAME.c.id).where(GAME.c.id.in_(ids))).scalars())
    return [game_id for game_id in ids if game_id not in taken]


def _rows_of(reader: Reader, game_id: str, rows: Table) -> list[dict[str, Any]]:
    key = rows.c.id if rows is GAME else rows.c.game_id
    found = reader.connection.execute(select(rows).where(key == game_id).order_by(*rows.primary_key.columns))
    return [dict(row) for row in found.mappings()]


@cache
def _lines(model: Model, row_format: RowFormat) -> tuple[tuple[_Line, ...], ...]:
    """The rows of *model* by table, with cells as *row_format* makes them."""
    places = {seat["player_id"]: seat["seat"] for seat in model.rows[1]}
    return tuple(
        tuple(_line(row, number, places, row_format) for row in rows) for number, rows in enumerate(model.rows)
    )


def _line(row: dict[str, Any], number: int, places: dict[int, int], row_format: RowFormat) -> _Line:
    columns = row_format.columns[number]
    numbered = list(enumerate(columns))
    values = [row[column.name] for column in columns]
    return _Line(
        cells=[make(value) for make, value in zip(row_format.makes[number], values, strict=True)],
        games=tuple(at for at, column in numbered if column is GAME.c.id or _points_at(column, "game.id")),
        players=tuple(
            (at, places[values[at]])
            for at, column in numbered
            if _points_at(column, "player.id") and values[at] is not None
        ),
        moments=tuple((at, value) for at, value in enumerate(values) if isinstance(value, datetime)),
    )


def _rows(copies: Sequence[Copy], number: int, row_format: RowFormat) -> Iterator[list[Cell]]:
    lines = [(copy, _lines(copy.model, row_format)[number]) for copy in copies]
    for at in range(max((len(found) for _, found in lines), default=0)):
        for copy, found in lines:
            if at < len(found):
                yield _row(found[at], copy, row_format)


def _row(line: _Line, copy: Copy, row_format: RowFormat) -> list[Cell]:
    cells = line.cells.copy()
    for at in line.games:
        cells[at] = copy.id
    for at, seat in line.players:
        # The same function as for the seat's own player id: a number or a text, as the database takes it.
        cells[at] = row_format.makes[1][_PLAYER](copy.players[seat])
    for at, moment in line.moments:
        cells[at] = row_format.moment(moment + copy.moved)
    return cells


def _points_at(column: Column[Any], target: str) -> bool:
    return any(key.target_fullname == target for key in column.foreign_keys)


def _is_counter(column: Column[Any]) -> bool:
    """Whether the database assigns the column's values."""
    return column is column.table.autoincrement_column


_PLAYER = [column.name for column in SEAT.columns].index("player_id")
