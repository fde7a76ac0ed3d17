"""What is to be counted is found by an index: how many other games there are does not matter."""

import pytest

from corr.ratings.counting import count_next
from corr.ratings.rated_games import games_between
from tests.playing import Room, a_room, statements_of
from tests.ratings.building import DAYS, Ended, count, write


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
                games_between(reader, "tiny", DAYS[0], DAYS[1])
        return "\n".join(_plan(room, statement) for statement in seen if " game" in statement)


def test_uncounted_games_are_found_among_themselves(plans: str) -> None:
    assert "USING INDEX ix_game_uncounted (ended_at" in plans


def test_the_games_of_a_day_are_found_among_rated_ones(plans: str) -> None:
    assert "USING INDEX ix_game_rated (ended_at>? AND ended_at<?)" in plans


def test_nothing_is_looked_for_among_all_games(plans: str) -> None:
    assert "SCAN game" not in plans
    assert "ix_game_state" not in plans


def test_with_nothing_to_count_one_statement_says_so(room: Room) -> None:
    with statements_of(room) as seen, room.workshop.open() as uow:
        assert not count_next(uow)

    assert len([statement for statement in seen if not statement.startswith("BEGIN")]) == 1


def test_what_a_player_ended_is_found_by_when_it_ended(room: Room) -> None:
    ada, bob = room.player("Ada"), room.player("Bob")
    write(room, {f"g{number}": Ended(number, ada, bob, reason="resignation") for number in range(5)})
    with statements_of(room) as seen:
        count(room)

    plans = [_plan(room, statement) for statement in seen if "game_seat.player_id = ?" in statement]

    assert len({*plans}) == 2
    for plan in plans:
        assert "ix_game_seat_player (player_id=?" in plan
        assert "USE TEMP B-TREE FOR ORDER BY" not in plan
    assert any("ended_at>? AND ended_at<?" in plan for plan in plans)


@pytest.mark.both_databases
def test_many_days_are_counted_with_no_more_statements_than_a_few(room: Room) -> None:
    """They are read and written at once, since each statement is a round trip to the database."""
    ada, bob = room.player("Ada"), room.player("Bob")
    write(room, {f"a{number}": Ended(number, ada, bob) for number in range(3)})
    with statements_of(room) as few:
        count(room)
    write(room, {f"b{number}": Ended(number, ada, bob) for number in range(30)})
    with statements_of(room) as many:
        count(room)

    # What was there already is deleted before it is written anew.
    assert len(many) <= len(few) + 2


def _plan(room: Room, statement: str) -> str:
    count = statement.count("?")
    with room.workshop.look() as reader:
        found = reader.connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", ("1",) * count)
        return "\n".join(row[3] for row in found)
