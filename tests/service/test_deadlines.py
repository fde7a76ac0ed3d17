"""Deadlines that fall once and in their order."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from sqlalchemy import update

from corr.service.clocks.deadlines import enforce_next_deadline
from corr.service.mail.inbox import ArrivedMail, store_mail
from corr.service.play import SubmitTurn, submit_turn
from corr.service.standing import GameOverError
from corr.store.base import table
from corr.store.tables import Game
from tests.playing import Room, a_game, another_game

HOUR = timedelta(hours=1)
DAY = timedelta(days=1)
SECOND = timedelta(seconds=1)


def test_a_passed_deadline_ends_the_game_and_tells_both(room: Room) -> None:
    game = a_game(room)
    room.clock.move(3 * DAY + 5 * SECOND)

    acted = enforce(room)

    view = game.view()
    assert acted == [game.id]
    assert (view.winner, view.reason) == (1, "time")
    assert view.outcome_words == "Nought won: Cross’s time ran out."
    assert [str(event.sentence) for event in view.events] == ["Cross’s time ran out."]
    assert sorted(room.letters("game-over")) == [(game.players[0], 1), (game.players[1], 1)]


def test_no_deadline_falls_before_its_time_and_the_grace_for_what_is_under_way(room: Room) -> None:
    a_game(room)
    room.clock.move(3 * DAY + 5 * SECOND - timedelta(microseconds=1))

    assert enforce(room) == []


def test_a_turn_in_time_moves_the_deadline(room: Room) -> None:
    game = a_game(room)
    room.clock.move(2 * DAY)
    game.play("A1")
    room.clock.move(2 * DAY)

    assert enforce(room) == []


def test_all_passed_deadlines_fall_the_oldest_first(room: Room) -> None:
    late = a_game(room, pace="3d/turn")
    later = another_game(room, late.players, pace="4d/turn")
    never = another_game(room, late.players, pace="30d/turn")
    room.clock.move(10 * DAY)

    assert enforce(room) == [late.id, later.id]
    assert never.view().is_over is False


def test_four_ticks_at_once_are_one_result(room: Room) -> None:
    game = a_game(room)
    others = [another_game(room, game.players) for _ in range(3)]
    room.clock.move(4 * DAY)

    with ThreadPoolExecutor(4) as threads:
        list(threads.map(lambda _: enforce(room), range(4)))
    enforce(room)

    assert all(one.view().reason == "time" for one in [game, *others])
    assert len(room.letters("game-over")) == 8
    assert room.events() == ["time"] * 4


def test_a_turn_and_the_deadline_at_once_are_one_of_the_two(room: Room) -> None:
    game = a_game(room)
    order = game.order("A1", received_at=room.clock.now() + 3 * DAY - SECOND)
    room.clock.move(3 * DAY + 5 * SECOND)

    with ThreadPoolExecutor(2) as threads:
        fallen, played = threads.submit(enforce, room), threads.submit(submit, room, order)

    view = game.view()
    assert (view.reason, len(view.turns)) == (("time", 0) if fallen.result() else ("", 1))
    assert isinstance(played.exception(), GameOverError) == bool(fallen.result())


def test_a_mail_in_time_that_is_not_understood_yet_holds_the_deadline_up(room: Room) -> None:
    game = a_game(room)
    room.clock.move(3 * DAY - SECOND)
    store(room, game.id)
    room.clock.move(60 * SECOND)

    assert enforce(room) == []


@pytest.mark.parametrize(("before", "after"), [(timedelta(0), 60 * SECOND), (SECOND, HOUR + SECOND)])
def test_a_late_mail_or_one_that_waits_too_long_holds_nothing_up(
    room: Room, before: timedelta, after: timedelta
) -> None:
    game = a_game(room)
    room.clock.move(3 * DAY - before)
    store(room, game.id)
    room.clock.move(after)

    assert enforce(room) == [game.id]


def test_a_mail_for_another_game_holds_nothing_up(room: Room) -> None:
    game = a_game(room)
    other = another_game(room, game.players, pace="30d/turn")
    room.clock.move(3 * DAY - SECOND)
    store(room, other.id)
    room.clock.move(60 * SECOND)

    assert enforce(room) == [game.id]


def test_a_game_that_meets_a_fault_is_put_off_and_the_others_are_handled(
    room: Room, caplog: pytest.LogCaptureFixture
) -> None:
    broken = a_game(room)
    sound = another_game(room, broken.players)
    break_position(room, broken.id, "nonsense")
    room.clock.move(4 * DAY)

    enforce(room)

    assert sound.view().reason == "time"
    assert game_row(room, broken.id)["state"] == "running"
    assert broken.id in caplog.text


def test_a_game_that_was_put_off_is_tried_again_an_hour_later(room: Room) -> None:
    broken = a_game(room)
    break_position(room, broken.id, "nonsense")
    room.clock.move(4 * DAY)
    enforce(room)
    break_position(room, broken.id, "......... x")
    too_early = enforce(room)
    room.clock.move(HOUR)

    assert (too_early, enforce(room)) == ([], [broken.id])
    assert broken.view().reason == "time"


def enforce(room: Room) -> list[str]:
    acted: list[str] = []
    while True:
        with room.workshop.open() as uow:
            game_id = enforce_next_deadline(uow)
        if game_id is None:
            return acted
        acted.append(game_id)


def submit(room: Room, order: SubmitTurn) -> None:
    with room.workshop.open() as uow:
        submit_turn(uow, order)


def store(room: Room, game_id: str) -> None:
    with room.workshop.open() as uow:
        store_mail(uow, ArrivedMail("smtp", "ada@example.org", "r@example.org", b"A1", game_id=game_id))


def break_position(room: Room, game_id: str, position: str) -> None:
    rows = table(Game)
    with room.workshop.open() as uow:
        uow.session.connection().execute(update(rows).where(rows.c.id == game_id).values(position=position))


def game_row(room: Room, game_id: str) -> dict[str, object]:
    return next(row for row in room.rows(Game) if row["id"] == game_id)
