"""
The comparison of stored ratings with ratings that are worked out from all games since the first day.

Counting works differently, from change to change: if both agree to the last bit, both are right.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from typing import Any

from sqlalchemy import Select, bindparam, func, select

from corr.base.uow import Reader, Workshop
from corr.game.game_row import GAME
from corr.ratings.counting import IS_UNCOUNTED, count_next, is_counting, note_due
from corr.ratings.rated_games import (
    RATING,
    RATING_DAY,
    RATING_DUE,
    RatingBatch,
    day_of,
    game_of,
    games_between,
    rated_between,
    rated_of,
)
from corr.ratings.rating_days import Rated, UncountableDayError, history
from corr.ratings.waiting_lists import WaitingList, try_all_again, uncountable_list, waiting_lists

_SPAN = timedelta(days=31)
"""How many days are compared at a time: their games and ratings are held in memory."""
_NOTED_AT_ONCE = 1_000
_PATIENCE = 0.2
"""Seconds between two looks at what another process has counted."""
_RULESETS = select(GAME.c.ruleset).where(GAME.c.is_rated).distinct()
_GAMES = select(RATING_DAY.c.game).distinct()
_LISTS = select(RATING.c.game).distinct()
# There are two statements, so that each can use an index.
_FIRST_GAME, _LAST_GAME = (select(end(GAME.c.ended_at)).where(GAME.c.is_rated) for end in (func.min, func.max))
_FIRST_DAY, _LAST_DAY = (select(end(RATING_DAY.c.day)) for end in (func.min, func.max))
_FIRST_UNCOUNTED = select(func.min(GAME.c.ended_at)).where(IS_UNCOUNTED, GAME.c.is_rated)
_FIRST_DUE = select(func.min(RATING_DUE.c.day)).where(RATING_DUE.c.game == bindparam("game"))
_PRESENT = select(RATING, RATING.c.last_day.label("day")).where(RATING.c.game == bindparam("game"))

Pause = Callable[[float], None]


@dataclass(frozen=True, slots=True)
class Comparison:
    """The result of a comparison."""

    days: int
    """How many ratings were compared: one for each player and day."""
    players: int
    """How many players have a rating."""
    differing: tuple[tuple[RatingBatch, int], ...]
    """The days and players whose stored ratings are not those that follow from the games."""
    until: date | None
    """
    The day from which something was not compared, because games wait to be counted; None if all days were compared.
    """
    waiting: tuple[WaitingList, ...] = ()
    """The lists of which a day met a fault, and of which nothing was compared from there on."""

    @property
    def differing_players(self) -> int:
        """The number of players with a difference."""
        return len({player for _, player in self.differing})


def compare(reader: Reader) -> Comparison:
    """Work out all ratings from the first day on, and compare them with those that are stored."""
    uncounted, waiting = _days(reader, _FIRST_UNCOUNTED), {each.game: each for each in waiting_lists(reader)}
    first, last = _first_day(reader), _last_day(reader)
    differing: list[tuple[RatingBatch, int]] = []
    ends: list[date] = []
    days = 0
    players: set[int] = set()
    for game in _games(reader):
        present: dict[int, Rated] = {}
        until = min((*uncounted, *_days(reader, _FIRST_DUE, game=game)), default=None)
        try:
            for span in _spans(first, until or last + timedelta(days=1)):
                found, compared = _compare_span(reader, game, span, present)
                differing += found
                days += compared
        except UncountableDayError as fault:
            waiting.setdefault(game, uncountable_list(reader, game, fault))
        else:
            differing += () if until else _compare_present(reader, game, present)
        if until and game not in waiting:
            ends.append(until)
        players.update(present)
    lists = tuple(each for _, each in sorted(waiting.items()))
    return Comparison(days, len(players), tuple(dict.fromkeys(differing)), min(ends, default=None), lists)


def recompute(workshop: Workshop, pause: Pause) -> Comparison:
    """
    Compare all ratings, and work out anew those that differ and those that depend on them. Games may go on meanwhile.

    A list of which a day meets a fault waits; all others are put right.

    :param pause: waits so many seconds.
    """
    with workshop.open() as uow:
        try_all_again(uow)
    _count_all(workshop, pause)
    with workshop.look() as reader:
        found = compare(reader)
    for begin in range(0, len(found.differing), _NOTED_AT_ONCE):
        with workshop.open() as uow:
            note_due(uow, found.differing[begin : begin + _NOTED_AT_ONCE])
    _count_all(workshop, pause)
    with workshop.look() as reader:
        lists = {each.game: each for each in (*found.waiting, *waiting_lists(reader))}
    return replace(found, waiting=tuple(lists.values()))


def _count_all(workshop: Workshop, pause: Pause) -> None:
    """Count until nothing is left, even if another process is counting."""
    while True:
        with workshop.open() as uow:
            went_on = count_next(uow)
        if went_on:
            continue
        with workshop.look() as reader:
            if not is_counting(reader):
                return
        pause(_PATIENCE)


def _compare_span(
    reader: Reader, game: str, span: tuple[date, date], present: dict[int, Rated]
) -> tuple[list[tuple[RatingBatch, int]], int]:
    """The differences in a span of days, and how many ratings were compared; *present* is updated to its end."""
    begin, end = span
    expected = {(after.day, player): after for player, after in history(games_between(reader, game, *span), present)}
    days = rated_between(reader, game, begin, end).items()
    stored = {(day, player): rated for day, of_day in days for player, rated in of_day.items()}
    keys = sorted(expected.keys() | stored.keys())
    differing = [
        (RatingBatch(day, game), player)
        for day, player in keys
        if expected.get((day, player)) != stored.get((day, player))
    ]
    return differing, len(keys)


def _compare_present(reader: Reader, game: str, present: dict[int, Rated]) -> list[tuple[RatingBatch, int]]:
    """The players whose present rating is not that of their last day, each with the day to work out anew."""
    stored = {row.player_id: rated_of(row) for row in reader.connection.execute(_PRESENT, {"game": game})}
    return [
        (RatingBatch((present.get(player) or stored[player]).day, game), player)
        for player in sorted(present.keys() | stored.keys())
        if present.get(player) != stored.get(player)
    ]


def _games(reader: Reader) -> list[str]:
    """The names of all games in which somebody is rated, or should be."""
    names = {game_of(ruleset) for ruleset in reader.connection.execute(_RULESETS).scalars()}
    for asked in (_GAMES, _LISTS):
        names.update(reader.connection.execute(asked).scalars())
    return sorted(names)


def _spans(begin: date, end: date) -> Iterator[tuple[date, date]]:
    while begin < end:
        yield begin, min(begin + _SPAN, end)
        begin += _SPAN


def _first_day(reader: Reader) -> date:
    return min(_days(reader, _FIRST_GAME, _FIRST_DAY), default=date.max)


def _last_day(reader: Reader) -> date:
    return max(_days(reader, _LAST_GAME, _LAST_DAY), default=date.min)


def _days(reader: Reader, *statements: Select[Any], game: str = "") -> list[date]:
    """The days that the *statements* find, as moments or as days; at most one for each."""
    found = (reader.connection.execute(asked, {"game": game} if game else {}).scalar() for asked in statements)
    return [day_of(at) if isinstance(at, datetime) else at for at in found if at is not None]
