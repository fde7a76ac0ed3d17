"""Counting finished games for ratings, results and reliability, a stretch of days at a time."""

import logging
from collections.abc import Collection, Iterable, Sequence
from datetime import date, timedelta
from typing import Any

from sqlalchemy import ColumnElement, Row, and_, bindparam, delete, exists, func, or_, select, update

from corr.base.uow import Reader, UnitOfWork
from corr.game.game_row import GAME, SEAT, change_games
from corr.ratings.head_to_head import count_results
from corr.ratings.rated_games import (
    RATING_DUE,
    RatingBatch,
    day_of,
    game_of,
    games_between,
    next_days,
    rated_before,
    rated_between,
    store_days,
    store_present,
)
from corr.ratings.rating_days import Met, Stretch
from corr.ratings.reliability import count_conduct
from corr.ratings.waiting_lists import WAITING, end_wait, let_wait
from corr.store.base import add_missing, some_of, table
from corr.store.tables.ratings import ConductDue

_LOG = logging.getLogger(__name__)
SPAN = timedelta(days=31)
"""The longest stretch of days."""
_GAMES_AT_ONCE = 1_000
_DAY = timedelta(days=1)

Due = tuple[date, int]
"""A day, and the id of a player whose rating after that day has to be worked out."""
_CONDUCT_DUE = table(ConductDue)
_COUNTED_AT_ONCE = 500
_DUE_AT_ONCE = 200
_STRETCHES_AT_ONCE = 10
_CONDUCTS_AT_ONCE = 10
_LOCK = 0x0C0_44A7
"""The number of the advisory lock on PostgreSQL that the counting process holds; it must never change."""
# The same as in the index; with a condition on the state SQLite would choose another one, with all games that are over.
IS_UNCOUNTED: ColumnElement[bool] = and_(GAME.c.ended_at.is_not(None), GAME.c.counted_at.is_(None))
"""A condition on games: they are over and not counted, or their result was changed since."""
_CLAIM = (
    update(GAME)
    .where(some_of(GAME, IS_UNCOUNTED, _COUNTED_AT_ONCE))
    .values(counted_at=bindparam("at"))
    .returning(GAME.c.id, GAME.c.ruleset, GAME.c.is_rated, GAME.c.ended_at)
)
# A process of the version before may have ended them, which did not note that here.
_MEND_SEATS = (
    update(SEAT)
    .where(SEAT.c.game_id.in_(bindparam("games", expanding=True)), SEAT.c.ended_at.is_(None))
    .values(ended_at=select(GAME.c.ended_at).where(GAME.c.id == SEAT.c.game_id).scalar_subquery())
)
_SEATS = select(SEAT.c.game_id, SEAT.c.player_id).where(SEAT.c.game_id.in_(bindparam("games", expanding=True)))
_MAY_COUNT = RATING_DUE.c.game.not_in(WAITING)
_NEXT_BATCH = (
    select(RATING_DUE.c.day, RATING_DUE.c.game).where(_MAY_COUNT).order_by(RATING_DUE.c.day, RATING_DUE.c.game).limit(1)
)
_DUE = (
    select(RATING_DUE.c.day, RATING_DUE.c.player_id)
    .where(
        RATING_DUE.c.day >= bindparam("begin"),
        RATING_DUE.c.day < bindparam("end"),
        RATING_DUE.c.game == bindparam("game"),
    )
    .order_by(RATING_DUE.c.day, RATING_DUE.c.player_id)
    .limit(bindparam("most"))
)
_DONE = delete(RATING_DUE).where(
    RATING_DUE.c.day == bindparam("of_day"),
    RATING_DUE.c.game == bindparam("of_game"),
    RATING_DUE.c.player_id == bindparam("of_player"),
)
_NEXT_CONDUCT = select(_CONDUCT_DUE.c.player_id).order_by(_CONDUCT_DUE.c.player_id).limit(_CONDUCTS_AT_ONCE)
_CONDUCT_DONE = delete(_CONDUCT_DUE).where(_CONDUCT_DUE.c.player_id.in_(bindparam("players", expanding=True)))
_IS_ANY_DUE = select(
    or_(
        exists(select(GAME.c.id).where(IS_UNCOUNTED)),
        exists(select(RATING_DUE.c.day).where(_MAY_COUNT)),
        exists(select(_CONDUCT_DUE.c.player_id)),
    )
)


def work_out(uow: UnitOfWork, game: str, due: Sequence[Due]) -> tuple[Sequence[Due], Iterable[tuple[RatingBatch, int]]]:
    """
    Work out as many of the due ratings as fit into a transaction that is not too large.

    :param due: what is due in one game, in order, with at most `SPAN` from the first day to the last.
    :return: the part of *due* that was done, and the batches of players that are due because of it.
    """
    begin, end = due[0][0], due[-1][0] + _DAY
    games = games_between(uow, game, begin, end, most=_GAMES_AT_ONCE + 1)
    if len(games) > _GAMES_AT_ONCE:
        # The last day may be incomplete, so it is left for later, unless it is the first one too.
        end = max(games[-1].day, begin + _DAY)
        games = _of_days(games, end) if end > begin + _DAY else games_between(uow, game, begin, end)
        due = [(day, player) for day, player in due if day < end]
    stretch = _worked_out(uow, RatingBatch(begin, game), Stretch(games, rated_between(uow, game, begin, end), due))
    store_days(uow, game, stretch.changed, stretch.stored)
    following = next_days(uow, RatingBatch(end - _DAY, game), stretch.touched)
    store_present(uow, game, {player: stretch.present(player) for player in stretch.touched if player not in following})
    return due, [(RatingBatch(following[player], game), player) for player in stretch.spilled if player in following]


def _worked_out(uow: UnitOfWork, first: RatingBatch, stretch: Stretch) -> Stretch:
    """The stretch, after everything that is due in it was worked out."""
    # Usually these are all players that have to be known; working out may need a few more.
    days = stretch.days
    _know(uow, first, stretch, stretch.unknown_on(days))
    for day in days:
        _know(uow, first, stretch, stretch.unknown_on([day]))
        stretch.work_out(day)
    return stretch


def _know(uow: UnitOfWork, first: RatingBatch, stretch: Stretch, players: Collection[int]) -> None:
    if players:
        stretch.know(players, rated_before(uow, first, players))


def _of_days(games: Iterable[Met], end: date) -> list[Met]:
    return [met for met in games if met.day < end]


def is_any_due(reader: Reader) -> bool:
    """Whether `count_next` would find anything to do. It takes one statement, which need not wait for writers."""
    return bool(reader.connection.execute(_IS_ANY_DUE, {"now": reader.now}).scalar_one())


def count_next(uow: UnitOfWork) -> bool:
    """Do a part of the counting that is due; False if nothing is due, or another process is counting."""
    if not (is_any_due(uow) and _is_alone(uow)):
        return False
    return _note_games(uow) or _count_stretches(uow) or _count_players(uow)


def is_counting(reader: Reader) -> bool:
    """Whether some finished game is not completely counted yet, other than in a list that waits."""
    uncounted = select(GAME.c.id).where(IS_UNCOUNTED).limit(1)
    asked = {"now": reader.now}
    return any(reader.connection.execute(some, asked).first() is not None for some in (uncounted, _NEXT_BATCH))


def note_due(uow: UnitOfWork, due: Iterable[tuple[RatingBatch, int]]) -> None:
    """Record that batches have to be worked out for players, for the first time or again."""
    rows = [{"day": batch.day, "game": batch.game, "player_id": player} for batch, player in dict.fromkeys(due)]
    add_missing(uow.connection, RATING_DUE, rows)


def _is_alone(uow: UnitOfWork) -> bool:
    """Whether nobody else counts until the end of this transaction. On SQLite there is one writer anyway."""
    return uow.is_sqlite or bool(uow.connection.execute(select(func.pg_try_advisory_xact_lock(_LOCK))).scalar_one())


def _note_games(uow: UnitOfWork) -> bool:
    """Record what is due because of some games that were not counted."""
    games = {row.id: row for row in change_games(uow, _CLAIM, {"at": uow.now})}
    if not games:
        return False
    change_games(uow, _MEND_SEATS, {"games": list(games)})
    seats = uow.connection.execute(_SEATS, {"games": list(games)}).all()
    rated_seats = [(games[seat.game_id], seat.player_id) for seat in seats if games[seat.game_id].is_rated]
    note_due(uow, [(_batch_of(game), player) for game, player in rated_seats])
    players = sorted({seat.player_id for seat in seats})
    add_missing(uow.connection, _CONDUCT_DUE, [{"player_id": player} for player in players])
    return True


def _batch_of(game: Row[Any]) -> RatingBatch:
    return RatingBatch(day_of(game.ended_at), game_of(game.ruleset))


def _count_stretches(uow: UnitOfWork) -> bool:
    """Work out the earliest due ratings: several short stretches of days, or a part of a long one."""
    left, begun = _DUE_AT_ONCE, 0
    while left > 0 and begun < _STRETCHES_AT_ONCE:
        counted = _count_stretch(uow, left)
        if not counted:
            break
        begun, left = begun + 1, left - counted
    return begun > 0


def _count_stretch(uow: UnitOfWork, most: int) -> int:
    """Work out up to *most* of the earliest due ratings of one game; how many they were. After a fault it waits."""
    first = uow.connection.execute(_NEXT_BATCH, {"now": uow.now}).first()
    if first is None:
        return 0
    asked = {"game": first.game, "begin": first.day, "end": first.day + SPAN, "most": most}
    due = [(row.day, row.player_id) for row in uow.connection.execute(_DUE, asked)]
    with uow.guarded() as part:
        done, following = work_out(uow, first.game, due)
        note_due(uow, following)
        keys = [{"of_day": day, "of_game": first.game, "of_player": player} for day, player in done]
        uow.connection.execute(_DONE, keys)
        end_wait(uow, first.game, done[-1][0])
    if part.fault is not None:
        let_wait(uow, first.game, due, part.fault)
    return len(due)


def _count_players(uow: UnitOfWork) -> bool:
    """Work out the conduct and the results of a few players. One who causes a fault does not stop the others."""
    players = list(uow.connection.execute(_NEXT_CONDUCT).scalars())
    if not players:
        return False
    if not _try_to_count(uow, players):
        for player in players:
            if not _try_to_count(uow, [player]):
                _LOG.error("the conduct of player %s is counted again after their next game", player)
    uow.connection.execute(_CONDUCT_DONE, {"players": players})
    return True


def _try_to_count(uow: UnitOfWork, players: Sequence[int]) -> bool:
    with uow.guarded() as part:
        count_conduct(uow, players)
        count_results(uow, players)
    if part.fault is not None:
        _LOG.info("the conduct of players %s met a fault: %s", players, part.fault_words)
    return part.fault is None
