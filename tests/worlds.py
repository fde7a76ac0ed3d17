"""Worlds that are made once for several tests, which copy them, or only look at them; and that they do no more."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from uuid import uuid4

import pytest
from sqlalchemy import select
from sqlalchemy.engine import make_url

from corr.base.uow import Workshop
from corr.store.base import Row
from tests.playing import Room
from tests.postgresql import Cluster

KINDS = ("sqlite", "postgresql")
"""Of databases."""

Contents = dict[str, list[tuple[object, ...]]]
"""All rows of all tables."""


@contextmanager
def empty_database(request: pytest.FixtureRequest, kind: str, folder: Path) -> Iterator[str]:
    """A database with all tables and no rows, for as long as the fixture *request* lives; its URL."""
    if kind == "sqlite":
        kept = f"sqlite:///{request.getfixturevalue('migrated_sqlite')}"
    else:
        kept = request.getfixturevalue("postgresql").url("template_corr")
    with copied_database(request, kept, folder) as url:
        yield url


@contextmanager
def copied_database(request: pytest.FixtureRequest, kept: str, folder: Path) -> Iterator[str]:
    """A copy of the database *kept*, to which nobody is connected; its URL."""
    name = make_url(kept).database or ""
    if kept.startswith("sqlite"):
        path = folder / f"{uuid4().hex}.sqlite"
        with closing(sqlite3.connect(name)) as source, closing(sqlite3.connect(path)) as copy:
            source.backup(copy)
        yield f"sqlite:///{path}"
    else:
        cluster = request.getfixturevalue("postgresql")
        assert isinstance(cluster, Cluster)
        with cluster.database(name) as url:
            yield url


def contents(workshop: Workshop) -> Contents:
    """All that is stored."""
    with workshop.look() as reader:
        return {
            rows.name: [tuple(row) for row in reader.connection.execute(select(rows).order_by(*rows.primary_key))]
            for rows in Row.metadata.tables.values()
        }


@contextmanager
def unchanged(*rooms: Room) -> Iterator[None]:
    """A while after which everything is stored as before, and no clock was moved."""
    before = [(room.clock.now(), contents(room.workshop)) for room in rooms]
    yield
    assert [(room.clock.now(), contents(room.workshop)) for room in rooms] == before
