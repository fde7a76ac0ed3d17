"""Administrators: the players who may see and change what concerns the service as a whole."""

from dataclasses import dataclass, field

from sqlalchemy import select, update

from corr.base.uow import Reader, UnitOfWork
from corr.players.profiles import addresses_of, get_player
from corr.store.base import table
from corr.store.tables.player_accounts import Player


@dataclass(frozen=True, slots=True)
class AdminLine:
    """An administrator in a list."""

    id: int
    name: str
    addresses: tuple[str, ...] = field(repr=False)


@dataclass(frozen=True, slots=True)
class AdminReceipt:
    """The receipt of making somebody an administrator, or a plain player again."""

    name: str
    is_changed: bool
    """Whether that changed anything."""


def is_admin(reader: Reader, player_id: int) -> bool:
    """Whether the player is an administrator."""
    rows = table(Player)
    asked = select(rows.c.is_admin).where(rows.c.id == player_id, rows.c.closed_at.is_(None))
    return bool(reader.connection.execute(asked).scalar())


def grant(uow: UnitOfWork, who: str) -> AdminReceipt:
    """
    Make somebody an administrator.

    :param who: the player's name or a mail address of theirs.
    """
    return _set(uow, who, is_admin=True)


def revoke(uow: UnitOfWork, who: str) -> AdminReceipt:
    """Make an administrator a plain player again."""
    return _set(uow, who, is_admin=False)


def admins(reader: Reader) -> tuple[AdminLine, ...]:
    """All administrators, by name."""
    rows = table(Player)
    asked = select(rows.c.id, rows.c.name).where(rows.c.is_admin.is_(True), rows.c.closed_at.is_(None))
    found = reader.connection.execute(asked.order_by(rows.c.name_key)).all()
    return tuple(AdminLine(row.id, row.name, addresses_of(reader, row.id)) for row in found)


def _set(uow: UnitOfWork, who: str, *, is_admin: bool) -> AdminReceipt:
    rows, player = table(Player), get_player(uow, who)
    changed = update(rows).where(rows.c.id == player.id, rows.c.is_admin.is_(not is_admin)).values(is_admin=is_admin)
    return AdminReceipt(player.name, uow.connection.execute(changed.returning(rows.c.id)).first() is not None)
