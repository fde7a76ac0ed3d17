"""
The standings of a table worked out once more, from their printed definitions alone and in another manner.

Nothing of the product's own arithmetic is used: a list of games, fractions, and a partition that becomes finer with
each tie-break.
"""

from collections.abc import Callable, Iterable
from fractions import Fraction

from corr.leagues.rules.division_table import EntryId, Table
from corr.leagues.rules.tiebreaks import TieBreak
from corr.states import Result

HALF = Fraction(1, 2)


class Opinion:
    """What somebody with pen and paper would say of a table."""

    def __init__(self, table: Table) -> None:
        self.present = {entrant.id: entrant for entrant in table.entrants if not entrant.is_removed}
        self.win = table.points.win
        self.games: list[tuple[EntryId, EntryId, str, Fraction]] = []
        """Each finished game twice, once from each side: who, against whom, + = or -, and what it brought."""
        self.open_pairs: list[frozenset[EntryId]] = []
        self.void_pairs: list[frozenset[EntryId]] = []
        worth = {"+": table.points.win, "=": table.points.draw, "-": table.points.loss}
        sides = {Result.FIRST: ("+", "-"), Result.SECOND: ("-", "+"), Result.DRAW: ("=", "=")}
        for met in table.meetings:
            if not {met.first, met.second} <= self.present.keys():
                continue
            if met.result is None:
                self.open_pairs.append(frozenset({met.first, met.second}))
            elif met.result is Result.NONE:
                self.void_pairs.append(frozenset({met.first, met.second}))
            else:
                one, other = sides[met.result]
                self.games.append((met.first, met.second, one, worth[one]))
                self.games.append((met.second, met.first, other, worth[other]))
        self.totals: dict[EntryId, Fraction] = {}
        for who, _, _, brought in self.games:
            self.totals[who] = self.totals.get(who, Fraction(0)) + brought

    def points(self, entry: EntryId) -> Fraction:
        """Everything that came in."""
        return self.totals.get(entry, Fraction(0))

    def finished(self, entry: EntryId) -> int:
        """How many games are over."""
        return sum(who == entry for who, _, _, _ in self.games)

    def wins(self, entry: EntryId) -> Fraction:
        """Number of wins."""
        return Fraction(sum(1 for who, _, how, _ in self.games if who == entry and how == "+"))

    def sb(self, entry: EntryId) -> Fraction:
        """Sonneborn-Berger."""
        beaten = sum(
            (self.points(whom) for who, whom, how, _ in self.games if who == entry and how == "+"), Fraction(0)
        )
        drawn = sum((self.points(whom) for who, whom, how, _ in self.games if who == entry and how == "="), Fraction(0))
        return beaten + HALF * drawn

    def h2h(self, entry: EntryId, tied: set[EntryId]) -> Fraction | None:
        """Head-to-head among *tied*, or None unless each of their games was finished with a result."""
        if any(pair <= tied for pair in (*self.open_pairs, *self.void_pairs)):
            return None
        return sum((brought for who, whom, _, brought in self.games if who == entry and whom in tied), Fraction(0))

    def koya(self, entry: EntryId) -> Fraction:
        """Koya."""
        half = {who for who in self.present if self.points(who) >= HALF * self.win * self.finished(who)}
        return sum((brought for who, whom, _, brought in self.games if who == entry and whom in half), Fraction(0))

    def open(self, entry: EntryId) -> Fraction:
        """Unfinished games."""
        return Fraction(sum(entry in pair for pair in self.open_pairs))

    def order(self, tie_breaks: Iterable[TieBreak], *, is_higher_rating_first: bool) -> dict[EntryId, int]:
        """The place of everybody: one more than there are players in all better classes."""
        classes = finer([set(self.present)], lambda entry, _: self.points(entry))
        for tie_break in tie_breaks:
            classes = self._with(classes, tie_break, -1 if is_higher_rating_first else 1)
        return {
            entry: 1 + sum(len(better) for better in classes[:at]) for at, tied in enumerate(classes) for entry in tied
        }

    def _with(self, classes: list[set[EntryId]], tie_break: TieBreak, rating_sign: int) -> list[set[EntryId]]:
        if tie_break is TieBreak.HEAD_TO_HEAD:
            # Anew within each part, until that parts nobody any more.
            while (again := finer(classes, self._h2h_or_equal)) != classes:
                classes = again
            return classes
        by_lot = sorted(entrant.lot for entrant in self.present.values())
        keys: dict[TieBreak, Callable[[EntryId], Fraction]] = {
            TieBreak.WINS: self.wins,
            TieBreak.SONNEBORN_BERGER: self.sb,
            TieBreak.KOYA: self.koya,
            TieBreak.OPEN: lambda entry: -self.open(entry),
            TieBreak.RATING: lambda entry: Fraction(-rating_sign * self.present[entry].rating),
            TieBreak.LOT: lambda entry: Fraction(-by_lot.index(self.present[entry].lot)),
        }
        return finer(classes, lambda entry, _: keys[tie_break](entry))

    def _h2h_or_equal(self, entry: EntryId, tied: set[EntryId]) -> Fraction:
        return self.h2h(entry, tied) or Fraction(0)


def finer(classes: list[set[EntryId]], key: Callable[[EntryId, set[EntryId]], Fraction]) -> list[set[EntryId]]:
    """The partition in which every class is split by *key*, the highest first."""
    split: list[set[EntryId]] = []
    for tied in classes:
        levels = sorted({key(entry, tied) for entry in tied}, reverse=True)
        split += [{entry for entry in tied if key(entry, tied) == level} for level in levels]
    return split
