"""
Accounts: how people come in, and what they may change about themselves.

Whoever asks to come in gets a letter with a link and a code. What a stranger sees, and what is written meanwhile, is
the same whether the address has an account or not; only its owner, who can read the letter, learns the difference.
"""

import hmac
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import ColumnElement, Row, insert, select, update

from corr.errors import ConflictError, InputError, NotAllowedError
from corr.service import notices, players
from corr.service.addresses import Address, read_address
from corr.service.chance import hash_token, hash_with, new_code, new_token
from corr.service.mail.standings import note_proved
from corr.service.names import read_name
from corr.service.notices import To
from corr.service.players import demo_players, make_player
from corr.service.rates import Limit, count, place
from corr.service.sessions import NewSession, open_session
from corr.service.uow import Reader, UnitOfWork
from corr.service.zones import read_zone
from corr.store.base import table
from corr.store.tables.accounts import SignIn, SignInPurpose

VALID_FOR = timedelta(minutes=15)
"""How long a link and a code can be used."""
_MOST_TRIES = 5
_TO_ADDRESS = "Too many sign-in letters were asked for with this address"
_PER_ADDRESS = Limit("sign-in-address", 5, timedelta(minutes=15), f"{_TO_ADDRESS}: at most 5 are sent in 15 minutes.")
_PER_ADDRESS_AND_DAY = Limit("sign-in-day", 20, timedelta(days=1), f"{_TO_ADDRESS}: at most 20 are sent in a day.")
_PER_MAILBOX = Limit(
    "sign-in-mailbox", 30, timedelta(days=1), f"{_TO_ADDRESS} and its like: at most 30 are sent in a day."
)
_PER_PLACE = Limit(
    "sign-in-place", 60, timedelta(hours=1), "Too many sign-in letters were asked for from your network within an hour."
)
_IN_ALL = Limit(
    "sign-in-all", 500, timedelta(hours=1), "Too many people asked for sign-in letters within an hour, so none is sent."
)
_TOO_LATE = "This link was used already, or it is older than 15 minutes. Ask for a new letter."
_WRONG_CODE = "That code is not right, or it is older than 15 minutes. Look again, or ask for a new letter."


@dataclass(frozen=True, slots=True)
class RequestSignIn:
    """Somebody asks for a letter to come in."""

    address: str
    browser_token: str = field(repr=False)
    """What the browser keeps: the code works there alone."""
    source: str
    """The network address that asks."""


@dataclass(frozen=True, slots=True)
class RequestSignUp:
    """Somebody asks for a letter that makes an account."""

    address: str
    name: str
    zone: str
    browser_token: str = field(repr=False)
    source: str


@dataclass(frozen=True, slots=True)
class SignInView:
    """What the page behind a link shows before anything happens."""

    purpose: str
    """ "sign-in", or "sign-up" if following the link makes an account."""
    name: str
    """Who will be signed in, or the name asked for; empty if a name is still needed."""
    address: str
    is_usable: bool
    """Whether the link was neither used nor is too old."""


@dataclass(frozen=True, slots=True)
class _Asked:
    """A letter that was asked for, checked."""

    address: Address
    browser_token: str = field(repr=False)
    source: str
    purpose: SignInPurpose
    name: str = ""
    zone: str = "UTC"


def request_sign_in(uow: UnitOfWork, order: RequestSignIn) -> None:
    """
    Send a letter with a link and a code; to an address without an account, one that offers to make it.

    :raises InputError: the address is none.
    :raises TooManyError: too many letters were asked for.
    """
    _ask(uow, _Asked(read_address(order.address), order.browser_token, order.source, SignInPurpose.SIGN_IN))


def request_sign_up(uow: UnitOfWork, order: RequestSignUp) -> None:
    """
    Send a letter with a link and a code that make the account; to an address that has one, a letter that says so.

    :raises InputError: the address, the name or the zone cannot be used. Names are public, so this may be told.
    :raises TooManyError: too many letters were asked for.
    """
    address, zone = read_address(order.address), read_zone(order.zone)
    name = players.get_free_name(uow, read_name(order.name))
    _ask(uow, _Asked(address, order.browser_token, order.source, SignInPurpose.SIGN_UP, name.name, zone))


def find_sign_in(reader: Reader, link_token: str) -> SignInView | None:
    """What following a link would do; nothing is changed. None if the link is unknown."""
    rows = table(SignIn)
    row = reader.connection.execute(select(rows).where(rows.c.link_hash == hash_token(link_token))).first()
    if row is None:
        return None
    owner = players.find_owner(reader, row.address_key)
    purpose = SignInPurpose.SIGN_UP if owner is None else SignInPurpose.SIGN_IN
    name = row.name if owner is None else owner.name
    return SignInView(purpose.value, name, row.address, is_usable=row.used_at is None and row.expires_at > reader.now)


def finish_by_link(uow: UnitOfWork, link_token: str, *, name: str, zone: str, agent: str) -> NewSession:
    """
    Sign in, or make the account, by the link of a letter.

    :param name: the name for a new account, if none was asked for before or another is wanted.
    :raises ConflictError: the link was used, is too old, or never was.
    :raises InputError: the name or the zone cannot be used; the link stays good.
    """
    rows = table(SignIn)
    usable = (rows.c.link_hash == hash_token(link_token)) & rows.c.used_at.is_(None) & (rows.c.expires_at > uow.now)
    found = _locked(uow, usable)
    if not found:
        raise ConflictError(_TOO_LATE)
    return _finish(uow, found[0], name=name, zone=zone, agent=agent)


def finish_by_code(uow: UnitOfWork, browser_token: str, code: str, *, name: str, zone: str, agent: str) -> NewSession:
    """
    Sign in, or make the account, by the code of a letter, in the browser that asked for it.

    :raises InputError: the code is wrong, or was wrong too often; or the name or the zone cannot be used.
    """
    rows = table(SignIn)
    is_open = rows.c.used_at.is_(None) & (rows.c.expires_at > uow.now) & (rows.c.tries < _MOST_TRIES)
    usable = (rows.c.browser_hash == hash_token(browser_token)) & is_open
    given = _code_hash(uow, browser_token, "".join(code.split()))
    for row in _locked(uow, usable):
        if hmac.compare_digest(row.code_hash, given):
            return _finish(uow, row, name=name, zone=zone, agent=agent)
    uow.session.execute(update(rows).where(usable).values(tries=rows.c.tries + 1))
    # The count of wrong tries stays although the request is refused.
    raise uow.kept(InputError(_WRONG_CODE, field="code"))


def open_demo_session(uow: UnitOfWork, player_id: int, agent: str) -> NewSession:
    """
    Sign in as a player of a demo.

    :raises NotAllowedError: the player is a real one, or nobody.
    """
    if player_id not in {player.id for player in demo_players(uow)}:
        raise NotAllowedError("Only the players of a demo can be signed in as by anybody.")
    return open_session(uow, player_id, agent)


def _ask(uow: UnitOfWork, asked: _Asked) -> None:
    """The same statements and the same rows for every address."""
    key = asked.address.key
    limits = {_PER_ADDRESS: key, _PER_ADDRESS_AND_DAY: key, _PER_MAILBOX: asked.address.mailbox, _IN_ALL: ""}
    if place(asked.source):
        limits[_PER_PLACE] = place(asked.source)
    count(uow, limits)
    owner = players.find_owner(uow, key)
    token, code = new_token(), new_code()
    values = {
        "purpose": asked.purpose.value,
        "address": asked.address.address,
        "address_key": key,
        "name": asked.name,
        "zone": asked.zone,
        "link_hash": hash_token(token),
        "code_hash": _code_hash(uow, asked.browser_token, code),
        "browser_hash": hash_token(asked.browser_token),
        "tries": 0,
    }
    uow.session.execute(insert(table(SignIn)).values(**values, created_at=uow.now, expires_at=uow.now + VALID_FOR))
    facts = {"token": token, "code": code, "minutes": VALID_FOR // timedelta(minutes=1), "asked": asked.purpose.value}
    if owner:
        to, more = To(owner.id, owner.address), {"has_account": True, "name": owner.name}
        uow.tell(notices.sign_in(hash_token(token), to, {**facts, **more}))
    else:
        more = {"has_account": False, "name": asked.name}
        uow.tell(notices.sign_up(hash_token(token), To(address=asked.address.address), {**facts, **more}))


def _locked(uow: UnitOfWork, usable: ColumnElement[bool]) -> Sequence[Row[*tuple[Any, ...]]]:
    """The *usable* sign-ins, in order, locked together with all open ones to the same addresses."""
    rows = table(SignIn)
    addresses = select(rows.c.address_key).where(usable)
    used_up_with_them = select(rows.c.id).where(rows.c.address_key.in_(addresses), rows.c.used_at.is_(None))
    # Whoever comes in uses all of them up. Were each locked by itself, two letters followed at once would deadlock.
    uow.session.execute(used_up_with_them.order_by(rows.c.id).with_for_update())
    return uow.session.execute(select(rows).where(usable).order_by(rows.c.id)).all()


def _finish(uow: UnitOfWork, asked: Row[*tuple[Any, ...]], *, name: str, zone: str, agent: str) -> NewSession:
    """Whoever has the letter owns the address: sign in its player, or make one."""
    note_proved(uow, asked.address)
    owner = players.find_owner(uow, asked.address_key)
    if owner is not None:
        player_id = owner.id
    else:
        wanted, kept_zone = name.strip() or asked.name, asked.zone if asked.name else zone
        if not wanted:
            raise InputError("Choose a name that the other players will know you by.", field="name")
        player_id = make_player(uow, wanted, asked.address, kept_zone, is_demo=False)
    _use_up(uow, asked.address_key, uow.now)
    return open_session(uow, player_id, agent)


def _use_up(uow: UnitOfWork, address_key: str, now: datetime) -> None:
    """No other letter to the address signs anybody in any more."""
    rows = table(SignIn)
    open_ones = (rows.c.address_key == address_key, rows.c.used_at.is_(None))
    uow.session.execute(update(rows).where(*open_ones).values(used_at=now))


def _code_hash(uow: UnitOfWork, browser_token: str, code: str) -> str:
    return hash_with(uow.secret, "code", f"{browser_token}\n{code}")
