"""Statements that are compiled once: rows, changes and faults are the same as with SQLAlchemy's own way."""

from collections import namedtuple
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta, timezone
from typing import NamedTuple, cast

import pytest
from sqlalchemy import Engine, Table, bindparam, event, insert, literal_column, select, text, tuple_, update
from sqlalchemy.exc import IntegrityError, InvalidRequestError

from corr.errors import UnreachableError
from corr.game.game_row import GAME, SEAT
from corr.store.base import table
from corr.store.compiled_statements import CompiledChange, CompiledQuery
from corr.store.tables.clocks import Pulse
from corr.store.tables.games import Turn
from tests.fakes import START
from tests.playing import Room, a_game

pytestmark = pytest.mark.both_databases

_PULSE = table(Pulse)


class _Beat(NamedTuple):
    loop: str
    owner: str
    at: datetime


class _Loop(NamedTuple):
    loop: str


_BEATS_OF = (
    select(_PULSE.c.loop, _PULSE.c.owner, _PULSE.c.at).where(_PULSE.c.owner == bindparam("of")).order_by(_PULSE.c.loop)
)
_BEATS = CompiledQuery(_BEATS_OF, _Beat)
_SOME = CompiledQuery(
    select(_PULSE.c.loop)
    .where(_PULSE.c.loop.in_(bindparam("loops")), _PULSE.c.owner == bindparam("of"))
    .order_by(_PULSE.c.loop),
    _Loop,
)
_BEAT = CompiledChange(insert(_PULSE).values(fault=literal_column("''")), columns=("loop", "owner", "at"))
_MOVE = CompiledChange(
    update(_PULSE).where(_PULSE.c.loop == bindparam("of"), _PULSE.c.owner == "here").values(at=bindparam("now"))
)


@pytest.mark.parametrize("rows", [GAME, SEAT, table(Turn)], ids=str)
def test_values_are_those_of_sqlalchemy(room: Room, rows: Table) -> None:
    a_game(room, "A1", "B1", "A2")
    statement = select(rows).order_by(*rows.primary_key.columns)
    row = cast("type[_Loop]", namedtuple("_Row", rows.columns.keys()))  # noqa: PYI024 - it has the columns of any table
    query = CompiledQuery(statement, row)

    with room.workshop.look() as reader:
        theirs = [tuple(row) for row in reader.connection.execute(statement)]
        ours = query.all(reader.connection, {})

    assert ours
    assert ours == theirs
    assert [[type(value) for value in row] for row in ours] == [[type(value) for value in row] for row in theirs]


@pytest.mark.parametrize(
    "at",
    [START, START.replace(microsecond=0), START.replace(year=2), START.astimezone(timezone(timedelta(hours=2)))],
    ids=["usual", "whole", "early", "elsewhere"],
)
def test_moments_are_written_and_read_as_by_sqlalchemy(room: Room, at: datetime) -> None:
    with room.workshop.open() as uow:
        _BEAT.run(uow.connection, {"loop": "ours", "owner": "here", "at": at})
        uow.connection.execute(insert(_PULSE).values(loop="theirs", owner="here", at=at))

    with room.workshop.look() as reader:
        written = reader.connection.execute(text("SELECT at FROM pulse")).scalars().all()
        ours, theirs = (beat.at for beat in _BEATS.all(reader.connection, {"of": "here"}))
    assert written[0] == written[1]
    assert ours == theirs == at
    assert ours.tzinfo is theirs.tzinfo is UTC


def test_a_moment_without_a_zone_is_refused(room: Room) -> None:
    naive = START.replace(tzinfo=None)

    with pytest.raises(ValueError, match="timezone"), room.workshop.open() as uow:
        _BEAT.run(uow.connection, {"loop": "ours", "owner": "here", "at": naive})


def test_the_first_row_or_none(room: Room) -> None:
    _write(room, "jobs", "web")

    with room.workshop.look() as reader:
        first, none = (_BEATS.first(reader.connection, {"of": owner}) for owner in ("here", "nobody"))

    assert first == _Beat("jobs", "here", START)
    assert none is None


def test_a_row_that_is_kept_is_the_same_object_until_something_in_it_changes(room: Room) -> None:
    kept = CompiledQuery(_BEATS_OF, _Beat, kept=8)
    _write(room, "jobs", "web")

    def read() -> list[_Beat]:
        with room.workshop.look() as reader:
            return kept.all(reader.connection, {"of": "here"})

    before, again = read(), read()
    later = START + timedelta(seconds=1)
    with room.workshop.open() as uow:
        _MOVE.run(uow.connection, {"of": "web", "now": later})
    after = read()

    assert before == [_Beat("jobs", "here", START), _Beat("web", "here", START)]
    assert [row is other for row, other in zip(before, again, strict=True)] == [True, True]
    assert [row is other for row, other in zip(before, after, strict=True)] == [True, False]
    assert after[1] == _Beat("web", "here", later)


@pytest.mark.parametrize("count", [0, 1, 2, 3, 5, 9])
def test_lists_have_any_length(room: Room, count: int) -> None:
    names = [f"loop {number}" for number in range(9)]
    _write(room, *names)

    with room.workshop.look() as reader:
        found = _SOME.all(reader.connection, {"loops": names[:count], "of": "here"})

    assert [row.loop for row in found] == names[:count]


def test_a_change_says_how_many_rows_it_changed(room: Room) -> None:
    _write(room, "jobs", "web")
    later = START + timedelta(hours=1)

    with room.workshop.open() as uow:
        counts = [_MOVE.run(uow.connection, {"of": loop, "now": later}) for loop in ("jobs", "none")]

    assert counts == [1, 0]
    assert [row["at"] for row in room.rows(Pulse)] == [later, START]


def test_a_change_is_undone_with_its_part_of_the_transaction(room: Room) -> None:
    with room.workshop.open() as uow:
        _BEAT.run(uow.connection, _beat("stays"))
        with uow.attempt() as part:
            _BEAT.run(uow.connection, _beat("goes"))
            part.undo()

    assert [row["loop"] for row in room.rows(Pulse)] == ["stays"]


def test_no_rows_are_no_statement(room: Room, seen: list[str]) -> None:
    _write(room)

    assert seen == []


def test_statements_are_counted(room: Room, seen: list[str]) -> None:
    _write(room, "jobs", "web")
    with room.workshop.look() as reader:
        _BEATS.all(reader.connection, {"of": "here"})

    assert [statement.partition(" ")[0] for statement in seen] == ["INSERT", "SELECT"]


def test_a_fault_is_that_of_sqlalchemy(room: Room) -> None:
    with pytest.raises(IntegrityError) as caught:
        _write(room, "web", "web")

    assert "here" not in str(caught.value).partition("DETAIL")[0]


def test_a_fault_of_a_listener_stays_what_it_is(room: Room) -> None:
    def stop(*_: object) -> None:
        raise KeyError("stop")

    with room.workshop.look() as reader:
        event.listen(reader.connection.engine, "before_cursor_execute", stop)
        with pytest.raises(KeyError):
            _BEATS.all(reader.connection, {"of": "here"})


def test_a_lost_connection_is_out_of_reach_and_replaced(room: Room) -> None:
    if room.workshop.is_sqlite:
        return

    with pytest.raises(UnreachableError):
        _lose_connection(room)

    with room.workshop.look() as reader:
        assert _BEATS.all(reader.connection, {"of": "here"}) == []


def test_a_missing_value_is_named(room: Room) -> None:
    with room.workshop.look() as reader, pytest.raises(InvalidRequestError, match="'of'"):
        CompiledQuery(_BEATS_OF, _Beat).all(reader.connection, {})


def test_a_row_has_the_fields_of_the_statement() -> None:
    with pytest.raises(TypeError, match="_Loop has other fields than the columns loop, owner, at"):
        CompiledQuery(select(_PULSE), _Loop)


def test_defaults_are_not_left_out_in_silence(room: Room) -> None:
    change = CompiledChange(insert(GAME), columns=("id",))

    with room.workshop.open() as uow, pytest.raises(TypeError, match="give values for"):
        change.run(uow.connection, {"id": "x"})


def test_lists_of_pairs_are_refused(room: Room) -> None:
    pairs = tuple_(_PULSE.c.loop, _PULSE.c.owner).in_(bindparam("pairs"))
    query = CompiledQuery(select(_PULSE.c.loop).where(pairs), _Loop)

    with room.workshop.look() as reader, pytest.raises(TypeError, match="pairs"):
        query.all(reader.connection, {"pairs": [("web", "here")]})


def test_values_without_a_type_are_refused(room: Room) -> None:
    second = {"loop": "mail", "owner": bindparam("of"), "at": bindparam("second"), "fault": ""}
    change = CompiledChange(insert(_PULSE).values([{**_beat("web"), "fault": ""}, second]))

    with room.workshop.open() as uow, pytest.raises(TypeError, match="no type"):
        change.run(uow.connection, {"of": "here", "second": START})


@pytest.fixture
def seen() -> Iterator[list[str]]:
    """The statements that were executed."""
    found: list[str] = []

    def note(_connection: object, _cursor: object, statement: str, *_more: object) -> None:
        if statement not in {"BEGIN", "BEGIN IMMEDIATE"}:
            found.append(statement)

    event.listen(Engine, "before_cursor_execute", note)
    yield found
    event.remove(Engine, "before_cursor_execute", note)


def _lose_connection(room: Room) -> None:
    with room.workshop.open() as uow:
        pid = uow.connection.execute(text("SELECT pg_backend_pid()")).scalar_one()
        with room.workshop.open() as other:
            other.connection.execute(text("SELECT pg_terminate_backend(:pid, 5000)"), {"pid": pid})
        _MOVE.run(uow.connection, {"of": "web", "now": START})


def _write(room: Room, *loops: str) -> None:
    with room.workshop.open() as uow:
        _BEAT.run_many(uow.connection, [_beat(loop) for loop in loops])


def _beat(loop: str) -> dict[str, object]:
    return {"loop": loop, "owner": "here", "at": START}
