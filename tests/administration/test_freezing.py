"""A frozen game loses nothing: nobody can do anything in it, no clock runs, and it goes on from its log."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from sqlalchemy import update

from corr.administration.game_freezes import FreezeOrder, FreezeReceipt, freeze, thaw, void
from corr.administration.verification import verify_games
from corr.base.uow import UnitOfWork
from corr.clocks.clock_preferences import ClockPreferences, set_clock_preferences
from corr.clocks.gifts import GiveTime, give_time
from corr.clocks.reminders import remind_next
from corr.errors import ConflictError, InputError, NotAllowedError
from corr.game.refusals import FrozenError, GameOverError
from corr.play.deadlines import ClaimTime, claim_time, enforce_next_deadline
from corr.play.endings import accept_draw, decline_draw, offer_draw, resign, withdraw_draw
from corr.play.game_lists import my_games
from corr.store.base import table
from corr.store.tables.games import Game, GameEvent, GameSeat, Turn
from tests.living import outage
from tests.playing import DAY, Room, TestGame, a_game, terms
from tests.racing import in_units_of_work

WHY = "Somebody has to have a look."
_Act = Callable[[UnitOfWork, FreezeOrder], FreezeReceipt]


def decide(game: TestGame, act: _Act, *, why: str = WHY, by: int | None = None) -> FreezeReceipt:
    """Let somebody decide about a game."""
    with game.room.workshop.open() as uow:
        return act(uow, FreezeOrder(game.id, why, by))


def frozen(room: Room, *turns: str, pace: str = "3d/turn") -> TestGame:
    """A game that is frozen."""
    game = a_game(room, *turns, pace=pace)
    decide(game, freeze)
    return game


def due(game: TestGame) -> dict[str, object]:
    """The row of the seat that is due."""
    return next(row for row in game.seats() if row["since"] is not None)


def damaged(game: TestGame) -> None:
    """Let the log have a turn that cannot be made."""
    rows = table(Turn)
    with game.room.workshop.open() as uow:
        uow.connection.execute(update(rows).where(rows.c.number == 2).values(text="A1"))


def _play(game: TestGame, player_id: int) -> None:
    game.play("C3", seat=game.players.index(player_id), number=3)


def _give(game: TestGame, player_id: int) -> None:
    with game.room.workshop.open() as uow:
        give_time(uow, GiveTime(game.id, player_id, "given", "web", uow.now))


def _claim(game: TestGame, player_id: int) -> None:
    with game.room.workshop.open() as uow:
        claim_time(uow, ClaimTime(game.id, player_id, "web", uow.now))


def _do(act: Callable[[UnitOfWork, str, int, str], object]) -> Callable[[TestGame, int], None]:
    def do(game: TestGame, player_id: int) -> None:
        with game.room.workshop.open() as uow:
            act(uow, game.id, player_id, "web")

    return do


@pytest.mark.parametrize(
    "act", [_play, _give, _claim, *map(_do, (resign, offer_draw, withdraw_draw, accept_draw, decline_draw))]
)
@pytest.mark.parametrize("seat", [0, 1])
def test_nobody_can_do_anything_in_a_frozen_game(room: Room, act: Callable[[TestGame, int], None], seat: int) -> None:
    game = frozen(room, "A1", "B2")
    before = room.rows(Game), room.rows(GameEvent), game.seats()

    with pytest.raises(
        FrozenError, match=r"This game has been frozen since \d{4}-\d\d-\d\d \d\d:\d\d UTC: an administrator"
    ):
        act(game, game.players[seat])

    assert (room.rows(Game), room.rows(GameEvent), game.seats()) == before


def test_a_draw_that_was_offered_is_not_shown_to_be_accepted_while_it_is_frozen(room: Room) -> None:
    game = a_game(room, "A1", "B2")
    ada, bob = game.players
    with room.workshop.open() as uow:
        offer_draw(uow, game.id, ada, "web")

    decide(game, freeze)
    frozen_view, offered_by = game.view(bob), game.draw_offered_by()
    decide(game, thaw)

    assert (frozen_view.draw_offered_to_you, offered_by) == (False, None)
    assert game.view(bob).draw_offered_to_you


def test_no_clock_runs_and_nobody_is_reminded_while_it_is_frozen(room: Room) -> None:
    game = frozen(room, "A1", "B2")
    room.clock.move(100 * DAY)

    with room.workshop.open() as uow:
        assert enforce_next_deadline(uow) is None
        assert not remind_next(uow)

    assert not game.view().is_over
    assert [row["due_at"] for row in game.seats()] == [None, None]
    assert room.letters("reminder") == []


def test_it_goes_on_with_what_was_left_to_the_second(room: Room) -> None:
    game = a_game(room, "A1", "B2")
    room.clock.move(timedelta(hours=50, seconds=7))
    decide(game, freeze)
    room.clock.move(9 * DAY)

    decide(game, thaw)

    assert due(game)["due_at"] == room.clock.now() + 3 * DAY - timedelta(hours=50, seconds=7)
    assert list(verify_games(room.workshop)) == []


def test_time_of_an_outage_is_given_back_before_the_clock_stops(room: Room) -> None:
    game = a_game(room, "A1", "B2")
    before = game.seats()[0]["due_at"]
    outage(room, timedelta(hours=6))

    decide(game, freeze)
    room.clock.move(9 * DAY)
    decide(game, thaw)

    assert due(game)["due_at"] == before + 9 * DAY + timedelta(hours=6)


def test_a_deadline_that_was_shown_stands_even_where_less_was_left_in_the_bank(room: Room) -> None:
    game = a_game(room, "A1", "B2")
    shown = room.clock.now() + 3 * DAY + timedelta(hours=1)
    seats = table(GameSeat)
    with room.workshop.open() as uow:
        # As where the rules of a time zone were changed since the deadline was worked out.
        uow.connection.execute(update(seats).where(seats.c.due_at.is_not(None)).values(due_at=shown))
    room.clock.move(DAY)
    decide(game, freeze)

    decide(game, thaw)

    assert due(game)["due_at"] == shown


def test_it_goes_on_with_the_rest_days_that_its_turn_began_with(room: Room) -> None:
    # The clock of tests begins on a Monday; the players live in Berlin.
    game = a_game(room, "A1", "B2", agreed=terms("6d/turn", weekends_off=True, leave=False))
    with room.workshop.open() as uow:
        set_clock_preferences(uow, game.players[0], ClockPreferences(rest_days=""))
    before = due(game)["due_at"]
    decide(game, freeze)

    decide(game, thaw)

    assert due(game)["due_at"] == before


def test_it_can_be_played_on_and_the_history_tells_who_and_why(room: Room) -> None:
    admin = room.player("Zoe")
    game = a_game(room, "A1", "B2")
    decide(game, freeze, by=admin)

    decide(game, thaw, by=admin)

    game.play("C3")
    events = [(row["kind"], row["reason"], row["by_player_id"]) for row in room.rows(GameEvent)]
    assert events == [("frozen", WHY, admin), ("thawed", WHY, admin)]


def test_both_are_told_of_each_step_once(room: Room) -> None:
    game = a_game(room, "A1", "B2")
    for act in (freeze, freeze, thaw, thaw, freeze):
        decide(game, act)

    assert len(room.letters("frozen")) == 4
    assert len(room.letters("thawed")) == 2
    assert room.events() == ["frozen", "thawed", "frozen"]


@pytest.mark.both_databases
@pytest.mark.parametrize(("before", "act"), [((), freeze), ((freeze,), thaw), ((freeze,), void)])
def test_a_step_that_is_taken_twice_at_once_is_taken_once(room: Room, before: tuple[_Act, ...], act: _Act) -> None:
    game = a_game(room, "A1", "B2")
    for earlier in before:
        decide(game, earlier)

    receipts = in_units_of_work(room, *(lambda uow: act(uow, FreezeOrder(game.id, WHY)),) * 4)

    assert sorted(receipt.is_changed for receipt in receipts) == [False, False, False, True]
    assert len(room.events()) == len(before) + 1


def test_the_board_that_is_shown_comes_from_the_log_when_it_goes_on(room: Room) -> None:
    game = frozen(room, "A1", "B2")
    position = game.view().position
    with room.workshop.open() as uow:
        uow.connection.execute(update(table(Game)).values(position="xo......./x", last_squares="A1 A2"))

    decide(game, thaw)

    assert game.view().position == position
    assert game.view().course.touched == {"B2"}


def test_a_game_whose_log_cannot_be_replayed_does_not_go_on_and_says_where(room: Room) -> None:
    game = frozen(room, "A1", "B2")
    damaged(game)

    with pytest.raises(ConflictError, match="Turn 2 cannot be replayed"):
        decide(game, thaw)

    assert game.view().frozen_for == WHY


@pytest.mark.both_databases
def test_a_game_that_is_over_by_its_log_ends_by_it(room: Room) -> None:
    game = a_game(room, "A1", "B1", "A2", "B2", "A3")
    with room.workshop.open() as uow:
        uow.connection.execute(
            update(table(Game)).values(
                state="running", winner=None, reason="", ended_at=None, frozen_at=uow.now, frozen_for=WHY
            )
        )

    receipt = decide(game, thaw)

    assert (game.view().winner, game.view().reason) == (0, "line")
    assert "over by its log" in receipt.sentence


def test_an_administrator_ends_it_without_a_result(room: Room) -> None:
    game = frozen(room, "A1", "B2")

    decide(game, void)

    view = game.view()
    assert (view.is_over, view.winner, view.reason, view.frozen_at) == (True, None, "voided", None)
    assert sorted(player for player, _ in room.letters("game-over") if player) == sorted(game.players)
    assert list(verify_games(room.workshop)) == []


def test_only_a_frozen_game_is_ended_without_a_result(room: Room) -> None:
    with pytest.raises(ConflictError, match="not frozen"):
        decide(a_game(room), void)


@pytest.mark.parametrize("act", [freeze, thaw])
def test_nothing_is_decided_about_a_game_that_is_over(room: Room, act: _Act) -> None:
    game = a_game(room, "A1", "B1", "A2", "B2", "A3")

    with pytest.raises(GameOverError):
        decide(game, act)


@pytest.mark.parametrize("why", ["", "  \n ", "x" * 301])
def test_a_reason_is_needed_and_not_too_long(room: Room, why: str) -> None:
    with pytest.raises(InputError):
        decide(a_game(room), freeze, why=why)


def test_whoever_plays_a_game_neither_stops_nor_ends_it_but_may_let_it_go_on(room: Room) -> None:
    game = a_game(room, "A1")
    with pytest.raises(NotAllowedError):
        decide(game, freeze, by=game.players[0])
    decide(game, freeze)
    with pytest.raises(NotAllowedError):
        decide(game, void, by=game.players[0])

    assert decide(game, thaw, by=game.players[0]).is_changed


def test_lists_say_that_it_is_frozen_and_that_it_waits_for_nobody(room: Room) -> None:
    game = frozen(room, "A1", "B2")

    with room.workshop.look() as reader:
        found = my_games(reader, game.players[0])

    assert found.your_turn == ()
    assert [line.is_frozen for line in found.their_turn] == [True]


@pytest.mark.both_databases
def test_a_turn_that_waits_sealed_waits_on_and_is_played_afterwards(room: Room) -> None:
    game = a_game(room, ruleset="hide/1")
    game.play("hide A1", seat=0, number=1)
    decide(game, freeze)
    room.clock.move(30 * DAY)

    decide(game, thaw)

    assert [row["since"] is None for row in game.seats()] == [True, False]
    game.play("hide B2", seat=1, number=1)
    assert game.view().turn_number == 2


def test_in_an_untimed_game_there_is_no_deadline_afterwards_either(room: Room) -> None:
    game = frozen(room, "A1", pace="untimed")

    decide(game, thaw)

    assert [row["due_at"] for row in game.seats()] == [None, None]
    assert due(game)["since"] == room.clock.now()
