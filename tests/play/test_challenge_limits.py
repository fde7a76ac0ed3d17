"""How many challenges and invitations may be made: nobody floods anybody."""

import re
from datetime import timedelta

import pytest

from corr.errors import InputError, TooManyError
from corr.play.endings import resign
from tests.play.proposing import decline, propose, withdraw
from tests.playing import Room, another_game

SOMEBODY = "New.Friend@example.net"


@pytest.fixture
def bob(room: Room) -> int:
    return room.player("Bob")


@pytest.fixture
def ada(room: Room, bob: int) -> int:
    """Somebody who has finished a game: until then there is less."""
    ada = room.player("Ada")
    finish(room, ada, bob)
    return ada


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


def finish(room: Room, one: int, other: int) -> None:
    game = another_game(room, (one, other))
    with room.workshop.open() as uow:
        resign(uow, game.id, other, "web")


def test_five_challenges_a_day_are_enough_until_a_game_is_finished(room: Room, bob: int) -> None:
    new, names = room.player("New"), [f"Friend {number}" for number in range(6)]
    for name in names:
        room.player(name)
    for name in names[:5]:
        propose(room, new, opponent=name)

    with pytest.raises(TooManyError, match=r"5 challenges or links.*until you have finished a game.*Try again in"):
        propose(room, new, opponent=names[5])
    finish(room, new, bob)
    assert propose(room, new, opponent=names[5]).to == names[5]


def test_two_invitations_a_day_are_enough_until_a_game_is_finished(room: Room, bob: int) -> None:
    new = room.player("New")
    for number in range(2):
        propose(room, new, opponent=f"friend{number}@example.net")

    with pytest.raises(TooManyError, match=r"invited 2 times.*until you have finished a game.*Try again in"):
        propose(room, new, opponent="bob@example.org")
    finish(room, new, bob)
    assert propose(room, new, opponent="friend@example.net").to == "friend@example.net"


@pytest.mark.parametrize(
    ("message", "word"),
    [
        ("Look at https://evil.example now", "https://evil.example"),
        ("Look at WWW.evil", "WWW.evil"),
        ("Buy at evil.example!", "evil.example!"),
        ("Buy at evil。example", "evil。example"),
        ("Write to eve@evil.example", "eve@evil.example"),
        ("mailto:eve", "mailto:eve"),
        ("See me at (shop.de)", "(shop.de)"),
        ("Hello.Friend", "Hello.Friend"),
    ],
)
def test_an_invitation_holds_no_word_that_becomes_a_link(room: Room, ada: int, message: str, word: str) -> None:
    with pytest.raises(InputError, match=f"“{re.escape(word)}” would become a link") as refused:
        propose(room, ada, opponent=SOMEBODY, message=message)

    assert refused.value.field == "message"
    assert propose(room, ada, opponent="Bob", message=message).id


@pytest.mark.parametrize("message", ["A game, e.g. of Kyo?", "Well...maybe? 3.5 days", "Hi!\nYours, A.", "x" * 200])
def test_plain_words_come_with_an_invitation(room: Room, ada: int, message: str) -> None:
    assert propose(room, ada, opponent=SOMEBODY, message=message).id


def test_an_invitation_has_at_most_200_characters_and_a_challenge_more(room: Room, ada: int) -> None:
    with pytest.raises(InputError, match="at most 200 characters; these are 201"):
        propose(room, ada, opponent=SOMEBODY, message="x" * 201)
    assert propose(room, ada, opponent="Bob", message="x" * 201).id
