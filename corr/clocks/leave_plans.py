"""The effects of a leave on a player's games: which clocks stand still, which go on, and which deadlines move."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta

from corr.base.time_zones import zone_of
from corr.base.uow import Reader
from corr.clocks.leave import LeaveLine, LeaveOwner, dates_words, day_words, owner_of
from corr.clocks.seat_clocks import recalculated_clock
from corr.core.clock import ClockState, Habits
from corr.core.days_off import ForDays, Span, Wish, days_of, days_used, span_of
from corr.core.spans import counted
from corr.errors import ConflictError, InputError, NotFoundError
from corr.game.game_row import GameRow, Seated, running_game_rows
from corr.games.seats import other

_AHEAD = timedelta(days=365)
_LONGEST_WAY = timedelta(hours=1)
"""How late a mail may be handled and its leave still begin when the mail came: a deadline waits for it as long."""
_NOT_YOURS = "You have no such leave."


@dataclass(frozen=True, slots=True)
class GameName:
    """The name of a game for one of its players."""

    id: str
    title: str
    opponent: str


@dataclass(frozen=True, slots=True)
class Moved:
    """A deadline that moves."""

    game: GameName
    was: datetime
    will_be: datetime


@dataclass(frozen=True, slots=True)
class LeavePlan:
    """The effects of taking a leave."""

    span: Span
    days: int
    """How many days of leave it costs."""
    days_left: int
    """How many days of leave are left after it."""
    standing: tuple[GameName, ...]
    """Games in which the player's clock stands still during the leave."""
    going_on: tuple[GameName, ...]
    """Games that exclude leave: their deadlines stay as they are."""


@dataclass(frozen=True, slots=True)
class ReturnPlan:
    """The effects of coming back from a leave, or of calling it off before it begins."""

    leave: LeaveLine
    """The leave as it would be afterwards."""
    days_back: int
    """How many days of leave are given back."""
    days_left: int
    """How many days of leave there are afterwards."""
    moved: tuple[Moved, ...]
    """The deadlines that move; all of them to an earlier moment."""


def plan_leave(reader: Reader, player_id: int, wish: Wish) -> LeavePlan:
    """
    The effects of a leave as wished.

    :raises InputError: no such leave can be taken.
    """
    return planned(reader, owner_of(reader, player_id), wish, running_game_rows(reader, player_id))


def plan_return(reader: Reader, player_id: int, leave_id: int) -> ReturnPlan:
    """
    The effects of ending that leave now.

    :raises ConflictError: it is over.
    """
    owner = owner_of(reader, player_id)
    leave = find_unended(owner, leave_id, reader.now)
    return returned(reader, owner, leave, running_game_rows(reader, player_id))


def planned(
    reader: Reader, owner: LeaveOwner, wish: Wish, games: Iterable[GameRow], *, begin: datetime | None = None
) -> LeavePlan:
    """
    The same as `plan_leave`, for rows that were read already.

    :param begin: when the player asked for it, if that was before now: a number of days counts from then.
    :raises InputError: no such leave can be taken.
    """
    earliest = reader.now if begin is None else min(reader.now, max(begin, reader.now - _LONGEST_WAY))
    span = _allowed_span(owner, wish, reader.now, earliest)
    days = days_of(wish)
    games = tuple(games)
    standing, going_on = (
        tuple(name_of(reader, game, owner.player_id) for game in games if is_so(game))
        for is_so in (_allows_leave, excludes_leave)
    )
    return LeavePlan(span, days, owner.days_left(reader.now) - days, standing, going_on)


def soonest_first(moved: Iterable[Moved]) -> tuple[Moved, ...]:
    """Deadlines in the order in which they will come."""
    return tuple(sorted(moved, key=lambda one: one.will_be))


def returned(reader: Reader, owner: LeaveOwner, leave: LeaveLine, games: Iterable[GameRow]) -> ReturnPlan:
    """The same as `plan_return`, for rows that were read already."""
    ended = ended_now(leave, reader.now)
    after = owner.with_leave(ended)
    habits = after.habits
    moved = []
    for game in games:
        mine = game.get_seat(owner.player_id)
        anew = find_moved_clock(reader, game, mine, habits, may_shorten=True)
        if anew is not None and anew.due_at is not None and mine.due_at is not None:
            moved.append(Moved(name_of(reader, game, owner.player_id), mine.due_at, anew.due_at))
    return ReturnPlan(ended, leave.days - ended.days, after.days_left(reader.now), soonest_first(moved))


def find_unended(owner: LeaveOwner, leave_id: int, now: datetime) -> LeaveLine:
    """
    The leave of that id, which has not ended.

    :raises ConflictError: it is over.
    """
    leave = owner.find(leave_id)
    if leave is None:
        raise NotFoundError(_NOT_YOURS)
    if leave.ends_at <= now or leave.is_called_off:
        raise ConflictError("That leave is over already.")
    return leave


def ended_now(leave: LeaveLine, now: datetime) -> LeaveLine:
    """*leave* as it is when its player comes back now: one that has not begun is called off."""
    if leave.begins_at > now:
        return replace(leave, ends_at=leave.begins_at, days=0)
    return replace(leave, ends_at=now, days=days_used(leave.span, leave.days, now))


def find_moved_clock(
    reader: Reader, game: GameRow, mine: Seated, habits: Habits, *, may_shorten: bool = False
) -> ClockState | None:
    """The player's clock calculated anew; None if it does not run, or its deadline does not move."""
    if mine.due_at is None or not game.terms.allows_leave:
        return None
    anew = recalculated_clock(game.terms, mine, habits, now=reader.now, may_shorten=may_shorten)
    return None if anew.due_at == mine.due_at else anew


def excludes_leave(game: GameRow) -> bool:
    """Whether the clocks of *game* run while their players are on leave."""
    return not game.terms.allows_leave and not game.terms.pace.is_untimed


def name_of(reader: Reader, game: GameRow, player_id: int) -> GameName:
    """The name of a game for one of its players."""
    opponent = game.seats[other(game.get_seat(player_id).seat)].name
    return GameName(game.id, game.rules(reader).info.title, opponent)


def _allows_leave(game: GameRow) -> bool:
    return game.terms.allows_leave and not game.terms.pace.is_untimed


def _allowed_span(owner: LeaveOwner, wish: Wish, now: datetime, earliest: datetime) -> Span:
    """
    The time that a leave takes, which must lie ahead, not too far, and overlap no other leave.

    :raises InputError: it does not.
    """
    _check_wish(wish, now.astimezone(zone_of(owner.zone)).date())
    # This comes before any midnight is calculated: many days would lead beyond the end of the calendar.
    _check_balance(owner, days_of(wish), now)
    # A leave asked for by a mail that was handled late does not begin before an earlier leave has ended.
    earliest = max([earliest, *(leave.ends_at for leave in owner.leaves if leave.ends_at <= now)])
    running = owner.current(now)
    # A leave that began automatically can be prolonged; its own days are paid for already.
    if running is not None and running.is_automatic:
        earliest = running.ends_at
    span = span_of(wish, earliest, owner.zone)
    if span.end <= span.begin:
        raise InputError("You are on leave for all of that time already.", field="last")
    for leave in owner.leaves:
        if not leave.is_called_off and leave.begins_at < span.end and span.begin < leave.ends_at:
            named = dates_words(leave.span, owner.zone)
            raise InputError(
                f"You have a leave in that time already: {named}. Two leaves cannot overlap.", field="first"
            )
    return span


def _check_wish(wish: Wish, today: date) -> None:
    """Refuse a leave of no days, one in the past, and one too far ahead."""
    if isinstance(wish, ForDays):
        if wish.days < 1:
            raise InputError("A leave takes whole days, and at least one.", field="days")
        return
    if wish.first < today:
        raise InputError("A leave cannot begin in the past; it can begin today.", field="first")
    if wish.first > today + _AHEAD:
        raise InputError("A leave can begin up to 365 days ahead.", field="first")
    if wish.last < wish.first:
        raise InputError("The last day of a leave cannot lie before its first day.", field="last")


def _check_balance(owner: LeaveOwner, days: int, now: datetime) -> None:
    left = owner.days_left(now)
    if days <= left:
        return
    have = f"You have {counted(left, 'day')} of leave" if left else "You have no day of leave"
    next_at = owner.next_day_at(now)
    more = f"; the next one comes on {day_words(next_at, owner.zone)}" if next_at else ""
    raise InputError(f"{have}, and that would take {counted(days, 'day')}{more}.", field="days")
