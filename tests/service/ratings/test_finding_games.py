"""What is to be counted is found by an index: how many other games there are does not matter."""

import pytest

from corr.service.ratings.counting import count_next
from corr.service.ratings.rows import Batch, games_of
from tests.playing import Room, a_room, statements_of
from tests.service.ratings.building import DAYS, Ended, write


@pytest.fixture
def plans(sqlite_url: str) -> str:
    """How SQLite goes about all that counting does."""
    with a_room(sqlite_url) as room:
        ada, bob = room.player("Ada"), room.player("Bob")
        write(room, {f"g{number}": Ended(number, ada, bob) for number in range(5)})
        with statements_of(room) as seen:
            with room.workshop.open() as uow:
                count_next(uow)
            with room.workshop.look() as reader:
                games_of(reader, Batch(DAYS[0], "tiny"))
        return "\n".join(_plan(room, statement) for statement in seen if " game" in statement)


def test_uncounted_games_are_found_among_themselves(plans: str) -> None:
    assert "USING INDEX ix_game_uncounted (ended_at" in plans


def test_the_games_of_a_day_are_found_among_rated_ones(plans: str) -> None:
    assert "USING INDEX ix_game_rated (ended_at>? AND ended_at<?)" in plans


def test_nothing_is_looked_for_among_all_games(plans: str) -> None:
    assert "SCAN game" not in plans
    assert "ix_game_state" not in plans


def _plan(room: Room, statement: str) -> str:
    count = statement.count("?")
    with room.workshop.look() as reader:
        found = reader.connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", ("1",) * count)
        return "\n".join(row[3] for row in found)
