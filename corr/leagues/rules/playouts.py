"""
Play-outs, a Monte Carlo simulation: a division's open games get random results, many times, and final places are
counted.

The chances follow from the ratings at the start of the season by the Elo formula; games are drawn as often as in this
division so far. The first move gives no advantage. Every open game is played. The same seed gives the same numbers.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from hashlib import shake_128
from math import exp, log
from struct import unpack

from corr.leagues.rules.division_table import Entrant, EntryId, Scores, Table
from corr.leagues.rules.settings import SeasonSettings
from corr.leagues.rules.standings import Ranking
from corr.states import Result

MOST_PLAYOUTS = 2000
"""How many play-outs there are at most: enough for whole percents."""
_MOST_GAMES = 120_000
"""How many games are played out at most, which limits the work for one division to about a second."""
_SIZE = 2**32
"""The number drawn for a game is below this one."""


@dataclass(frozen=True, slots=True)
class Shares:
    """The number of play-outs in which each entry ended on each place."""

    playouts: int
    counts: Mapping[EntryId, tuple[int, ...]]
    """The counts by entry, for the places from 1 on. Of those who share a place each has the better number."""

    def of(self, entry: EntryId) -> tuple[Fraction, ...]:
        """The share of each place, from 1; they add up to one."""
        return tuple(Fraction(count, self.playouts) for count in self.counts[entry])


def play_out(table: Table, settings: SeasonSettings, *, seed: str, playouts: int | None = None) -> Shares:
    """
    The result of a simulation of the open games of *table*.

    :param playouts: how many times they are played out; None for a usual number, lower with many open games.
    """
    scores = Scores(table)
    ranking = Ranking(scores, settings)
    chances = _chances(table)
    times = playouts or max(1, min(MOST_PLAYOUTS, _MOST_GAMES // max(1, len(chances))))
    counts = [Counter[int]() for _ in scores.entries]
    written: list[Result | None] = [None] * len(chances)
    for number in range(times):
        for game, result in enumerate(_drawn(f"{seed}:{number}", chances)):
            before = written[game]
            if before is not result:
                if before is not None:
                    scores.unset_result(game, before)
                scores.set_result(game, result)
                written[game] = result
        for place, sharing in ranking.places():
            for entry in sharing:
                counts[entry][place] += 1
    places = range(1, len(scores.entries) + 1)
    of_entries = zip(scores.entries, counts, strict=True)
    return Shares(times, {entry: tuple(count[place] for place in places) for entry, count in of_entries})


def expected(one: Entrant, other: Entrant) -> float:
    """The expected score of *one* against *other*, from 0 to 1, by the Elo formula on the ratings at the start."""
    return 1 / (1 + exp((other.rating - one.rating) * log(10) / 400))


def _chances(table: Table) -> list[tuple[int, int]]:
    """For each open game, the number below which a drawn number means a first-seat win, and that for a draw."""
    played = [meeting for meeting in table.counted() if not meeting.is_forfeit]
    # A prior of one draw in ten games, for the time before any are finished.
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
