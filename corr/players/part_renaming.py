"""
Changing a display name: seldom, and without anybody else taking what was left.

A name that was left stays with its player for 90 days, and for that time those who have met the player are told it.
"""

from datetime import timedelta

from sqlalchemy import exists, insert, select, update
from sqlalchemy.exc import IntegrityError

from corr.base.uow import Reader, UnitOfWork
from corr.errors import InputError, NotFoundError
from corr.players.names import LONGEST, Name, name_key, read_name
from corr.players.profiles import HELD_FOR, TAKEN, PlayerView, get_free_name
from corr.store.base import table
from corr.store.tables.accounts import FormerName, Player
from corr.store.tables.games import GameSeat
from corr.store.tables.leagues import Entry

RENAMED_EVERY = timedelta(days=30)
"""How long somebody has a name before taking another."""
_PLAYER, _FORMER, _SEAT, _ENTRY = table(Player), table(FormerName), table(GameSeat), table(Entry)


def rename(uow: UnitOfWork, player_id: int, name: str) -> None:
    """
    Give the player another name; the one before is held for its player. Other letters for the same name, such as
    capitals, are no other name.

    :raises InputError: it cannot be used, it is somebody else's, or the last change was not long ago.
    """
    wanted = get_free_name(uow, read_name(name), besides=player_id)
    now = uow.connection.execute(select(_PLAYER).where(_PLAYER.c.id == player_id).with_for_update()).mappings().one()
    if wanted.look_key != now["look_key"]:
        _check_seldom(uow, player_id, wanted)
        left = {key: now[key] for key in ("name", "name_key", "look_key")}
        uow.connection.execute(insert(_FORMER).values(**left, player_id=player_id, left_at=uow.now))
    values = {"name": wanted.name, "name_key": wanted.name_key, "look_key": wanted.look_key}
    try:
        with uow.attempt():
            uow.session.execute(update(_PLAYER).where(_PLAYER.c.id == player_id).values(**values))
    except IntegrityError:
        raise InputError(TAKEN, field="name") from None
    # Whoever left it at this very moment keeps it: that is known only now.
    get_free_name(uow, wanted, besides=player_id)


def formerly(reader: Reader, player_id: int, viewer_id: int | None) -> tuple[str, ...]:
    """The names that a player left not long ago, the last one first, for a viewer who has met the player."""
    if viewer_id is None or not _have_met(reader, player_id, viewer_id):
        return ()
    lately = (_FORMER.c.player_id == player_id) & (_FORMER.c.left_at > reader.now - HELD_FOR)
    rows = reader.connection.execute(
        select(_FORMER.c.name, _PLAYER.c.name.label("now"))
        .join(_PLAYER, _PLAYER.c.id == _FORMER.c.player_id)
        .where(lately)
        .order_by(_FORMER.c.id.desc())
    )
    return tuple(dict.fromkeys(row.name for row in rows if row.name != row.now))


def player_formerly_named(reader: Reader, name: str, viewer_id: int | None) -> PlayerView:
    """
    The player who had that name not long ago, for a viewer who has met the player.

    :raises NotFoundError: nobody had, or they have not met.
    """
    if len(name) <= LONGEST * 2 and name.isprintable():
        key = name_key(" ".join(name.split()))
        had = (_FORMER.c.name_key == key) & (_FORMER.c.left_at > reader.now - HELD_FOR)
        found = reader.connection.execute(
            select(_PLAYER.c.id, _PLAYER.c.name)
            .join(_FORMER, _FORMER.c.player_id == _PLAYER.c.id)
            .where(had, _PLAYER.c.closed_at.is_(None))
        ).first()
        if found is not None and viewer_id is not None and _have_met(reader, found.id, viewer_id):
            return PlayerView(found.id, found.name)
    raise NotFoundError("There is no player of that name.")


def _check_seldom(uow: UnitOfWork, player_id: int, wanted: Name) -> None:
    """
    Make sure that the last change of name was long ago, or that it is only taken back.

    :raises InputError: it was not.
    """
    lately = (_FORMER.c.player_id == player_id) & (_FORMER.c.left_at > uow.now - RENAMED_EVERY)
    left = uow.connection.execute(select(_FORMER.c.look_key).where(lately)).scalars().all()
    if left and list(left) != [wanted.look_key]:
        raise InputError(
            f"You can change your name once in {RENAMED_EVERY.days} days. Your previous name stays reserved for "
            f"you for {HELD_FOR.days} days.",
            field="name",
        )


def _have_met(reader: Reader, player_id: int, viewer_id: int) -> bool:
    """Whether two players are one, or have shared a game or a season of a league."""
    if player_id == viewer_id:
        return True
    their_seat, their_entry = _SEAT.alias(), _ENTRY.alias()
    game = select(_SEAT.c.game_id).join(their_seat, their_seat.c.game_id == _SEAT.c.game_id)
    season = select(_ENTRY.c.season_id).join(their_entry, their_entry.c.season_id == _ENTRY.c.season_id)
    met = select(
        exists(game.where(_SEAT.c.player_id == viewer_id, their_seat.c.player_id == player_id))
        | exists(season.where(_ENTRY.c.player_id == viewer_id, their_entry.c.player_id == player_id))
    )
    return bool(reader.connection.execute(met).scalar_one())
