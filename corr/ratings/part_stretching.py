"""Working ratings out for a stretch of days: read at once, worked out in memory, and written at once."""

from collections.abc import Collection, Iterable, Sequence
from datetime import date, timedelta

from corr.base.uow import UnitOfWork
from corr.ratings.part_batches import Met
from corr.ratings.rated_games import (
    Batch,
    games_between,
    next_days,
    rated_before,
    rated_between,
    store_days,
    store_present,
)
from corr.ratings.rating_days import Stretch

SPAN = timedelta(days=31)
"""How long a stretch is at most."""
_GAMES_AT_ONCE = 1_000
_DAY = timedelta(days=1)

Due = tuple[date, int]
"""A day, and a player whose rating after it has to be worked out."""


def work_out(uow: UnitOfWork, game: str, due: Sequence[Due]) -> tuple[Sequence[Due], Iterable[tuple[Batch, int]]]:
    """
    Work out as much of what is due as makes no large transaction.

    :param due: of one game, in order, no more than `SPAN` from the first to the last.
    :return: what of it was done, and what follows from that.
    """
    begin, end = due[0][0], due[-1][0] + _DAY
    games = games_between(uow, game, begin, end, most=_GAMES_AT_ONCE + 1)
    if len(games) > _GAMES_AT_ONCE:
        # The last day may not be whole; the first is done anyway.
        end = max(games[-1].day, begin + _DAY)
        games = _of_days(games, end) if end > begin + _DAY else games_between(uow, game, begin, end)
        due = [(day, player) for day, player in due if day < end]
    stretch = _worked_out(uow, Batch(begin, game), Stretch(games, rated_between(uow, game, begin, end), due))
    store_days(uow, game, stretch.changed, stretch.stored)
    following = next_days(uow, Batch(end - _DAY, game), stretch.touched)
    store_present(uow, game, {player: stretch.present(player) for player in stretch.touched if player not in following})
    return due, [(Batch(following[player], game), player) for player in stretch.spilled if player in following]


def _worked_out(uow: UnitOfWork, first: Batch, stretch: Stretch) -> Stretch:
    """The stretch with all that is due in it worked out."""
    # Mostly that is all that has to be known; what follows may ask for a few more.
    days = stretch.days
    _know(uow, first, stretch, stretch.unknown_on(days))
    for day in days:
        _know(uow, first, stretch, stretch.unknown_on([day]))
        stretch.work_out(day)
    return stretch


def _know(uow: UnitOfWork, first: Batch, stretch: Stretch, players: Collection[int]) -> None:
    if players:
        stretch.know(players, rated_before(uow, first, players))


def _of_days(games: Iterable[Met], end: date) -> list[Met]:
    return [met for met in games if met.day < end]
