"""A player's ledger as a table of words, ready to be shown."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from corr.leagues.rules.division_table import EntryId
from corr.leagues.rules.fractions import written
from corr.leagues.rules.ledgers import Ledger, Line, ledger
from corr.leagues.rules.settings import TieBreak
from corr.leagues.rules.standings import Standings
from corr.leagues.rules.table_words import TITLES, Names, result_written

_ABOUT_OPPONENTS = {TieBreak.SONNEBORN_BERGER, TieBreak.KOYA}


@dataclass(frozen=True, slots=True)
class WordTable:
    """A table as text. The cells of a column under a number in the last row add up to it."""

    caption: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    foot: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Column:
    head: str
    cell: Callable[[Line], str]
    foot: str = ""


def ledger_table(standings: Standings, entry: EntryId, names: Names) -> WordTable:
    """All games of *entry* with what each brings in points and for the tie-breaks of the league."""
    of = ledger(standings, entry)
    columns = [
        _Column("Opponent", lambda line: names[line.opponent], "Sum"),
        _Column("Game", lambda line: result_written(line.outcome, is_forfeit=line.is_forfeit)),
        *([_Column("Opponent has", _standing)] if _ABOUT_OPPONENTS.intersection(of.columns) else []),
        _Column("Points", lambda line: _number(line.points), written(of.points)),
        *(_column(of, tie_break) for tie_break in of.columns),
    ]
    return WordTable(
        caption=f"{names[entry]}, game by game",
        head=tuple(column.head for column in columns),
        rows=tuple(tuple(column.cell(line) for column in columns) for line in of.lines),
        foot=tuple(column.foot for column in columns),
    )


def _column(of: Ledger, tie_break: TieBreak) -> _Column:
    return _Column(TITLES[tie_break], lambda line: _number(line.amounts.get(tie_break)), written(of.totals[tie_break]))


def _standing(line: Line) -> str:
    return f"{written(line.opponent_points)} of {written(line.opponent_possible)}"


def _number(value: Fraction | None) -> str:
    return "" if value is None else written(value)
