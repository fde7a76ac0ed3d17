"""When a player is reminded of a deadline."""

from datetime import datetime, timedelta

USUAL = timedelta(hours=24)
"""How long before the deadline the reminder goes out."""


def reminder_moment(since: datetime, due_at: datetime, before: timedelta = USUAL) -> datetime | None:
    """
    When to remind a player who is due *since* and must play before *due_at*.

    None if that would be in the first half of the time the player had: it would be no reminder but a nuisance.
    """
    if before * 2 > due_at - since:
        return None
    return due_at - before
