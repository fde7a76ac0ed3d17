"""Feeds: their addresses, and what they tell of a player's turns."""

from datetime import timedelta

import pytest

from corr.errors import NotFoundError
from corr.play.feeds import Feed, FeedAddress, end_feed, feed_address, get_feed, renew_feed
from corr.store.tables.clocks import FeedToken
from tests.playing import DAY, Room, a_game, another_game


def renewed(room: Room, player_id: int, serial: int = 0) -> FeedAddress:
    """The player's next address."""
    with room.workshop.open() as uow:
        return renew_feed(uow, player_id, serial)


def told(room: Room, token: str) -> Feed:
    """What is told behind an address."""
    with room.workshop.look() as reader:
        return get_feed(reader, token)


def test_a_player_has_no_address_before_asking_for_one(room: Room) -> None:
    player = room.player("Ada")

    with room.workshop.look() as reader:
        address = feed_address(reader, player)

    assert (address.serial, address.token) == (0, "")


def test_the_token_can_be_shown_again_and_is_not_stored(room: Room) -> None:
    player = room.player("Ada")

    first = renewed(room, player)
    with room.workshop.look() as reader:
        again = feed_address(reader, player)

    assert again == first
    assert len(first.token) == 26
    assert first.token not in str(room.rows(FeedToken))


def test_a_new_address_revokes_the_one_before(room: Room) -> None:
    player = room.player("Ada")
    first = renewed(room, player)

    second = renewed(room, player, first.serial)

    assert told(room, second.token).name == "Ada"
    with pytest.raises(NotFoundError):
        told(room, first.token)


def test_the_same_form_twice_makes_one_address(room: Room) -> None:
    player = room.player("Ada")

    tokens = {renewed(room, player, 0).token, renewed(room, player, 0).token}
    later = {renewed(room, player, 1).token, renewed(room, player, 1).token}

    assert (len(tokens), len(later)) == (1, 1)
    assert tokens != later


def test_a_form_from_before_changes_nothing(room: Room) -> None:
    player = room.player("Ada")
    *_, latest = [renewed(room, player, serial) for serial in range(3)]

    assert renewed(room, player, 1) == latest


@pytest.mark.both_databases
def test_an_address_that_was_switched_off_never_works_again(room: Room) -> None:
    player = room.player("Ada")
    first = renewed(room, player)
    for _ in range(2):
        with room.workshop.open() as uow:
            end_feed(uow, player, first.serial)
    with room.workshop.look() as reader:
        off = feed_address(reader, player)
    second = renewed(room, player, off.serial)

    assert off.token == ""
    assert second.token not in {"", first.token}
    with pytest.raises(NotFoundError):
        told(room, first.token)


def test_a_feed_tells_what_waits_for_its_player_alone(room: Room) -> None:
    game = a_game(room)
    other = another_game(room, game.players, "B2")
    ada, bob = (told(room, renewed(room, player).token) for player in game.players)

    assert [(turn.game_id, turn.number, turn.opponent) for turn in ada.due] == [(game.id, 1, "Bob")]
    assert [(turn.game_id, turn.number, turn.opponent) for turn in bob.due] == [(other.id, 2, "Ada")]


def test_the_most_urgent_turn_comes_first_and_untimed_games_last(room: Room) -> None:
    game = a_game(room, pace="untimed")
    slow = another_game(room, game.players, pace="9d/turn")
    quick = another_game(room, game.players, pace="1d/turn")

    due = told(room, renewed(room, game.players[0]).token).due

    assert [turn.game_id for turn in due] == [quick.id, slow.id, game.id]
    assert [turn.due_at is None for turn in due] == [False, False, True]


def test_a_turn_that_was_made_is_told_for_two_weeks(room: Room) -> None:
    game = a_game(room, "B2")
    token = renewed(room, game.players[0]).token

    made = [told(room, token).made]
    room.clock.move(14 * DAY + timedelta(seconds=1))
    made.append(told(room, token).made)

    assert [[turn.number for turn in turns] for turns in made] == [[1], []]


@pytest.mark.parametrize("token", ["", "x", "ä", "\0", "a" * 26, "a" * 5000])
def test_what_is_no_token_finds_nothing(room: Room, token: str) -> None:
    with pytest.raises(NotFoundError):
        told(room, token)
