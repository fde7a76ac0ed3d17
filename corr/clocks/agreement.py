"""What two players agree about time, in sentences that both read before their game begins."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from functools import lru_cache

from corr.core.pace import Late, Terms

SAMPLE_TURNS = 60
"""The turns, of both players together, of the game whose length is told: no game is known to need a certain number."""
ABANDONED_DAYS = 60
"""After so many days without any act an untimed game is closed."""
WARNED_DAYS = 14
"""How many days before the end both are warned; a game is never closed sooner after its warning."""
UNCLAIMED_DAYS = 30
"""So long after the time ran out a game that nobody claimed is lost by itself."""
UNCLAIMED_WARNED_DAYS = 7
"""How many days before that both are told again; it never happens sooner after that."""
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
def terms_sentences(terms: Terms) -> tuple[str, ...]:
    """What *terms* mean, one thing after the other, the pace first."""
    return tuple(_sentences(terms))


def league_terms_sentences(terms: Terms) -> tuple[str, ...]:
    """The same for a game of a league, with what becomes of one that somebody never begins."""
    return (*terms_sentences(terms), *_NEVER_BEGUN[terms.late])


def longest_game(terms: Terms, turns: int = SAMPLE_TURNS) -> timedelta:
    """
    How long a game of so many turns may last if both players use all of their time.

    Two rest days a week are counted if they are off. Leave is not counted, and neither is time that is given.
    """
    pace = terms.pace
    if pace.is_per_turn:
        days = timedelta(milliseconds=pace.bank_ms) * turns
    else:
        # What is never saved is never cut off at the cap.
        days = timedelta(milliseconds=2 * pace.bank_ms + max(0, turns - 2) * pace.bonus_ms)
    return days * _DAYS_OF_WEEK / _RUNNING_DAYS if terms.has_weekends_off else days


def closing_at(changed_at: datetime, warned_at: datetime | None, now: datetime) -> datetime:
    """When an untimed game is closed in which nobody acted since *changed_at*: not before a warning had its days."""
    usual, notice = changed_at + timedelta(days=ABANDONED_DAYS), timedelta(days=WARNED_DAYS)
    if warned_at is None or warned_at < changed_at:
        # The warning goes out in time, or at once where that is over.
        warned_at = max(now, usual - notice)
    return max(usual, warned_at + notice)


def first_check(due_at: datetime) -> datetime:
    """When both are warned that the game with that deadline, which has passed, will be lost by itself."""
    return due_at + timedelta(days=UNCLAIMED_DAYS - UNCLAIMED_WARNED_DAYS)


def _sentences(terms: Terms) -> Iterator[str]:
    pace = terms.pace
    yield f"{pace.words[0].upper()}{pace.words[1:]}."
    if pace.is_untimed:
        yield (
            f"A game in which nothing happens for {ABANDONED_DAYS} days is closed without a result; both players "
            "are warned first."
        )
        return
    yield _length(terms)
    if terms.has_weekends_off:
        yield "Rest days do not count: Saturdays and Sundays, or the days that a player has chosen instead."
    if terms.late is Late.LOSE:
        yield "A player whose time runs out loses automatically."
    else:
        yield "When a player’s time runs out, the opponent may claim the game; until then it continues."
        yield f"A game that nobody claims for {UNCLAIMED_DAYS} days is lost by itself; both players are told before."
    if terms.allows_leave:
        yield "A player’s leave stops that player’s clock."
    else:
        yield "Leave does not stop the clocks of this game."


def _length(terms: Terms) -> str:
    length = _long_words(longest_game(terms).days)
    if terms.pace.is_per_turn:
        return f"At this pace a {SAMPLE_TURNS}-turn game lasts {length} at most; most games are faster."
    if not terms.pace.bonus_ms:
        return f"A game lasts {length} at most."
    return f"At this pace a {SAMPLE_TURNS}-turn game lasts {length} at most; most games are faster."


def _long_words(days: int) -> str:
    """So many days, roughly: "12 days", "5 weeks", "half a year"."""
    for span, words in _SPANS:
        if days in span:
            return words
    if days < _FEW_DAYS:
        return f"{days} days" if days != 1 else "1 day"
    if days < _FEW_WEEKS:
        return f"{round(days / _DAYS_OF_WEEK)} weeks"
    months = round(days / _DAYS_OF_MONTH)
    return f"{months} months" if months <= _FEW_MONTHS else f"{round(months / 12)} years"
