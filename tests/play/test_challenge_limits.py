"""How many challenges and invitations may be made: nobody floods anybody."""

from datetime import timedelta

import pytest

from corr.errors import TooManyError
from tests.play.proposing import decline, propose, withdraw
from tests.playing import Room

SOMEBODY = "New.Friend@example.net"


@pytest.fixture
def ada(room: Room) -> int:
    return room.player("Ada")


@pytest.fixture
def bob(room: Room) -> int:
    return room.player("Bob")


def test_twenty_open_challenges_are_enough(room: Room, ada: int, bob: int) -> None:
    others = ("Bob", "Cleo", "Dan", "Eve")
    for name in others[1:]:
        room.player(name)
    made = [propose(room, ada, opponent=name) for name in others for _ in range(5)]

    with pytest.raises(TooManyError, match="20 open challenges"):
        propose(room, ada)
    decline(room, made[0].id, bob)
    room.clock.move(timedelta(days=1))
    assert propose(room, ada).to == "Bob"


def test_one_player_is_not_flooded_by_another_who_challenges_and_withdraws(room: Room, ada: int, bob: int) -> None:
    for _ in range(5):
        withdraw(room, propose(room, ada).id, ada)
    cleo = room.player("Cleo")

    with pytest.raises(TooManyError, match=r"challenged this player 5 times.*Try again in"):
        propose(room, ada)
    assert bob
    assert propose(room, cleo).to == "Bob"
    assert propose(room, ada, opponent="Cleo").to == "Cleo"
    room.clock.move(timedelta(days=1))
    assert propose(room, ada).to == "Bob"


def test_thirty_challenges_to_players_a_day_are_enough(room: Room, ada: int, bob: int) -> None:
    names = [f"Friend {number}" for number in range(6)]
    for name in names:
        room.player(name)
    for name in names * 5:
        withdraw(room, propose(room, ada, opponent=name).id, ada)

    with pytest.raises(TooManyError, match=r"made 30 challenges.*Try again in"):
        propose(room, ada)
    assert bob


def test_ten_invitations_a_day_are_enough(room: Room, ada: int) -> None:
    for number in range(10):
        propose(room, ada, opponent=f"friend{number}@example.net")

    with pytest.raises(TooManyError, match=r"invited 10 .*Try again in"):
        propose(room, ada, opponent="friend@example.net")


def test_one_address_is_not_flooded_with_invitations(room: Room, ada: int, bob: int) -> None:
    for challenger in (ada, bob, ada):
        propose(room, challenger, opponent=SOMEBODY)

    with pytest.raises(TooManyError, match=r"invitations were sent to this address.*Try again in"):
        propose(room, bob, opponent=SOMEBODY)
