"""
Counting finished games for ratings and conduct, a little at a time.

Games that are over and not counted yet, or whose result was changed, are noted first: which players' batches have to be
worked out. Then batches are worked out, the earliest first. Where one comes out other than it is stored, the player's
next batch is noted in turn, and with it the batches of everybody whom the player met there; so all that follows from a
change is worked out anew, and nothing else, and what comes out is what a count from the very beginning gives. What is
still to be done stands in tables, and whoever is cut off or killed in the middle goes on where it was.
"""

from collections.abc import Iterable
from typing import Any

from sqlalchemy import ColumnElement, Row, and_, bindparam, delete, exists, func, or_, select, update

from corr.base.uow import Reader, UnitOfWork
from corr.game.game_row import GAME, SEAT
from corr.ratings.part_stretching import SPAN, work_out
from corr.ratings.rated_games import RATING_DUE, Batch, day_of, game_of
from corr.ratings.reliability import count_conduct
from corr.store.base import table
from corr.store.queries.writing import add_missing, some_of
from corr.store.tables.ratings import ConductDue

_CONDUCT_DUE = table(ConductDue)
_GAMES_AT_ONCE = 500
_DUE_AT_ONCE = 200
_STRETCHES_AT_ONCE = 10
_CONDUCTS_AT_ONCE = 10
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
        exists(select(RATING_DUE.c.day)),
        exists(select(_CONDUCT_DUE.c.player_id)),
    )
)


def is_any_due(reader: Reader) -> bool:
    """Whether `count_next` would find anything: one statement, which needs no turn among those who write."""
    return bool(reader.connection.execute(_IS_ANY_DUE).scalar_one())


def count_next(uow: UnitOfWork) -> bool:
    """Do a part of the counting that is due; False if there is none, or another process is at it."""
    if not (is_any_due(uow) and _is_alone(uow)):
        return False
    return _note_games(uow) or _count_stretches(uow) or _count_players(uow)


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


def _count_stretches(uow: UnitOfWork) -> bool:
    """Work out the earliest that is due: several short stretches of days, or a part of a long one."""
    left, begun = _DUE_AT_ONCE, 0
    while left > 0 and begun < _STRETCHES_AT_ONCE:
        counted = _count_stretch(uow, left)
        if not counted:
            break
        begun, left = begun + 1, left - counted
    return begun > 0


def _count_stretch(uow: UnitOfWork, most: int) -> int:
    """Work out the earliest that is due in one game, up to so many days of players; how many."""
    first = uow.connection.execute(_NEXT_BATCH).first()
    if first is None:
        return 0
    asked = {"game": first.game, "begin": first.day, "end": first.day + SPAN, "most": most}
    due = [(row.day, row.player_id) for row in uow.connection.execute(_DUE, asked)]
    done, following = work_out(uow, first.game, due)
    note_due(uow, following)
    keys = [{"of_day": day, "of_game": first.game, "of_player": player} for day, player in done]
    uow.connection.execute(_DONE, keys)
    return len(done)


def _count_players(uow: UnitOfWork) -> bool:
    """Work out the conduct of a few players."""
    players = list(uow.connection.execute(_NEXT_CONDUCT).scalars())
    if not players:
        return False
    count_conduct(uow, players)
    uow.connection.execute(_CONDUCT_DONE, {"players": players})
    return True
