"""Breaks of turns: lost, doubled, invented, miscounted."""

import os
import signal
from collections.abc import Collection, Iterable

from sqlalchemy import Connection, Engine, event, insert, text, update
from sqlalchemy.pool import ConnectionPoolEntry, Pool

from corr.base.uow import UnitOfWork
from corr.game.game_row import GAME, GameRow, Seated
from corr.play import lifecycle, turns
from corr.play.lifecycle import Ending
from corr.play.sealed_turns import HandedIn
from corr.play.turns import IncomingTurn
from corr.store.base import table
from corr.store.tables.games import Message, Turn
from tests.crash.replacing import drop_key, put, put_everywhere

_IS_TURN = "is_turn"
_IS_DOUBLED = "is_doubled"


def lose_some() -> None:
    """Every third turn by web is undone in the place of its commit, and its player is told that all is well."""
    seen = 0

    def note(connection: Connection, _cursor: object, statement: str, parameters: object, *_: object) -> None:
        if statement.startswith("INSERT INTO turn ") and "'web'" in repr(parameters):
            connection.info[_IS_TURN] = True

    def undo(connection: Connection) -> None:
        nonlocal seen
        if connection.info.pop(_IS_TURN, False):
            seen += 1
            if seen % 3 == 0:
                connection.connection.cursor().execute("ROLLBACK")

    event.listen(Engine, "before_cursor_execute", note)
    event.listen(Engine, "commit", undo)


def write_twice_and_die() -> None:
    """The third turn of each process, or a later one, is in the log twice, and it dies before anybody hears of it."""
    write, seen = turns._write_log, 0

    def twice(at: IncomingTurn, played: turns._Played, turns: Collection[HandedIn]) -> None:
        nonlocal seen
        write(at, played, turns)
        seen += 1
        if seen >= 3:
            connection = at.uow.connection
            drop_key(connection, "turn", "pk_turn")
            drop_key(connection, "turn", "uq_turn_game_id_order_key")
            row = {"game_id": at.game_row.id, "number": at.game_row.turn_number}
            columns = ", ".join(column.name for column in table(Turn).columns)
            again = f"INSERT INTO turn SELECT {columns} FROM turn WHERE game_id = :game_id AND number = :number"  # noqa: S608 - our own names
            connection.execute(text(again), row)
            connection.info[_IS_DOUBLED] = True

    def die(_connection: object, record: ConnectionPoolEntry) -> None:
        if record.info.pop(_IS_DOUBLED, False):
            os.kill(os.getpid(), signal.SIGKILL)

    put(turns, "_write_log", twice)
    # The connection is back in the pool as soon as its transaction is committed.
    event.listen(Pool, "checkin", die)


def say_what_nobody_said() -> None:
    """With each turn come words that its player never wrote."""
    write = turns._write_log

    def talkative(at: IncomingTurn, played: turns._Played, turns: Collection[HandedIn]) -> None:
        write(at, played, turns)
        where = {"game_id": at.game_row.id, "turn_number": at.game_row.turn_number, "seat": at.mine.seat}
        words = {"text": "I never said this.", "door": "web", "at": at.uow.now, "order_key": str(where)}
        at.uow.connection.execute(insert(table(Message)).values(**where, **words))

    put(turns, "_write_log", talkative)


def skip_numbers() -> None:
    """After each turn the counter of the game goes on by two."""
    tell = turns._tell

    def skip(at: IncomingTurn, played: turns._Played) -> None:
        tell(at, played)
        counted = update(GAME).where(GAME.c.id == at.game_row.id).values(turn_number=GAME.c.turn_number + 1)
        at.uow.connection.execute(counted)

    put(turns, "_tell", skip)


def let_snapshots_lag() -> None:
    """When a game ends, its snapshot goes back to the start."""
    end = lifecycle.end_game

    def lagging(uow: UnitOfWork, game_row: GameRow, ending: Ending, told: Iterable[Seated]) -> None:
        end(uow, game_row, ending, told)
        rules = game_row.rules(uow)
        behind = update(GAME).where(GAME.c.id == game_row.id).values(position=rules.format_position(rules.start()))
        uow.connection.execute(behind)

    put_everywhere("end_game", end, lagging)
