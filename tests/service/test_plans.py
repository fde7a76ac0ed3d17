"""What is asked again and again is found by an index, however many mails and letters there were before."""

from collections.abc import Callable, Sequence
from datetime import timedelta
from functools import partial

import pytest
from sqlalchemy import insert

from corr.service.clocks.crediting import credit_next
from corr.service.clocks.deadlines import enforce_next_deadline
from corr.service.clocks.leave.rows import away_until
from corr.service.clocks.owing import get_standing_credited
from corr.service.clocks.reminding import remind_next
from corr.service.games import NewGame, start_game
from corr.service.lists import my_games
from corr.service.mail import (
    deliveries,
    digests,
    estates,
    held,
    inbox,
    mails,
    outbox,
    parked,
    queue,
    recipients,
    round_trips,
    standings,
)
from corr.service.players import make_player
from corr.service.sign_in_letters import are_letters_slow
from corr.service.standing import running_standings
from corr.service.uow import UnitOfWork
from corr.service.upkeep.purging import purge
from corr.store.base import table
from corr.store.tables.clocks import Outage
from tests.playing import Room, a_room, statements_of, terms

HOUR = timedelta(hours=1)

SMALL = frozenset({"breaker", "outage", "session", "sign_in"})
"""Tables with a row for each relay, browser or outage, or of the last day alone."""
PARTS = frozenset({"found", "waiting", "CONSTANT", "(subquery-1)"})
"""What a statement has put together before."""


def credit_a_game(uow: UnitOfWork) -> None:
    """Give back the time of an outage to a game: to both of its clocks at once, and then to all."""
    ada, bob = (make_player(uow, name, f"{name}@example.org", "UTC", is_demo=False) for name in ("Ada", "Bob"))
    game_id = start_game(uow, NewGame("tiny/1", {}, terms("3d/turn"), (ada, bob)))
    outage = table(Outage)
    uow.connection.execute(insert(outage).values(began_at=uow.now - HOUR, ended_at=uow.now + HOUR))
    assert get_standing_credited(uow, game_id).version > 0
    while credit_next(uow):
        pass


def inherit(uow: UnitOfWork) -> None:
    """Look for those who died, and take up what one of them had in hand."""
    estates.owners_in_hand(uow)
    estates.release(uow, "one", None)


WORKS: Sequence[Callable[[UnitOfWork], object]] = (
    outbox.has_due,
    partial(outbox.claim_letters, owner="one", most=20),
    partial(inbox.claim_mail, owner="one"),
    credit_a_game,
    enforce_next_deadline,
    inherit,
    remind_next,
    partial(away_until, player_ids=[1]),
    partial(running_standings, player_id=1),
    partial(my_games, player_id=1),
    digests.digest_next,
    purge,
    queue.queue,
    parked.parked,
    parked.parked_count,
    partial(deliveries.ledger, player_id=1),
    partial(recipients.find_by_token, reply="x", unsubscribe="x", bounce="x"),
    partial(mails.mails_of, player_id=1),
    partial(round_trips.last_round_trip, player_id=1),
    partial(held.find_held, token="x"),
    partial(held.find_held_of_mail, player_id=1, inbox_id=1),
    partial(held.held_of_game, player_id=1, game_id="x"),
    partial(standings.note_report, token="x", kind="failed", status="", words=""),
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


def test_neither_lapsed_nor_held_clocks_lie_in_the_way_of_a_deadline(sqlite_url: str) -> None:
    with a_room(sqlite_url) as room:
        plans = plans_of(room, enforce_next_deadline)

    looked_up = [plan.split() for plan in plans if plan.startswith("SEARCH game_seat ")]
    # The last is a look at the other seat of one game, by its key.
    by_key = "sqlite_autoindex_game_seat_1"
    assert [words[4] for words in looked_up] == ["ix_game_seat_due", "ix_game_seat_held", by_key]


def test_a_page_looks_at_no_more_of_a_long_line_of_letters_than_its_oldest_place(sqlite_url: str) -> None:
    with a_room(sqlite_url) as room:
        plans = plans_of(room, are_letters_slow)

    assert [plan for plan in plans if "sign_in" in plan] == ["SCAN sign_in USING INDEX ix_sign_in_oldest"]
