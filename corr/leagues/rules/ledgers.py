"""
Ledgers: the points and tie-break values of one player, game by game.

The amounts of a column add up to its total, and the totals are the numbers that the standings show.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from corr.leagues.rules.division_table import EntryId
from corr.leagues.rules.score_sheet import GameResult, Score, ScoreSheet
from corr.leagues.rules.settings import TieBreak
from corr.leagues.rules.standings import Standings
from corr.leagues.rules.tiebreaks import criterion

_ORDER = list(GameResult)


@dataclass(frozen=True, slots=True)
class Summand:
    """The amount that one game adds to a sum."""

    opponent: EntryId
    outcome: GameResult | None
    """None while the game is open."""
    amount: Fraction
    is_forfeit: bool = False


@dataclass(frozen=True, slots=True)
class LedgerLine:
    """One game with its points and its amount for each tie-break."""

    opponent: EntryId
    outcome: GameResult | None
    """None while the game is open."""
    points: Fraction | None
    amounts: Mapping[TieBreak, Fraction]
    """The amounts by tie-break; those that do not count this game are missing."""
    opponent_points: Fraction
    """The points that the opponent has now."""
    opponent_possible: Fraction
    """The points that the opponent would have after winning all games finished so far."""
    is_forfeit: bool = False


@dataclass(frozen=True, slots=True)
class Ledger:
    """All games of one entry."""

    entry: EntryId
    columns: tuple[TieBreak, ...]
    """The tie-breaks of the league that are sums over games, in the league's order."""
    lines: tuple[LedgerLine, ...]
    """Games won first, then drawn, lost and open ones."""
    points: Fraction
    totals: Mapping[TieBreak, Fraction]
    """Head-to-head is missing where it was not used."""


def ledger(standings: Standings, entry: EntryId) -> Ledger:
    """The ledger of an entry that is in the table."""
    place = standings.place_of(entry)
    columns = tuple(
        tie_break
        for tie_break in dict.fromkeys(standings.tie_breaks)
        if is_sum(tie_break) and tie_break in place.values
    )
    return Ledger(
        entry,
        columns,
        tuple(_lines(standings, entry, columns)),
        place.points,
        {tie_break: place.values[tie_break] for tie_break in columns},
    )


def is_sum(tie_break: TieBreak) -> bool:
    """Whether the values of a tie-break are sums over games."""
    return tie_break is TieBreak.OPEN or criterion(tie_break).amount is not None


def points_of(sheet: ScoreSheet, entry: EntryId) -> tuple[Summand, ...]:
    """The points from every finished game."""
    return tuple(_summand(score, sheet.points(score.parts)) for score in _in_order(sheet.scores[entry]))


def summands(sheet: ScoreSheet, tie_break: TieBreak, entry: EntryId, group: Collection[EntryId]) -> tuple[Summand, ...]:
    """The amounts for *tie_break*, as applied to *group*, by game; empty where its value is no sum over games."""
    if tie_break is TieBreak.OPEN:
        return tuple(Summand(opponent, None, Fraction(1)) for opponent in sorted(sheet.open[entry]))
    amounts = ((score, _amount(sheet, tie_break, score, group)) for score in _in_order(sheet.scores[entry]))
    return tuple(_summand(score, amount) for score, amount in amounts if amount is not None)


def _lines(standings: Standings, entry: EntryId, columns: Iterable[TieBreak]) -> Iterable[LedgerLine]:
    sheet = standings.sheet
    group = _head_to_head_group(standings, entry)
    for score in _in_order(sheet.scores[entry]):
        found = {each: _amount(sheet, each, score, group) for each in columns}
        amounts = {each: amount for each, amount in found.items() if amount is not None}
        points, opponent = sheet.points(score.parts), _standing(sheet, score.opponent)
        yield LedgerLine(score.opponent, score.outcome, points, amounts, *opponent, score.is_forfeit)
    counted: Mapping[TieBreak, Fraction] = {each: Fraction(1) for each in columns if each is TieBreak.OPEN}
    for opponent_id in sorted(sheet.open[entry]):
        yield LedgerLine(opponent_id, None, None, counted, *_standing(sheet, opponent_id))


def _head_to_head_group(standings: Standings, entry: EntryId) -> tuple[EntryId, ...]:
    """The group that head-to-head was applied to for the value in the standings."""
    used = (step for step in standings.steps_of(entry) if step.tie_break is TieBreak.HEAD_TO_HEAD and step.values)
    return max((step.group for step in used), key=len, default=())


def _standing(sheet: ScoreSheet, entry: EntryId) -> tuple[Fraction, Fraction]:
    return sheet.points(sheet.parts[entry]), sheet.points(sheet.worth.win * len(sheet.scores[entry]))


def _amount(sheet: ScoreSheet, tie_break: TieBreak, score: Score, group: Collection[EntryId]) -> Fraction | None:
    applied = criterion(tie_break)
    amount = applied.amount(sheet, score, group) if applied.amount else None
    if amount is None:
        return None
    return sheet.points(amount) if applied.is_in_parts else Fraction(amount)


def _summand(score: Score, amount: Fraction) -> Summand:
    return Summand(score.opponent, score.outcome, amount, score.is_forfeit)


def _in_order(scores: Iterable[Score]) -> list[Score]:
    """*scores* in an order that does not depend on when the games ended."""
    return sorted(scores, key=lambda score: (_ORDER.index(score.outcome), score.opponent, score.is_forfeit))
