"""The leaves of players: as the table holds them, in words, and read from what people write."""

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from typing import NamedTuple

from sqlalchemy import bindparam, select

from corr.base.time_zones import zone_of, zone_words
from corr.base.uow import Reader, UnitOfWork
from corr.clocks.seat_clocks import CLOCK_PREFERENCE, LEAVE, preferences_in
from corr.core.clock import Habits
from corr.core.days_off import ForDays, OnDates, Span, TakenLeave, Wish, balance, merged, midnight, next_day_at
from corr.errors import InputError
from corr.game.game_row import PLAYER
from corr.store.base import columns_of
from corr.store.compiled_statements import CompiledQuery
from corr.store.tables.clocks import LeaveKind

_MOMENT = timedelta(microseconds=1)
_PAST = 50
"""How many past leaves are shown."""
_LOCK = select(PLAYER.c.id).where(PLAYER.c.id == bindparam("player")).with_for_update(key_share=True)


class _OwnedRow(NamedTuple):
    """A player with one leave; of a player without any, all that belongs to a leave is None."""

    zone: str
    created_at: datetime
    rest_days: str | None
    reminder_hours: str | None
    automatic_leave: bool | None
    id: int | None
    kind: str
    begins_at: datetime
    ends_at: datetime
    days: int
    booked_at: datetime
    order_key: str | None


_OWNER_AND_LEAVES = CompiledQuery(
    select(PLAYER.c.zone, PLAYER.c.created_at, *columns_of(_OwnedRow._fields[2:], CLOCK_PREFERENCE, LEAVE))
    .outerjoin_from(PLAYER, CLOCK_PREFERENCE, CLOCK_PREFERENCE.c.player_id == PLAYER.c.id)
    .outerjoin(LEAVE, LEAVE.c.player_id == PLAYER.c.id)
    .where(PLAYER.c.id == bindparam("player"))
    .order_by(LEAVE.c.begins_at, LEAVE.c.id),
    _OwnedRow,
)


class _AheadRow(NamedTuple):
    player_id: int
    begins_at: datetime
    ends_at: datetime


_AHEAD = CompiledQuery(
    select(LEAVE.c.player_id, LEAVE.c.begins_at, LEAVE.c.ends_at)
    .where(
        LEAVE.c.player_id.in_(bindparam("players", expanding=True)),
        LEAVE.c.ends_at > bindparam("now"),
        LEAVE.c.ends_at > LEAVE.c.begins_at,
    )
    .order_by(LEAVE.c.player_id, LEAVE.c.begins_at),
    _AheadRow,
)
HOW_TO_WRITE = "Write “away 7d” for seven days from now on, or “away 2026-12-20 to 2027-01-03”, the last day included."
_DATE_FORM = "Dates are written as year, month and day, such as 2026-12-20."
_DAYS = re.compile(r"(?:for )?(-?[0-9]{1,9}) ?(d|days?|w|weeks?)?", re.ASCII)
_DAY = r"([0-9]{1,4}[-./][0-9]{1,2}[-./][0-9]{1,4})"
_DATES = re.compile(rf"(?:from )?{_DAY} ?(?:to|until|till|-|and) ?{_DAY}", re.ASCII)
_UNTIL = re.compile(rf"(?:until|till|to) {_DAY}", re.ASCII)
_DATE = re.compile(r"([0-9]{4})-([0-9]{1,2})-([0-9]{1,2})", re.ASCII)
_SHOWN = 20
_WEEK = 7


def day_words(moment: datetime, zone: str) -> str:
    """The day of a moment: "Sun 3 Jan 2027"."""
    local = moment.astimezone(zone_of(zone))
    return f"{local:%a} {local.day} {local:%b %Y}"


def moment_words(moment: datetime, zone: str) -> str:
    """A moment where somebody lives: "Sun 3 Jan 2027, 14:05 (Europe/Berlin)"."""
    local = moment.astimezone(zone_of(zone))
    return f"{day_words(moment, zone)}, {local:%H:%M} ({zone_words(zone)})"


def last_day_words(end: datetime, zone: str) -> str:
    """The last day of a leave that ends at *end*: one that ends at midnight ends with the day before."""
    return day_words(end - _MOMENT, zone)


def dates_words(span: Span, zone: str) -> str:
    """
    From which day to which: "from Sun 20 Dec 2026 to Sun 3 Jan 2027"; where a day is not whole, with the times of day
    and the zone.
    """
    place = zone_of(zone)
    begin, end = span.begin.astimezone(place), span.end.astimezone(place)
    if any(moment != midnight(moment.date(), place) for moment in (begin, end)):
        return f"from {day_words(begin, zone)}, {begin:%H:%M} to {moment_words(end, zone)}"
    first, last = day_words(begin, zone), last_day_words(end, zone)
    return f"on {first}" if first == last else f"from {first} to {last}"


@dataclass(frozen=True, slots=True)
class LeaveLine:
    """One leave of a player."""

    id: int
    begins_at: datetime
    ends_at: datetime
    """Not included."""
    days: int
    """How many days of leave it costs."""
    is_automatic: bool
    booked_at: datetime
    order_key: str | None

    @property
    def span(self) -> Span:
        """The time from its begin to its end."""
        return Span(self.begins_at, self.ends_at)

    @property
    def is_called_off(self) -> bool:
        """Whether it was called off before it began: then it takes no time at all."""
        return self.ends_at <= self.begins_at


@dataclass(frozen=True, slots=True)
class LeaveOwner:
    """A player with all leaves that the player has ever taken."""

    player_id: int
    zone: str
    joined_at: datetime
    preferences: Habits
    """The player's habits without leaves."""
    leaves: tuple[LeaveLine, ...]
    """Ordered by their begins."""

    @property
    def habits(self) -> Habits:
        """All that the player's clocks depend on."""
        spans = (leave.span for leave in self.leaves if not leave.is_called_off)
        return replace(self.preferences, leaves=tuple(spans))

    def with_leave(self, leave: LeaveLine) -> "LeaveOwner":
        """The same with *leave*, in the place of what it was before."""
        leaves = (*(one for one in self.leaves if one.id != leave.id), leave)
        return replace(self, leaves=tuple(sorted(leaves, key=lambda one: one.begins_at)))

    def days_left(self, now: datetime) -> int:
        """How many days of leave the player has left."""
        return balance(self.joined_at, self._taken(), now)

    def next_day_at(self, now: datetime) -> datetime | None:
        """When the next day is earned; None if the player has the most that there can be."""
        return next_day_at(self.joined_at, self._taken(), now)

    def find(self, leave_id: int) -> LeaveLine | None:
        """The leave of that id, if it is one of this player's."""
        return next((leave for leave in self.leaves if leave.id == leave_id), None)

    def current(self, now: datetime) -> LeaveLine | None:
        """The leave that the player is on."""
        return next((leave for leave in self.leaves if leave.span.holds(now)), None)

    def _taken(self) -> Iterable[TakenLeave]:
        return (TakenLeave(leave.booked_at, leave.days) for leave in self.leaves)


@dataclass(frozen=True, slots=True)
class NearLeave:
    """The leave that a player is on, or is about to begin."""

    id: int
    ends_at: datetime
    span: Span
    """With leaves that follow at once."""
    is_running: bool


@dataclass(frozen=True, slots=True)
class LeaveView:
    """A player's days of leave, and the leaves that the player sees."""

    balance: int
    """How many days are left."""
    next_day_at: datetime | None
    """When the next day is earned; None if the player has the most that there can be."""
    current: LeaveLine | None
    planned: tuple[LeaveLine, ...]
    past: tuple[LeaveLine, ...]
    """Newest first."""
    zone: str
    """The player's time zone."""


def owner_of(reader: Reader, player_id: int) -> LeaveOwner:
    """A player with all leaves of the player."""
    rows = reader.rows(_OWNER_AND_LEAVES, {"player": player_id})
    leaves = tuple(_leave_line(row) for row in rows if row.id is not None)
    row = rows[0]
    preferences = preferences_in(row.zone, row.rest_days, row.reminder_hours, automatic_leave=row.automatic_leave)
    return LeaveOwner(player_id, zone_of(row.zone).key, row.created_at, preferences, leaves)


def owner_locked(uow: UnitOfWork, player_id: int) -> LeaveOwner:
    """
    The same, locked: until the transaction ends, nobody else takes or ends a leave of the player, or starts a game with
    the player.
    """
    # Read by a statement of its own, which finds what others changed while this one waited for the lock.
    uow.connection.execute(_LOCK, {"player": player_id}).one()
    return owner_of(uow, player_id)


def leave_view(reader: Reader, player_id: int) -> LeaveView:
    """A player's leave now."""
    owner, now = owner_of(reader, player_id), reader.now
    real = [leave for leave in owner.leaves if not leave.is_called_off]
    past = [leave for leave in real if leave.ends_at <= now]
    return LeaveView(
        balance=owner.days_left(now),
        next_day_at=owner.next_day_at(now),
        current=owner.current(now),
        planned=tuple(leave for leave in real if leave.begins_at > now),
        past=tuple(reversed(past))[:_PAST],
        zone=owner.zone,
    )


def away_until(reader: Reader, player_ids: Collection[int]) -> Mapping[int, datetime]:
    """Until when each of *player_ids* who is on leave now is away; a leave that follows at once is included."""
    if not player_ids:
        return {}
    asked = {"players": list(player_ids), "now": reader.now}
    spans: dict[int, list[Span]] = {}
    for row in reader.rows(_AHEAD, asked):
        spans.setdefault(row.player_id, []).append(Span(row.begins_at, row.ends_at))
    now = {player_id: next(merged(found)) for player_id, found in spans.items()}
    return {player_id: span.end for player_id, span in now.items() if span.holds(reader.now)}


def find_leave_ahead(reader: Reader, player_id: int) -> NearLeave | None:
    """The leave that a player is on, or else the next one that is planned; None if there is none."""
    ahead = [leave for leave in owner_of(reader, player_id).leaves if _is_ahead(leave, reader.now)]
    if not ahead:
        return None
    span = next(merged(leave.span for leave in ahead))
    return NearLeave(ahead[0].id, ahead[0].ends_at, span, is_running=span.holds(reader.now))


def _is_ahead(leave: LeaveLine, now: datetime) -> bool:
    return leave.ends_at > now and not leave.is_called_off


def _leave_line(row: _OwnedRow) -> LeaveLine:
    assert row.id is not None
    is_automatic = row.kind == LeaveKind.AUTOMATIC.value
    return LeaveLine(row.id, row.begins_at, row.ends_at, row.days, is_automatic, row.booked_at, row.order_key)


def read_absence(reader: Reader, player_id: int, text: str) -> Wish:
    """
    The days that somebody is away, read from what follows "away" in a mail: "7d", "2026-12-20 to 2027-01-03", "until
    2027-01-03".

    :raises InputError: it names no days; the sentence says what to write instead.
    """
    words = " ".join(text.split())
    if found := _DAYS.fullmatch(words):
        return ForDays(int(found[1]) * (_WEEK if (found[2] or "").startswith("w") else 1))
    if found := _UNTIL.fullmatch(words):
        return OnDates(_today(reader, player_id), read_date(found[1]))
    if found := _DATES.fullmatch(words):
        return OnDates(read_date(found[1], "first"), read_date(found[2], "last"))
    said = f"“{words[:_SHOWN]}” does not say" if words else "That does not say"
    raise InputError(f"{said} for which days you are away.", field="days")


def read_date(text: str, field: str = "last") -> date:
    """
    The date that is written like "2026-12-20".

    :raises InputError: it is no date.
    """
    found = _DATE.fullmatch(text.strip())
    if found is None:
        raise InputError(f"“{text.strip()[:_SHOWN]}” is not a date. {_DATE_FORM}", field=field)
    try:
        return date(int(found[1]), int(found[2]), int(found[3]))
    except ValueError:
        raise InputError(f"There is no day {found[0]} in the calendar.", field=field) from None


def _today(reader: Reader, player_id: int) -> date:
    return reader.now.astimezone(zone_of(owner_of(reader, player_id).zone)).date()
