"""Spans of time, counts and places in words."""

from datetime import datetime, timedelta

_MINUTE = timedelta(minutes=1)
_HOUR = timedelta(hours=1)
_DAY = timedelta(days=1)
_MOMENT = timedelta(microseconds=1)
_PRECISE_DAYS = 10
"""From so many days on, hours are left out."""
_ORDINALS = {1: "st", 2: "nd", 3: "rd"}


def left_words(due_at: datetime, now: datetime) -> str:
    """How long there is until a deadline: "2 days 3 hours", "45 minutes"; always rounded down."""
    left = due_at - now
    return span_words(left) if left > timedelta(0) else "no time"


def left_words_until(due_at: datetime, now: datetime) -> datetime:
    """The moment before which `left_words` says the same as it does *now*; the end of time if the deadline passed."""
    left = due_at - now
    if left <= timedelta(0):
        return datetime.max.replace(tzinfo=due_at.tzinfo)
    unit = _DAY if left >= _PRECISE_DAYS * _DAY else _HOUR if left >= _DAY else _MINUTE
    # A span that has just begun still has all of its unit; the deadline itself is no time any more.
    return due_at - left // unit * unit + _MOMENT if left >= unit else due_at


def span_words(span: timedelta) -> str:
    """How long *span*, which is not negative, is: "2 days 3 hours", "45 minutes"; always rounded down."""
    days, hours, minutes = span // _DAY, span % _DAY // _HOUR, span % _HOUR // _MINUTE
    if days:
        return counted(days, "day") + (f" {counted(hours, 'hour')}" if hours and days < _PRECISE_DAYS else "")
    if hours:
        return counted(hours, "hour") + (f" {counted(minutes, 'minute')}" if minutes else "")
    return counted(minutes, "minute") if minutes else "less than a minute"


def counted(count: int, word: str) -> str:
    """A number with its word: "1 day", "2 days"."""
    return f"{count} {word}" if count == 1 else f"{count} {word}s"


def ordinal(number: int) -> str:
    """A place in words: "1st", "2nd", "11th"."""
    is_teen = number // 10 % 10 == 1
    return f"{number}{'th' if is_teen else _ORDINALS.get(number % 10, 'th')}"
