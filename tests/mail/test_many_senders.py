"""Several processes that send at the same time do not stop each other."""

from collections.abc import Iterator
from datetime import timedelta
from functools import partial

import pytest

from corr.mail.sending.dispatch import BATCH, send_next
from corr.service.games import NewGame, start_game
from corr.store.tables import Outbox
from tests.mail.office import POST, FakeTransport
from tests.playing import Room, a_room
from tests.racing import at_once, meeting


@pytest.fixture
def room(database_url: str) -> Iterator[Room]:
    """A service on an empty database."""
    with a_room(database_url) as room:
        yield room


def test_letters_to_the_same_players_in_different_order_are_sent_by_two_at_once(room: Room) -> None:
    players = [room.player(f"P{number}") for number in range(BATCH)]
    for order in (players, players[::-1]):
        with room.workshop.open() as uow:
            for pair in zip(order[::2], order[1::2], strict=True):
                start_game(uow, NewGame("tiny/1", {}, "3d/turn", pair))
        room.clock.move(timedelta(minutes=1))
    transport = FakeTransport()

    # Each has written the token of the first player of its own letters when it goes on.
    with meeting(room, "INSERT INTO unsubscribe_token", after=True):
        at_once(*(partial(send_next, room.workshop, POST, transport, f"sender {number}") for number in range(2)))

    assert {row["state"] for row in room.rows(Outbox)} == {"sent"}
    assert len(transport.sent) == 2 * BATCH
