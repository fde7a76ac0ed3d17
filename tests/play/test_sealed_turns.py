"""Turns of seats that choose at the same time: sealed until both are in, and changed until then."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import timedelta

import pytest

from corr.clocks.reminders import remind_next
from corr.errors import CorrError, IllegalError, TooManyError
from corr.game.refusals import GameOverError, LateError, NotYourTurnError, StaleTurnError
from corr.play.deadlines import enforce_next_deadline
from corr.play.endings import accept_draw, offer_draw, resign
from corr.play.turns import submit_turn
from corr.store.tables.games import GameSeat, Turn
from tests.playing import DAY, Room, TestGame, a_game, statements_of, terms

HOUR = timedelta(hours=1)
DAY_MS = 86_400_000


def hiding(room: Room, *turns: str, pace: str = "3d/turn") -> TestGame:
    """A game in which Ada (Red) and Bob (Green) hide: Ada first."""
    game = a_game(room, ruleset="hide/1", agreed=terms(pace, leave=False))
    for seat, text in enumerate(turns):
        room.clock.move(HOUR)
        game.play(text, seat=seat, number=1)
    return game


def test_a_turn_of_one_of_two_waits_and_the_board_stays(room: Room) -> None:
    game = hiding(room)
    before = game.view()

    receipt = game.play("hide a1", seat=0)

    after = game.view()
    assert before.position == "- r ?,? -"
    assert (receipt.text, receipt.is_sealed, receipt.is_changed, receipt.repeated) == ("hide A1", True, False, False)
    assert (after.turn_number, after.position, after.turns) == (1, "- r !,? -", ())
    assert [seat.has_sealed for seat in after.seats] == [True, False]
    assert [seat.is_due for seat in after.seats] == [False, True]
    assert after.version == before.version + 1


@pytest.mark.parametrize(("seat", "stands"), [(0, True), (1, False)])
def test_a_draw_offer_falls_when_the_other_chooses_and_not_by_an_own_choice(
    room: Room, seat: int, *, stands: bool
) -> None:
    game = hiding(room)
    with room.workshop.open() as uow:
        offer_draw(uow, game.id, game.players[0], "web")

    game.play("hide A1", seat=seat)

    assert game.view(game.players[1]).draw_offered_to_you == stands


def test_the_second_turn_plays_both(room: Room) -> None:
    game = hiding(room, "hide A1")

    receipt = game.play("hide B2", seat=1)

    view = game.view(game.players[0])
    assert (receipt.text, receipt.is_sealed, receipt.turn_number) == ("hide B2", False, 1)
    assert [(turn.number, turn.seat) for turn in view.turns] == [(1, 0), (1, 1)]
    assert (view.turn_number, view.position) == (2, "- r A1,! -")
    assert [seat.is_due for seat in view.seats] == [True, False]
    assert not any(seat.has_sealed for seat in view.seats)


def test_the_own_choice_is_on_the_own_board_alone(room: Room) -> None:
    game = hiding(room, "hide A1")

    own, others, public = game.view(game.players[0]), game.view(game.players[1]), game.view()

    assert (own.sealed_text, own.position, own.may_play, own.is_your_turn) == ("hide A1", "- r A1,? -", True, False)
    assert "Red Child" in {piece.name for square in own.scene.squares for piece in square.pieces}
    for view in (others, public):  # They see that, but not what, was chosen.
        assert (view.sealed_text, view.position) == ("", "- r !,? -")
        assert not any(square.pieces for square in view.scene.squares)


def test_a_choice_can_be_changed_until_the_other_is_in(room: Room) -> None:
    game = hiding(room, "hide A1")

    receipt = game.play("hide C3", seat=0)

    assert (receipt.text, receipt.is_sealed, receipt.is_changed) == ("hide C3", True, True)
    assert game.view(game.players[0]).sealed_text == "hide C3"
    game.play("hide B2", seat=1)
    assert [turn.text for turn in game.view(game.players[0]).turns] == ["hide C3", "hide ?"]


def test_a_change_changes_nothing_else_that_others_see(room: Room) -> None:
    game = hiding(room, "hide A1")
    before = seen_by_others(game), room.rows(GameSeat)
    room.clock.move(HOUR)

    game.play("hide C3", seat=0)

    assert (seen_by_others(game), room.rows(GameSeat)) == before


def seen_by_others(game: TestGame) -> list[object]:
    return [replace(game.view(viewer), commitments=(), version=0) for viewer in (game.players[1], None)]


def test_every_page_is_another_after_each_change(room: Room) -> None:
    game = hiding(room, "hide A1")
    first = stamps(game)

    game.play("hide C3", seat=0)

    assert all(now != before for now, before in zip(stamps(game), first, strict=True))


def test_the_clock_of_who_has_chosen_stands_and_a_change_does_not_start_it(room: Room) -> None:
    game = hiding(room, "hide A1", pace="10d+1d/10d")
    room.clock.move(DAY)

    game.play("hide C3", seat=0)

    ada, bob = game.seats()
    assert (ada["since"], ada["due_at"], ada["remind_at"]) == (None, None, None)
    assert bob["due_at"] is not None
    assert ada["bank_ms"] == 10 * DAY_MS


def test_the_clock_of_who_is_due_starts_when_both_are_in(room: Room) -> None:
    game = hiding(room, pace="10d+1h/10d")
    room.clock.move(DAY)
    game.play("hide A1", seat=0)
    room.clock.move(DAY)

    game.play("hide B2", seat=1)

    ada, bob = game.seats()
    assert (ada["since"], ada["due_at"]) == (room.clock.now(), room.clock.now() + 9 * DAY + HOUR)
    assert (bob["since"], bob["bank_ms"]) == (None, 8 * DAY_MS + 3_600_000)


@pytest.mark.parametrize("last", [0, 1])
def test_when_both_are_in_whoever_is_due_is_told_and_nobody_else(room: Room, last: int) -> None:
    game = hiding(room)
    game.play("hide A1", seat=1 - last, number=1)
    assert room.letters("your-turn") == [(player, 1) for player in game.players]

    game.play("hide B2", seat=last, number=1)

    assert room.letters("your-turn")[2:] == [(game.players[0], 2)]
    assert room.letters("game-started") == []


def test_the_same_order_again_is_told_the_same_and_changes_nothing(room: Room) -> None:
    game = hiding(room)
    order = game.order("hide A1", seat=0, order_key="one")
    with room.workshop.open() as uow:
        first = submit_turn(uow, order)

    with room.workshop.open() as uow:
        second = submit_turn(uow, order)

    assert (first.repeated, second.repeated, second.text, second.stands) == (False, True, "hide A1", "")


def test_an_order_that_comes_again_does_not_undo_a_change(room: Room) -> None:
    game = hiding(room)
    game.play("hide A1", seat=0, order_key="one")
    game.play("hide C3", seat=0, order_key="two")

    again = game.play("hide A1", seat=0, order_key="one")

    assert (again.repeated, again.text, again.stands) == (True, "hide A1", "hide C3")
    assert game.view(game.players[0]).sealed_text == "hide C3"


def test_an_order_that_was_changed_is_known_when_both_are_in(room: Room) -> None:
    game = hiding(room)
    game.play("hide A1", seat=0, order_key="one")
    game.play("hide C3", seat=0, order_key="two")
    game.play("hide B2", seat=1)

    again = game.play("hide A1", seat=0, number=1, order_key="one")

    assert (again.repeated, again.text, again.stands) == (True, "hide A1", "hide C3")


def test_the_same_choice_again_is_one_choice(room: Room) -> None:
    game = hiding(room, "hide A1")
    stamp = game.stamp(game.players[0])

    receipt = game.play(" HIDE a1 ", seat=0)

    assert (receipt.repeated, receipt.is_sealed) == (True, True)
    assert game.stamp(game.players[0]) == stamp


def test_a_choice_that_came_earlier_does_not_replace_a_later_one(room: Room) -> None:
    game = hiding(room)
    sent = room.clock.now()
    room.clock.move(HOUR)
    game.play("hide C3", seat=0)

    with pytest.raises(StaleTurnError, match="You chose hide C3 after that, and that stands"):
        game.play("hide A1", seat=0, received_at=sent)

    assert game.view(game.players[0]).sealed_text == "hide C3"


def test_when_both_are_in_nothing_can_be_changed(room: Room) -> None:
    game = hiding(room, "hide A1", "hide B2")

    with pytest.raises(StaleTurnError, match=r"turn 1: hide A1\. It is your turn again, turn 2"):
        game.play("hide C3", seat=0, number=1)
    with pytest.raises(StaleTurnError, match=r"You have already played turn 1: hide B2\. It is Ada’s turn"):
        game.play("hide C3", seat=1, number=1)
    with pytest.raises(NotYourTurnError, match="It is Ada’s turn"):
        game.play("C3", seat=1, number=2)


def test_a_choice_is_judged_like_any_turn(room: Room) -> None:
    game = hiding(room)

    with pytest.raises(IllegalError):
        game.play("A1", seat=0)

    assert not any(seat.has_sealed for seat in game.view().seats)


def test_a_choice_without_an_action_is_none(room: Room) -> None:
    with pytest.raises(IllegalError):
        hiding(room).play("", seat=0)


def test_nobody_changes_a_choice_for_ever(room: Room) -> None:
    game = hiding(room)
    for count in range(100):
        game.play(f"hide {'AB'[count % 2]}1", seat=0)

    with pytest.raises(TooManyError):
        game.play("hide C3", seat=0)

    assert game.view(game.players[0]).sealed_text == "hide B1"


def test_a_game_is_cancelled_if_one_does_not_choose_in_time(room: Room) -> None:
    game = hiding(room, "hide A1")
    room.clock.move(4 * DAY)

    tick(room)

    view = game.view()
    assert (view.winner, view.reason) == (None, "cancelled")
    assert room.letters("game-over") == [(player, 1) for player in game.players]


def test_a_game_in_which_nobody_chooses_ends_once(room: Room) -> None:
    game = hiding(room)
    room.clock.move(4 * DAY)

    tick(room)

    assert game.view().reason == "cancelled"
    assert room.events() == ["cancelled"]


def test_a_choice_is_late_when_the_other_has_run_out_of_time(room: Room) -> None:
    game = hiding(room, "hide A1")
    room.clock.move(4 * DAY)

    with pytest.raises(LateError, match="Green’s time had run out"):
        game.play("hide C3", seat=0)


def test_only_who_has_not_chosen_is_reminded(room: Room) -> None:
    game = hiding(room, "hide A1")
    room.clock.move(timedelta(days=2, hours=12))

    with room.workshop.open() as uow:
        while remind_next(uow):
            pass

    assert room.letters("reminder") == [(game.players[1], 1)]


def test_resigning_shows_what_was_chosen(room: Room) -> None:
    game = hiding(room, "hide A1")

    with room.workshop.open() as uow:
        resign(uow, game.id, game.players[1], "web")

    view = game.view()
    assert (view.winner, view.position) == (0, "- r A1,? -")
    assert [str(event.sentence) for event in view.events] == ["Green resigned.", "Red had chosen: hide A1."]
    with pytest.raises(GameOverError):
        game.play("hide C3", seat=0, number=1)


def test_a_draw_can_be_agreed_before_both_have_chosen(room: Room) -> None:
    game = hiding(room, "hide A1")
    with room.workshop.open() as uow:
        offer_draw(uow, game.id, game.players[0], "web")
    room.clock.move(HOUR)

    with room.workshop.open() as uow:
        accept_draw(uow, game.id, game.players[1], "web")

    assert game.view().reason == "agreement"


def test_a_draw_offer_outlives_changes_and_ends_with_the_others_choice(room: Room) -> None:
    game = hiding(room, "hide A1")
    with room.workshop.open() as uow:
        offer_draw(uow, game.id, game.players[0], "web")
    game.play("hide C3", seat=0)
    assert game.draw_offered_by() == 0

    game.play("hide B2", seat=1)

    assert game.draw_offered_by() is None


@pytest.mark.both_databases
def test_two_who_choose_at_the_same_moment_play_one_round(room: Room) -> None:
    game = hiding(room)
    orders = [game.order(f"hide {square}", seat=seat) for seat, square in enumerate(("A1", "B2"))]

    def hand_in(seat: int) -> bool:
        with room.workshop.open() as uow:
            return submit_turn(uow, orders[seat]).is_sealed

    with ThreadPoolExecutor(2) as threads:
        sealed = sorted(threads.map(hand_in, (0, 1)))

    assert sealed == [False, True]
    assert [(row["number"], row["seat"]) for row in room.rows(Turn)] == [(1, 0), (1, 1)]


@pytest.mark.both_databases
def test_one_player_in_two_tabs_makes_one_choice_at_a_time(room: Room) -> None:
    game = hiding(room)
    orders = [game.order(f"hide {square}", seat=0) for square in ("A1", "B2", "C3")]

    def hand_in(number: int) -> None:
        with room.workshop.open() as uow:
            submit_turn(uow, orders[number])

    with ThreadPoolExecutor(3) as threads:
        list(threads.map(hand_in, range(3)))

    assert game.view().version == 3
    game.play("hide A1", seat=1, number=1)
    assert room.count(Turn) == 2


def test_a_refused_choice_leaves_no_trace(room: Room) -> None:
    game = hiding(room, "hide A1")
    before = game.view(game.players[0]), room.rows(GameSeat)

    with pytest.raises(CorrError):
        game.play("hide Z9", seat=0)

    assert (game.view(game.players[0]), room.rows(GameSeat)) == before


def test_a_choice_takes_few_statements(room: Room) -> None:
    game = hiding(room)

    taken = [statements(game, text, seat) for text, seat in (("hide A1", 0), ("hide C3", 0), ("hide B2", 1), ("A2", 0))]

    assert taken == [6, 5, 9, 7]


def statements(game: TestGame, text: str, seat: int) -> int:
    order = game.order(text, seat=seat)
    with statements_of(game.room) as seen, game.room.workshop.open() as uow:
        submit_turn(uow, order)
    return len([statement for statement in seen if not statement.startswith("BEGIN")])


def stamps(game: TestGame) -> list[object]:
    return [game.stamp(viewer) for viewer in (*game.players, None)]


def tick(room: Room) -> None:
    with room.workshop.open() as uow:
        while enforce_next_deadline(uow):
            pass
