"""Migrations: from nothing to the tables, on both databases, by many at once."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from uuid import uuid4

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from sqlalchemy import CheckConstraint, inspect, text
from sqlalchemy.engine import Connection

from corr.resources import migrations_folder
from corr.store.base import Row
from corr.store.db import Database
from corr.store.migrate import layout_of, upgrade
from tests.postgresql import Cluster

_A_GAME = """
    INSERT INTO game (id, ruleset, options, pace, turn_number, position, last_squares, version, state, reason,
                      created_at, changed_at)
    VALUES ('mnpqrst', 'tiny/1', '{}', '3d/turn', 2, '....x.... o', 'B2', 1, 'running', '',
            '2026-03-02 12:00:00', '2026-03-02 12:00:00')
"""
_A_TURN = """
    INSERT INTO turn (game_id, number, seat, text, door, received_at, repeat_key)
    VALUES ('mnpqrst', 1, 0, 'B2', 'web', '2026-03-02 12:00:00', 'abc')
"""
_A_PLAYER = """
    INSERT INTO player (id, name, name_key, look_key, zone, created_at, is_demo)
    VALUES (1, 'Ada', 'ada', 'ada', 'UTC', '2026-03-02 12:00:00', false)
"""
_TWO_PLAYERS = """
    INSERT INTO player (id, name, name_key, look_key, zone, created_at, is_demo)
    VALUES (1, 'Ada', 'ada', 'ada', 'UTC', '2026-03-02 12:00:00', false),
           (2, 'Bob', 'bob', 'bob', 'UTC', '2026-03-02 12:00:00', false)
"""
_ANOTHER_GAME = """
    INSERT INTO game (id, ruleset, options, pace, turn_number, position, last_squares, version, state, reason,
                      created_at, changed_at, ended_at)
    VALUES ('vwxyz23', 'tiny/1', '{}', '3d/turn', 2, '....x.... o', 'B2', 1, 'over', 'resignation',
            '2026-03-02 12:00:00', '2026-03-04 12:00:00', '2026-03-03 12:00:00')
"""
_SEATS = """
    INSERT INTO game_seat (game_id, seat, player_id, bank_ms)
    VALUES ('mnpqrst', 0, 1, 0), ('mnpqrst', 1, 2, 0), ('vwxyz23', 0, 2, 0), ('vwxyz23', 1, 1, 0)
"""
_AN_ADDRESS = """
    INSERT INTO mail_address (player_id, address, address_key, verified_at, is_main)
    VALUES (1, 'Ada@new.example', 'ada@new.example', '2026-03-02 12:00:00', true)
"""
_A_CHANGE = """
    INSERT INTO address_change (player_id, address, address_key, old_address, is_second, new_hash, old_hash, reason,
                                state, asked_at, due_at)
    VALUES (1, 'Ada@new.example', 'ada@new.example', 'ada@example.org', false, 'new', 'old', '', :state,
            '2026-03-02 12:00:00', '2026-03-02 12:00:00')
"""
_ENDING = """
    INSERT INTO unsubscribe_token (token_hash, player_id, address_key, category)
    VALUES ('one', 1, NULL, 'turns'), ('two', NULL, 'eve@example.org', 'invitations')
"""
_A_MAIL = """
    INSERT INTO inbox (id, source, sender, recipient, raw_hash, received_at, state, try_at, tries, reason, new_text)
    VALUES (:id, 'smtp', '', '', '', '2026-03-02 12:00:00', 'done', '2026-03-02 12:00:00', 1, 'held', '')
"""
_A_HELD_ORDER = """
    INSERT INTO held_order (id, token_hash, inbox_id, player_id, game_id, turn_number, orders, written_by, received_at,
                            expires_at, state)
    VALUES (:id, :token, :id, 1, 'mnpqrst', 1, :orders, 'eve@example.org', '2026-03-02 12:00:00',
            '2026-03-03 12:00:00', 'waiting')
"""
_TWO_HELD = (
    {"id": 1, "token": "one", "orders": '{"acts": ["turn"], "turn": "B2", "typed": ["B2"], "rest": "I \\"resign\\""}'},
    {"id": 2, "token": "two", "orders": '{"acts": ["resign"], "turn": "", "typed": ["resign"], "rest": ""}'},
)


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Database]:
    """A database without any table."""
    if request.param == "sqlite":
        url = f"sqlite:///{tmp_path / 'new.sqlite'}"
    else:
        cluster: Cluster = request.getfixturevalue("postgresql")
        name = f"empty_{uuid4().hex}"
        cluster.run(f"CREATE DATABASE {name}")
        url = cluster.url(name)
    database = Database(url)
    yield database
    database.close()


@pytest.mark.slow
def test_migrating_an_empty_database_makes_exactly_the_tables(database: Database) -> None:
    upgrade(database)

    with database.engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        differences = compare_metadata(context, Row.metadata)
        inspector = inspect(connection)
        checks = {
            check["name"] for name in inspector.get_table_names() for check in inspector.get_check_constraints(name)
        }
    assert differences == []
    assert checks == _named_checks()


def test_a_second_migration_finds_nothing_to_do(database: Database) -> None:
    first = upgrade(database)

    second = upgrade(database)

    assert first.current is None
    assert second.is_newest
    with database.reading() as connection:
        assert layout_of(connection).is_newest


def test_letters_that_wait_are_not_compressed(database: Database) -> None:
    upgrade(database)

    if not database.is_sqlite:
        stored = "SELECT attstorage FROM pg_attribute WHERE attrelid = 'outbox'::regclass AND attname = 'message'"
        with database.engine.connect() as connection:
            assert connection.execute(text(stored)).scalar_one() in {"e", b"e"}


def test_turns_of_the_first_version_keep_what_they_are(database: Database) -> None:
    with database.writing() as connection:
        config = Config()
        config.set_main_option("script_location", str(migrations_folder()))
        config.attributes["connection"] = connection
        command.upgrade(config, "0001")
        connection.execute(text(_A_GAME))
        connection.execute(text(_A_TURN))

    upgrade(database)

    with database.engine.connect() as connection:
        turns = connection.execute(text("SELECT number, text, repeat_key, secret, nonce FROM turn")).all()
    assert [tuple(turn) for turn in turns] == [(1, "B2", "abc", None, None)]


def test_what_the_version_before_held_can_still_be_confirmed(database: Database) -> None:
    _migrate_to(database, "0008")
    with database.writing() as connection:
        for statement in (_A_GAME, _A_PLAYER):
            connection.execute(text(statement))
        for order in _TWO_HELD:
            connection.execute(text(_A_MAIL), {"id": order["id"]})
            connection.execute(text(_A_HELD_ORDER), order)

    upgrade(database)

    wanted = "SELECT state, why, asks_to_resign, turn_number, token_hash FROM held_order ORDER BY id"
    with database.engine.connect() as connection:
        held = [tuple(row) for row in connection.execute(text(wanted))]
    assert held == [("waiting", "stranger", False, 1, "one"), ("waiting", "stranger", True, 2, "two")]


def test_deadlines_wait_for_mails_that_nobody_had_read_by_then(database: Database) -> None:
    _migrate_to(database, "0020")
    with database.writing() as connection:
        for mail_id in (1, 2):
            connection.execute(text(_A_MAIL), {"id": mail_id})
        connection.execute(text("UPDATE inbox SET state = 'new', reason = '' WHERE id = 2"))

    upgrade(database)

    with database.engine.connect() as connection:
        found = connection.execute(text("SELECT id, is_for_any FROM inbox ORDER BY id")).all()
    assert [(mail_id, bool(is_for_any)) for mail_id, is_for_any in found] == [(1, False), (2, True)]


@pytest.mark.slow
@pytest.mark.parametrize(("state", "kept"), [("stopped", [("one", "ada@new.example")]), ("done", [])])
def test_tokens_to_end_letters_stay_where_the_address_did_not_change(
    database: Database, state: str, kept: list[tuple[str, str]]
) -> None:
    _migrate_to(database, "0017")
    with database.writing() as connection:
        for statement in (_A_PLAYER, _AN_ADDRESS, _ENDING):
            connection.execute(text(statement))
        connection.execute(text(_A_CHANGE), {"state": state})

    upgrade(database)

    with database.engine.connect() as connection:
        found = connection.execute(text("SELECT token_hash, address_key FROM unsubscribe_token ORDER BY token_hash"))
        assert [tuple(row) for row in found] == [*kept, ("two", "eve@example.org")]


def test_seats_of_finished_games_get_the_moment_of_the_end(database: Database) -> None:
    _migrate_to(database, "0019")
    with database.writing() as connection:
        for statement in (_TWO_PLAYERS, _A_GAME, _ANOTHER_GAME, _SEATS):
            connection.execute(text(statement))

    upgrade(database)

    wanted = (
        "SELECT seat.game_id, seat.ended_at = game.ended_at FROM game_seat seat JOIN game ON game.id = seat.game_id "
        "ORDER BY seat.game_id, seat.seat"
    )
    with database.engine.connect() as connection:
        found = [tuple(row) for row in connection.execute(text(wanted))]
    assert found == [("mnpqrst", None)] * 2 + [("vwxyz23", True)] * 2


def test_results_of_games_that_were_over_by_then_are_counted(database: Database) -> None:
    _migrate_to(database, "0026")
    with database.writing() as connection:
        for statement in (_TWO_PLAYERS, _A_GAME, _ANOTHER_GAME, _SEATS):
            connection.execute(text(statement))
        connection.execute(text("UPDATE game SET winner = 1 WHERE id = 'vwxyz23'"))

    upgrade(database)

    with database.engine.connect() as connection:
        results = "SELECT player_id, opponent_id, ruleset, won, drawn, lost FROM head_to_head ORDER BY player_id"
        found = [tuple(row) for row in connection.execute(text(results))]
    assert found == [(1, 2, "tiny/1", 1, 0, 0), (2, 1, "tiny/1", 0, 0, 1)]


def test_draw_offers_that_stand_keep_standing_and_get_ids(database: Database) -> None:
    _migrate_to(database, "0043")
    with database.writing() as connection:
        for statement in (_TWO_PLAYERS, _A_GAME, _ANOTHER_GAME, _SEATS):
            connection.execute(text(statement))
        connection.execute(text("UPDATE game SET draw_offer = 1, version = 7 WHERE id = 'mnpqrst'"))

    upgrade(database)

    with database.engine.connect() as connection:
        found = connection.execute(text("SELECT id, draw_offer, draw_offer_id FROM game ORDER BY id")).all()
    assert [tuple(row) for row in found] == [("mnpqrst", 1, 7), ("vwxyz23", None, 0)]


def test_a_layout_can_be_undone_and_made_again(database: Database) -> None:
    _migrate_to(database, "0009")
    with database.writing() as connection:
        config = Config()
        config.set_main_option("script_location", str(migrations_folder()))
        config.attributes["connection"] = connection
        command.downgrade(config, "0008")

    upgrade(database)

    with database.reading() as connection:
        assert layout_of(connection).is_newest
        parts = {index["name"] for index in inspect(connection).get_indexes("held_order")}
    assert parts >= {"ix_held_order_game", "ix_held_order_expiry"}


def _migrate_to(database: Database, revision: str) -> None:
    with database.writing() as connection:
        config = Config()
        config.set_main_option("script_location", str(migrations_folder()))
        config.attributes["connection"] = connection
        command.upgrade(config, revision)


def test_many_may_migrate_at_once(database: Database) -> None:
    databases = [Database(database.url) for _ in range(6)]

    with ThreadPoolExecutor(6) as threads:
        before = list(threads.map(upgrade, databases))

    for other in databases:
        other.close()
    assert sorted(found.is_newest for found in before) == [False] + [True] * 5


def test_a_migration_that_fails_leaves_nothing_behind(database: Database) -> None:
    with database.engine.begin() as connection:
        connection.execute(text("CREATE VIEW turn AS SELECT 1 AS in_the_way"))

    with pytest.raises(Exception, match="already exists"):
        upgrade(database)

    with database.engine.connect() as connection:
        tables = inspect(connection).get_table_names()
    assert tables == []


def _checks_of(connection: Connection) -> set[str | None]:
    inspector = inspect(connection)
    return {check["name"] for name in inspector.get_table_names() for check in inspector.get_check_constraints(name)}


def _named_checks() -> set[str | None]:
    return {
        str(constraint.name)
        for found in Row.metadata.tables.values()
        for constraint in found.constraints
        if isinstance(constraint, CheckConstraint)
    }
