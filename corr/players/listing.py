"""
The rows by which the list of players is found: copies of names, ratings and days, written by a job.

Whoever changes what the list shows notes that the player's rows are due, in the same transaction; nobody waits for the
list, and a change is seen there some seconds later. Names of closed and unlisted accounts are left out at once.
"""

import re
import unicodedata
from collections.abc import Collection, Mapping, Sequence
from datetime import UTC, date, datetime, timedelta
from functools import cache
from typing import Any

from sqlalchemy import BindParameter, Row, Select, and_, bindparam, delete, insert, select, text, update
from sqlalchemy.dialects import postgresql, sqlite

from corr.base.uow import UnitOfWork
from corr.players.names import name_key
from corr.store.base import changed, some_of, table
from corr.store.compiled_statements import CompiledChange
from corr.store.tables.player_accounts import ListedPlayer, NameWord, Player, Seen
from corr.store.tables.ratings import Rating

ACTIVE_FOR = timedelta(days=30)
"""How long a player counts as active after a visit or a mail."""
LISTED, NAME_WORD = table(ListedPlayer), table(NameWord)
# Written out, since SQLite proves that an index of a part serves from the same words alone.
IS_ACTIVE = text("listed_player.is_active")
_SEEN, _PLAYER, _RATING = table(Seen), table(Player), table(Rating)
_AT_ONCE = 100
_SIGNS = re.compile(r"[ .\-_'’·]+")
_OF_SOME: BindParameter[int] = bindparam("players", expanding=True)
# Written out, as above.
_IS_DUE = text("seen.is_due")
_NEXT: Select[Any] = (
    select(_SEEN.c.player_id, _SEEN.c.at)
    .where(_IS_DUE)
    .order_by(_SEEN.c.player_id)
    .limit(_AT_ONCE)
    .with_for_update(skip_locked=True)
)
_DONE = update(_SEEN).where(_SEEN.c.player_id.in_(_OF_SOME)).values(is_due=False)
_PLAYERS = select(_PLAYER.c.id, _PLAYER.c.name, _PLAYER.c.name_key, _PLAYER.c.created_at).where(
    _PLAYER.c.id.in_(_OF_SOME), _PLAYER.c.closed_at.is_(None), _PLAYER.c.is_unlisted.is_(False)
)
_RATINGS = select(_RATING.c.player_id, _RATING.c.game, _RATING.c.rating).where(_RATING.c.player_id.in_(_OF_SOME))
_ALL_OF_SOME = tuple(delete(rows).where(rows.c.player_id.in_(_OF_SOME)) for rows in (LISTED, NAME_WORD))


def search_text(typed: str) -> str:
    """*typed* as names are searched for: as `name_key` has it, without accents, its words one space apart."""
    plain = unicodedata.normalize("NFKD", name_key(typed))
    return _SIGNS.sub(" ", "".join(sign for sign in plain if not unicodedata.combining(sign))).strip()


def search_words(name: str) -> frozenset[str]:
    """A name from each of its words on: whatever one types of it begins one of these."""
    words = search_text(name).split(" ")
    return frozenset(" ".join(words[begin:]) for begin in range(len(words)))


def note_listing(uow: UnitOfWork, players: Collection[int]) -> None:
    """Note that what the list shows of *players* has changed."""
    _note(uow, players, {})


def note_seen(uow: UnitOfWork, player_id: int) -> None:
    """Note that a player was here."""
    _note(uow, [player_id], {"at": uow.now})


def _note(uow: UnitOfWork, players: Collection[int], seen: Mapping[str, object]) -> None:
    rows = [{"player_id": player_id, "is_due": True, **seen} for player_id in sorted(players)]
    _noting(("is_due", *seen), is_sqlite=uow.is_sqlite).run_many(uow.connection, rows)


@cache
def _noting(columns: tuple[str, ...], *, is_sqlite: bool) -> CompiledChange:
    made = (sqlite.insert if is_sqlite else postgresql.insert)(_SEEN)
    changed_to = {name: made.excluded[name] for name in columns}
    noted = made.on_conflict_do_update(index_elements=["player_id"], set_=changed_to)
    return CompiledChange(noted, ("player_id", *columns))


def set_unlisted(uow: UnitOfWork, player_id: int, *, is_unlisted: bool) -> None:
    """Leave a player out of the list of players and its search, or put the player into them again."""
    uow.connection.execute(update(_PLAYER).where(_PLAYER.c.id == player_id).values(is_unlisted=is_unlisted))
    note_seen(uow, player_id)


def list_next(uow: UnitOfWork) -> bool:
    """Write some rows that are due, or mark some players as not active any more; False if nothing is to be done."""
    due = uow.connection.execute(_NEXT).all()
    if due:
        _write(uow, due)
        return True
    is_idle = and_(IS_ACTIVE, LISTED.c.active_on < _day(uow.now - ACTIVE_FOR))
    idle = update(LISTED).where(some_of(LISTED, is_idle, _AT_ONCE)).values(is_active=False)
    return changed(uow.connection, idle) > 0


def _write(uow: UnitOfWork, due: Sequence[Row[Any]]) -> None:
    asked = {"players": [row.player_id for row in due]}
    players = uow.connection.execute(_PLAYERS, asked).all()
    ratings = uow.connection.execute(_RATINGS, asked).all()
    seen = {row.player_id: _day(row.at) for row in due if row.at is not None}
    for change in (*_ALL_OF_SOME, _DONE):
        uow.connection.execute(change, asked)
    rows: list[Mapping[str, object]] = []
    for player in players:
        active_on = max(_day(player.created_at), seen.get(player.id, date.min))
        known = {"player_id": player.id, "name_key": player.name_key, "active_on": active_on}
        known["is_active"] = active_on >= _day(uow.now - ACTIVE_FOR)
        rows.append({**known, "game": "", "rating": None})
        rows += [{**known, "game": one.game, "rating": one.rating} for one in ratings if one.player_id == player.id]
    if rows:
        uow.connection.execute(insert(LISTED), rows)
        words = [{"word": word, "player_id": row.id} for row in players for word in search_words(row.name)]
        uow.connection.execute(insert(NAME_WORD), words)


def _day(moment: datetime) -> date:
    return moment.astimezone(UTC).date()
