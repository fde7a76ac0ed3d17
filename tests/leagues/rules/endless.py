"""Divisions with a few open games, and every way in which they may end, for tests of what is still possible."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import product
from random import Random

from corr.leagues.rules.division_table import EntryId, Meeting, Table
from corr.leagues.rules.possible_places import endings
from corr.leagues.rules.settings import SeasonSettings, Unfinished
from corr.states import Result
from tests.leagues.rules.drawn_tables import drawn, drawn_order

_RESULTS = (Result.FIRST, Result.SECOND, Result.DRAW)


def division(seed: int, most_open: int) -> tuple[Table, SeasonSettings, frozenset[EntryId]]:
    """A random table with so many open games at most, settings, and who has withdrawn."""
    chance = Random(f"division {seed}")
    table = drawn(seed)
    places = [at for at, meeting in enumerate(table.meetings) if meeting.result is None]
    open_ones = set(chance.sample(places, min(most_open, len(places))))
    meetings = tuple(
        replace(meeting, result=chance.choice(_RESULTS)) if at in places and at not in open_ones else meeting
        for at, meeting in enumerate(table.meetings)
    )
    gone = {entrant.id for entrant in table.entrants if chance.random() < chance.choice((0, 0, 0.3))}
    return replace(table, meetings=meetings), settings(seed), frozenset(gone)


def settings(seed: int) -> SeasonSettings:
    """Random tie-breaks, and a random rule for games that are unfinished at the end date."""
    tie_breaks, is_higher = drawn_order(seed)
    unfinished = Random(seed).choice((Unfinished.DRAW, Unfinished.NO_RESULT))
    return SeasonSettings("tiny/1", tie_breaks=tie_breaks, is_higher_rating_first=is_higher, unfinished=unfinished)


def ended(table: Table, results: Sequence[Result]) -> Table:
    """The table once its open games have ended so."""
    left = iter(results)
    open_ones = set(map(id, table.open()))
    return replace(
        table, meetings=tuple(_ended(each, next(left)) if id(each) in open_ones else each for each in table.meetings)
    )


def finals(table: Table, rules: SeasonSettings) -> Iterator[Table]:
    """The table in every way in which it may end."""
    for results in product(endings(rules), repeat=len(table.open())):
        yield ended(table, results)


def a_final(table: Table, rules: SeasonSettings, chance: Random) -> Table:
    """The table in a random way in which it may end."""
    return ended(table, [chance.choice(endings(rules)) for _ in table.open()])


def _ended(meeting: Meeting, result: Result) -> Meeting:
    return replace(meeting, result=result)
