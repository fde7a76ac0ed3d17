"""A replica, from which strangers read; here a database that never hears of what is written into the other."""

from collections.abc import Iterator
from contextlib import closing

import pytest
from sqlalchemy import insert, select
from sqlalchemy.exc import DBAPIError

from corr.base.uow import Workshop
from corr.config.values import PostgresAccess
from corr.errors import UnreachableError
from corr.store.base import table
from corr.store.db import Database
from corr.store.tables.service_state import Setting
from tests.fakes import FakeClock
from tests.known_games import registry_with
from tests.playing import SECRET, Room, a_game
from tests.postgresql import Cluster
from tests.tiny_game import TinyRules
from tests.web.browsing import Site

_SETTING = table(Setting)


@pytest.fixture
def behind(postgresql: Cluster, postgresql_url: str) -> Iterator[Database]:
    """A database with a replica that is far behind."""
    with postgresql.database("template_corr") as url:
        access = PostgresAccess(replica_url=url)
        with closing(Database(postgresql_url, limit=10, access=access)) as made:
            yield made


@pytest.fixture
def room(behind: Database) -> Room:
    """A service on it."""
    clock = FakeClock()
    return Room(behind, clock, Workshop(behind, clock, registry_with(TinyRules), SECRET))


def test_who_watches_reads_from_the_replica(behind: Database) -> None:
    with behind.writing() as connection:
        connection.execute(insert(_SETTING).values(name="a", value="new"))

    with behind.reading() as connection:
        assert len(connection.execute(select(_SETTING)).all()) == 1
    with behind.watching() as connection:
        assert connection.execute(select(_SETTING)).all() == []


def test_nothing_is_written_into_a_replica(behind: Database) -> None:
    with behind.watching() as connection, pytest.raises(DBAPIError, match="read-only"):
        connection.execute(insert(_SETTING).values(name="a", value="new"))


def test_where_the_replica_is_away_the_database_answers(postgresql_url: str) -> None:
    access = PostgresAccess(replica_url="postgresql+psycopg://corr@127.0.0.1:1/corr")
    with closing(Database(postgresql_url, limit=10, access=access)) as database, database.watching() as connection:
        assert connection.execute(select(_SETTING)).all() == []


def test_a_fault_while_watching_is_not_tried_again(behind: Database) -> None:
    with pytest.raises(UnreachableError), behind.watching():
        raise UnreachableError("lost")


def test_strangers_watch_games_on_the_replica(room: Room) -> None:
    game, site = a_game(room), Site(room)

    assert site.browser().get(f"/games/{game.id}").status_code == 404
    assert site.browser(game.players[0]).get(f"/games/{game.id}").status_code == 200


def test_who_was_signed_in_before_sees_what_she_wrote(room: Room) -> None:
    game, browser = a_game(room), Site(room).browser()
    browser.client.set_cookie("known", "anything")

    assert browser.get(f"/games/{game.id}").status_code == 200


def test_pages_about_a_person_are_never_behind(room: Room) -> None:
    room.player("Ada")

    assert Site(room).browser().get("/players/Ada").status_code == 200
