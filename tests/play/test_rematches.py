"""Rematches: asked for by one player, accepted by the other, once of each game."""

from collections.abc import Callable
from datetime import timedelta

import pytest

from corr.base.uow import UnitOfWork
from corr.core.pace import Late
from corr.errors import ConflictError, NotAllowedError
from corr.play.challenges import LASTS, AskRematch, RematchReceipt, ask_rematch, decline_challenge, withdraw_challenge
from corr.play.endings import resign
from corr.play.lifecycle import NewGame, start_game
from corr.store.tables.games import Challenge, Game, GameSeat
from tests.playing import Room, TestGame, a_game, terms
from tests.racing import in_units_of_work


def a_finished_game(room: Room) -> TestGame:
    game = a_game(room, agreed=terms("5d/turn", weekends_off=True, late=Late.CLAIM, leave=False))
    with room.workshop.open() as uow:
        resign(uow, game.id, game.players[0], "web")
    return game


def ask(room: Room, game: TestGame, player: int, key: str | None = None) -> RematchReceipt:
    with room.workshop.open() as uow:
        return ask_rematch(uow, AskRematch(game.id, player, key))


def open_challenges(room: Room) -> int:
    return sum(challenge["state"] == "open" for challenge in room.rows(Challenge))


@pytest.mark.both_databases
def test_a_rematch_has_the_same_terms_and_swapped_seats(room: Room) -> None:
    game = a_finished_game(room)

    asked = ask(room, game, game.players[0])
    begun = ask(room, game, game.players[1])

    first, second = (row for row in sorted(room.rows(Game), key=lambda row: str(row["id"]) == begun.game_id))
    same = ("ruleset", "options", "pace", "late", "allows_leave", "weekends_off", "is_rated")
    assert (asked.game_id, asked.is_repeated, begun.is_repeated) == (None, False, False)
    assert [first[name] for name in same] == [second[name] for name in same]
    seats = {(row["game_id"], row["seat"]): row["player_id"] for row in room.rows(GameSeat)}
    assert [seats[begun.game_id, seat] for seat in (0, 1)] == [*reversed(game.players)]


@pytest.mark.parametrize(("is_private", "is_rated"), [(True, False), (False, True)])
def test_a_rematch_is_as_private_and_as_rated_as_the_game_before(
    room: Room, *, is_private: bool, is_rated: bool
) -> None:
    ada, bob = room.player("Ada"), room.player("Bob")
    agreed = NewGame("tiny/1", {}, terms("3d/turn"), (ada, bob), is_private=is_private, is_rated=is_rated)
    with room.workshop.open() as uow:
        game = TestGame(room, start_game(uow, agreed), (ada, bob))
    with room.workshop.open() as uow:
        resign(uow, game.id, ada, "web")

    ask(room, game, ada)
    ask(room, game, bob)

    assert [(row["is_private"], row["is_rated"]) for row in room.rows(Challenge)] == [(is_private, is_rated)]
    assert [(row["is_private"], row["is_rated"]) for row in room.rows(Game)] == [(is_private, is_rated)] * 2


def test_whoever_asks_twice_has_asked_once(room: Room) -> None:
    game = a_finished_game(room)

    asked = [ask(room, game, game.players[0]) for _ in range(2)]

    assert [receipt.is_repeated for receipt in asked] == [False, True]
    assert room.count(Challenge) == 1
    assert room.letters("challenge") == [(game.players[1], None)]


@pytest.mark.both_databases
@pytest.mark.parametrize("players", [(0, 0), (0, 1)])
def test_two_wishes_at_once_are_one_rematch(room: Room, players: tuple[int, int]) -> None:
    game = a_finished_game(room)

    def asks(player: int) -> Callable[[UnitOfWork], RematchReceipt]:
        return lambda uow: ask_rematch(uow, AskRematch(game.id, player))

    in_units_of_work(room, *(asks(game.players[number]) for number in players))

    assert room.count(Challenge) == 1
    assert room.count(Game) == (1 if players == (0, 0) else 2)


def test_whoever_asks_once_more_is_led_to_the_game_that_has_begun(room: Room) -> None:
    game = a_finished_game(room)
    ask(room, game, game.players[0])
    begun = ask(room, game, game.players[1])

    again = [ask(room, game, player) for player in game.players]

    assert {(receipt.game_id, receipt.is_repeated) for receipt in again} == {(begun.game_id, True)}
    assert room.count(Game) == 2


@pytest.mark.parametrize("end", ["declined", "withdrawn", "too old"])
def test_after_the_first_came_to_nothing_another_may_be_asked_for(room: Room, end: str) -> None:
    game = a_finished_game(room)
    first = ask(room, game, game.players[0]).challenge_id
    with room.workshop.open() as uow:
        if end == "declined":
            decline_challenge(uow, first, game.players[1])
        elif end == "withdrawn":
            withdraw_challenge(uow, first, game.players[0])
    if end == "too old":
        room.clock.move(LASTS + timedelta(hours=1))

    second = ask(room, game, game.players[1])

    assert (second.challenge_id != first, second.game_id, open_challenges(room)) == (True, None, 1)


def test_the_same_order_asks_once_even_after_it_was_declined(room: Room) -> None:
    game = a_finished_game(room)
    first = ask(room, game, game.players[0], key="k").challenge_id
    with room.workshop.open() as uow:
        decline_challenge(uow, first, game.players[1])

    again = ask(room, game, game.players[0], key="k")

    assert (again.challenge_id, again.is_repeated, open_challenges(room)) == (first, True, 0)


def test_a_running_game_has_no_rematch(room: Room) -> None:
    game = a_game(room)

    with pytest.raises(ConflictError, match="still running"):
        ask(room, game, game.players[0])


def test_nobody_but_its_players_asks_for_a_rematch(room: Room) -> None:
    game = a_finished_game(room)

    with pytest.raises(NotAllowedError):
        ask(room, game, room.player("Eve"))
