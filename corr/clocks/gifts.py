"""Days that a player gives the opponent: each order counts once, within a limit, and the deadline moves."""

from collections.abc import Collection
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from sqlalchemy import func, select

from corr.base import notices
from corr.base.notices import NoticeKind
from corr.base.tokens import own_key
from corr.base.uow import Reader, UnitOfWork
from corr.clocks.seat_clocks import habits_of_seats, recalculated_clock, set_clocks
from corr.core.clock import ClockState
from corr.core.pace import milliseconds
from corr.errors import ConflictError, TooManyError
from corr.game.game_row import GameRow, Seated, get_game_row_locked, show_anew
from corr.game.history import Happening, is_recorded, record_event
from corr.game.refusals import check_not_frozen, check_not_over, check_running
from corr.game.views import ActReceipt
from corr.game.words import EventKind
from corr.games.seats import Seat, other
from corr.store.base import table
from corr.store.tables.games import GameEvent

DAY_MS = milliseconds(timedelta(days=1))
_EVENT = table(GameEvent)
DAYS_TO_GIVE = 7
"""How many days one player may give the other in a game."""


@dataclass(frozen=True, slots=True)
class Given:
    """The time that was given in a game before, by one kind of event."""

    days: int
    times: int


def check_changeable(game_row: GameRow) -> None:
    """
    Check that the clocks of a game can be given time.

    :raises ConflictError: it has no time limit.
    """
    check_not_over(game_row)
    check_not_frozen(game_row)
    if game_row.terms.pace.is_untimed:
        raise ConflictError("This game has no time limit, so no time can be given.")


def given(reader: Reader, game_id: str, kind: EventKind, seat: Seat | None = None) -> Given:
    """The time that was given in a game by one kind of event; only by the player at *seat* if that is not None."""
    found = select(func.coalesce(func.sum(_EVENT.c.amount_ms), 0), func.count()).where(
        _EVENT.c.game_id == game_id, _EVENT.c.kind == kind.value
    )
    if seat is not None:
        found = found.where(_EVENT.c.seat == seat)
    amount_ms, times = reader.connection.execute(found).one()
    return Given(int(amount_ms) // DAY_MS, times)


def add_time(uow: UnitOfWork, game_row: GameRow, seats: Collection[Seated], given_ms: int) -> None:
    """Add time to the banks of *seats*; the deadline of a running clock moves with it."""
    habits = habits_of_seats(uow, seats)
    clocks: dict[int, ClockState] = {}
    for seated in seats:
        if seated.is_due:
            mine = habits[seated.player_id]
            clocks[seated.seat] = recalculated_clock(game_row.terms, seated, mine, now=uow.now, given_ms=given_ms)
        else:
            clocks[seated.seat] = ClockState(seated.bank_ms + given_ms)
    set_clocks(uow, {game_row.id: clocks})
    show_anew(uow, [game_row.id])


@dataclass(frozen=True, slots=True)
class GiveTime:
    """The order to give the opponent a day."""

    game_id: str
    player_id: int
    """Who gives it."""
    order_key: str = field(repr=False)
    """The same key is the same order, however often it comes."""
    door: str
    """How it came: "web" or "mail"."""
    received_at: datetime


def give_time(uow: UnitOfWork, order: GiveTime) -> ActReceipt:
    """
    Give the other player a day; an order that was carried out before changes nothing.

    :raises ConflictError: it has no time limit.
    """
    game_row = get_game_row_locked(uow, order.game_id)
    mine = game_row.get_seat(order.player_id)
    whom = game_row.seats[other(mine.seat)]
    key = own_key(f"give {order.player_id}", order.order_key)
    if is_recorded(uow, game_row.id, key):
        return ActReceipt(game_row.id, f"{whom.name} has 1 day more, as you asked.", repeated=True)
    check_changeable(game_row)
    check_running(uow, game_row, min(order.received_at, uow.now))
    before = given(uow, game_row.id, EventKind.TIME_GIVEN, mine.seat)
    if before.days >= DAYS_TO_GIVE:
        raise TooManyError(f"You have given {whom.name} {DAYS_TO_GIVE} days, the most you can give in one game.")
    add_time(uow, game_row, [whom], DAY_MS)
    happening = Happening(EventKind.TIME_GIVEN, mine.seat, order.door, amount_ms=DAY_MS, order_key=key)
    record_event(uow, game_row.id, game_row.turn_number, happening)
    turn, number = (game_row.id, game_row.turn_number), 2 * before.times + mine.seat
    uow.tell(notices.about_time(NoticeKind.TIME_GIVEN, turn, whom.player_id, number=number, facts={"days": 1}))
    return ActReceipt(game_row.id, f"{whom.name} has 1 day more now.")
