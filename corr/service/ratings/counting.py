"""
Counting finished games for ratings and conduct, a little at a time.

Games that are over and not counted yet, or whose result was changed, are noted first: which players' batches have to be
worked out. Then batches are worked out, the earliest first. Where one comes out other than it is stored, the player's
next batch is noted in turn, and with it the batches of everybody whom the player met there; so all that follows from a
change is worked out anew, and nothing else, and what comes out is what a count from the very beginning gives. What is
still to be done stands in tables, and whoever is cut off or killed in the middle goes on where it was.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from sqlalchemy import ColumnElement, Row, and_, bindparam, delete, func, select, update

from corr.core.ratings.batches import Met, rated
from corr.service.ratings.conduct import count_conduct
from corr.service.ratings.rows import (
    RATING_DUE,
    Batch,
    day_of,
    game_of,
    games_of,
    next_days,
    present_of,
    rated_before,
    rated_on,
    store_days,
    store_present,
)
from corr.service.standing import GAME, SEAT
from corr.service.uow import Reader, UnitOfWork
from corr.store.base import table
from corr.store.queries.writing import add_missing, some_of
from corr.store.tables.ratings import ConductDue

_CONDUCT_DUE = table(ConductDue)
_GAMES_AT_ONCE = 500
_PLAYERS_AT_ONCE = 200
_BATCHES_AT_ONCE = 10
_LOCK = 0x0C0_44A7
"""PostgreSQL's number of the lock that whoever counts holds; chosen once, and never changed."""
# As the index has it; a condition about the state would lead SQLite to another one, with all games that are over.
IS_UNCOUNTED: ColumnElement[bool] = and_(GAME.c.ended_at.is_not(None), GAME.c.counted_at.is_(None))
"""Of games that are over and not counted, or whose result was changed since."""
_CLAIM = (
    update(GAME)
    .where(some_of(GAME, IS_UNCOUNTED, _GAMES_AT_ONCE))
    .values(counted_at=bindparam("at"))
    .returning(GAME.c.id, GAME.c.ruleset, GAME.c.is_rated, GAME.c.ended_at)
)
_SEATS = select(SEAT.c.game_id, SEAT.c.player_id).where(SEAT.c.game_id.in_(bindparam("games", expanding=True)))
_NEXT_BATCH = select(RATING_DUE.c.day, RATING_DUE.c.game).order_by(RATING_DUE.c.day, RATING_DUE.c.game).limit(1)
_IS_IN_BATCH = and_(RATING_DUE.c.day == bindparam("of_day"), RATING_DUE.c.game == bindparam("of_game"))
_DUE_IN_BATCH = (
    select(RATING_DUE.c.player_id).where(_IS_IN_BATCH).order_by(RATING_DUE.c.player_id).limit(bindparam("most"))
)
_DONE = delete(RATING_DUE).where(_IS_IN_BATCH, RATING_DUE.c.player_id.in_(bindparam("players", expanding=True)))
_NEXT_CONDUCT = select(_CONDUCT_DUE.c.player_id).order_by(_CONDUCT_DUE.c.player_id).limit(1)
_CONDUCT_DONE = delete(_CONDUCT_DUE).where(_CONDUCT_DUE.c.player_id == bindparam("of_player"))


def count_next(uow: UnitOfWork) -> bool:
    """Do a part of the counting that is due; False if there is none, or another process is at it."""
    if not _is_alone(uow):
        return False
    return _note_games(uow) or _count_batches(uow) or _count_player(uow)


def is_counting(reader: Reader) -> bool:
    """Whether some finished game is not counted wholly yet."""
    uncounted = select(GAME.c.id).where(IS_UNCOUNTED).limit(1)
    return any(reader.connection.execute(asked).first() is not None for asked in (uncounted, _NEXT_BATCH))


def note_due(uow: UnitOfWork, due: Iterable[tuple[Batch, int]]) -> None:
    """Let batches be worked out for players, for the first time or anew."""
    rows = [{"day": batch.day, "game": batch.game, "player_id": player} for batch, player in dict.fromkeys(due)]
    add_missing(uow.session, RATING_DUE, rows)


def _is_alone(uow: UnitOfWork) -> bool:
    """Whether nobody else counts until the end of this transaction. On SQLite there is one writer anyway."""
    return uow.is_sqlite or bool(uow.connection.execute(select(func.pg_try_advisory_xact_lock(_LOCK))).scalar_one())


def _note_games(uow: UnitOfWork) -> bool:
    """Note what follows from some games that were not counted."""
    games = {row.id: row for row in uow.connection.execute(_CLAIM, {"at": uow.now})}
    if not games:
        return False
    seats = uow.connection.execute(_SEATS, {"games": list(games)}).all()
    rated_seats = [(games[seat.game_id], seat.player_id) for seat in seats if games[seat.game_id].is_rated]
    note_due(uow, [(_batch_of(game), player) for game, player in rated_seats])
    players = sorted({seat.player_id for seat in seats})
    add_missing(uow.session, _CONDUCT_DUE, [{"player_id": player} for player in players])
    return True


def _batch_of(game: Row[Any]) -> Batch:
    return Batch(day_of(game.ended_at), game_of(game.ruleset))


def _count_batches(uow: UnitOfWork) -> bool:
    """Work out the earliest batches that are due: several small ones, or a part of a large one."""
    left, begun = _PLAYERS_AT_ONCE, 0
    while left > 0 and begun < _BATCHES_AT_ONCE:
        counted = _count_batch(uow, left)
        if not counted:
            break
        begun, left = begun + 1, left - counted
    return begun > 0


def _count_batch(uow: UnitOfWork, most: int) -> int:
    """Work out the earliest batch that is due for up to so many players; for how many."""
    found = uow.connection.execute(_NEXT_BATCH).first()
    if found is None:
        return 0
    batch = Batch(found.day, found.game)
    asked = {"of_day": batch.day, "of_game": batch.game}
    players = list(uow.connection.execute(_DUE_IN_BATCH, {**asked, "most": most}).scalars())
    _work_out(uow, batch, players)
    uow.connection.execute(_DONE, asked | {"players": players})
    return len(players)


def _work_out(uow: UnitOfWork, batch: Batch, due: Collection[int]) -> None:
    """Work a batch out for players and for all whom they met in it, since they may have come to it changed."""
    games = _by_player(games_of(uow, batch))
    wanted = {*due, *(met.opponent_of(player) for player in due for met in games.get(player, ()))}
    met_by_them = {met.opponent_of(player) for player in wanted for met in games.get(player, ())}
    before = rated_before(uow, batch, wanted | met_by_them)
    after = {
        player: rated(player, batch.day, games[player], before) if player in games else None
        for player in sorted(wanted)
    }
    stored = rated_on(uow, batch, wanted)
    changed = {player: found for player, found in after.items() if found != stored.get(player)}
    store_days(uow, batch, changed)
    following = next_days(uow, batch, wanted)
    note_due(uow, [(Batch(following[player], batch.game), player) for player in changed if player in following])
    last = {player: found or before.get(player) for player, found in after.items() if player not in following}
    present = present_of(uow, batch.game, last)
    store_present(uow, batch.game, {player: found for player, found in last.items() if found != present.get(player)})


def _by_player(games: Iterable[Met]) -> Mapping[int, Sequence[Met]]:
    found: dict[int, list[Met]] = {}
    for met in games:
        found.setdefault(met.first, []).append(met)
        found.setdefault(met.second, []).append(met)
    return found


def _count_player(uow: UnitOfWork) -> bool:
    """Work out the conduct of one player."""
    player_id = uow.connection.execute(_NEXT_CONDUCT).scalar()
    if player_id is None:
        return False
    count_conduct(uow, player_id)
    uow.connection.execute(_CONDUCT_DONE, {"of_player": player_id})
    return True
