"""Spans of time, counts and places in words, and how wide words are."""

from datetime import datetime, timedelta
from unicodedata import category, east_asian_width

_MINUTE = timedelta(minutes=1)
_HOUR = timedelta(hours=1)
_DAY = timedelta(days=1)
_MOMENT = timedelta(microseconds=1)
_PRECISE_DAYS = 10
"""From so many days on, hours are left out."""
_ORDINALS = {1: "st", 2: "nd", 3: "rd"}
_WIDE = {"W", "F"}
_UNSEEN = {"Mn", "Me", "Cf"}
"""Marks above or below another character, and invisible control characters."""


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


def brief_words(span: timedelta) -> str:
    """The same where there is little room: "2d 3h", "5h 12m", "45 min"."""
    days, hours, minutes = span // _DAY, span % _DAY // _HOUR, span % _HOUR // _MINUTE
    if days:
        return f"{days}d" + (f" {hours}h" if hours and days < _PRECISE_DAYS else "")
    if hours:
        return f"{hours}h" + (f" {minutes}m" if minutes else "")
    return f"{minutes} min" if minutes else "seconds"


def rough_words(span: timedelta) -> str:
    """About how long *span* is: "45 minutes", "30 hours", "3 days"; always rounded up."""
    unit, word = (_MINUTE, "minute") if span <= _HOUR - _MINUTE else (_HOUR, "hour")
    if span > 2 * _DAY:
        unit, word = _DAY, "day"
    return counted(max(1, -(-span // unit)), word)


def counted(count: int, word: str) -> str:
    """A number with its word: "1 day", "2 days"."""
    return f"{count} {word}" if count == 1 else f"{count} {word}s"


def ordinal(number: int) -> str:
    """A place in words: "1st", "2nd", "11th"."""
    is_teen = number // 10 % 10 == 1
    return f"{number}{'th' if is_teen else _ORDINALS.get(number % 10, 'th')}"


def width_of(text: str) -> int:
    """The columns that *text* takes: Chinese, Japanese and Korean characters take two each."""
    return sum(2 if east_asian_width(sign) in _WIDE else 1 for sign in text if category(sign) not in _UNSEEN)


def filled(text: str, width: int) -> str:
    """*text* with spaces after it, as wide as *width*."""
    return text + " " * (width - width_of(text))
