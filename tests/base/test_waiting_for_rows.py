"""Acts that wait for each other, on the database where they wait for single rows."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Barrier, Event

import pytest
from sqlalchemy import text

from corr.errors import ConflictError
from corr.game.views import ActReceipt
from corr.play.endings import resign
from corr.play.turns import submit_turn
from tests.builders import Asked, a_member, ask_to_sign_in, follow
from tests.playing import DAY, Room, TestGame, a_game, a_room

_MOST = 60
"""Seconds until a test that waits for nothing fails."""


@pytest.fixture
def room(postgresql_url: str) -> Iterator[Room]:
    """A service on PostgreSQL."""
    with a_room(postgresql_url) as room:
        yield room


def wait_for_a_waiting_transaction(room: Room) -> None:
    """Come back as soon as some transaction waits for a lock of another."""
    waiting = text(
        "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
    )
    pause = Event()
    for _ in range(_MOST * 100):
        with room.database.reading() as connection:
            if connection.execute(waiting).scalar_one():
                return
        pause.wait(0.01)
    pytest.fail("nothing waited")


def test_who_waited_for_a_turn_is_judged_by_the_clocks_after_it(room: Room) -> None:
    game = a_game(room, pace="3d/turn")
    in_time = game.order("B2", received_at=room.clock.now() + 3 * DAY - timedelta(seconds=1))
    room.clock.move(3 * DAY)

    with ThreadPoolExecutor(1) as thread:
        with room.workshop.open() as uow:
            submit_turn(uow, in_time)
            receipt = thread.submit(resigned, game)
            wait_for_a_waiting_transaction(room)

        assert receipt.result(_MOST).repeated is False


@pytest.mark.slow
def test_of_several_letters_followed_at_once_one_signs_in(room: Room) -> None:
    a_member(room, "Alice")
    together = Barrier(4)

    def is_signed_in_by(letter: Asked) -> bool:
        together.wait(_MOST)
        try:
            follow(room, letter)
        except ConflictError:
            return False
        return True

    with ThreadPoolExecutor(4) as threads:
        for _ in range(10):
            room.clock.move(DAY)
            asked = [ask_to_sign_in(room, "alice@example.org") for _ in range(4)]

            assert sum(threads.map(is_signed_in_by, asked)) == 1


def resigned(game: TestGame) -> ActReceipt:
    """What the second player is told who resigns."""
    with game.room.workshop.open() as uow:
        return resign(uow, game.id, game.players[1], "web")
