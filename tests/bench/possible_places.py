"""
Possible places and simulations of a division of twenty, next to working out full standings of it in the same run.

The exact places are compared with the naive way too: ranking all endings of a few games in full.
"""

from collections.abc import Callable, Iterator
from functools import partial
from itertools import combinations, product
from random import Random
from statistics import median
from time import process_time

from corr.leagues.rules.division_table import Entrant, EntryId, Meeting, Table
from corr.leagues.rules.playouts import play_out
from corr.leagues.rules.possible_places import bounded_places, endings, exact_places
from corr.leagues.rules.settings import SeasonSettings
from corr.leagues.rules.standings import ranks, standings
from corr.leagues.rules.tiebreaks import TieBreak
from corr.states import Result
from tests.bench._figures import Figure

RUNS = 3
EXACT_LIMIT = 1000
"""Milliseconds that exact places of eight open games may take."""
_PLAYERS = 20
_NAIVE_GAMES = 5
"""The naive way takes minutes for eight games; it is timed for these, and grows threefold with each."""
_ORDERS = (
    (TieBreak.WINS, TieBreak.SONNEBORN_BERGER, TieBreak.HEAD_TO_HEAD, TieBreak.LOT),
    (TieBreak.HEAD_TO_HEAD, TieBreak.KOYA, TieBreak.SONNEBORN_BERGER),
    (),
)


def figures() -> Iterator[Figure]:
    """Those of a division of twenty."""
    for name, table in (("usual", a_division(8)), ("all drawn", a_division(8, share_drawn=1.0))):
        for order in _ORDERS:
            rules = SeasonSettings("any/1", tie_breaks=order)
            words = ", ".join(order) or "points alone"
            yield _figure(f"8 open games, {name}: {words}", partial(exact_places, table, rules), EXACT_LIMIT)
    rules = SeasonSettings("any/1")
    for count in (45, 190):
        table = a_division(count)
        yield _figure(f"bounds of {count} open games", partial(bounded_places, table, rules))
        playouts = play_out(table, rules, seed="bench").playouts
        yield _figure(f"{playouts} play-outs of {count} open games", partial(play_out, table, rules, seed="bench"))
    yield _naive_way(rules)


def a_division(left: int, *, share_drawn: float = 0.2) -> Table:
    """A single round robin of twenty with so many games open."""
    chance = Random(left)
    ids = [EntryId(number) for number in range(1, _PLAYERS + 1)]
    pairs = list(combinations(ids, 2))
    chance.shuffle(pairs)
    meetings = tuple(
        Meeting(1, one, other, None if number < left else _result(chance, share_drawn))
        for number, (one, other) in enumerate(pairs)
    )
    return Table(tuple(Entrant(each, 1400 + 10 * each, f"{chance.getrandbits(64):016x}") for each in ids), meetings)


def _result(chance: Random, share_drawn: float) -> Result:
    return Result.DRAW if chance.random() < share_drawn else chance.choice((Result.FIRST, Result.SECOND))


def _figure(name: str, work: Callable[[], object], limit: int | None = None) -> Figure:
    table, rules = a_division(8), SeasonSettings("any/1", tie_breaks=_ORDERS[0])
    # The two take turns, so that a busy machine is busy for both.
    times = [(_time(work), _time(lambda: _full_standings(table, rules))) for _ in range(RUNS)]
    ours = median(mine for mine, _ in times)
    ratio = median(mine / base for mine, base in times)
    return Figure(name, ours, limit, "ms", detail=f"{ratio:,.0f} x full standings")


def _full_standings(table: Table, rules: SeasonSettings) -> None:
    # They are kept for every table; a baseline works them out each time.
    standings.cache_clear()
    standings(table, rules)


def _naive_way(rules: SeasonSettings) -> Figure:
    table = a_division(_NAIVE_GAMES)
    quick = min(_time(lambda: exact_places(table, rules)) for _ in range(RUNS))
    naive = min(_time(lambda: _naive(table, rules)) for _ in range(RUNS))
    name = f"{_NAIVE_GAMES} open games, every ending ranked in full"
    return Figure(name, naive, unit="ms", detail=f"{naive / quick:.0f} times as long as exact places")


def _naive(table: Table, rules: SeasonSettings) -> list[object]:
    return [ranks(_ended(table, results), rules) for results in product(endings(rules), repeat=_NAIVE_GAMES)]


def _ended(table: Table, results: tuple[Result, ...]) -> Table:
    left = iter(results)
    meetings = tuple(
        each if each.result is not None else Meeting(each.round, each.first, each.second, next(left))
        for each in table.meetings
    )
    return Table(table.entrants, meetings)


def _time(work: Callable[[], object]) -> float:
    """How many milliseconds *work* takes."""
    begun = process_time()
    work()
    return (process_time() - begun) * 1000
