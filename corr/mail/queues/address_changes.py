"""
Changes of a player's mail address, and second addresses.

Who asks may only have found an open browser, so the mailboxes decide. Confirmed at the old and the new address, it
takes effect at once. Confirmed at the new one alone, it takes effect after seven days, in which the old one may stop
it without signing in. It then revokes what was sent to the old address, and ends all other sessions.
"""

import logging
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import ColumnElement, RowMapping, delete, insert, or_, select, update

from corr.base import notices, rate_limits
from corr.base.addresses import Address, read_address
from corr.base.tokens import hash_given, hash_token, new_token
from corr.base.uow import Reader, UnitOfWork
from corr.errors import ConflictError, InputError, NotAllowedError, NotFoundError
from corr.mail.queues.held_orders import reject_all_held
from corr.mail.queues.subscriptions import forget_tokens
from corr.players import sessions
from corr.players.profiles import addresses_of
from corr.players.reply_tokens import renew_command_address, revoke_all_tokens
from corr.store.base import table, value_of
from corr.store.tables.games import Game, GameSeat
from corr.store.tables.player_accounts import AddressChange, AddressChangeState, MailAddress, Player, SignIn

WAITS = timedelta(days=7)
"""How long the old address may stop a change that was confirmed at the new one alone."""
ASKED_FOR = timedelta(days=14)
"""How long a change waits to be confirmed at the new address."""
MOST_ADDRESSES = 2
REASON_LENGTH = 300
_DAY = timedelta(days=1)
_OF_PLAYER = rate_limits.Limit(
    "address-changes", 5, _DAY, "You have asked for 5 changes of address, the most for one day."
)
_TO_ADDRESS = rate_limits.Limit(
    "address-letters", 3, _DAY, "You have had 3 letters sent to this address, the most for one day."
)
_TO_MAILBOX = rate_limits.Limit(
    "address-letters-all", 20, _DAY, "20 letters were sent to this address already, the most for one day."
)
_LOG = logging.getLogger(__name__)
_CHANGE, _ADDRESS, _PLAYER = table(AddressChange), table(MailAddress), table(Player)
_OPEN = _CHANGE.c.state == AddressChangeState.OPEN.value


@dataclass(frozen=True, slots=True)
class AskForAddress:
    """A new address for a player, in the words of a form."""

    player_id: int
    address: str = field(repr=False)
    is_second: bool = False
    """Whether the present address stays as well."""
    session_id: int | None = None
    """The session that asks, which stays signed in when the change takes effect."""
    admin_id: int | None = None
    """The administrator who asks for the player; None if it is the player."""
    reason: str = ""
    """The administrator's reason; the player and other administrators read it."""


@dataclass(frozen=True, slots=True)
class ChangeView:
    """A change of address as the owners of both mailboxes, and the player, may see it."""

    id: int
    player_id: int
    player: str
    new_address: str = field(repr=False)
    old_address: str = field(repr=False)
    """The one that may confirm or stop it: the player's main address."""
    is_second: bool
    is_old: bool
    """Whether the link that was followed went to the old address."""
    state: AddressChangeState
    is_confirmed_by_new: bool
    is_confirmed_by_old: bool
    holds_at: datetime | None
    """When it takes effect unless it is stopped; None until it is confirmed at the new address."""
    asked_at: datetime
    admin: str
    """The administrator who asked for it; empty if it was the player."""
    reason: str

    @property
    def is_open(self) -> bool:
        """Whether it can still be confirmed or stopped."""
        return self.state is AddressChangeState.OPEN

    @property
    def may_confirm(self) -> bool:
        """Whether the mailbox that got the link has not confirmed it yet."""
        return self.is_open and not (self.is_confirmed_by_old if self.is_old else self.is_confirmed_by_new)


def ask_for_address(uow: UnitOfWork, order: AskForAddress) -> None:
    """
    Begin a change: both mailboxes get a letter. An earlier change that is still open is stopped.

    Only the letter to the new address tells whether that has an account.

    :raises InputError: the address is none, or the player's own already; or there are too many, or no reason is given.
    :raises NotAllowedError: an administrator asks for another administrator.
    :raises NotFoundError: there is no such player.
    :raises TooManyError: too many were asked for today.
    """
    new = read_address(order.address)
    _lock_player(uow, order)
    mine = addresses_of(uow, order.player_id)
    _check(order, new, mine)
    asker = str(order.admin_id or order.player_id)
    rate_limits.count(uow, {_OF_PLAYER: asker, _TO_ADDRESS: f"{asker} {new.mailbox}", _TO_MAILBOX: new.mailbox})
    dropped = (_CHANGE.c.player_id == order.player_id) & _OPEN
    uow.connection.execute(update(_CHANGE).where(dropped).values(state=AddressChangeState.STOPPED.value))
    tokens = {"new": new_token(), "old": new_token()}
    row = {
        "player_id": order.player_id,
        "address": new.address,
        "address_key": new.key,
        "old_address": mine[0],
        "is_second": order.is_second,
        "new_hash": hash_token(tokens["new"]),
        "old_hash": hash_token(tokens["old"]),
        "session_id": order.session_id,
        "admin_id": order.admin_id,
        "reason": order.reason,
        "state": AddressChangeState.OPEN.value,
        "asked_at": uow.now,
        "due_at": uow.now + ASKED_FOR,
    }
    change_id = int(uow.connection.execute(insert(_CHANGE).values(**row).returning(_CHANGE.c.id)).scalar_one())
    facts = {"new_address": new.address, "old_address": mine[0], "is_second": order.is_second, "reason": order.reason}
    uow.tell(notices.address_to_confirm(change_id, new.address, {**facts, "token": tokens["new"]}))
    uow.tell(notices.address_asked_for(change_id, order.player_id, mine[0], {**facts, "token": tokens["old"]}))
    if order.admin_id is not None:
        _LOG.info("administrator %s: a new address is asked for player %s", order.admin_id, order.player_id)


def get_change(reader: Reader, token: str) -> ChangeView:
    """
    The change that the link of a letter is about.

    :raises NotFoundError: it is about none.
    """
    given = hash_given(token)
    found = reader.connection.execute(_rows().where(_is_of(given))).mappings().first()
    if found is None:
        raise NotFoundError("This link does not lead to a change of address. It may have been mistyped.")
    return _view(found, given)


def open_change(reader: Reader, player_id: int) -> ChangeView | None:
    """The open change of a player; None if there is none."""
    found = reader.connection.execute(_rows().where(_CHANGE.c.player_id == player_id, _OPEN)).mappings().first()
    return None if found is None else _view(found)


def changes_by_admins(reader: Reader) -> tuple[ChangeView, ...]:
    """The last hundred changes that administrators asked for, the latest first."""
    asked = _rows().where(_CHANGE.c.admin_id.is_not(None)).order_by(_CHANGE.c.id.desc()).limit(100)
    return tuple(map(_view, reader.connection.execute(asked).mappings()))


def confirm_change(uow: UnitOfWork, token: str) -> None:
    """
    Confirm a change at the mailbox that got *token*. Repeating it changes nothing.

    :raises NotFoundError: the link is about no change.
    :raises ConflictError: it was stopped, or took too long, or the new address belongs to another account.
    """
    change = _get_locked(uow, token)
    if change.state is AddressChangeState.DONE:
        return
    _check_open(change)
    values = {"old_confirmed_at" if change.is_old else "new_confirmed_at": uow.now}
    if not change.is_old and not change.is_confirmed_by_new:
        values["due_at"] = uow.now + WAITS
    uow.connection.execute(update(_CHANGE).where(_CHANGE.c.id == change.id).values(**values))
    if change.is_confirmed_by_new if change.is_old else change.is_confirmed_by_old:
        _hold(uow, change)


def stop_change(uow: UnitOfWork, token: str) -> None:
    """
    Stop a change, by the link in the letter to the old or the new address.

    :raises NotFoundError: the link is about no change.
    :raises ConflictError: it holds already.
    """
    change = _get_locked(uow, token)
    if change.state is AddressChangeState.DONE:
        raise ConflictError("It is too late to stop this change: the new address is already in use.")
    _end(uow, change.id, AddressChangeState.STOPPED)


def call_off_change(uow: UnitOfWork, player_id: int) -> bool:
    """Stop the open change of a player; False if there is none."""
    mine = (_CHANGE.c.player_id == player_id) & _OPEN
    ended = update(_CHANGE).where(mine).values(state=AddressChangeState.STOPPED.value)
    return uow.connection.execute(ended.returning(_CHANGE.c.id)).first() is not None


def hold_next_change(uow: UnitOfWork) -> bool:
    """Let one change hold whose seven days are over, or forget one that nobody confirmed; False if there is none."""
    due = select(_CHANGE.c.id).where(_OPEN, _CHANGE.c.due_at <= uow.now).order_by(_CHANGE.c.due_at).limit(1)
    found = uow.connection.execute(due.with_for_update(skip_locked=True)).scalar()
    if found is None:
        return False
    row = uow.connection.execute(_rows().where(_CHANGE.c.id == found)).mappings().one()
    change = _view(row)
    if not change.is_confirmed_by_new:
        _end(uow, change.id, AddressChangeState.EXPIRED)
        return True
    try:
        with uow.attempt():
            _hold(uow, change)
    except ConflictError:
        _end(uow, change.id, AddressChangeState.STOPPED)
    return True


def remove_address(uow: UnitOfWork, player_id: int, address: str, session_id: int) -> None:
    """
    Let a second address be the player's no more, as a change does with the old one; both mailboxes are told.

    :raises InputError: it is the main one, or none of the player's.
    """
    mine = addresses_of(uow, player_id)
    dropped_id = _drop(uow, player_id, address, session_id) if address in mine[1:] else None
    if dropped_id is None:
        raise InputError("Only a second address can be removed.", field="address")
    # The number of a row that is gone may be given to another.
    occasion = f"{dropped_id}-{uow.now:%Y%m%dT%H%M%S%f}"
    for told in (mine[0], address):
        uow.tell(notices.address_removed(occasion, player_id, told, {"address": address}))
    _tell_turns(uow, player_id, f"removed-{occasion}")


def _lock_player(uow: UnitOfWork, order: AskForAddress) -> None:
    """Let one change of a player begin at a time."""
    theirs = (_PLAYER.c.id == order.player_id) & _PLAYER.c.closed_at.is_(None)
    found = uow.connection.execute(select(_PLAYER.c.is_admin).where(theirs).with_for_update(key_share=True)).first()
    if found is None:
        raise NotFoundError("There is no such player.")
    if order.admin_id is not None and found.is_admin:
        raise NotAllowedError("Administrators change their own addresses; nobody else can.")


def _check(order: AskForAddress, new: Address, mine: tuple[str, ...]) -> None:
    if new.key in {address.lower() for address in mine}:
        raise InputError("This is your address already.", field="address")
    if order.is_second and len(mine) >= MOST_ADDRESSES:
        raise InputError(f"You have {len(mine)} addresses, and cannot have more. Remove one first.", field="address")
    if order.admin_id is not None and not order.reason.strip():
        raise InputError("Please give a reason: the player will read it.", field="reason")
    if len(order.reason) > REASON_LENGTH:
        raise InputError(f"A reason has at most {REASON_LENGTH} characters.", field="reason")


def _check_open(change: ChangeView) -> None:
    if change.state is AddressChangeState.STOPPED:
        raise ConflictError("This change was stopped. Nothing has changed.")
    if change.state is AddressChangeState.EXPIRED:
        raise ConflictError("This change was not confirmed in time. Ask for it again.")


def _hold(uow: UnitOfWork, change: ChangeView) -> None:
    """
    Let the change take effect.

    :raises ConflictError: it belongs to another account by now.
    """
    key = change.new_address.lower()
    owned = select(_ADDRESS.c.id).where(_ADDRESS.c.address_key == key)
    if uow.connection.execute(owned).first() is not None:
        raise ConflictError("This address belongs to an account already. Sign in with it, or choose another.")
    if not _end(uow, change.id, AddressChangeState.DONE):
        return
    new = {"player_id": change.player_id, "address": change.new_address, "address_key": key, "is_main": False}
    uow.connection.execute(insert(_ADDRESS).values(**new, verified_at=uow.now))
    if not change.is_second:
        theirs = _ADDRESS.c.player_id == change.player_id
        # Locked in the same order as for sending letters, so that nobody waits in a circle.
        uow.connection.execute(select(_ADDRESS.c.id).where(theirs).order_by(_ADDRESS.c.id).with_for_update())
        uow.connection.execute(update(_ADDRESS).where(theirs).values(is_main=_ADDRESS.c.address_key == key))
        session_id = uow.connection.execute(select(_CHANGE.c.session_id).where(_CHANGE.c.id == change.id)).scalar_one()
        _drop(uow, change.player_id, change.old_address, session_id)
        _tell_turns(uow, change.player_id, str(change.id))
    facts = {"new_address": change.new_address, "old_address": change.old_address, "is_second": change.is_second}
    for address in (change.new_address, change.old_address):
        uow.tell(notices.address_changed(change.id, change.player_id, address, facts))


def _drop(uow: UnitOfWork, player_id: int, address: str, session_id: int | None) -> int | None:
    """Delete a player's address and revoke what was sent there; its id, None if somebody was faster."""
    key = address.lower()
    which = (_ADDRESS.c.player_id == player_id) & (_ADDRESS.c.address_key == key)
    dropped_id = uow.connection.execute(delete(_ADDRESS).where(which).returning(_ADDRESS.c.id)).scalar()
    sign_ins = table(SignIn)
    there = (sign_ins.c.address_key == key) & sign_ins.c.used_at.is_(None)
    uow.connection.execute(update(sign_ins).where(there).values(used_at=uow.now))
    revoke_all_tokens(uow, player_id)
    renew_command_address(uow, player_id)
    forget_tokens(uow, player_id, key)
    reject_all_held(uow, player_id)
    sessions.end_other_sessions(uow, player_id, session_id or 0)
    return dropped_id


def _tell_turns(uow: UnitOfWork, player_id: int, occasion: str) -> None:
    """Send the letters about due turns again, since earlier ones cannot be answered any more."""
    games, seats = table(Game), table(GameSeat)
    due = (seats.c.player_id == player_id) & seats.c.ended_at.is_(None) & seats.c.since.is_not(None)
    joined = seats.join(games, games.c.id == seats.c.game_id)
    found = select(games.c.id, games.c.turn_number).select_from(joined).where(due, games.c.frozen_at.is_(None))
    for game_id, number in uow.connection.execute(found.order_by(games.c.id)).all():
        uow.tell(notices.your_turn_elsewhere(str(game_id), int(number), player_id, occasion))


def _end(uow: UnitOfWork, change_id: int, state: AddressChangeState) -> bool:
    """End an open change with *state*, which its links show from then on; False if somebody was faster."""
    ended = update(_CHANGE).where(_CHANGE.c.id == change_id, _OPEN).values(state=state.value, ended_at=uow.now)
    return uow.connection.execute(ended.returning(_CHANGE.c.id)).first() is not None


def _rows() -> Any:  # noqa: ANN401 - SQLAlchemy's statement
    admins = _PLAYER.alias("admin")
    joined = _CHANGE.join(_PLAYER, _PLAYER.c.id == _CHANGE.c.player_id)
    joined = joined.outerjoin(admins, admins.c.id == _CHANGE.c.admin_id)
    columns = (_CHANGE, _PLAYER.c.name.label("player"), admins.c.name.label("admin"))
    return select(*columns).select_from(joined)


def _is_of(given: str) -> ColumnElement[bool]:
    """The condition that a change has a token with that hash."""
    return or_(_CHANGE.c.new_hash == given, _CHANGE.c.old_hash == given)


def _get_locked(uow: UnitOfWork, token: str) -> ChangeView:
    uow.connection.execute(select(_CHANGE.c.id).where(_is_of(hash_given(token))).with_for_update())
    return get_change(uow, token)


def _view(row: RowMapping, given: str = "") -> ChangeView:
    return value_of(
        ChangeView,
        row,
        new_address=row["address"],
        is_old=row["old_hash"] == given,
        is_confirmed_by_new=row["new_confirmed_at"] is not None,
        is_confirmed_by_old=row["old_confirmed_at"] is not None,
        holds_at=row["due_at"] if row["new_confirmed_at"] is not None else None,
        admin=row["admin"] or "",
    )
