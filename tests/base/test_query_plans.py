"""What is asked again and again is found by an index, however many mails and letters there were before."""

from collections.abc import Callable, Sequence
from datetime import timedelta
from functools import partial

import pytest
from sqlalchemy import insert

from corr.administration.purge import purge
from corr.base import delivery_ledger
from corr.base.uow import UnitOfWork
from corr.clocks.leave import away_until
from corr.clocks.outages import credit_game, credit_next
from corr.clocks.reminders import remind_next
from corr.game.game_row import get_game_row_locked, running_game_rows
from corr.mail.queues import (
    circuit_breaker,
    digests,
    held_orders,
    inbox,
    inbox_limits,
    letter_queue,
    mail_history,
    outbox,
    parked_mails,
    round_trips,
)
from corr.play.deadlines import enforce_next_deadline
from corr.play.game_lists import my_games
from corr.play.lifecycle import NewGame, start_game
from corr.players import address_reputation
from corr.players.profiles import make_player
from corr.players.sign_in_letters import are_letters_slow
from corr.store.base import table
from corr.store.tables.clocks import Outage
from tests.playing import Room, a_room, statements_of, terms

HOUR = timedelta(hours=1)

SMALL = frozenset({"breaker", "outage", "session", "sign_in"})
"""Tables with a row for each relay, browser or outage, or of the last day alone."""
PARTS = frozenset({"found", "waiting", "which", "ended", "CONSTANT", "(subquery-1)", "(subquery-8)"})
"""What a statement has put together before."""


def credit_a_game(uow: UnitOfWork) -> None:
    """Give back the time of an outage to a game: to both of its clocks at once, and then to all."""
    ada, bob = (make_player(uow, name, f"{name}@example.org", "UTC", is_demo=False) for name in ("Ada", "Bob"))
    game_id = start_game(uow, NewGame("tiny/1", {}, terms("3d/turn"), (ada, bob)))
    outage = table(Outage)
    uow.connection.execute(insert(outage).values(began_at=uow.now - HOUR, ended_at=uow.now + HOUR))
    assert credit_game(uow, get_game_row_locked(uow, game_id)).version > 0
    while credit_next(uow):
        pass


def inherit(uow: UnitOfWork) -> None:
    """Look for those who died, and take up what one of them had in hand."""
    circuit_breaker.owners_in_hand(uow)
    circuit_breaker.release(uow, "one", None)


WORKS: Sequence[Callable[[UnitOfWork], object]] = (
    partial(outbox.sender_view, owner="one", relay="relay"),
    partial(outbox.claim_letters, owner="one", most=20),
    partial(inbox.claim_mail, owner="one"),
    credit_a_game,
    enforce_next_deadline,
    inherit,
    remind_next,
    partial(away_until, player_ids=[1]),
    partial(running_game_rows, player_id=1),
    partial(my_games, player_id=1),
    digests.digest_next,
    purge,
    letter_queue.queue,
    parked_mails.parked,
    parked_mails.parked_count,
    partial(delivery_ledger.ledger, player_id=1),
    partial(inbox_limits.find_by_tokens, given=[inbox_limits.GivenTokens("x", "x", "x")] * 3),
    partial(mail_history.mails_of, player_id=1),
    partial(round_trips.last_round_trip, player_id=1),
    partial(held_orders.find_held, token="x"),
    partial(held_orders.find_held_of_mail, player_id=1, inbox_id=1),
    partial(held_orders.held_of_game, player_id=1, game_id="x"),
    partial(address_reputation.note_report, token="x", kind="failed", status="", words=""),
)


def plans_of(room: Room, work: Callable[[UnitOfWork], object]) -> list[str]:
    """How SQLite goes about every statement of *work*."""
    with statements_of(room) as statements, room.workshop.open() as uow:
        work(uow)
    asked = [found for found in statements if found.startswith(("SELECT", "UPDATE", "DELETE", "WITH"))]
    assert asked != []
    with room.workshop.look() as reader:
        return [
            str(line[3])
            for statement in asked
            for line in reader.connection.exec_driver_sql(
                f"EXPLAIN QUERY PLAN {statement}", (None,) * statement.count("?")
            )
        ]


@pytest.mark.parametrize("work", WORKS, ids=lambda work: getattr(work, "func", work).__name__)
def test_no_table_that_grows_is_looked_at_row_by_row(sqlite_url: str, work: Callable[[UnitOfWork], object]) -> None:
    with a_room(sqlite_url) as room:
        plans = plans_of(room, work)

    looked_through = {plan.split()[1] for plan in plans if plan.startswith("SCAN ")}
    assert looked_through <= SMALL | PARTS
    assert not [plan for plan in plans if "AUTOMATIC" in plan]


def test_a_tick_looks_only_at_clocks_that_ran_out_however_many_games_are_played(sqlite_url: str) -> None:
    with a_room(sqlite_url) as room:
        plans = plans_of(room, enforce_next_deadline)

    looked_up = [plan.split()[4] for plan in plans if plan.startswith("SEARCH game_seat ")]
    assert looked_up == ["ix_game_seat_due", "ix_game_seat_held", "ix_game_seat_look"]
    assert not [plan for plan in plans if "ix_game_state" in plan]


def test_a_page_looks_at_no_more_of_a_long_line_of_letters_than_its_oldest_place(sqlite_url: str) -> None:
    with a_room(sqlite_url) as room:
        plans = plans_of(room, are_letters_slow)

    assert [plan for plan in plans if "sign_in" in plan] == ["SCAN sign_in USING INDEX ix_sign_in_oldest"]
