"""What a unit of work knows of a game that it has locked: read once, and never other than the row."""

from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import NoReturn

import pytest

from corr.base.uow import UnitOfWork
from corr.game.game_row import get_game_row, get_game_row_locked
from corr.play.endings import decline_draw, offer_draw, resign
from corr.play.messages import SendMessage, send_message
from corr.play.turns import submit_turn
from tests.playing import Room, TestGame, a_game, a_room, statements_of

_Act = Callable[[UnitOfWork, TestGame], object]


def _turn(uow: UnitOfWork, game: TestGame, text: str, seat: int) -> object:
    return submit_turn(uow, game.order(text, seat=seat, number=get_game_row(uow, game.id).turn_number))


def _message(uow: UnitOfWork, game: TestGame) -> object:
    return send_message(uow, SendMessage(game.id, game.players[0], "Hello!", "web", "a key"))


def _fail_after(uow: UnitOfWork, act: Callable[[], object]) -> NoReturn:
    with uow.attempt():
        act()
        raise ZeroDivisionError


_ACTS: dict[str, tuple[str, _Act]] = {
    "a turn": ("tiny/1", lambda uow, game: _turn(uow, game, "A1", 0)),
    "two turns": ("tiny/1", lambda uow, game: (_turn(uow, game, "A1", 0), _turn(uow, game, "B2", 1))),
    "a turn that waits": ("hide/1", lambda uow, game: _turn(uow, game, "hide A1", 0)),
    "turns together": ("hide/1", lambda uow, game: (_turn(uow, game, "hide A1", 0), _turn(uow, game, "hide B2", 1))),
    "a turn after a draw offer": (
        "tiny/1",
        lambda uow, game: (offer_draw(uow, game.id, game.players[1], "web"), _turn(uow, game, "A1", 0)),
    ),
    "a draw offer declined": (
        "tiny/1",
        lambda uow, game: (
            offer_draw(uow, game.id, game.players[1], "web"),
            decline_draw(uow, game.id, game.players[0], "web"),
        ),
    ),
    "a message": ("tiny/1", _message),
    "a resignation": ("tiny/1", lambda uow, game: resign(uow, game.id, game.players[0], "web")),
}


@pytest.fixture
def room(database_url: str) -> Iterator[Room]:
    with a_room(database_url) as made:
        yield made


@pytest.mark.both_databases
@pytest.mark.parametrize("act", _ACTS)
def test_what_is_known_after_an_act_is_what_the_row_holds(room: Room, act: str) -> None:
    ruleset, perform = _ACTS[act]
    game = a_game(room, ruleset=ruleset)
    room.clock.move(timedelta(hours=1))

    with room.workshop.open() as uow:
        perform(uow, game)
        known = get_game_row_locked(uow, game.id)
        uow.known.clear()

        assert known == get_game_row_locked(uow, game.id)


@pytest.mark.both_databases
def test_a_locked_game_is_read_once(room: Room) -> None:
    game = a_game(room)

    with statements_of(room) as seen, room.workshop.open() as uow:
        known = get_game_row_locked(uow, game.id)

        assert get_game_row_locked(uow, game.id) is known
        assert get_game_row(uow, game.id) is known
    assert len([statement for statement in seen if "FROM game" in statement]) == 1


@pytest.mark.both_databases
def test_what_a_failed_part_changed_is_known_as_it_was(room: Room) -> None:
    game = a_game(room)

    with room.workshop.open() as uow:
        before = get_game_row_locked(uow, game.id)
        with pytest.raises(ZeroDivisionError):
            _fail_after(uow, lambda: _turn(uow, game, "A1", 0))

        assert get_game_row_locked(uow, game.id) is before


def test_a_game_that_a_failed_part_locked_is_locked_again(room: Room) -> None:
    game = a_game(room)

    with room.workshop.open() as uow:
        with pytest.raises(ZeroDivisionError):
            _fail_after(uow, lambda: get_game_row_locked(uow, game.id))

        assert not uow.known


def test_a_game_that_is_not_locked_is_read_again(room: Room) -> None:
    game = a_game(room)

    with room.workshop.open() as uow:
        get_game_row(uow, game.id)

        assert not uow.known
