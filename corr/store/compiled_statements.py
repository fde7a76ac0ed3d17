"""
Statements that are compiled once and then run on the driver itself, for paths that every request takes.

SQLAlchemy's way from a statement to its rows costs about ten times what SQLite itself takes. Here it writes the text
once for each kind of database and says how values are converted; running it is the driver's cursor and little more.
All else is as with `Connection.execute`: the same transaction, types and faults, and the same events
`before_cursor_execute` and `after_cursor_execute`, by which statements are counted.

    class _SeatRow(NamedTuple):
        player_id: int
        due_at: datetime | None

    _SEATS = CompiledQuery(select(SEAT.c.player_id, SEAT.c.due_at).where(SEAT.c.game_id == bindparam("game")), _SeatRow)
    _TOUCH = CompiledChange(update(GAME).where(GAME.c.id == bindparam("game")).values(changed_at=bindparam("now")))

    _SEATS.all(reader.connection, {"game": game_id})
    _TOUCH.run(uow.connection, {"game": game_id, "now": uow.now})

What differs from call to call is a `bindparam` without a value; what stands in the statement itself stays as it is.
Build each statement once, at import or behind `cache`: a new one for each call would be slower than SQLAlchemy.
On PostgreSQL values have numbers, `$1`, as the server reads them, and a cursor of our own (`postgresql.py`).
A list for `column.in_(bindparam("ids"))` may be of any length. It is filled up with its last value to the next power of
two, so that there are few texts to compile and, on PostgreSQL, to plan.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache, lru_cache
from typing import Any, Generic, NamedTuple, TypeVar, cast

from sqlalchemy import ColumnElement, Delete, Insert, Integer, Update, literal_column
from sqlalchemy.engine import Connection, Dialect
from sqlalchemy.engine.default import DefaultDialect
from sqlalchemy.engine.interfaces import DBAPICursor
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.sql.selectable import SelectBase
from sqlalchemy.types import NullType, TupleType, TypeEngine
from sqlmodel.sql.sqltypes import UTCDateTime

Parameters = Mapping[str, object]
_Change = Insert | Update | Delete
_Query = SelectBase | _Change
_Processor = Callable[[Any], Any]
_BEFORE_ZONE = len("2026-01-31 20:15:00.123456")
_Row = TypeVar("_Row", bound=NamedTuple)
_Taken = TypeVar("_Taken")


@dataclass(frozen=True, slots=True)
class _Text:
    """A statement as one kind of database reads it, for lists of certain lengths."""

    text: str
    order: Sequence[str] | None
    """The names of the values in the order in which the driver wants them; None if it wants them by name."""
    converted: Sequence[tuple[str, _Processor]]
    """The names of values that vary and are converted, each with how."""
    constants: Parameters
    """The values that stand in the statement itself, as the driver wants them."""

    def values(self, given: Parameters) -> Any:  # noqa: ANN401 - a tuple or a dictionary, as the driver wants it
        """The values for the driver."""
        known = {**given, **self.constants}
        for name, process in self.converted:
            known[name] = process(known[name])
        return known if self.order is None else tuple(map(known.__getitem__, self.order))


class _Compiled:
    """A statement for one kind of database."""

    def __init__(self, compiled: SQLCompiler, dialect: Dialect) -> None:
        self.processors: tuple[tuple[int, _Processor], ...] | None = None
        """The places in a row whose values are converted, each with how; None before the first row was seen."""
        self._compiled = compiled
        self._dialect = dialect
        self._texts: dict[tuple[int, ...], _Text] = {}
        self._lists = [name for name, bind in compiled.binds.items() if bind.expanding and bind.required]

    def bound(self, given: Parameters) -> tuple[str, Any]:
        """The text and the values for the driver."""
        if not self._lists:
            written = self._texts.get(()) or self._written((), given)
            return written.text, written.values(given)
        lists = {name: _filled_up(cast("Iterable[object]", given[name])) for name in self._lists}
        lengths = tuple(map(len, lists.values()))
        written = self._texts.get(lengths) or self._written(lengths, {**given, **lists})
        elements = {f"{name}_{place}": one for name in lists for place, one in enumerate(lists[name], 1)}
        return written.text, written.values({**given, **elements})

    def converting(self, types: Sequence[TypeEngine[Any]], cursor: DBAPICursor) -> tuple[tuple[int, _Processor], ...]:
        """The `processors` for columns of *types*, worked out once."""
        if self.processors is None:
            assert cursor.description is not None
            # As SQLAlchemy does: some types look at what the driver says of the column.
            found = (
                (place, _result_processor(kind, self._dialect, column[1]))
                for place, (kind, column) in enumerate(zip(types, cursor.description, strict=True))
            )
            self.processors = tuple((place, process) for place, process in found if process is not None)
        return self.processors

    def _written(self, lengths: tuple[int, ...], given: Parameters) -> _Text:
        state = self._compiled.construct_expanded_state(dict(given))
        types = {name: bind.type for name, bind in self._compiled.binds.items()}
        varying = {name for name, bind in self._compiled.binds.items() if bind.required}
        for name, elements in state.parameter_expansion.items():
            types |= dict.fromkeys(elements, types[name])
            if name in self._lists:
                assert elements == [f"{name}_{place}" for place in range(1, len(elements) + 1)]
                varying.update(elements)
        processors = {
            name: process
            for name in state.parameters
            if (process := _bind_processor(types[name], self._dialect)) is not None
        }
        converted = [(name, process) for name, process in processors.items() if name in varying]
        constants = {
            name: processors[name](value) if name in processors else value
            for name, value in state.parameters.items()
            if name not in varying
        }
        written = self._texts[lengths] = _Text(state.statement, state.positiontup, converted, constants)
        return written


class _Statement:
    """A statement for all kinds of databases."""

    def __init__(self, statement: _Query, columns: Sequence[str] = ()) -> None:
        self._statement = statement
        self._columns = list(columns) or None
        self._compiled: dict[str, _Compiled] = {}

    def on(self, dialect: Dialect) -> _Compiled:
        """The statement for the database of *dialect*."""
        found = self._compiled.get(dialect.name)
        if found is None:
            numbering = _numbering(dialect)
            compiled = self._statement.compile(dialect=numbering, column_keys=self._columns)
            assert isinstance(compiled, SQLCompiler)
            _check(compiled)
            found = self._compiled[dialect.name] = _Compiled(compiled, numbering)
        return found


# Moments are converted here: SQLAlchemy's way takes two to six times as long, for hundreds on a page.


def _read_moment(stored: str | None) -> datetime | None:
    """A moment of SQLite, whose zone is understood."""
    return None if stored is None else datetime.fromisoformat(stored + "+00:00")


def _moment_in_utc(moment: datetime | None) -> datetime | None:
    """A moment of PostgreSQL, which comes in the zone of the server."""
    return None if moment is None else moment.astimezone(UTC)


def _moment_writer(others: _Processor) -> _Processor:
    """What writes moments in UTC for SQLite; *others* are left to that."""

    def write(moment: datetime | None) -> Any:  # noqa: ANN401 - as a processor has it
        if moment is None or moment.tzinfo is not UTC:
            return others(moment)
        return moment.isoformat(" ", "microseconds")[:_BEFORE_ZONE]

    return write


def _result_processor(kind: TypeEngine[Any], dialect: Dialect, code: object) -> _Processor | None:
    if isinstance(kind, UTCDateTime):
        return _read_moment if dialect.name == "sqlite" else _moment_in_utc
    return kind.dialect_impl(dialect).result_processor(dialect, code)


def _bind_processor(kind: TypeEngine[Any], dialect: Dialect) -> _Processor | None:
    found = kind.dialect_impl(dialect).bind_processor(dialect)
    is_moment = isinstance(kind, UTCDateTime) and dialect.name == "sqlite"
    return _moment_writer(found) if found is not None and is_moment else found


@cache
def _numbering(dialect: Dialect) -> Dialect:
    """*dialect* with numbers for values, if it has names: psycopg would put numbers in their place again each time."""
    assert isinstance(dialect, DefaultDialect)
    return type(dialect)(paramstyle="numeric_dollar") if dialect.paramstyle == "pyformat" else dialect


class CompiledQuery(Generic[_Row]):
    """
    A SELECT, or a change that ends with RETURNING.

    :param row: what its rows become; its fields are the statement's columns, with the same names in the same order.
    :param kept: how many rows are kept: one that is read again as it was is the same object, not converted again. No
        column of such a query may be JSON, of which the driver makes values that can be changed.
    """

    def __init__(self, statement: _Query, row: type[_Row], kept: int = 0) -> None:
        columns = statement.exported_columns
        names = tuple(map(str, columns.keys()))
        if names != row._fields:
            raise TypeError(f"{row.__name__} has other fields than the columns {', '.join(names)}.")
        self._statement = _Statement(statement)
        self._types = [column.type for column in columns]
        self._make = row._make
        self._kept = lru_cache(maxsize=kept)(self._converted) if kept else None

    def all(self, connection: Connection, given: Parameters) -> list[_Row]:
        """All rows."""
        compiled = self._statement.on(connection.dialect)
        return _run(connection, compiled.bound(given), lambda cursor: self._rows(cursor, cursor.fetchall(), compiled))

    def first(self, connection: Connection, given: Parameters) -> _Row | None:
        """The first row; None if there is none."""
        compiled = self._statement.on(connection.dialect)
        rows = _run(connection, compiled.bound(given), lambda cursor: self._rows(cursor, _one(cursor), compiled))
        return rows[0] if rows else None

    def _rows(self, cursor: DBAPICursor, found: Sequence[Sequence[Any]], compiled: _Compiled) -> list[_Row]:
        processors = compiled.converting(self._types, cursor)
        if not processors:
            return [self._make(row) for row in found]
        # What converts is part of the key, so that rows of two kinds of databases are not mixed up.
        convert = self._kept or self._converted
        return [convert(row, processors) for row in found]

    def _converted(self, row: Sequence[Any], processors: tuple[tuple[int, _Processor], ...]) -> _Row:
        values = list(row)
        for place, process in processors:
            values[place] = process(values[place])
        return self._make(values)


class CompiledChange:
    """
    An INSERT, UPDATE or DELETE without RETURNING.

    :param columns: of an INSERT or UPDATE without values: the columns that are given, each by its own name.
    """

    def __init__(self, statement: _Change, columns: Sequence[str] = ()) -> None:
        # Nobody asks which key the database gave to a row.
        self._statement = _Statement(statement.inline() if isinstance(statement, Insert) else statement, columns)

    def run(self, connection: Connection, given: Parameters) -> int:
        """Run it once; how many rows it changed."""
        return _run(connection, self._statement.on(connection.dialect).bound(given), _row_count)

    def run_many(self, connection: Connection, many: Sequence[Parameters]) -> int:
        """Run it once for each of *many*, as one statement; how many rows that changed. It has no lists."""
        if not many:
            return 0
        compiled = self._statement.on(connection.dialect)
        bound = [compiled.bound(given) for given in many]
        if len(bound) == 1:
            # psycopg takes three round trips for a list, even for a list of one.
            return _run(connection, bound[0], _row_count)
        return _run(connection, (bound[0][0], [values for _, values in bound]), _row_count, "executemany")


def fixed(number: int) -> ColumnElement[int]:
    """
    *number* as part of the text, for a LIMIT. Of one that is a value, PostgreSQL's plan for all values expects a tenth
    of the rows; so it finds that too dear, and plans the statement anew each time.
    """
    return literal_column(str(number), Integer)


def _run(
    connection: Connection, bound: tuple[str, Any], take: Callable[[DBAPICursor], _Taken], how: str = "execute"
) -> _Taken:
    """What *take* gets from the cursor after the driver executed a statement."""
    text, values = bound
    if not connection.in_transaction():
        connection.begin()
    driver = connection.connection.dbapi_connection
    cursor: DBAPICursor = getattr(driver, "numbered_cursor", driver.cursor)()  # type: ignore[union-attr]
    try:
        for listener in connection.dispatch.before_cursor_execute:
            text, values = listener(connection, cursor, text, values, None, how == "executemany")
        getattr(cursor, how)(text, values)
        for listener in connection.dispatch.after_cursor_execute:
            listener(connection, cursor, text, values, None, how == "executemany")
        taken = take(cursor)
        cursor.close()
    except BaseException as fault:  # noqa: BLE001 - it is raised again, as SQLAlchemy does for its own statements
        is_of_driver = isinstance(fault, connection.dialect.loaded_dbapi.Error)
        connection._handle_dbapi_exception(fault, text if is_of_driver else None, values, cursor, None)  # noqa: SLF001
    return taken


def _one(cursor: DBAPICursor) -> Sequence[Sequence[Any]]:
    found = cursor.fetchone()
    return () if found is None else (found,)


def _row_count(cursor: DBAPICursor) -> int:
    return cursor.rowcount


def _filled_up(values: Iterable[object]) -> list[object]:
    """The same *values*, the last of them repeated up to a power of two."""
    found = list(values)
    missing = (1 << (len(found) - 1).bit_length()) - len(found) if found else 0
    return found + found[-1:] * missing


def _check(compiled: SQLCompiler) -> None:
    """
    Make sure that *compiled* can be run without SQLAlchemy.

    :raises TypeError: it needs something that only SQLAlchemy does.
    """
    if compiled.insert_prefetch or compiled.update_prefetch:
        names = ", ".join(column.name for column in (*compiled.insert_prefetch, *compiled.update_prefetch))
        raise TypeError(f"Defaults are SQLAlchemy's own: give values for {names}.")
    for name, bind in compiled.binds.items():
        if bind.callable is not None or isinstance(bind.type, TupleType) or name in compiled.escaped_bind_names:
            raise TypeError(f"The value {name} is worked out, a tuple or strangely named: let SQLAlchemy run it.")
        if bind.required and bind.key != name:
            raise TypeError(f"The name {bind.key} is too long.")
        if bind.required and isinstance(bind.type, NullType):
            raise TypeError(f"The value {name} has no type by which it could be converted: give it one.")
