"""
The most dramatic game of a week, chosen by what every game has: a result, its effect on the table, and a length.

The swing of a game is how much another result would have moved the table: the sum over all players of the places that
they would stand elsewhere, had the other player won; for a draw, had either won, whichever moves more. Among games with
the same swing the least expected result wins, by the ratings at the start of the season, then the shorter game. Where
no result moves the table, it is the shortest game.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from corr.leagues.rules.division_table import EntryId, Meeting, Table
from corr.leagues.rules.playouts import expected
from corr.leagues.rules.settings import SeasonSettings
from corr.leagues.rules.standings import ranks
from corr.states import Result

_WITHOUT_WINNER = (Result.FIRST, Result.SECOND)


class Drama(StrEnum):
    """The reason why a game is dramatic."""

    SWING = "swing"
    SHORTEST = "shortest"


@dataclass(frozen=True, slots=True)
class Dramatic:
    """A game with the measures of its drama."""

    meeting: Meeting
    drama: Drama
    places: int
    """The swing: how many places all players together would move with another result."""
    surprise: float
    """The distance of the result from the expected score by ratings: from 0 to 1."""
    turns: int


def most_dramatic(table: Table, settings: SeasonSettings, turns: Mapping[str, int]) -> Dramatic | None:
    """
    The most dramatic of the games in *turns*; None if none of them was decided at the board.

    :param turns: the numbers of turns by game id. Games that were not played out should not be among them; forfeits
        are left out in any case.
    """
    known = [meeting for meeting in table.counted() if meeting.game_id in turns and not meeting.is_forfeit]
    return best_of(_told(table, settings, meeting, turns[meeting.game_id]) for meeting in known)


def best_of(found: Iterable[Dramatic]) -> Dramatic | None:
    """The most dramatic of *found*; None if it is empty."""
    return min(found, key=lambda one: (-one.places, -one.surprise, one.turns, one.meeting.game_id), default=None)


def _told(table: Table, settings: SeasonSettings, meeting: Meeting, turns: int) -> Dramatic:
    places = _swing(table, settings, meeting)
    if places == 0:
        # A surprise that changes nothing does not count: the shortest game does.
        return Dramatic(meeting, Drama.SHORTEST, 0, 0.0, turns)
    return Dramatic(meeting, Drama.SWING, places, _surprise(table, meeting), turns)


def _swing(table: Table, settings: SeasonSettings, meeting: Meeting) -> int:
    now = ranks(table, settings)
    others = {Result.FIRST: (Result.SECOND,), Result.SECOND: (Result.FIRST,)}.get(_result(meeting), _WITHOUT_WINNER)
    return max(_distance(now, ranks(_with(table, meeting, result), settings)) for result in others)


def _distance(one: Mapping[EntryId, int], other: Mapping[EntryId, int]) -> int:
    return sum(abs(place - other[entry]) for entry, place in one.items())


def _with(table: Table, meeting: Meeting, result: Result) -> Table:
    changed = tuple(replace(each, result=result) if each is meeting else each for each in table.meetings)
    return replace(table, meetings=changed)


def _surprise(table: Table, meeting: Meeting) -> float:
    entrants = {entrant.id: entrant for entrant in table.entrants}
    hoped = expected(entrants[meeting.first], entrants[meeting.second])
    reached = {Result.FIRST: 1.0, Result.DRAW: 0.5}.get(_result(meeting), 0.0)
    return abs(reached - hoped)


def _result(meeting: Meeting) -> Result:
    assert meeting.result is not None
    return meeting.result
