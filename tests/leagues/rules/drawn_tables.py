"""Tables of divisions for tests: the one that the rules of standings print, and random ones of every kind."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from random import Random

from corr.leagues.rules.division_table import Entrant, EntryId, Meeting, Points, Table
from corr.leagues.rules.settings import SeasonSettings
from corr.leagues.rules.standings import Standings, ranks, standings
from corr.leagues.rules.tiebreaks import TieBreak
from corr.states import Result

PRINTED = {
    "A": "×½0½00",
    "B": "½×½110",
    "C": "1½×0½1",
    "D": "½01×01",
    "E": "10½1×0",
    "F": "11001×",
}
NAMES = ("Ann", "Bob", "Cleo", "Dan Oz", "Eve3", "Fay", "Gus", "Hal", "Ida", "Jo", "Kim", "Lea", "Max", "Nils", "Ola")
_SIGNS = {"1": Result.FIRST, "½": Result.DRAW, "0": Result.SECOND, "–": Result.NONE, " ": None}
_WORTHS = (
    Points(),
    Points(),
    Points(Fraction(3), Fraction(1), Fraction(0)),
    Points(Fraction(1), Fraction(1, 3), Fraction(0)),
    Points(Fraction(1), Fraction(2, 5), Fraction(1, 10)),
    Points(Fraction(5, 7), Fraction(1, 2), Fraction(0)),
    Points(Fraction(1), Fraction(1), Fraction(1)),
    Points(Fraction(0), Fraction(0), Fraction(0)),
)


def id_of(name: str) -> EntryId:
    """The entry of a player named by a capital letter: A is 1."""
    return EntryId(ord(name) - ord("A") + 1)


def names_of(table: Table) -> dict[EntryId, str]:
    """A name for every entry."""
    entries = sorted(entrant.id for entrant in table.entrants)
    return {entry: NAMES[at] if at < len(NAMES) else f"No{at}" for at, entry in enumerate(entries)}


def crossed(rows: dict[str, str], *, points: Points | None = None, ratings: dict[str, int] | None = None) -> Table:
    """
    The table of a single round robin drawn as rows of 1, ½ and 0.

    A gap is an open game, a dash one without result; the upper half counts.
    """
    letters = list(rows)
    meetings = tuple(
        Meeting(1, id_of(one), id_of(other), _SIGNS[rows[one][column]])
        for row, one in enumerate(letters)
        for column, other in enumerate(letters)
        if column > row
    )
    entrants = tuple(Entrant(id_of(letter), (ratings or {}).get(letter, 1500)) for letter in letters)
    return Table(entrants, meetings, points or Points())


def drawn(seed: int) -> Table:
    """A random table: any size, one or two rounds, open games, forfeits, games without result, and withdrawals."""
    chance = Random(seed)
    size = chance.choice((0, 1, 2, 3, 4, 4, 5, 6, 6, 7, 8, 12, 12))
    legs = chance.choice((1, 1, 2))
    share_open, share_none = chance.choice((0, 0, 0, 0.1, 0.5, 1)), chance.choice((0, 0, 0, 0.1, 0.3))
    share_drawn = chance.choice((0.1, 0.4, 0.8))
    entries = [EntryId(entry) for entry in chance.sample(range(1, 99), size)]
    meetings = [
        _met(chance, (one, other), (share_open, share_none, share_drawn))
        for leg in range(legs)
        for at, one in enumerate(entries)
        for other in entries[:at]
    ]
    chance.shuffle(meetings)
    share_removed = chance.choice((0, 0, 0.2))
    entrants = tuple(
        Entrant(entry, chance.choice((1400, 1500, 1600)), chance.choice("abcdef"), chance.random() < share_removed)
        for entry in entries
    )
    return Table(entrants, tuple(meetings), chance.choice(_WORTHS))


def drawn_order(seed: int) -> tuple[tuple[TieBreak, ...], bool]:
    """A random list of tie-breaks, and whether the higher rating comes first."""
    chance = Random(f"order {seed}")
    tie_breaks = chance.sample(list(TieBreak), chance.randint(0, len(TieBreak)))
    if chance.random() < 0.6:
        # Head-to-head shows most where it comes first.
        tie_breaks = [TieBreak.HEAD_TO_HEAD, *(each for each in tie_breaks if each is not TieBreak.HEAD_TO_HEAD)]
    return tuple(tie_breaks), chance.random() < 0.5


def standings_by(table: Table, tie_breaks: Sequence[TieBreak], *, is_higher_rating_first: bool = False) -> Standings:
    """The standings of a table in a league with these tie-breaks."""
    return standings(table, _settings(tie_breaks, is_higher_rating_first=is_higher_rating_first))


def ranks_by(
    table: Table, tie_breaks: Sequence[TieBreak], *, is_higher_rating_first: bool = False
) -> Mapping[EntryId, int]:
    """The places alone."""
    return ranks(table, _settings(tie_breaks, is_higher_rating_first=is_higher_rating_first))


def _settings(tie_breaks: Sequence[TieBreak], *, is_higher_rating_first: bool) -> SeasonSettings:
    return SeasonSettings("tiny/1", tie_breaks=tuple(tie_breaks), is_higher_rating_first=is_higher_rating_first)


def _met(chance: Random, pair: tuple[EntryId, EntryId], shares: tuple[float, float, float]) -> Meeting:
    share_open, share_none, share_drawn = shares
    one, other = chance.sample(pair, 2)
    if chance.random() < share_open:
        return Meeting(1, one, other)
    if chance.random() < share_none:
        return Meeting(1, one, other, Result.NONE)
    if chance.random() < share_drawn:
        return Meeting(1, one, other, Result.DRAW)
    result = chance.choice((Result.FIRST, Result.SECOND))
    return Meeting(1, one, other, result, is_forfeit=chance.random() < 0.2)
