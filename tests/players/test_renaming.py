"""Changing a name: seldom, with the name before kept for its player, and told to those who have met the player."""

from datetime import timedelta
from functools import partial

import pytest
from sqlalchemy import insert

from corr.administration.purge import purge
from corr.errors import InputError, NotFoundError
from corr.players.profiles import formerly, player_formerly_named, player_named, rename
from corr.store.base import table
from corr.store.tables.player_accounts import FormerName
from tests.builders import a_member
from tests.league_builders import a_league
from tests.playing import Room, a_game
from tests.racing import at_once

DAY = timedelta(days=1)


def renamed(room: Room, player_id: int, name: str) -> None:
    with room.workshop.open() as uow:
        rename(uow, player_id, name)


def names_of(room: Room, player_id: int, viewer_id: int | None) -> tuple[str, ...]:
    with room.workshop.look() as reader:
        return formerly(reader, player_id, viewer_id)


def test_a_name_that_was_left_is_held_for_ninety_days(room: Room) -> None:
    anton, emil = room.player("Anton"), room.player("Emil")
    renamed(room, anton, "Tony")

    with pytest.raises(InputError, match="taken"):
        renamed(room, emil, "Anton")
    with pytest.raises(InputError, match="taken"):
        a_member(room, "Аnton", "anton2@example.org")
    room.clock.move(90 * DAY)
    renamed(room, emil, "Anton")

    with room.workshop.look() as reader:
        assert player_named(reader, "anton").id == emil


def test_its_player_may_take_it_back_at_once(room: Room) -> None:
    anton = room.player("Anton")

    renamed(room, anton, "Tony")
    renamed(room, anton, "Anton")

    with room.workshop.look() as reader:
        assert player_named(reader, "Anton").id == anton
    with pytest.raises(InputError, match="once in 30 days"):
        renamed(room, anton, "Tony")


@pytest.mark.both_databases
def test_there_is_one_other_name_in_thirty_days(room: Room) -> None:
    anton = room.player("Anton")
    renamed(room, anton, "Tony")

    with pytest.raises(InputError, match=r"once in 30 days\. Your previous name stays reserved for you for 90 days"):
        renamed(room, anton, "Antonio")
    room.clock.move(30 * DAY)
    renamed(room, anton, "Antonio")

    assert names_of(room, anton, anton) == ("Tony", "Anton")


def test_capitals_make_no_other_name(room: Room) -> None:
    anton = room.player("Anton")

    for name in ("ANTON", "anton", "Anton"):
        renamed(room, anton, name)

    assert room.count(FormerName) == 0


@pytest.mark.both_databases
def test_only_those_who_have_met_a_player_are_told_the_name_before(room: Room) -> None:
    game = a_game(room, names="Ada Bob")
    ada, bob, eve, cleo = *game.players, room.player("Eve"), room.player("Cleo")
    season = a_league(room)
    season.join(ada, cleo)
    renamed(room, ada, "Countess")

    told = {viewer: names_of(room, ada, viewer) for viewer in (ada, bob, cleo, eve, None)}
    room.clock.move(90 * DAY)
    later = names_of(room, ada, bob)

    assert told == {ada: ("Ada",), bob: ("Ada",), cleo: ("Ada",), eve: (), None: ()}
    assert later == ()


@pytest.mark.both_databases
def test_whoever_has_met_a_player_finds_the_player_under_the_name_before(room: Room) -> None:
    game = a_game(room, names="Ada Bob")
    ada, bob = game.players
    eve = room.player("Eve")
    renamed(room, ada, "Countess")

    with room.workshop.look() as reader:
        assert player_formerly_named(reader, "ada", bob).name == "Countess"
        for viewer in (eve, None):
            with pytest.raises(NotFoundError):
                player_formerly_named(reader, "Ada", viewer)


@pytest.mark.both_databases
def test_a_name_that_is_left_while_somebody_takes_it_stays_held(room: Room) -> None:
    players = [room.player(name) for name in ("Anton", "Emil", "Otto", "Ulla")]
    wanted = ["Tony", "Anton", "Anton", "Anton"]

    def work(number: int) -> None:
        try:
            renamed(room, players[number], wanted[number])
        except InputError:
            return

    at_once(*(partial(work, number) for number in range(4)))

    with room.workshop.look() as reader:
        assert player_named(reader, "Tony").id == players[0]
        with pytest.raises(NotFoundError):
            player_named(reader, "Anton")


def test_names_are_forgotten_when_they_are_free_again(room: Room) -> None:
    renamed(room, room.player("Anton"), "Tony")
    moment = room.clock.now()
    row = {"player_id": 1, "name": "x", "name_key": "x", "look_key": "x", "left_at": moment - 91 * DAY}
    with room.workshop.open() as uow:
        uow.connection.execute(insert(table(FormerName)).values(**row))

    with room.workshop.open() as uow:
        purge(uow)

    assert [row["name"] for row in room.rows(FormerName)] == ["Anton"]
