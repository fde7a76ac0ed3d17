"""Words for the numbers of a league's table: lists of names, points, and sums with their terms."""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

from corr.core.spans import counted
from corr.leagues.rules.division_table import EntryId
from corr.leagues.rules.fractions import total, written
from corr.leagues.rules.scores import Game, GameResult

Names = Mapping[EntryId, str]
Summand = tuple[Game, Fraction]
"""A game with the amount that it adds to a sum."""

MOST_NAMES = 6
"""How many names a sentence lists; more are only counted."""
_MOST_TERMS = 8

_PLAYED = {GameResult.BEAT: "beat", GameResult.DREW: "drew with", GameResult.LOST: "lost to"}
_RESULTS = {GameResult.BEAT: "won", GameResult.DREW: "drawn", GameResult.LOST: "lost", GameResult.OPEN: "open"}
_GAMES = {GameResult.BEAT: "win", GameResult.DREW: "draw", GameResult.LOST: "loss"}


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


def sum_written(summands: Sequence[Summand], names: Names) -> str:
    """
    The terms of a sum: 2 × 2½ (beat D and E) + 1½ (drew with C). Games that brought nothing are left out.

    Instead of too many different amounts, there is one amount for all wins and one for all draws.
    """
    bringing = [each for each in summands if each[1]]
    terms: dict[tuple[GameResult, bool, str], list[EntryId]] = {}
    for game, amount in bringing:
        terms.setdefault((game.outcome, _is_decided_by_forfeit(game), written(amount)), []).append(game.opponent)
    if len(terms) > _MOST_TERMS:
        return " + ".join(_all_of(bringing, outcome) for outcome in dict.fromkeys(game.outcome for game, _ in bringing))
    return " + ".join(
        _term(amount, len(opponents), _how(outcome, opponents, names, is_forfeit=is_forfeit))
        for (outcome, is_forfeit, amount), opponents in terms.items()
    )


def met_written(opponents: Sequence[EntryId], names: Names) -> str:
    """A list of opponents, each once: D twice and E."""
    times: dict[EntryId, int] = {}
    for each in opponents:
        times[each] = times.get(each, 0) + 1
    return listed(names[each] + {1: "", 2: " twice"}.get(times[each], f" {times[each]} times") for each in times)


def result_written(game: Game) -> str:
    """The result of a game in a few words: won, drawn, lost by forfeit, open."""
    return f"{_RESULTS[game.outcome]}{' by forfeit' if _is_decided_by_forfeit(game) else ''}"


def _is_decided_by_forfeit(game: Game) -> bool:
    return game.is_forfeit and game.outcome in {GameResult.BEAT, GameResult.LOST}


def _all_of(summands: Iterable[Summand], outcome: GameResult) -> str:
    amounts = [amount for game, amount in summands if game.outcome is outcome]
    return f"{written(total(amounts))} ({_games(outcome, len(amounts))})"


def _term(amount: str, count: int, how: str) -> str:
    times = f"{count} × " if count > 1 else ""
    return f"{times}{amount} ({how})"


def _how(outcome: GameResult, opponents: Sequence[EntryId], names: Names, *, is_forfeit: bool) -> str:
    forfeit = " by forfeit" if is_forfeit else ""
    if len(set(opponents)) > MOST_NAMES:
        return f"{_games(outcome, len(opponents))}{forfeit}"
    return f"{_PLAYED[outcome]} {met_written(opponents, names)}{forfeit}"


def _games(outcome: GameResult, count: int) -> str:
    if outcome is GameResult.LOST:
        return "1 loss" if count == 1 else f"{count} losses"
    return counted(count, _GAMES[outcome])
