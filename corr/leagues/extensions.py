"""
Extensions: days that an administrator, or an organiser of the game's league, adds for one player or for both, with a
reason and within a limit.
"""

import re
from collections.abc import Collection
from dataclasses import dataclass, field

from sqlalchemy import bindparam, exists, select

from corr.base import notices
from corr.base.notices import NoticeKind
from corr.base.tokens import own_key
from corr.base.uow import Reader, UnitOfWork
from corr.clocks.gifts import DAY_MS, Given, add_time, check_changeable, given
from corr.core.spans import counted
from corr.errors import InputError, NotAllowedError, TooManyError
from corr.game.game_row import GAME, GameRow, get_game_row_locked
from corr.game.history import Happening, is_recorded, read_reason, record_event
from corr.game.views import ActReceipt
from corr.game.words import EventKind
from corr.games.seats import Seat
from corr.leagues.rows import ORGANISER, SEASON, is_organiser
from corr.players.profiles import is_admin
from corr.players.sanctions import Outreach, check_may_reach

DAYS_TO_EXTEND = 30
"""How many days administrators and organisers may add in a game together."""
_RUNS = select(
    exists().where(
        GAME.c.id == bindparam("game"),
        SEASON.c.id == GAME.c.season_id,
        ORGANISER.c.league_id == SEASON.c.league_id,
        ORGANISER.c.player_id == bindparam("player"),
    )
)
_DAYS = re.compile(r"[0-9]{1,2}")


@dataclass(frozen=True, slots=True)
class ExtendTime:
    """An extension as it was typed into a form."""

    game_id: str
    by_player_id: int
    seat: Seat | None
    """The seat whose clock gets the days; None for both."""
    days: str
    reason: str
    order_key: str = field(repr=False)
    """The same key is the same order, however often it comes."""


def extend_time(uow: UnitOfWork, order: ExtendTime) -> ActReceipt:
    """
    Add days to the clock of one player or of both; an order that was carried out before changes nothing.

    :raises GameOverError: it is over.
    :raises FrozenError: it is frozen.
    :raises ConflictError: it has no time limit.
    :raises InputError: the days or the reason cannot be used; the field says which.
    :raises TooManyError: there would be more than `DAYS_TO_EXTEND` days together.
    """
    game_row = get_game_row_locked(uow, order.game_id)
    check_may_extend(uow, order.by_player_id, game_row)
    key = own_key(f"extend {order.by_player_id}", order.order_key)
    seats = [seated for seated in game_row.seats if order.seat in {None, seated.seat}]
    names = " and ".join(seated.name for seated in seats)
    if is_recorded(uow, game_row.id, key):
        return ActReceipt(game_row.id, "This was done already; nothing changed now.", repeated=True)
    check_changeable(game_row)
    days, reason = read_days(order.days), read_reason(order.reason)
    check_may_reach(uow, order.by_player_id, Outreach.REQUIRED_REASON, "reason")
    before = extended(uow, game_row.id)
    _check_room(game_row, before, days)
    add_time(uow, game_row, seats, days * DAY_MS)
    happening = Happening(
        EventKind.TIME_EXTENDED,
        order.seat,
        amount_ms=days * DAY_MS,
        reason=reason,
        by_player_id=order.by_player_id,
        order_key=key,
    )
    record_event(uow, game_row.id, game_row.turn_number, happening)
    _tell_extended(uow, game_row, happening, number=before.times)
    each = " each" if order.seat is None else ""
    return ActReceipt(game_row.id, f"{names} got {counted(days, 'day')} more{each}.")


def may_extend(reader: Reader, player_id: int, players: Collection[int], league_id: str | None = None) -> bool:
    """
    Whether the player may add time in a game between *players*: administrators and the organisers of its league may,
    unless they play it themselves.

    :param league_id: the league that the game belongs to.
    """
    if player_id in players:
        return False
    return is_admin(reader, player_id) or (league_id is not None and is_organiser(reader, league_id, player_id))


def check_may_extend(reader: Reader, player_id: int, game_row: GameRow) -> None:
    """
    Refuse an extension by somebody who may not give any.

    :raises NotAllowedError: the player plays the game, or neither is an administrator nor organises its league.
    """
    plays = game_row.find_seat(player_id) is not None
    if plays or not (is_admin(reader, player_id) or runs_game(reader, game_row.id, player_id)):
        who = "an administrator" if game_row.season_id is None else "an organiser of its league, or an administrator,"
        raise NotAllowedError(f"Only {who} who does not play the game may give time like that.")


def runs_game(reader: Reader, game_id: str, player_id: int) -> bool:
    """Whether the player organises the league that a game belongs to."""
    return bool(reader.connection.execute(_RUNS, {"game": game_id, "player": player_id}).scalar_one())


def extended(reader: Reader, game_id: str) -> Given:
    """The time that administrators and organisers have added; days for both players count once."""
    return given(reader, game_id, EventKind.TIME_EXTENDED)


def read_days(text: str) -> int:
    """
    The number of days that was typed.

    :raises InputError: it is not a whole number from 1 to `DAYS_TO_EXTEND`.
    """
    days = int(text.strip()) if _DAYS.fullmatch(text.strip()) else 0
    if not 1 <= days <= DAYS_TO_EXTEND:
        raise InputError(f"Write a whole number of days from 1 to {DAYS_TO_EXTEND}, in digits.", field="days")
    return days


def _check_room(game_row: GameRow, before: Given, days: int) -> None:
    left = DAYS_TO_EXTEND - before.days
    if days > left:
        rest = (
            f"{counted(left, 'day')} of these {'is' if left == 1 else 'are'} left" if left else "none of these are left"
        )
        who = "Administrators" if game_row.season_id is None else "Organisers and administrators"
        sentence = f"{who} may add {DAYS_TO_EXTEND} days in one game together, and {rest}."
        raise TooManyError(sentence)


def _tell_extended(uow: UnitOfWork, game_row: GameRow, happening: Happening, *, number: int) -> None:
    days = (happening.amount_ms or 0) // DAY_MS
    is_by_admin = happening.by_player_id is None or is_admin(uow, happening.by_player_id)
    by = "An administrator" if is_by_admin else "An organiser of its league"
    for seated in game_row.seats:
        facts = {"days": days, "reason": happening.reason, "seat": happening.seat, "by": by}
        turn = (game_row.id, game_row.turn_number)
        uow.tell(notices.about_time(NoticeKind.TIME_EXTENDED, turn, seated.player_id, number=number, facts=facts))
