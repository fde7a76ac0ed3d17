"""
A simulation: a division's open games are played out by chance, many times, and it is counted who ends where.

A player's chance of a game follows from the ratings at the start of the season, as the rating formula says; games are
drawn as often as they were in this division so far. Who moves first makes no difference. All open games are taken to
be played. The same seed gives the same numbers.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from hashlib import shake_128
from math import exp, log
from struct import unpack

from corr.leagues.rules.division_table import Entrant, EntryId, Table
from corr.leagues.rules.fast_standings import Slate
from corr.leagues.rules.settings import SeasonSettings
from corr.states import Result

MOST_PLAYOUTS = 2000
"""Enough for whole percents."""
_MOST_GAMES = 120_000
"""So many games are played out at most: what keeps the work of one division to about a second."""
_SIZE = 2**32
"""What is drawn for a game is a number below this one."""


@dataclass(frozen=True, slots=True)
class Shares:
    """How often each entry ended on each place."""

    playouts: int
    counts: Mapping[EntryId, tuple[int, ...]]
    """For each entry by places, from 1. Of those who share a place each has the better number."""

    def of(self, entry: EntryId) -> tuple[Fraction, ...]:
        """The share of each place, from 1; they add up to one."""
        return tuple(Fraction(count, self.playouts) for count in self.counts[entry])


def play_out(table: Table, settings: SeasonSettings, *, seed: str, playouts: int | None = None) -> Shares:
    """
    What came of so many play-outs of the open games of *table*.

    :param playouts: how many; None for as many as are usual for so many open games.
    """
    slate = Slate(table, settings)
    chances = _chances(table)
    times = playouts or max(1, min(MOST_PLAYOUTS, _MOST_GAMES // max(1, len(chances))))
    counts = [Counter[int]() for _ in slate.entries]
    written: list[Result | None] = [None] * len(chances)
    for number in range(times):
        for game, result in enumerate(_drawn(f"{seed}:{number}", chances)):
            before = written[game]
            if before is not result:
                if before is not None:
                    slate.wipe(game, before)
                slate.write(game, result)
                written[game] = result
        for entry, place in _places(slate):
            counts[entry][place] += 1
    places = range(1, len(slate.entries) + 1)
    of_entries = zip(slate.entries, counts, strict=True)
    return Shares(times, {entry: tuple(count[place] for place in places) for entry, count in of_entries})


def expected(one: Entrant, other: Entrant) -> float:
    """The share of the points that *one* may expect against *other*, by the ratings at the start of the season."""
    return 1 / (1 + exp((other.rating - one.rating) * log(10) / 400))


def _chances(table: Table) -> list[tuple[int, int]]:
    """Below which numbers the first seat of each open game wins, and below which it is drawn."""
    played = [meeting for meeting in table.counted() if not meeting.is_forfeit]
    # Before there are any games, one of ten is taken to be drawn.
    often = (1 + sum(meeting.result is Result.DRAW for meeting in played)) / (10 + len(played))
    entrants = {entrant.id: entrant for entrant in table.entrants}
    chances = []
    for meeting in table.open():
        score = expected(entrants[meeting.first], entrants[meeting.second])
        draws = min(often, 2 * score, 2 * (1 - score))
        wins = score - draws / 2
        chances.append((round(wins * _SIZE), round((wins + draws) * _SIZE)))
    return chances


def _drawn(seed: str, chances: Sequence[tuple[int, int]]) -> Iterator[Result]:
    numbers = unpack(f"<{len(chances)}I", shake_128(seed.encode()).digest(4 * len(chances)))
    for number, (win, draw) in zip(numbers, chances, strict=True):
        yield Result.FIRST if number < win else Result.DRAW if number < draw else Result.SECOND


def _places(slate: Slate) -> Iterator[tuple[int, int]]:
    place = 1
    for group in slate.by_points():
        for sharing in slate.parted(group):
            for entry in sharing:
                yield entry, place
            place += len(sharing)
