"""Worlds that are made once for several tests, which only look at them; and whether they really do no more."""

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import select

from corr.store.base import Row
from tests.playing import Room

Contents = dict[str, list[tuple[object, ...]]]
"""All rows of all tables."""


def contents(room: Room) -> Contents:
    """All that is stored."""
    with room.workshop.look() as reader:
        return {
            rows.name: [tuple(row) for row in reader.connection.execute(select(rows).order_by(*rows.primary_key))]
            for rows in Row.metadata.tables.values()
        }


@contextmanager
def unchanged(*rooms: Room) -> Iterator[None]:
    """A while after which everything is stored as before, and no clock was moved."""
    before = [(room.clock.now(), contents(room)) for room in rooms]
    yield
    assert [(room.clock.now(), contents(room)) for room in rooms] == before
