"""
Statements, compiled once for all databases of a run.

A database of the service keeps what it has compiled as long as it lives, and that is for days; one of a test lives for
one test, which spends most of its time on compiling what was compiled for the test before it.
"""

from typing import Any

from sqlalchemy import Connection, Dialect, Engine, event


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


def _of_kind(key: tuple[Dialect, Any]) -> tuple[Any, ...]:
    dialect, *what = key
    return dialect.name, *what
