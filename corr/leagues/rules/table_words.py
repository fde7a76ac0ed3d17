"""Words for the numbers of a league's table: lists of names, points, tie-breaks, and sums with their terms."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

from corr.core.spans import counted
from corr.leagues.rules.division_table import EntryId
from corr.leagues.rules.fractions import written
from corr.leagues.rules.ledgers import Summand
from corr.leagues.rules.score_sheet import GameResult
from corr.leagues.rules.settings import TieBreak

Names = Mapping[EntryId, str]

MOST_NAMES = 6
"""How many names a sentence lists; more are only counted."""
_MOST_TERMS = 8

TITLES: Mapping[TieBreak, str] = {
    TieBreak.WINS: "Wins",
    TieBreak.SONNEBORN_BERGER: "Sonneborn-Berger",
    TieBreak.HEAD_TO_HEAD: "Head-to-head",
    TieBreak.KOYA: "Koya",
    TieBreak.OPEN: "Open games",
    TieBreak.RATING: "Rating at the start",
    TieBreak.LOT: "Lot",
}
SHORT_TITLES: Mapping[TieBreak, str] = {
    **TITLES,
    TieBreak.SONNEBORN_BERGER: "SB",
    TieBreak.HEAD_TO_HEAD: "H2H",
    TieBreak.OPEN: "Open",
    TieBreak.RATING: "Rating",
}
"""For the heads of columns."""
_PLAYED = {GameResult.BEAT: "beat", GameResult.DREW: "drew with", GameResult.LOST: "lost to", None: "open against"}
_GAMES = {GameResult.BEAT: "win", GameResult.DREW: "draw", GameResult.LOST: "loss", None: "open game"}


def listed(names: Iterable[str]) -> str:
    """Names as a list in words: A, B and C; empty without names."""
    found = list(names)
    return " and ".join(filter(None, [", ".join(found[:-1]), *found[-1:]]))


def shortly_listed(names: Sequence[str], most: int) -> str:
    """Names as a list in words, of more than *most* only the first and how many others there are: A, B and 3 others."""
    if len(names) <= most:
        return listed(names)
    shown = names[: most - 1]
    return f"{', '.join(shown)} and {len(names) - len(shown)} others"


def points_written(points: Fraction) -> str:
    """Points with their word: ½ point, 1 point, 2¾ points, 0 points."""
    return f"{written(points)} {'point' if 0 < points <= 1 else 'points'}"


def title_written(tie_break: TieBreak, *, is_higher_rating_first: bool = False) -> str:
    """The name of a tie-break, with its order where that is not simply the higher number first."""
    if tie_break is TieBreak.RATING:
        return f"{TITLES[tie_break]} ({'higher' if is_higher_rating_first else 'lower'} first)"
    order = {TieBreak.OPEN: " (fewer first)", TieBreak.LOT: " (lower first)"}
    return f"{TITLES[tie_break]}{order.get(tie_break, '')}"


def sum_written(summands: Sequence[Summand], names: Names) -> str:
    """
    The terms of a sum: 2 × 2½ (beat D and E) + 1½ (drew with C). Games that brought nothing are left out.

    Instead of too many different amounts, there is one amount for all wins and one for all draws.
    """
    bringing = [each for each in summands if each.amount]
    terms: dict[tuple[GameResult | None, bool, Fraction], list[EntryId]] = {}
    for each in bringing:
        terms.setdefault((each.outcome, _tells_forfeit(each), each.amount), []).append(each.opponent)
    if len(terms) > _MOST_TERMS:
        return " + ".join(_all_of(bringing, outcome) for outcome in dict.fromkeys(each.outcome for each in bringing))
    return " + ".join(
        _term(amount, len(opponents), _how(outcome, opponents, names, is_forfeit=is_forfeit))
        for (outcome, is_forfeit, amount), opponents in terms.items()
    )


def met_written(opponents: Sequence[EntryId], names: Names) -> str:
    """A list of opponents, each once: D twice and E."""
    times = Counter(opponents)
    return listed(names[each] + {1: "", 2: " twice"}.get(times[each], f" {times[each]} times") for each in times)


def result_written(outcome: GameResult | None, *, is_forfeit: bool) -> str:
    """The result of a game in a few words: won, drawn, lost by forfeit, open."""
    words = {GameResult.BEAT: "won", GameResult.DREW: "drawn", GameResult.LOST: "lost", None: "open"}
    return f"{words[outcome]}{' by forfeit' if is_forfeit and outcome in {GameResult.BEAT, GameResult.LOST} else ''}"


def _tells_forfeit(summand: Summand) -> bool:
    return summand.is_forfeit and summand.outcome is not GameResult.DREW


def _all_of(summands: Iterable[Summand], outcome: GameResult | None) -> str:
    amounts = [each.amount for each in summands if each.outcome is outcome]
    return f"{written(sum(amounts, Fraction(0)))} ({_games(outcome, len(amounts))})"


def _term(amount: Fraction, count: int, how: str) -> str:
    times = f"{count} × " if count > 1 else ""
    return f"{times}{written(amount)} ({how})"


def _how(outcome: GameResult | None, opponents: Sequence[EntryId], names: Names, *, is_forfeit: bool) -> str:
    forfeit = " by forfeit" if is_forfeit else ""
    if len(set(opponents)) > MOST_NAMES:
        return f"{_games(outcome, len(opponents))}{forfeit}"
    return f"{_PLAYED[outcome]} {met_written(opponents, names)}{forfeit}"


def _games(outcome: GameResult | None, count: int) -> str:
    if outcome is GameResult.LOST:
        return "1 loss" if count == 1 else f"{count} losses"
    return counted(count, _GAMES[outcome])
