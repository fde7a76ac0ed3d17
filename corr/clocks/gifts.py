"""What giving time and extending it have in common: each happens once, and moves the deadlines of clocks that run."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import timedelta

from sqlalchemy import func, select

from corr.base.uow import Reader, UnitOfWork
from corr.clocks.seat_clocks import ClockColumns, habits_of, reworked, set_clocks, stopped
from corr.core.pace import milliseconds
from corr.errors import ConflictError, InputError
from corr.game.game_row import Seated, Standing, show_anew
from corr.game.refusals import check_not_frozen, check_not_over
from corr.game.words import EventKind
from corr.games.seats import Seat
from corr.store.base import table
from corr.store.tables.games import GameEvent

DAY_MS = milliseconds(timedelta(days=1))
_KEY_LENGTH = 200
_EVENT = table(GameEvent)


@dataclass(frozen=True, slots=True)
class Given:
    """What was given in a game before, of one kind."""

    days: int
    times: int


def check_changeable(standing: Standing) -> None:
    """
    Refuse what can be done only in a game whose clocks run.

    :raises GameOverError: it is over.
    :raises FrozenError: it is frozen.
    :raises ConflictError: it has no time limit.
    """
    check_not_over(standing)
    check_not_frozen(standing)
    if standing.terms.pace.is_untimed:
        raise ConflictError("This game has no time limit, so no time can be given.")


def own_key(prefix: str, order_key: str) -> str:
    """
    The key of a player's order, which can be none of another's, nor of the service's own.

    :raises InputError: it cannot be used.
    """
    if not 0 < len(order_key) <= _KEY_LENGTH or not order_key.isprintable():
        raise InputError("The key of this form cannot be used; please load the page again.", field="order_key")
    return f"{prefix} {order_key}"


def given(reader: Reader, game_id: str, kind: EventKind, seat: Seat | None = None) -> Given:
    """What was given in a game, of one kind; by the player at *seat* alone if there is one."""
    found = select(func.coalesce(func.sum(_EVENT.c.amount_ms), 0), func.count()).where(
        _EVENT.c.game_id == game_id, _EVENT.c.kind == kind.value
    )
    if seat is not None:
        found = found.where(_EVENT.c.seat == seat)
    amount_ms, times = reader.connection.execute(found).one()
    return Given(int(amount_ms) // DAY_MS, times)


def add_time(uow: UnitOfWork, standing: Standing, seats: Collection[Seated], given_ms: int) -> None:
    """Put time into the banks of *seats*; the deadline of a clock that runs moves with it."""
    since = min([seated.since for seated in seats if seated.since is not None], default=uow.now)
    habits = habits_of(uow, [seated.player_id for seated in seats], since=since)
    clocks: dict[int, ClockColumns] = {}
    for seated in seats:
        if seated.is_due:
            mine = habits[seated.player_id]
            clocks[seated.seat] = reworked(standing.terms, seated, mine, now=uow.now, given_ms=given_ms)
        else:
            clocks[seated.seat] = stopped(seated.bank_ms + given_ms)
    set_clocks(uow, standing.id, clocks)
    show_anew(uow, [standing.id])
