"""Players: who they are, and what they may change about themselves."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from datetime import timedelta

from sqlalchemy import ColumnElement, Table, insert, or_, select, update
from sqlalchemy.exc import IntegrityError

from corr.base.addresses import read_address
from corr.base.time_zones import read_zone
from corr.base.uow import Reader, UnitOfWork
from corr.errors import ConflictError, InputError, NotFoundError
from corr.players.mail_preferences import move_digest
from corr.players.names import LONGEST, Name, name_key, read_name
from corr.store.base import table
from corr.store.tables.accounts import FormerName, MailAddress, Player

TAKEN = "That name is taken, or looks like one that is. Choose another."
HELD_FOR = timedelta(days=90)
"""How long a name stays with whoever left it."""


@dataclass(frozen=True, slots=True)
class PlayerView:
    """A player as anybody may see them."""

    id: int
    name: str


@dataclass(frozen=True, slots=True)
class Owner:
    """The player whom a mail address belongs to. Nobody else may see this."""

    id: int
    name: str
    address: str = field(repr=False)
    """The address as it was verified."""


def make_player(uow: UnitOfWork, name: str, address: str, zone: str, *, is_demo: bool) -> int:
    """
    A new player with one verified address; the player's id.

    :raises InputError: the name, the address or the zone cannot be used.
    :raises ConflictError: the address has an account by now.
    """
    wanted, mine, kept_zone = get_free_name(uow, read_name(name)), read_address(address), read_zone(zone)
    values = {"name": wanted.name, "name_key": wanted.name_key, "look_key": wanted.look_key, "zone": kept_zone}
    players, addresses = table(Player), table(MailAddress)
    try:
        with uow.attempt():
            new = insert(players).values(**values, is_demo=is_demo, created_at=uow.now).returning(players.c.id)
            player_id = int(uow.session.execute(new).scalar_one())
    except IntegrityError:
        raise InputError(TAKEN, field="name") from None
    # Whoever left it at this very moment keeps it: that is known only now.
    get_free_name(uow, wanted, besides=player_id)
    owned = {"player_id": player_id, "address": mine.address, "address_key": mine.key, "is_main": True}
    try:
        with uow.attempt():
            uow.session.execute(insert(addresses).values(**owned, verified_at=uow.now))
    except IntegrityError:
        raise ConflictError("That address has an account by now. Sign in with it.") from None
    return player_id


def set_zone(uow: UnitOfWork, player_id: int, text: str) -> str:
    """
    Show the player all moments in another time zone; gives its name.

    :raises InputError: there is no such zone.
    """
    rows, zone = table(Player), read_zone(text)
    uow.session.execute(update(rows).where(rows.c.id == player_id).values(zone=zone))
    move_digest(uow, player_id)
    return zone


def get_free_name(reader: Reader, name: Name, *, besides: int | None = None) -> Name:
    """
    The same *name*, if nobody has it, or left it not long ago, or has one that looks like it.

    :param besides: a player who does not count.
    :raises InputError: it is taken.
    """
    players, former = table(Player), table(FormerName)
    had = _alike(former, name) & (former.c.left_at > reader.now - HELD_FOR)
    taken = select(players.c.id).where(_alike(players, name)).union_all(select(former.c.player_id).where(had))
    if set(reader.connection.execute(taken).scalars()) - {besides}:
        raise InputError(TAKEN, field="name")
    return name


def _alike(rows: Table, name: Name) -> ColumnElement[bool]:
    return or_(rows.c.name_key == name.name_key, rows.c.look_key == name.look_key)


def player_named(reader: Reader, name: str) -> PlayerView:
    """
    The player of that name, whatever the case.

    :raises NotFoundError: nobody has it.
    """
    rows = table(Player)
    # Longer than any name, or not even text that a database can hold: nobody's.
    if len(name) <= LONGEST * 2 and name.isprintable():
        wanted = name_key(" ".join(name.split()))
        query = select(rows.c.id, rows.c.name).where(rows.c.name_key == wanted, rows.c.closed_at.is_(None))
        found = reader.connection.execute(query).first()
        if found is not None:
            return PlayerView(found.id, found.name)
    raise NotFoundError("There is no player of that name.")


def addresses_of(reader: Reader, player_id: int) -> tuple[str, ...]:
    """The player's verified addresses, the main one first."""
    rows = table(MailAddress)
    mine = select(rows.c.address).where(rows.c.player_id == player_id)
    found = reader.connection.execute(mine.order_by(rows.c.is_main.desc(), rows.c.id))
    return tuple(found.scalars())


def locked_addresses(uow: UnitOfWork, player_ids: Collection[int]) -> Mapping[int, tuple[str, ...]]:
    """The verified addresses of these players, the main one first; none goes before this transaction is over."""
    rows = table(MailAddress)
    theirs = select(rows.c.player_id, rows.c.address).where(rows.c.player_id.in_(player_ids))
    uow.session.execute(theirs.order_by(rows.c.id).with_for_update(read=True))
    # Whoever was waited for may have put others in their place.
    found = uow.session.execute(theirs.order_by(rows.c.is_main.desc(), rows.c.id).with_for_update(read=True)).all()
    return {one: tuple(row.address for row in found if row.player_id == one) for one in player_ids}


def is_open(reader: Reader, player_id: int) -> bool:
    """Whether the player has an account that is not closed."""
    rows = table(Player)
    asked = select(rows.c.id).where(rows.c.id == player_id, rows.c.closed_at.is_(None))
    return reader.connection.execute(asked).first() is not None


def demo_players(reader: Reader) -> tuple[PlayerView, ...]:
    """The players that anybody at this machine may sign in as."""
    rows = table(Player)
    query = select(rows.c.id, rows.c.name).where(rows.c.is_demo.is_(True), rows.c.closed_at.is_(None))
    return tuple(PlayerView(*row) for row in reader.connection.execute(query.order_by(rows.c.id)))


def owned_keys(reader: Reader, address_keys: Collection[str]) -> frozenset[str]:
    """Which of *address_keys* are those of a player."""
    players, addresses = table(Player), table(MailAddress)
    joined = addresses.join(players, players.c.id == addresses.c.player_id)
    asked = select(addresses.c.address_key).select_from(joined)
    found = asked.where(addresses.c.address_key.in_(address_keys), players.c.closed_at.is_(None))
    return frozenset(reader.connection.execute(found).scalars())


def find_owner(reader: Reader, address_key: str) -> Owner | None:
    """The player whom an address belongs to."""
    players, addresses = table(Player), table(MailAddress)
    joined = addresses.join(players, players.c.id == addresses.c.player_id)
    query = select(players.c.id, players.c.name, addresses.c.address).select_from(joined)
    open_ones = query.where(addresses.c.address_key == address_key, players.c.closed_at.is_(None))
    found = reader.connection.execute(open_ones).first()
    return None if found is None else Owner(*found)
