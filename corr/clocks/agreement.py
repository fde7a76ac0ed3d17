"""The agreement of two players about time, in sentences that both read before their game begins."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from functools import lru_cache

from corr.core.pace import Late, Terms

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
    length = _long_words(longest_game(terms, turns).days)
    if terms.pace.is_per_turn:
        return f"At this pace a {turns}-turn game lasts {length} at most; most games are faster."
    if not terms.pace.bonus_ms:
        return f"A game lasts {length} at most."
    return f"At this pace a {turns}-turn game lasts {length} at most; most games are faster."


def _long_words(days: int) -> str:
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
