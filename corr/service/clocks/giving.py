"""Giving time: a day to the other player, or days by an administrator, each once and within limits."""

import re
from collections.abc import Collection
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from sqlalchemy import bindparam, func, select

from corr.core.pace import milliseconds
from corr.errors import ConflictError, InputError, NotAllowedError, TooManyError
from corr.games.seats import Seat, other
from corr.service import notices
from corr.service.admins import is_admin
from corr.service.clocks.running import ClockColumns, habits_of, reworked, set_clocks, stopped
from corr.service.history import Happening, record_event
from corr.service.notices import NoticeKind
from corr.service.refusals import check_not_frozen, check_not_over, check_running
from corr.service.shown import ActReceipt
from corr.service.standing import Seated, Standing, get_standing_locked, show_anew
from corr.service.uow import Reader, UnitOfWork
from corr.service.words import EventKind
from corr.store.base import table
from corr.store.tables.games import GameEvent

DAYS_TO_GIVE = 7
"""How many days one player may give the other in a game."""
DAYS_TO_EXTEND = 30
"""How many days administrators may add in a game together."""
REASON_LENGTH = 300
_DAY_MS = milliseconds(timedelta(days=1))
_KEY_LENGTH = 200
_DAYS = re.compile(r"[0-9]{1,2}")
_EVENT = table(GameEvent)
_OF_KEY = select(_EVENT.c.id).where(_EVENT.c.game_id == bindparam("game"), _EVENT.c.order_key == bindparam("key"))


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


@dataclass(frozen=True, slots=True)
class ExtendTime:
    """Days that an administrator adds, in the words of a form."""

    game_id: str
    by_player_id: int
    seat: Seat | None
    """Whose clock; None for both."""
    days: str
    reason: str
    order_key: str = field(repr=False)
    """The same key is the same order, however often it comes."""


@dataclass(frozen=True, slots=True)
class Given:
    """What was given in a game before, of one kind."""

    days: int
    times: int


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
    key = _own_key(f"give {order.player_id}", order.order_key)
    if _is_known(uow, standing, key):
        return ActReceipt(standing.id, f"{whom.name} has 1 day more, as you asked.", repeated=True)
    check_not_frozen(standing)
    check_running(standing, standing.rules(uow), min(order.received_at, uow.now))
    _check_timed(standing)
    before = given_by(uow, standing.id, mine.seat)
    if before.days >= DAYS_TO_GIVE:
        raise TooManyError(f"You have given {whom.name} {DAYS_TO_GIVE} days, which is the most in one game.")
    _add(uow, standing, [whom], _DAY_MS)
    happening = Happening(EventKind.TIME_GIVEN, mine.seat, order.door, amount_ms=_DAY_MS, order_key=key)
    record_event(uow, standing.id, standing.turn_number, happening)
    facts = {"days": 1}
    number = 2 * before.times + mine.seat
    uow.tell(notices.about_time(NoticeKind.TIME_GIVEN, _turn(standing), whom.player_id, number=number, facts=facts))
    return ActReceipt(standing.id, f"{whom.name} has 1 day more now.")


def extend_time(uow: UnitOfWork, order: ExtendTime) -> ActReceipt:
    """
    Add days to the clock of one player or of both; an order that was carried out before changes nothing.

    :raises NotFoundError: there is no such game.
    :raises NotAllowedError: the player may not do that.
    :raises GameOverError: it is over.
    :raises FrozenError: it is frozen.
    :raises ConflictError: it has no time limit.
    :raises InputError: the days or the reason cannot be used; the field says which.
    :raises TooManyError: so many days may not be added any more.
    """
    standing = get_standing_locked(uow, order.game_id)
    if not may_extend(uow, order.by_player_id, standing):
        raise NotAllowedError("Only an administrator who does not play the game may give time like that.")
    key = _own_key(f"extend {order.by_player_id}", order.order_key)
    seats = [seated for seated in standing.seats if order.seat in {None, seated.seat}]
    names = " and ".join(seated.name for seated in seats)
    if _is_known(uow, standing, key):
        return ActReceipt(standing.id, "This was done already; nothing changed now.", repeated=True)
    check_not_over(standing)
    check_not_frozen(standing)
    _check_timed(standing)
    days, reason = read_days(order.days), read_reason(order.reason)
    before = extended(uow, standing.id)
    _check_room(before, days)
    _add(uow, standing, seats, days * _DAY_MS)
    happening = Happening(
        EventKind.TIME_EXTENDED,
        order.seat,
        amount_ms=days * _DAY_MS,
        reason=reason,
        by_player_id=order.by_player_id,
        order_key=key,
    )
    record_event(uow, standing.id, standing.turn_number, happening)
    _tell_extended(uow, standing, happening, number=before.times)
    each = " each" if order.seat is None else ""
    return ActReceipt(standing.id, f"{names} got {days_words(days)} more{each}.")


def may_extend(reader: Reader, player_id: int, standing: Standing) -> bool:
    """Whether the player may add time in that game: administrators may, but not where they play themselves."""
    return standing.find_seat(player_id) is None and is_admin(reader, player_id)


def given_by(reader: Reader, game_id: str, seat: Seat) -> Given:
    """What the player at *seat* gave the other."""
    return _given(reader, game_id, EventKind.TIME_GIVEN, seat)


def extended(reader: Reader, game_id: str) -> Given:
    """What administrators added; days for both count once."""
    return _given(reader, game_id, EventKind.TIME_EXTENDED, None)


def days_words(days: int) -> str:
    """So many days, counted."""
    return "1 day" if days == 1 else f"{days} days"


def read_days(text: str) -> int:
    """
    How many days are to be added.

    :raises InputError: it is no number of days that can be.
    """
    days = int(text.strip()) if _DAYS.fullmatch(text.strip()) else 0
    if not 1 <= days <= DAYS_TO_EXTEND:
        raise InputError(f"Write a whole number of days from 1 to {DAYS_TO_EXTEND}, in digits.", field="days")
    return days


def read_reason(text: str) -> str:
    """
    Why time is added, on one line.

    :raises InputError: none is given, or it cannot be shown.
    """
    reason = " ".join(text.split())
    if not reason:
        raise InputError("Write a short reason: both players read it.", field="reason")
    if len(reason) > REASON_LENGTH:
        raise InputError(f"A reason has at most {REASON_LENGTH} letters; this one has {len(reason)}.", field="reason")
    if not reason.isprintable():
        raise InputError("The reason holds signs that cannot be shown; please write it anew.", field="reason")
    return reason


def _own_key(prefix: str, order_key: str) -> str:
    """
    The key of a player's order, which can be none of another's, nor of the service's own.

    :raises InputError: it cannot be used.
    """
    if not 0 < len(order_key) <= _KEY_LENGTH or not order_key.isprintable():
        raise InputError("The key of this form cannot be used; please load the page again.", field="order_key")
    return f"{prefix} {order_key}"


def _is_known(reader: Reader, standing: Standing, key: str) -> bool:
    return reader.connection.execute(_OF_KEY, {"game": standing.id, "key": key}).first() is not None


def _check_timed(standing: Standing) -> None:
    if standing.terms.pace.is_untimed:
        raise ConflictError("This game has no time limit, so no time can be given.")


def _check_room(before: Given, days: int) -> None:
    left = DAYS_TO_EXTEND - before.days
    if days > left:
        rest = f"{days_words(left)} of these {'is' if left == 1 else 'are'} left" if left else "none of these are left"
        sentence = f"Administrators may add {DAYS_TO_EXTEND} days in one game together, and {rest}."
        raise TooManyError(sentence)


def _given(reader: Reader, game_id: str, kind: EventKind, seat: Seat | None) -> Given:
    found = select(func.coalesce(func.sum(_EVENT.c.amount_ms), 0), func.count()).where(
        _EVENT.c.game_id == game_id, _EVENT.c.kind == kind.value
    )
    if seat is not None:
        found = found.where(_EVENT.c.seat == seat)
    amount_ms, times = reader.connection.execute(found).one()
    return Given(int(amount_ms) // _DAY_MS, times)


def _add(uow: UnitOfWork, standing: Standing, seats: Collection[Seated], given_ms: int) -> None:
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


def _tell_extended(uow: UnitOfWork, standing: Standing, happening: Happening, *, number: int) -> None:
    days = (happening.amount_ms or 0) // _DAY_MS
    for seated in standing.seats:
        facts = {"days": days, "reason": happening.reason, "seat": happening.seat}
        turn = _turn(standing)
        uow.tell(notices.about_time(NoticeKind.TIME_EXTENDED, turn, seated.player_id, number=number, facts=facts))


def _turn(standing: Standing) -> tuple[str, int]:
    return standing.id, standing.turn_number
