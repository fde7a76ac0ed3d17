"""Turns: played once, by whom and when they are due, and told to the other."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest

from corr.errors import ConflictError, CorrError, IllegalError, NotAllowedError, NotFoundError, UnreadableError
from corr.game.refusals import GameOverError, LateError, NotYourTurnError, StaleTurnError
from corr.game.views import TurnReceipt
from corr.play.turns import SubmitTurn, submit_turn
from corr.store.tables.games import Turn
from corr.store.tables.mails import Outbox
from tests.playing import Room, a_game, another_game, statements_of

WON = ("A1", "B1", "A2", "B2", "A3")
BACK_AND_FORTH = ("C4-C3", "H4-H3", "C3-C4", "H3-H4")


def test_a_turn_is_logged_in_canonical_notation_and_passes_to_the_other(room: Room) -> None:
    game = a_game(room)

    receipt = game.play("b2")

    view = game.view()
    assert receipt == TurnReceipt(game.id, 1, "B2", "", repeated=False, outcome_words="")
    assert [(turn.number, turn.seat, turn.text) for turn in view.turns] == [(1, 0, "B2")]
    assert [seat.is_due for seat in view.seats] == [False, True]
    assert view.turn_number == 2


def test_only_the_other_player_is_told_that_a_turn_is_due(room: Room) -> None:
    game = a_game(room)

    game.play("B2")

    assert room.letters("your-turn") == [(game.players[0], 1), (game.players[1], 2)]


def test_a_turn_takes_at_most_seven_statements(room: Room) -> None:
    game = a_game(room, "B3-C3", ruleset="kelasu/1")
    order = game.order("I3-H3")

    with statements_of(room) as seen, room.workshop.open() as uow:
        submit_turn(uow, order)

    assert len([statement for statement in seen if not statement.startswith("BEGIN")]) <= 7


def test_energy_that_is_left_is_told(room: Room) -> None:
    game = a_game(room, ruleset="kelasu/1")

    assert game.play("B3-C3").remark == "3 energy unused"


def test_a_bank_of_ninety_days_is_kept(room: Room) -> None:
    game = a_game(room, "B2", pace="90d/turn")

    assert [seat["bank_ms"] for seat in game.seats()] == [90 * 86_400_000] * 2


@pytest.mark.parametrize(("text", "refusal"), [("Z9", UnreadableError), ("", IllegalError), ("A1 A2", IllegalError)])
def test_a_refused_turn_changes_nothing(room: Room, text: str, refusal: type[CorrError]) -> None:
    game = a_game(room)
    before = game.view(), room.count(Outbox)

    with pytest.raises(refusal):
        game.play(text)

    assert (game.view(), room.count(Outbox)) == before


def test_the_same_order_twice_is_one_turn(room: Room) -> None:
    game = a_game(room)
    order = game.order("B2", order_key="once")
    with room.workshop.open() as uow:
        first = submit_turn(uow, order)

    with room.workshop.open() as uow:
        second = submit_turn(uow, order)

    assert (first.repeated, second.repeated) == (False, True)
    assert second.text == "B2"
    assert room.count(Turn) == 1
    assert len(room.letters("your-turn")) == 2


def test_the_same_turn_in_other_words_for_the_same_moment_is_one_turn(room: Room) -> None:
    game = a_game(room, "B3-C3, B4-C4", ruleset="kelasu/1")

    receipt = game.play("b3 - c3; b4 - c4", seat=0, number=1)

    assert (receipt.repeated, receipt.text, receipt.remark) == (True, "B3-C3, B4-C4", "2 energy unused")
    assert room.count(Turn) == 1


def test_the_winning_turn_twice_is_told_to_have_won_twice(room: Room) -> None:
    game = a_game(room, *WON[:-1])
    order = game.order(WON[-1])
    with room.workshop.open() as uow:
        first = submit_turn(uow, order)

    with room.workshop.open() as uow:
        second = submit_turn(uow, order)

    assert first.outcome_words == second.outcome_words == "Cross won: three stood in a row."
    assert second.repeated


def test_a_turn_for_a_moment_of_the_other_player_is_stale(room: Room) -> None:
    game = a_game(room, "A1", "B1")

    with pytest.raises(StaleTurnError, match="moved on since you saw it") as refused:
        game.play("C3", seat=1, number=1)

    assert refused.value.turn_number == 3


@pytest.mark.parametrize(
    ("turns", "sentence"),
    [
        (("A1",), "You have already played turn 1: A1. It is Bob’s turn."),
        (("A1", "B1"), "You have already played turn 1: A1. It is your turn again, turn 3."),
    ],
)
def test_another_turn_after_ones_own_is_told_what_was_played(room: Room, turns: tuple[str, ...], sentence: str) -> None:
    game = a_game(room, *turns)

    with pytest.raises(StaleTurnError) as refused:
        game.play("C3", seat=0, number=1)

    assert refused.value.sentence == sentence


@pytest.mark.parametrize("number", [-(2**70), 0, 4, 2**70])
def test_a_turn_for_a_moment_that_never_was_is_stale(room: Room, number: int) -> None:
    game = a_game(room, "A1", "B1")

    with pytest.raises(StaleTurnError):
        game.play("C3", number=number)


def test_the_others_turn_is_not_to_be_played(room: Room) -> None:
    game = a_game(room)

    with pytest.raises(NotYourTurnError, match="It is Ada’s turn"):
        game.play("B2", seat=1)


def test_a_stranger_may_not_play(room: Room) -> None:
    game = a_game(room)
    stranger = room.player("Eve")

    with pytest.raises(NotAllowedError), room.workshop.open() as uow:
        submit_turn(uow, SubmitTurn(game.id, stranger, 1, "B2", "web", room.clock.now()))


@pytest.mark.parametrize("game_id", ["", "nosuch", "a\0b", "\ud800", "ä", "x" * 5000])
def test_a_game_that_is_not_there_is_not_found(room: Room, game_id: str) -> None:
    player = room.player("Ada")

    with pytest.raises(NotFoundError), room.workshop.open() as uow:
        submit_turn(uow, SubmitTurn(game_id, player, 1, "B2", "web", room.clock.now()))


def test_a_game_that_is_over_takes_no_turn(room: Room) -> None:
    game = a_game(room, *WON)

    with pytest.raises(GameOverError):
        game.play("C3", seat=1)


def test_a_won_game_is_over_for_both_and_tells_the_loser(room: Room) -> None:
    game = a_game(room, *WON)

    view = game.view()

    assert (view.is_over, view.winner, view.reason) == (True, 0, "line")
    assert view.outcome_words == "Cross won: three stood in a row."
    assert room.letters("game-over") == [(game.players[1], 6)]
    assert [seat["due_at"] for seat in game.seats()] == [None, None]


def test_the_fourth_occurrence_of_a_position_is_a_draw(room: Room) -> None:
    game = a_game(room, "B4-C4", "I4-H4", *BACK_AND_FORTH * 2, *BACK_AND_FORTH[:3], ruleset="kelasu/1")

    receipt = game.play(BACK_AND_FORTH[3])

    assert receipt.outcome_words == "The game is a draw: the position occurred for the fourth time."


def test_the_third_occurrence_of_a_position_is_none(room: Room) -> None:
    game = a_game(room, "B4-C4", "I4-H4", *BACK_AND_FORTH * 2, ruleset="kelasu/1")

    assert game.view().is_over is False


def test_an_order_key_that_was_used_for_another_turn_is_refused(room: Room) -> None:
    game = a_game(room)
    game.play("A1", order_key="form")
    game.play("B1", order_key="other form")

    with pytest.raises(ConflictError, match="used before"):
        game.play("A2", order_key="form")


def test_two_games_may_see_the_same_order_key(room: Room) -> None:
    game = a_game(room)
    second = another_game(room, game.players)
    game.play("A1", order_key="form")

    assert second.play("A1", order_key="form").repeated is False


def test_a_turn_that_came_just_in_time_counts_although_it_is_played_late(room: Room) -> None:
    game = a_game(room)
    received_at = room.clock.now() + timedelta(days=3, seconds=-1)
    room.clock.move(timedelta(days=3, seconds=60))

    receipt = game.play("B2", door="mail", received_at=received_at)

    assert receipt.repeated is False
    assert game.view().seats[1].due_at == room.clock.now() + timedelta(days=3)


def test_a_turn_at_the_deadline_is_late(room: Room) -> None:
    game = a_game(room)
    room.clock.move(timedelta(days=3))

    with pytest.raises(LateError, match="Cross’s time had run out"):
        game.play("B2")


def test_the_bank_is_charged_with_the_time_until_the_turn_came_in(room: Room) -> None:
    game = a_game(room, pace="10d+1d/10d")
    received_at = room.clock.now() + timedelta(days=4)
    room.clock.move(timedelta(days=5))

    game.play("B2", received_at=received_at)

    assert game.seats()[0]["bank_ms"] == 7 * 86_400_000


def test_a_moment_from_the_future_charges_no_more_than_has_passed(room: Room) -> None:
    game = a_game(room, pace="10d+0d/10d")
    room.clock.move(timedelta(days=1))

    game.play("B2", received_at=room.clock.now() + timedelta(days=5))

    assert game.seats()[0]["bank_ms"] == 9 * 86_400_000


@pytest.mark.both_databases
def test_the_same_turn_from_eight_threads_at_once_is_played_once(room: Room) -> None:
    game = a_game(room)
    order = game.order("B2", order_key="click")

    receipts = _at_once(room, [order] * 8)

    assert sorted(receipt.repeated for receipt in receipts if isinstance(receipt, TurnReceipt)) == [False] + [True] * 7
    assert room.count(Turn) == 1
    assert len(room.letters("your-turn")) == 2


@pytest.mark.both_databases
def test_different_turns_from_eight_threads_at_once_are_one_turn(room: Room) -> None:
    game = a_game(room)
    orders = [game.order(text) for text in ("A1", "A2", "A3", "B1", "B2", "B3", "C1", "C2")]

    receipts = _at_once(room, orders)

    assert sum(1 for receipt in receipts if isinstance(receipt, TurnReceipt)) == 1
    assert sum(1 for receipt in receipts if isinstance(receipt, StaleTurnError)) == 7
    assert room.count(Turn) == 1


def test_a_turn_that_is_undone_leaves_neither_log_nor_letter(room: Room) -> None:
    game = a_game(room)
    order = game.order("B2")

    with pytest.raises(ZeroDivisionError):
        _submit_and_fail(room, order)

    assert room.count(Turn) == 0
    assert room.letters("your-turn") == [(game.players[0], 1)]
    assert game.play("B2").repeated is False


def _at_once(room: Room, orders: list[SubmitTurn]) -> list[TurnReceipt | CorrError]:
    def submit(order: SubmitTurn) -> TurnReceipt | CorrError:
        try:
            with room.workshop.open() as uow:
                return submit_turn(uow, order)
        except CorrError as refusal:
            return refusal

    with ThreadPoolExecutor(len(orders)) as threads:
        return list(threads.map(submit, orders))


def _submit_and_fail(room: Room, order: SubmitTurn) -> None:
    with room.workshop.open() as uow:
        submit_turn(uow, order)
        raise ZeroDivisionError
