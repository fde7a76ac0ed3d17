"""A replica, from which strangers read; here a database that never hears of what is written into the other."""

from collections.abc import Iterator
from contextlib import closing

import pytest
from sqlalchemy import insert, select
from sqlalchemy.exc import DBAPIError

from corr.base.uow import Workshop
from corr.config.values import PostgresAccess, replica_url
from corr.errors import ConfigError, UnreachableError
from corr.store.base import table
from corr.store.db import Database
from corr.store.migrate import open_database
from corr.store.tables.clocks import Setting
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


def test_where_the_replica_is_away_the_database_answers(postgresql_url: str, caplog: pytest.LogCaptureFixture) -> None:
    access = PostgresAccess(replica_url="postgresql+psycopg://corr@127.0.0.1:1/corr")
    with closing(open_database(postgresql_url, limit=10, access=access)[0]) as database:
        for _ in range(3):
            with database.watching() as connection:
                assert connection.execute(select(_SETTING)).all() == []

    assert ["replica" in record.message for record in caplog.records if record.name == "corr.store.db"] == [True]


@pytest.mark.parametrize(
    ("address", "told"),
    [
        ("127.0.0.1:port/corr", "CORR_DATABASE_REPLICA_URL cannot be read. Check its host and port; in a password, "),
        ("[::1/corr", "CORR_DATABASE_REPLICA_URL cannot be read. "),
        (
            "a:secret@127.0.0.1/corr?colour=secret",
            'The replica cannot be used: invalid connection option "colour". Check CORR_DATABASE_REPLICA_URL.',
        ),
        (
            "a:secret@127.0.0.1/corr?connect_timeout=secret",
            "The replica cannot be used: bad value for connect_timeout: '…'. Check CORR_DATABASE_REPLICA_URL.",
        ),
    ],
)
def test_a_replica_that_nobody_could_reach_is_refused_at_the_start(
    postgresql_url: str, address: str, told: str
) -> None:
    access = PostgresAccess(replica_url=f"postgresql+psycopg://{address}")

    with pytest.raises(ConfigError) as refusal:
        open_database(postgresql_url, limit=10, access=access)

    assert refusal.value.sentence.startswith(told)


@pytest.mark.parametrize("address", ["sqlite:////tmp/corr", "replica", "postgresql://", "postgresql+asyncpg://a/b"])
def test_only_postgresql_has_replicas(address: str) -> None:
    with pytest.raises(ValueError, match=r"postgresql://.*: only PostgreSQL has replicas\.$"):
        replica_url(address)


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
