"""When a player is reminded of a deadline."""

from collections.abc import Iterable
from datetime import datetime, timedelta

USUAL_LEADS = (24, 4)
"""How many hours before the deadline reminders go out, if the player wants nothing else."""
_HOUR_MS = 3_600_000


def fitting_leads(leads: Iterable[int], had_ms: int) -> tuple[int, ...]:
    """
    Those of *leads*, in hours, that a player who *had_ms* milliseconds when the turn began is reminded at.

    One in the first half of that time would be no reminder but a nuisance.
    """
    return tuple(lead for lead in leads if 2 * lead * _HOUR_MS <= had_ms)


def next_reminder(due_at: datetime, leads: Iterable[int], *, after: datetime, sent: int | None) -> datetime | None:
    """
    When the next reminder of a deadline goes out; None if none is left.

    :param leads: how many hours before the deadline reminders go out.
    :param after: only what comes later than this.
    :param sent: the lead of the last reminder of this turn: the deadline may have moved, and no lead counts twice.
    """
    left = (lead for lead in leads if sent is None or lead < sent)
    return min((at for lead in left if (at := due_at - timedelta(hours=lead)) > after), default=None)


def reached_lead(due_at: datetime, leads: Iterable[int], *, now: datetime, sent: int | None) -> int | None:
    """The smallest of *leads* that is reached *now* and was not told yet: after an outage the latest alone."""
    reached = (lead for lead in leads if due_at - timedelta(hours=lead) <= now and (sent is None or lead < sent))
    return min(reached, default=None)
