"""A player's preferences for all clocks: reminders, automatic leave and rest days."""

import re
from collections.abc import Collection
from dataclasses import dataclass

from sqlalchemy import select, update

from corr.base.uow import Reader, UnitOfWork
from corr.clocks.leave import owner_of
from corr.clocks.seat_clocks import CLOCK_PREFERENCE, kept_leads, recalculated_clock, set_clocks
from corr.clocks.take_leave import lock_leaves
from corr.core.clock import USUAL_LEADS
from corr.core.days_off import MOST_REST_DAYS, USUAL_REST_DAYS
from corr.errors import InputError
from corr.store.base import add_new

_MOST_LEADS = 4
_LONGEST_LEAD = 336
"""In hours: 14 days."""

_LEAD = re.compile(r"([0-9]{1,4})\s*(h|hours?|d|days?)?", re.ASCII)
_WEEK = frozenset(range(1, 8))
_DAY = 24
_EXAMPLE = "Write reminders like “24h, 4h”, with h for hours and d for days; leave the field empty for none."


@dataclass(frozen=True, slots=True)
class ClockPreferences:
    """A player's preferences for all clocks."""

    leads: tuple[int, ...] = USUAL_LEADS
    """How many hours before a deadline reminders go out, largest first."""
    has_automatic_leave: bool = True
    """Whether a day of leave begins automatically when a deadline has passed."""
    rest_days: str = USUAL_REST_DAYS
    """ISO numbers of weekdays in ascending order, "67" for Saturday and Sunday; turns that begin later go by them."""

    @property
    def leads_text(self) -> str:
        """The reminders as they are written in the form: "2d, 24h, 4h"."""
        return ", ".join(_written(hours) for hours in self.leads)


def clock_preferences_of(reader: Reader, player_id: int) -> ClockPreferences:
    """The player's preferences; the usual ones if the player has chosen none."""
    found = reader.connection.execute(select(CLOCK_PREFERENCE).where(CLOCK_PREFERENCE.c.player_id == player_id)).first()
    if found is None:
        return ClockPreferences()
    return ClockPreferences(kept_leads(found.reminder_hours), found.automatic_leave, found.rest_days)


def set_clock_preferences(uow: UnitOfWork, player_id: int, preferences: ClockPreferences) -> None:
    """Store a player's preferences. Reminders of turns that are due change at once, rest days with the next turn."""
    _, games = lock_leaves(uow, player_id)
    values = {
        "reminder_hours": ",".join(map(str, preferences.leads)),
        "automatic_leave": preferences.has_automatic_leave,
        "rest_days": preferences.rest_days,
    }
    add_new(uow.connection, CLOCK_PREFERENCE, [{"player_id": player_id, **values}], unique="player_id")
    uow.connection.execute(update(CLOCK_PREFERENCE).where(CLOCK_PREFERENCE.c.player_id == player_id).values(values))
    habits = owner_of(uow, player_id).habits
    for game in games:
        mine = game.get_seat(player_id)
        if mine.due_at is not None:
            set_clocks(uow, {game.id: {mine.seat: recalculated_clock(game.terms, mine, habits, now=uow.now)}})


def read_leads(text: str) -> tuple[int, ...]:
    """
    How many hours before a deadline reminders go out, read from what a person wrote: "2d, 24h, 4h".

    :raises InputError: it cannot be read, or is beyond a limit that the sentence names.
    """
    hours = {_read_lead(part) for part in re.split(r"[,;]|\band\b", text.lower()) if part.strip()}
    if len(hours) > _MOST_LEADS:
        raise InputError(f"There are at most {_MOST_LEADS} reminders for each turn.", field="leads")
    return tuple(sorted(hours, reverse=True))


def read_rest_days(days: Collection[int]) -> str:
    """
    Rest days as they are stored: "67" for Saturday and Sunday.

    :param days: ISO numbers of weekdays.
    :raises InputError: there are too many, or they are not weekdays.
    """
    if len(set(days)) > MOST_REST_DAYS:
        raise InputError(f"You can rest on at most {MOST_REST_DAYS} days of the week.", field="rest")
    if not set(days) <= _WEEK:
        raise InputError("Choose days of the week to rest on.", field="rest")
    return "".join(map(str, sorted(set(days))))


def _read_lead(text: str) -> int:
    found = _LEAD.fullmatch(text.strip())
    if found is None:
        raise InputError(f"“{text.strip()[:20]}” is not a span of time. {_EXAMPLE}", field="leads")
    hours = int(found[1]) * (_DAY if (found[2] or "h").startswith("d") else 1)
    if not 1 <= hours <= _LONGEST_LEAD:
        raise InputError("A reminder comes between 1 hour and 14 days before a deadline.", field="leads")
    return hours


def _written(hours: int) -> str:
    return f"{hours}h" if hours % _DAY or hours == _DAY else f"{hours // _DAY}d"
