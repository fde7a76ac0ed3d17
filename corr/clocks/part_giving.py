"""Giving the other player a day: each order once, and within a limit."""

from dataclasses import dataclass, field
from datetime import datetime

from corr.base import notices
from corr.base.notices import NoticeKind
from corr.base.uow import Reader, UnitOfWork
from corr.clocks.gifts import DAY_MS, Given, add_time, check_changeable, given, own_key
from corr.errors import TooManyError
from corr.game.game_row import get_standing_locked
from corr.game.history import Happening, is_recorded, record_event
from corr.game.refusals import check_running
from corr.game.views import ActReceipt
from corr.game.words import EventKind
from corr.games.seats import Seat, other

DAYS_TO_GIVE = 7
"""How many days one player may give the other in a game."""


@dataclass(frozen=True, slots=True)
class GiveTime:
    """A day for the other player."""

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

    :raises NotFoundError: there is no such game.
    :raises NotAllowedError: the player does not play it.
    :raises GameOverError: it is over.
    :raises FrozenError: it is frozen.
    :raises LateError: somebody's time had run out, and the game ends by that.
    :raises ConflictError: it has no time limit.
    :raises TooManyError: no more may be given.
    """
    standing = get_standing_locked(uow, order.game_id)
    mine = standing.get_seat(order.player_id)
    whom = standing.seats[other(mine.seat)]
    key = own_key(f"give {order.player_id}", order.order_key)
    if is_recorded(uow, standing.id, key):
        return ActReceipt(standing.id, f"{whom.name} has 1 day more, as you asked.", repeated=True)
    check_changeable(standing)
    check_running(standing, standing.rules(uow), min(order.received_at, uow.now))
    before = given_by(uow, standing.id, mine.seat)
    if before.days >= DAYS_TO_GIVE:
        raise TooManyError(f"You have given {whom.name} {DAYS_TO_GIVE} days, the most you can give in one game.")
    add_time(uow, standing, [whom], DAY_MS)
    happening = Happening(EventKind.TIME_GIVEN, mine.seat, order.door, amount_ms=DAY_MS, order_key=key)
    record_event(uow, standing.id, standing.turn_number, happening)
    turn, number = (standing.id, standing.turn_number), 2 * before.times + mine.seat
    uow.tell(notices.about_time(NoticeKind.TIME_GIVEN, turn, whom.player_id, number=number, facts={"days": 1}))
    return ActReceipt(standing.id, f"{whom.name} has 1 day more now.")


def given_by(reader: Reader, game_id: str, seat: Seat) -> Given:
    """What the player at *seat* gave the other."""
    return given(reader, game_id, EventKind.TIME_GIVEN, seat)
