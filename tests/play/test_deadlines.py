"""Deadlines that fall once and in their order, in games where nobody is on leave."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from sqlalchemy import update

from corr.base.faults import LoopFaults
from corr.game.refusals import GameOverError
from corr.mail.queues.inbox import claim_mail, put_off_mail
from corr.play.turns import SubmitTurn, submit_turn
from corr.store.base import table
from corr.store.tables.games import Game
from tests.clocks.ticking import enforce
from tests.mail.office import IDENTITY, Office, take_in
from tests.playing import Room, TestGame, a_game, another_game, terms
from tests.posting import mint_account_token

HOUR = timedelta(hours=1)
DAY = timedelta(days=1)
MINUTE = timedelta(minutes=1)
SECOND = timedelta(seconds=1)


def begun(room: Room, pace: str = "3d/turn") -> TestGame:
    """A game in which both made their first turn, and the first player owes another."""
    return a_game(room, "A1", "C3", agreed=terms(pace, leave=False))


def further(room: Room, game: TestGame, pace: str = "3d/turn") -> TestGame:
    """Another such game of the same players."""
    return another_game(room, game.players, "A1", "C3", agreed=terms(pace, leave=False))


def test_a_passed_deadline_ends_the_game_and_tells_both(room: Room) -> None:
    game = begun(room)
    room.clock.move(3 * DAY + 5 * SECOND)

    acted = enforce(room)

    view = game.view()
    assert acted == [game.id]
    assert (view.winner, view.reason) == (1, "time")
    assert view.outcome_words == "Nought won: Cross’s time ran out."
    assert [str(event.sentence) for event in view.events] == ["Cross’s time ran out."]
    assert sorted(room.letters("game-over")) == [(game.players[0], 3), (game.players[1], 3)]


def test_no_deadline_falls_before_its_time_and_the_grace_for_what_is_under_way(room: Room) -> None:
    begun(room)
    room.clock.move(3 * DAY + 5 * SECOND - timedelta(microseconds=1))

    assert enforce(room) == []


def test_a_turn_in_time_moves_the_deadline(room: Room) -> None:
    game = begun(room)
    room.clock.move(2 * DAY)
    game.play("B2")
    room.clock.move(2 * DAY)

    assert enforce(room) == []


def test_all_passed_deadlines_fall_the_oldest_first(room: Room) -> None:
    late = begun(room, "3d/turn")
    later = further(room, late, "4d/turn")
    never = further(room, late, "30d/turn")
    room.clock.move(10 * DAY)

    assert enforce(room) == [late.id, later.id]
    assert never.view().is_over is False


@pytest.mark.both_databases
def test_four_ticks_at_once_are_one_result(room: Room) -> None:
    game = begun(room)
    others = [further(room, game) for _ in range(3)]
    room.clock.move(4 * DAY)

    with ThreadPoolExecutor(4) as threads:
        list(threads.map(lambda _: enforce(room), range(4)))
    enforce(room)

    assert all(one.view().reason == "time" for one in [game, *others])
    assert len(room.letters("game-over")) == 8
    assert room.events() == ["time"] * 4


@pytest.mark.both_databases
def test_a_turn_and_the_deadline_at_once_are_one_of_the_two(room: Room) -> None:
    game = begun(room)
    order = game.order("B2", received_at=room.clock.now() + 3 * DAY - SECOND)
    room.clock.move(3 * DAY + 5 * SECOND)

    with ThreadPoolExecutor(2) as threads:
        fallen, played = threads.submit(enforce, room), threads.submit(submit, room, order)

    view = game.view()
    assert (view.reason, len(view.turns)) == (("time", 2) if fallen.result() else ("", 3))
    assert isinstance(played.exception(), GameOverError) == bool(fallen.result())


def test_a_mail_in_time_that_is_not_understood_yet_holds_the_deadline_up(room: Room) -> None:
    game = begun(room)
    room.clock.move(3 * DAY - SECOND)
    store(room, reply_address(game))
    room.clock.move(60 * SECOND)

    assert enforce(room) == []


@pytest.mark.parametrize(("before", "after"), [(timedelta(0), 60 * SECOND), (SECOND, 10 * MINUTE + SECOND)])
def test_a_late_mail_or_one_that_waits_too_long_holds_nothing_up(
    room: Room, before: timedelta, after: timedelta
) -> None:
    game = begun(room)
    room.clock.move(3 * DAY - before)
    store(room, reply_address(game))
    room.clock.move(after)

    assert enforce(room) == [game.id]


def test_a_mail_for_another_game_holds_nothing_up(room: Room) -> None:
    game = begun(room)
    other = further(room, game, "30d/turn")
    room.clock.move(-2 * HOUR)
    room.clock.move(3 * DAY - SECOND)
    store(room, reply_address(other))
    room.clock.move(60 * SECOND)

    assert enforce(room) == [game.id]


@pytest.mark.both_databases
@pytest.mark.parametrize("leave", [True, False])
def test_a_mail_holds_up_the_other_games_of_its_player_in_which_leave_counts(room: Room, *, leave: bool) -> None:
    game = a_game(room, "A1", "C3", agreed=terms("3d/turn", leave=leave))
    other = further(room, game, "30d/turn")
    room.clock.move(3 * DAY - 2 * HOUR - SECOND)
    store(room, reply_address(other))
    room.clock.move(MINUTE)

    assert enforce(room) == ([] if leave else [game.id])


@pytest.mark.both_databases
def test_a_mail_holds_up_no_game_of_others(room: Room) -> None:
    game = a_game(room, "A1", "C3")
    eve = room.player("Eve")
    room.clock.move(3 * DAY - SECOND)
    with room.workshop.open() as uow:
        address = IDENTITY.reply.address(mint_account_token(uow, eve, "digest", 1))
    store(room, address)
    room.clock.move(MINUTE)

    assert enforce(room) == [game.id]


@pytest.mark.both_databases
def test_a_mail_of_the_opponent_holds_up_the_game_that_it_is_for_and_no_other(room: Room) -> None:
    game = a_game(room, "A1", "C3")
    other = another_game(room, game.players, "A1", "C3", pace="70h/turn")
    room.clock.move(70 * HOUR - SECOND)
    store(room, reply_address(game, "Bob"))
    room.clock.move(MINUTE)

    assert enforce(room) == [other.id]


@pytest.mark.both_databases
@pytest.mark.parametrize(("game_id", "age"), [("its own", 10 * MINUTE), ("", 10 * MINUTE), ("", MINUTE)])
def test_a_mail_holds_nothing_up_after_ten_minutes_nor_for_any_game_once_it_could_not_be_read(
    room: Room, game_id: str, age: timedelta
) -> None:
    game = begun(room)
    room.clock.move(3 * DAY - SECOND)
    store(room, reply_address(game) if game_id else IDENTITY.sender_address)
    fails_in = age if age < 10 * MINUTE else None
    with room.workshop.open() as uow:
        mail = claim_mail(uow, "a reader")
        assert mail is not None
        if fails_in is not None:
            put_off_mail(uow, mail.id, "fault")
    room.clock.move(age + SECOND)

    assert enforce(room) == [game.id]


@pytest.mark.both_databases
def test_a_mail_that_may_be_for_any_game_holds_all_up_while_it_is_read(room: Room) -> None:
    begun(room)
    room.clock.move(3 * DAY - SECOND)
    store(room, IDENTITY.sender_address)
    with room.workshop.open() as uow:
        assert claim_mail(uow, "a reader") is not None
    room.clock.move(9 * MINUTE)

    assert enforce(room) == []


def test_a_mail_that_can_be_for_no_game_holds_nothing_up(room: Room) -> None:
    game = begun(room)
    room.clock.move(3 * DAY - SECOND)
    store(room, "postmaster@play.example")
    room.clock.move(MINUTE)

    assert enforce(room) == [game.id]


def test_a_mail_that_may_be_for_any_game_holds_no_deadline_up_that_had_passed_before(room: Room) -> None:
    game = begun(room)
    room.clock.move(3 * DAY)
    store(room, IDENTITY.sender_address)
    room.clock.move(60 * SECOND)

    assert enforce(room) == [game.id]


def test_a_game_that_meets_a_fault_is_put_off_and_the_others_are_handled(
    room: Room, caplog: pytest.LogCaptureFixture
) -> None:
    broken = begun(room)
    sound = further(room, broken)
    break_position(room, broken.id, "nonsense")
    room.clock.move(4 * DAY)

    enforce(room)

    assert sound.view().reason == "time"
    assert game_row(room, broken.id)["state"] == "running"
    (told,) = [record.getMessage() for record in caplog.records if record.levelname == "ERROR"]
    assert broken.id in told
    assert "PositionError" in told


def test_a_game_that_meets_a_fault_costs_no_day_of_leave(room: Room) -> None:
    broken = a_game(room, "A1", "C3")
    break_position(room, broken.id, "nonsense")
    room.clock.move(3 * DAY + MINUTE)

    enforce(room)

    assert room.letters("automatic-leave") == []
    assert [seat["held_until"] is not None for seat in broken.seats()] == [True, False]


def test_deadlines_that_are_only_put_off_make_their_loop_fail(room: Room) -> None:
    broken, faults = begun(room), LoopFaults()
    break_position(room, broken.id, "nonsense")
    room.clock.move(4 * DAY)

    faults.watch(lambda: bool(enforce(room)))

    assert faults.present is not None
    assert faults.present.words.startswith("PositionError in ")


def test_a_fault_that_lasts_is_reported_once(room: Room, caplog: pytest.LogCaptureFixture) -> None:
    broken = begun(room)
    break_position(room, broken.id, "nonsense")
    room.clock.move(4 * DAY)

    for _ in range(3):
        enforce(room)
        room.clock.move(HOUR)

    assert len([record for record in caplog.records if record.levelname == "ERROR"]) == 1


def test_what_a_fault_says_is_not_reported(room: Room, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("INFO")
    broken = begun(room)
    break_ruleset(room, broken.id, "secret-word/1")
    room.clock.move(4 * DAY)

    enforce(room)

    assert broken.id in caplog.text
    assert "secret-word" not in caplog.text


@pytest.mark.both_databases
def test_a_game_that_is_put_off_can_be_played_on(room: Room) -> None:
    broken = begun(room)
    order = broken.order("B2", received_at=room.clock.now() + DAY)
    break_position(room, broken.id, "nonsense")
    room.clock.move(4 * DAY)
    enforce(room)
    break_position(room, broken.id, "x.......o x")

    submit(room, order)

    assert [seat["held_until"] for seat in broken.seats()] == [None, None]
    assert enforce(room) == []


def test_a_game_that_was_put_off_is_tried_again_an_hour_later(room: Room) -> None:
    broken = begun(room)
    break_position(room, broken.id, "nonsense")
    room.clock.move(4 * DAY)
    enforce(room)
    break_position(room, broken.id, "x.......o x")
    too_early = enforce(room)
    room.clock.move(HOUR)

    assert (too_early, enforce(room)) == ([], [broken.id])
    assert broken.view().reason == "time"


def submit(room: Room, order: SubmitTurn) -> None:
    with room.workshop.open() as uow:
        submit_turn(uow, order)


def store(room: Room, address: str) -> None:
    take_in(room.workshop, "From: ada@example.org\n\nA1\n", address, "ada@example.org")


def reply_address(game: TestGame, name: str = "Ada") -> str:
    return Office(game).new_address(name)


def break_position(room: Room, game_id: str, position: str) -> None:
    rows = table(Game)
    with room.workshop.open() as uow:
        uow.connection.execute(update(rows).where(rows.c.id == game_id).values(position=position))


def break_ruleset(room: Room, game_id: str, ruleset: str) -> None:
    rows = table(Game)
    with room.workshop.open() as uow:
        uow.connection.execute(update(rows).where(rows.c.id == game_id).values(ruleset=ruleset))


def game_row(room: Room, game_id: str) -> dict[str, object]:
    return next(row for row in room.rows(Game) if row["id"] == game_id)
