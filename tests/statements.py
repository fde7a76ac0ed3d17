"""
Statements, compiled once for all databases of a run, and watched.

A database of the service keeps what it has compiled as long as it lives, and that is for days; one of a test lives for
one test, which spends most of its time on compiling what was compiled for the test before it.
"""

import inspect
import os
import re
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Dialect, Engine, event

from corr.game.game_row import change_games, run_changes
from corr.store import compiled_statements

_CORR = f"{Path(__file__).resolve().parents[1] / 'corr'}{os.sep}"
_CHANGING = frozenset(one.__code__ for one in (change_games, run_changes))
_CHANGES_GAMES = re.compile(r"(?:WITH .*)?UPDATE game(?:_seat)? SET ", re.DOTALL)


class Compiled(dict[Any, Any]):
    """Compiled statements by what they say and by the kind of the database, instead of by the database itself."""

    def get(self, key: tuple[Dialect, Any], default: object = None) -> Any:  # noqa: ANN401 - SQLAlchemy's own
        """The compiled statement, if there is one."""
        return super().get(_of_kind(key), default)

    def __setitem__(self, key: tuple[Dialect, Any], compiled: object) -> None:
        super().__setitem__(_of_kind(key), compiled)


def compile_once() -> None:
    """From now on each statement is compiled once for all databases of a kind."""
    shared = Compiled()

    def share(connection: Connection) -> None:
        connection.execution_options(compiled_cache=shared)

    event.listen(Engine, "engine_connect", share)


def watch_changes_of_games() -> None:
    """From now on games are changed by `change_games` and its like alone, as no unit of work may know an old game."""
    event.listen(Engine, "before_cursor_execute", _check_change)


def _check_change(_connection: Connection, _cursor: object, statement: str, *_more: object) -> None:
    if not _CHANGES_GAMES.match(statement):
        return
    frame = inspect.currentframe()
    while frame is not None and not _is_ours(frame.f_code.co_filename):
        frame = frame.f_back
    # Migrations and tests may change them themselves.
    if frame is not None and not frame.f_code.co_filename.startswith(f"{_CORR}store"):
        assert frame.f_code in _CHANGING, f"{frame.f_code.co_qualname} changes games itself"


def _is_ours(path: str) -> bool:
    return path.startswith(_CORR) and path != compiled_statements.__file__


def _of_kind(key: tuple[Dialect, Any]) -> tuple[Any, ...]:
    dialect, *what = key
    return dialect.name, *what
