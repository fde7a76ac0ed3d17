"""
Profiles: making players, their names and time zones, finding a player by name or mail address; and administrators, who
may see and change what concerns the service as a whole.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from difflib import get_close_matches
from typing import NamedTuple

from sqlalchemy import ColumnElement, Table, bindparam, exists, insert, or_, select, update
from sqlalchemy.exc import IntegrityError

from corr.base.addresses import read_address, same_address
from corr.base.time_zones import read_zone
from corr.base.uow import Reader, UnitOfWork
from corr.errors import ConflictError, InputError, NotFoundError, read_choice
from corr.players.listing import note_listing, note_seen
from corr.players.mail_preferences import PREFERENCE, move_digest
from corr.players.names import LONGEST, Name, name_key, read_name
from corr.players.sanctions import Outreach, check_may_reach
from corr.store.base import table
from corr.store.compiled_statements import CompiledQuery
from corr.store.tables.games import GameSeat
from corr.store.tables.leagues import Entry
from corr.store.tables.player_accounts import AfterTurn, FormerName, MailAddress, Player

TAKEN = "That name is taken, or looks like one that is. Choose another."
HELD_FOR = timedelta(days=90)
"""How long a former name stays reserved for its player."""
RENAMED_EVERY = timedelta(days=30)
"""How often a player may take another name."""
_PLAYER, _FORMER, _SEAT, _ENTRY = table(Player), table(FormerName), table(GameSeat), table(Entry)
_ADDRESS = table(MailAddress)


class _OwnerRow(NamedTuple):
    closed_at: datetime | None
    silent_since: datetime | None
    address: str | None


class _AddressRow(NamedTuple):
    player_id: int
    address: str


_LETTER_OWNER = CompiledQuery(
    select(_PLAYER.c.closed_at, PREFERENCE.c.silent_since, _ADDRESS.c.address)
    .outerjoin(PREFERENCE, PREFERENCE.c.player_id == _PLAYER.c.id)
    .outerjoin(_ADDRESS, _ADDRESS.c.player_id == _PLAYER.c.id)
    .where(_PLAYER.c.id == bindparam("player")),
    _OwnerRow,
)
_THEIR_ADDRESSES = (
    select(_ADDRESS.c.player_id, _ADDRESS.c.address)
    .where(_ADDRESS.c.player_id.in_(bindparam("players", expanding=True)))
    .with_for_update(read=True)
)
_LOCK_ADDRESSES = CompiledQuery(_THEIR_ADDRESSES.order_by(_ADDRESS.c.id), _AddressRow)
_ADDRESSES_IN_ORDER = CompiledQuery(_THEIR_ADDRESSES.order_by(_ADDRESS.c.is_main.desc(), _ADDRESS.c.id), _AddressRow)


@dataclass(frozen=True, slots=True)
class PlayerView:
    """A player as anybody may see them."""

    id: int
    name: str


@dataclass(frozen=True, slots=True)
class AddressOwner:
    """The player to whom a mail address belongs. Nobody else may see this."""

    id: int
    name: str
    address: str = field(repr=False)
    """The address as it was verified."""


@dataclass(frozen=True, slots=True)
class LetterOwner:
    """The player to whom a letter went, as a mail that answers it is judged."""

    id: int
    is_open: bool
    """Whether the account is not closed."""
    is_silent: bool
    """Whether the player gets only one letter until they are back."""
    addresses: tuple[str, ...] = field(repr=False)
    """Their verified addresses."""

    def has(self, address: str) -> bool:
        """Whether *address* is one of theirs; only the case of the domain may differ."""
        return any(same_address(address, mine) for mine in self.addresses)


def make_player(uow: UnitOfWork, name: str, address: str, zone: str, *, is_demo: bool) -> int:
    """
    Make a player with one verified address; gives the player's id.

    :raises InputError: the name, the address or the zone cannot be used.
    :raises ConflictError: the address has an account by now.
    """
    wanted, mine, kept_zone = get_free_name(uow, read_name(name)), read_address(address), read_zone(zone)
    values = {"name": wanted.name, "name_key": wanted.name_key, "look_key": wanted.look_key, "zone": kept_zone}
    try:
        with uow.attempt():
            new = insert(_PLAYER).values(**values, is_demo=is_demo, created_at=uow.now).returning(_PLAYER.c.id)
            player_id = int(uow.connection.execute(new).scalar_one())
    except IntegrityError:
        raise InputError(TAKEN, field="name") from None
    # Whoever left it at this very moment keeps it: that is known only now.
    get_free_name(uow, wanted, besides=player_id)
    owned = {"player_id": player_id, "address": mine.address, "address_key": mine.key, "is_main": True}
    try:
        with uow.attempt():
            uow.connection.execute(insert(_ADDRESS).values(**owned, verified_at=uow.now))
    except IntegrityError:
        raise ConflictError(_why_not_free(uow, mine.key)) from None
    note_seen(uow, player_id)
    return player_id


def _why_not_free(reader: Reader, address_key: str) -> str:
    """Why an address that belongs to an account gets no other, for whoever has proved that it is theirs."""
    if find_owner(reader, address_key) is None:
        return "The account of this address was closed by an administrator, so no other one can be made with it."
    return "That address has an account by now. Sign in with it."


def set_zone(uow: UnitOfWork, player_id: int, text: str) -> str:
    """
    Change the player's time zone; gives its name.

    :raises InputError: there is no such zone.
    """
    zone = read_zone(text)
    uow.connection.execute(update(_PLAYER).where(_PLAYER.c.id == player_id).values(zone=zone))
    move_digest(uow, player_id)
    return zone


def set_after_turn(uow: UnitOfWork, player_id: int, word: str) -> AfterTurn:
    """
    Change where the player goes once a turn is submitted.

    :raises InputError: it is none of the three ways.
    """
    wanted = read_choice(AfterTurn, word, "Choose where to go after a turn.", field="after")
    uow.connection.execute(update(_PLAYER).where(_PLAYER.c.id == player_id).values(after_turn=wanted.value))
    return wanted


def get_free_name(reader: Reader, name: Name, *, besides: int | None = None) -> Name:
    """
    The same *name*, if it is free: nobody has it, gave it up not long ago, or has one that looks like it.

    :param besides: a player whose own names do not count.
    :raises InputError: it is taken.
    """
    had = _alike(_FORMER, name) & (_FORMER.c.left_at > reader.now - HELD_FOR)
    taken = select(_PLAYER.c.id).where(_alike(_PLAYER, name)).union_all(select(_FORMER.c.player_id).where(had))
    if set(reader.connection.execute(taken).scalars()) - {besides}:
        raise InputError(TAKEN, field="name")
    return name


def _alike(rows: Table, name: Name) -> ColumnElement[bool]:
    return or_(rows.c.name_key == name.name_key, rows.c.look_key == name.look_key)


def player_named(reader: Reader, name: str) -> PlayerView:
    """The player of that name, whatever the case."""
    # Nobody has a name that is too long, or that is not even text that a database can hold.
    if len(name) <= LONGEST * 2 and name.isprintable():
        wanted = name_key(" ".join(name.split()))
        query = select(_PLAYER.c.id, _PLAYER.c.name).where(_PLAYER.c.name_key == wanted, _PLAYER.c.closed_at.is_(None))
        found = reader.connection.execute(query).first()
        if found is not None:
            return PlayerView(found.id, found.name)
    raise NotFoundError("There is no player of that name.")


def did_you_mean(reader: Reader, typed: str) -> str:
    """A question that names players who may have been meant, with a space before it; empty if nobody is near."""
    close = names_like(reader, typed)
    return f" Did you mean {' or '.join(f'“{name}”' for name in close)}?" if close else ""


def names_like(reader: Reader, typed: str) -> list[str]:
    """Up to three names of players that begin with the same letter and differ little; unlisted players are left out."""
    key = name_key(typed[:40]) if typed.isprintable() else ""
    if not key:
        return []
    query = (
        select(_PLAYER.c.name_key, _PLAYER.c.name)
        .where(
            _PLAYER.c.name_key.startswith(key[:1], autoescape=True),
            _PLAYER.c.closed_at.is_(None),
            _PLAYER.c.is_unlisted.is_(False),
        )
        .order_by(_PLAYER.c.name_key)
        .limit(500)
    )
    names = {row.name_key: row.name for row in reader.connection.execute(query)}
    return [names[found] for found in get_close_matches(key, names, n=3, cutoff=0.7)]


def addresses_of(reader: Reader, player_id: int) -> tuple[str, ...]:
    """The player's verified addresses, the main one first."""
    mine = select(_ADDRESS.c.address).where(_ADDRESS.c.player_id == player_id)
    found = reader.connection.execute(mine.order_by(_ADDRESS.c.is_main.desc(), _ADDRESS.c.id))
    return tuple(found.scalars())


def locked_addresses(uow: UnitOfWork, player_ids: Collection[int]) -> Mapping[int, tuple[str, ...]]:
    """The verified addresses of these players, the main one first; locked, so that none is removed meanwhile."""
    theirs = {"players": player_ids}
    if not uow.is_sqlite:
        _LOCK_ADDRESSES.all(uow.connection, theirs)
    # A transaction that held the lock before may have replaced some.
    found = _ADDRESSES_IN_ORDER.all(uow.connection, theirs)
    return {one: tuple(row.address for row in found if row.player_id == one) for one in player_ids}


def is_open(reader: Reader, player_id: int) -> bool:
    """Whether the player has an account that is not closed."""
    asked = select(_PLAYER.c.id).where(_PLAYER.c.id == player_id, _PLAYER.c.closed_at.is_(None))
    return reader.connection.execute(asked).first() is not None


def is_unlisted(reader: Reader, player_id: int) -> bool:
    """Whether the list of players leaves the player out."""
    return bool(reader.connection.execute(select(_PLAYER.c.is_unlisted).where(_PLAYER.c.id == player_id)).scalar())


def letter_owner(reader: Reader, player_id: int) -> LetterOwner:
    """The player to whom a letter went."""
    rows = _LETTER_OWNER.all(reader.connection, {"player": player_id})
    is_open = bool(rows) and rows[0].closed_at is None
    is_silent = bool(rows) and rows[0].silent_since is not None
    return LetterOwner(player_id, is_open, is_silent, tuple(row.address for row in rows if row.address is not None))


def demo_players(reader: Reader) -> tuple[PlayerView, ...]:
    """The players of a demo, as whom anybody may sign in."""
    query = select(_PLAYER.c.id, _PLAYER.c.name).where(_PLAYER.c.is_demo.is_(True), _PLAYER.c.closed_at.is_(None))
    return tuple(PlayerView(*row) for row in reader.connection.execute(query.order_by(_PLAYER.c.id)))


def owned_keys(reader: Reader, address_keys: Collection[str]) -> frozenset[str]:
    """Those of *address_keys* that belong to a player."""
    joined = _ADDRESS.join(_PLAYER, _PLAYER.c.id == _ADDRESS.c.player_id)
    asked = select(_ADDRESS.c.address_key).select_from(joined)
    found = asked.where(_ADDRESS.c.address_key.in_(address_keys), _PLAYER.c.closed_at.is_(None))
    return frozenset(reader.connection.execute(found).scalars())


def find_owner(reader: Reader, address_key: str) -> AddressOwner | None:
    """The player to whom an address belongs; None if it has no account."""
    joined = _ADDRESS.join(_PLAYER, _PLAYER.c.id == _ADDRESS.c.player_id)
    query = select(_PLAYER.c.id, _PLAYER.c.name, _ADDRESS.c.address).select_from(joined)
    open_ones = query.where(_ADDRESS.c.address_key == address_key, _PLAYER.c.closed_at.is_(None))
    found = reader.connection.execute(open_ones).first()
    return None if found is None else AddressOwner(*found)


def get_player(reader: Reader, who: str) -> PlayerView:
    """The player of that name or with that address."""
    if "@" not in who:
        return player_named(reader, who)
    try:
        owner = find_owner(reader, read_address(who).key)
    except InputError:
        owner = None
    if owner is None:
        raise NotFoundError("There is no player with that mail address.")
    return PlayerView(owner.id, owner.name)


def rename(uow: UnitOfWork, player_id: int, name: str) -> None:
    """
    Give the player another name; the former one stays reserved for the player. A name that only looks different, for
    example by capitals, does not count as another one.

    :raises InputError: it cannot be used, it is somebody else's, or the last change was not long ago.
    :raises ForbiddenError: an administrator has forbidden it.
    """
    check_may_reach(uow, player_id, Outreach.NAME, "name")
    wanted = get_free_name(uow, read_name(name), besides=player_id)
    now = uow.connection.execute(select(_PLAYER).where(_PLAYER.c.id == player_id).with_for_update()).mappings().one()
    if wanted.look_key != now["look_key"]:
        _check_seldom(uow, player_id, wanted)
        left = {key: now[key] for key in ("name", "name_key", "look_key")}
        uow.connection.execute(insert(_FORMER).values(**left, player_id=player_id, left_at=uow.now))
    values = {"name": wanted.name, "name_key": wanted.name_key, "look_key": wanted.look_key}
    try:
        with uow.attempt():
            uow.connection.execute(update(_PLAYER).where(_PLAYER.c.id == player_id).values(**values))
    except IntegrityError:
        raise InputError(TAKEN, field="name") from None
    # Whoever left it at this very moment keeps it: that is known only now.
    get_free_name(uow, wanted, besides=player_id)
    note_listing(uow, [player_id])


def formerly(reader: Reader, player_id: int, viewer_id: int | None) -> tuple[str, ...]:
    """The names that a player had until not long ago, the last one first, for a viewer who has met the player."""
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
    """The player who had that name until not long ago, for a viewer who has met the player."""
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
    Check that the last change of name was long ago, or that it is only taken back.

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
    """Whether two players are the same, or have shared a game or a season of a league."""
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
