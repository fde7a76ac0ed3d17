"""
Time control: how much time a player has, what is left after a turn, and what two players agree about it, with the
sentences that both read before their game begins.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from functools import lru_cache

from corr.errors import InputError

_HOUR = 3_600_000
_DAY = 24 * _HOUR
_MOST = 90 * _DAY
_TIME = r"([0-9]{1,4})\s*([dh])"
_PER_TURN = re.compile(rf"{_TIME}\s*/\s*turn")
_FULL = re.compile(rf"{_TIME}\s*\+\s*{_TIME}\s*/\s*{_TIME}")
_EXPECTED = "A pace looks like “3d/turn” or “7d+1d/14d”, with d for days and h for hours"
_UNTIMED = "untimed"
ABANDONED_DAYS = 60
"""The number of days without any act after which an untimed game is closed."""
WARNED_DAYS = 14
"""How many days before that both players are warned; a game is never closed sooner after its warning."""
UNCLAIMED_DAYS = 30
"""How long after the deadline a game that nobody claimed is lost automatically."""
UNCLAIMED_WARNED_DAYS = 7
"""How many days before that both players are warned; the game is never lost sooner after the warning."""
_DAYS_OF_WEEK, _RUNNING_DAYS = 7, 5
_DAYS_OF_MONTH = 30.4
_FEW_DAYS, _FEW_WEEKS, _FEW_MONTHS = 14, 70, 24
_SPANS = ((range(165, 201), "half a year"), (range(340, 391), "a year"))
"""Lengths that have a name of their own, in days."""
_KEPT = 256
"""Agreements whose sentences are kept: most games have one of a few."""


@dataclass(frozen=True, slots=True)
class Pace:
    """A time control."""

    bank_ms: int
    """The bank of each player at the start, in milliseconds."""
    bonus_ms: int
    """The milliseconds that each turn adds to its player's bank."""
    cap_ms: int
    """The size of the bank, in milliseconds, above which the bonus adds nothing."""

    @property
    def is_untimed(self) -> bool:
        """Whether no clock runs at all."""
        return self.cap_ms == 0

    @property
    def is_per_turn(self) -> bool:
        """Whether every turn simply has the same fresh time."""
        return self.bank_ms == self.bonus_ms == self.cap_ms

    @property
    def text(self) -> str:
        """The pace as it is written: "3d/turn", "7d+1d/14d", "untimed"."""
        if self.is_untimed:
            return _UNTIMED
        if self.is_per_turn:
            return f"{_written(self.bank_ms)}/turn"
        return f"{_written(self.bank_ms)}+{_written(self.bonus_ms)}/{_written(self.cap_ms)}"

    @property
    def words(self) -> str:
        """The pace for people: "3 days for each turn"."""
        if self.is_untimed:
            return "no time limit"
        if self.is_per_turn:
            return f"{_words(self.bank_ms)} for each turn"
        start = f"{_words(self.bank_ms)} at the start"
        if not self.bonus_ms:
            return f"{start}, nothing added"
        return f"{start}, {_words(self.bonus_ms)} more after each turn, up to {_words(self.cap_ms)}"

    @property
    def cap_words(self) -> str:
        """The cap for people: "20 days"."""
        return _words(self.cap_ms)

    def left_after(self, left_ms: int, used_ms: int) -> int:
        """
        The bank after a turn that used *used_ms* of *left_ms*.

        Time above the cap that was given is not taken away.
        """
        rest = left_ms - used_ms
        return max(rest, min(self.cap_ms, rest + self.bonus_ms))

    def left_after_away(self, left_ms: int, used_ms: int) -> int:
        """The same for a turn that was made on leave: it earns no bonus, but at least half a bonus is left."""
        return max(left_ms - used_ms, self.bonus_ms // 2)

    @property
    def left_after_late(self) -> int:
        """The bank after a late turn in a game that nobody had claimed: the bonus, or a day if that is more."""
        return max(self.bonus_ms, _DAY)


class Late(StrEnum):
    """What happens to a game whose deadline has passed."""

    LOSE = "lose"
    """The service ends it."""
    CLAIM = "claim"
    """Nothing, until the other player claims it; until then the late player may still play."""


@dataclass(frozen=True, slots=True)
class Terms:
    """The agreement of two players about time."""

    pace: Pace
    has_weekends_off: bool = False
    """Whether each player's clock stands still on that player's rest days."""
    late: Late = Late.LOSE
    allows_leave: bool = True
    """Whether clocks stand still while their player is on leave."""


_NEVER_BEGUN = {
    Late.LOSE: (
        "A player who never makes a first turn forfeits the game.",
        "It has no result if the opponent has made no turn in the season either, although one was due.",
    ),
    Late.CLAIM: (
        "A player who never makes a first turn forfeits the game to an opponent who claims it, or who made one.",
        "If nobody claims it and neither made a turn, it has no result.",
    ),
}


UNTIMED = Pace(0, 0, 0)
"""The pace of games in which nobody's time ever runs out."""


@lru_cache(maxsize=256)
def read_pace(text: str) -> Pace:
    """
    The pace that *text* describes.

    :raises InputError: it describes none, or is beyond a limit that the sentence names.
    """
    return UNTIMED if is_untimed(text) else _read_timed(text, f"{_EXPECTED}, or it is “untimed”.")


def read_timed_pace(text: str) -> Pace:
    """
    The same where a clock has to run.

    :raises InputError: it describes no such pace, or is beyond a limit that the sentence names.
    """
    return _read_timed(text, f"{_EXPECTED}.")


def is_untimed(text: str) -> bool:
    """Whether *text* says that no clock runs."""
    return text.strip().lower() == _UNTIMED


def _read_timed(text: str, expected: str) -> Pace:
    wanted = text.strip().lower()
    if per_turn := _PER_TURN.fullmatch(wanted):
        time = _read(*per_turn.groups())
        pace = Pace(time, time, time)
    elif full := _FULL.fullmatch(wanted):
        bank, bonus, cap = full.groups()[0:2], full.groups()[2:4], full.groups()[4:6]
        pace = Pace(_read(*bank), _read(*bonus), _read(*cap))
    else:
        raise InputError(expected, field="pace")
    _check_limits(pace)
    return pace


def _check_limits(pace: Pace) -> None:
    """Raise InputError if *pace* is beyond a limit."""
    for name, time, least in (("bank", pace.bank_ms, _HOUR), ("bonus", pace.bonus_ms, 0), ("cap", pace.cap_ms, _HOUR)):
        if not least <= time <= _MOST:
            low = "1 hour" if least else "0"
            what = "time for a turn" if pace.is_per_turn else name
            raise InputError(f"The {what} of a pace is from {low} to 90 days.", field="pace")
    if pace.cap_ms < pace.bank_ms:
        raise InputError("The cap of a pace, its last part, is at least the bank, its first part.", field="pace")
    if pace.cap_ms < pace.bonus_ms:
        raise InputError("The cap of a pace, its last part, is at least the bonus after the plus.", field="pace")


def is_late(received_at: datetime, due_at: datetime | None) -> bool:
    """Whether a turn that came at *received_at* missed the deadline *due_at*: it must come before it."""
    return due_at is not None and received_at >= due_at


def milliseconds(time: timedelta) -> int:
    """*time* in whole milliseconds, rounded down: in the player's favour where it is time used."""
    return time // timedelta(milliseconds=1)


def _read(number: str, unit: str) -> int:
    return int(number) * (_DAY if unit == "d" else _HOUR)


def _written(time: int) -> str:
    # Zero is written in days; so is whatever is whole days.
    return f"{time // _HOUR}h" if time % _DAY else f"{time // _DAY}d"


def _words(time: int) -> str:
    number, unit = (time // _HOUR, "hour") if time % _DAY else (time // _DAY, "day")
    return f"{number} {unit}" if number == 1 else f"{number} {unit}s"


@lru_cache(maxsize=_KEPT)
def terms_sentences(terms: Terms, turns: int) -> tuple[str, ...]:
    """What *terms* mean for a game that usually takes so many *turns*, in whole sentences, the pace first."""
    return tuple(_sentences(terms, turns))


def league_terms_sentences(terms: Terms, turns: int) -> tuple[str, ...]:
    """The same for a game of a league, and what happens if somebody never makes a first turn."""
    return (*terms_sentences(terms, turns), *_NEVER_BEGUN[terms.late])


def longest_game(terms: Terms, turns: int) -> timedelta:
    """
    The longest time that a game of so many *turns* may last, if both players use all of their time.

    Two rest days a week are included if the terms have them. Leave and time that is given are not.
    """
    pace = terms.pace
    if pace.is_per_turn:
        days = timedelta(milliseconds=pace.bank_ms) * turns
    else:
        # The longest game is one in which nobody saves time, so the cap never takes any away.
        days = timedelta(milliseconds=2 * pace.bank_ms + max(0, turns - 2) * pace.bonus_ms)
    return days * _DAYS_OF_WEEK / _RUNNING_DAYS if terms.has_weekends_off else days


def closing_at(changed_at: datetime, warned_at: datetime | None, now: datetime) -> datetime:
    """
    The moment at which an untimed game is closed if nobody has acted since *changed_at*.

    It is never sooner than `WARNED_DAYS` after the warning.
    """
    usual, notice = changed_at + timedelta(days=ABANDONED_DAYS), timedelta(days=WARNED_DAYS)
    if warned_at is None or warned_at < changed_at:
        # The warning goes out in time, or at once where that is over.
        warned_at = max(now, usual - notice)
    return max(usual, warned_at + notice)


def first_check(due_at: datetime) -> datetime:
    """When both players are warned that a game will be lost automatically whose deadline *due_at* has passed."""
    return due_at + timedelta(days=UNCLAIMED_DAYS - UNCLAIMED_WARNED_DAYS)


def _sentences(terms: Terms, turns: int) -> Iterator[str]:
    pace = terms.pace
    yield f"{pace.words[0].upper()}{pace.words[1:]}."
    if pace.is_untimed:
        yield (
            f"A game in which nothing happens for {ABANDONED_DAYS} days is closed without a result; both players "
            "are warned first."
        )
        return
    yield _length(terms, turns)
    if terms.has_weekends_off:
        yield "Rest days do not count: Saturdays and Sundays, or the days that a player has chosen instead."
    if terms.late is Late.LOSE:
        yield "A player whose time runs out loses automatically."
    else:
        yield "When a player’s time runs out, the opponent may claim the game; until then it continues."
        yield (
            f"A game that nobody claims for {UNCLAIMED_DAYS} days is lost automatically; both players are told before."
        )
    if terms.allows_leave:
        yield "A player’s leave stops that player’s clock."
    else:
        yield "Leave does not stop the clocks of this game."


def _length(terms: Terms, turns: int) -> str:
    length = long_words(longest_game(terms, turns).days)
    if terms.pace.is_per_turn:
        return f"At this pace a {turns}-turn game lasts {length} at most; most games are faster."
    if not terms.pace.bonus_ms:
        return f"A game lasts {length} at most."
    return f"At this pace a {turns}-turn game lasts {length} at most; most games are faster."


def long_words(days: int) -> str:
    """A number of days, roughly: "12 days", "5 weeks", "half a year"."""
    for span, words in _SPANS:
        if days in span:
            return words
    if days < _FEW_DAYS:
        return f"{days} days" if days != 1 else "1 day"
    if days < _FEW_WEEKS:
        return f"{round(days / _DAYS_OF_WEEK)} weeks"
    months = round(days / _DAYS_OF_MONTH)
    return f"{months} months" if months <= _FEW_MONTHS else f"{round(months / 12)} years"
