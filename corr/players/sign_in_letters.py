"""
Letters to sign in: how many go to whom, and in which order.

Anybody may ask for letters, and nobody can block another's sign-in by that. A browser that is known to the account has
a count of its own. All other browsers share one count for each account, and one for all further spellings of a mailbox:
some letters at once, and then one in each interval, whoever asks. So the mailbox always holds a link that works, in any
browser. Somebody who asks in between is told the same as everybody else.

Letters are written by a loop, not during the request: so a request does the same for every address, and if too many are
asked for, they wait instead of being refused.

The wait tells nothing about who has an account. Each request takes a place in one queue, as if it were for a new
address, so that the wait of a letter to a new address depends on how many ask and not on who they are. Letters to known
browsers and to accounts are written ahead of their place, and only each account's own count limits them: if accounts
shared a budget, its being used up would show that others have an account. Their place stays in the queue when they are
written, and nothing is sent when it is reached.
"""

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import IntEnum
from functools import cache
from typing import Any

from sqlalchemy import Column, Row, Select, bindparam, delete, func, insert, select, update

from corr.base import notices
from corr.base.addresses import Address, mailbox_of
from corr.base.notices import To
from corr.base.rate_limits import Bucket, Limit, empty, is_emptied, is_reached, is_within, leave_one, take
from corr.base.tokens import hash_token, hash_with, new_code, new_token
from corr.base.uow import Reader, UnitOfWork
from corr.players import profiles
from corr.players.sessions import Owned
from corr.store.base import changed, some_of, table
from corr.store.tables.player_accounts import HAS_PLACE, MailAddress, SignIn

LINK_VALID_FOR = timedelta(minutes=15)
"""How long a link can be used after its letter was written, in any browser."""
CODE_VALID_FOR = timedelta(minutes=10)
"""How long a code can be used, in the browser that asked for it (ASVS 6.5.5)."""
NO_LETTERS_FOR = timedelta(days=1)
"""How long browsers that are not known get no letters after somebody has said that one was not asked for."""
LETTERS_AN_HOUR = 500
"""How many places in the queue are reached in an hour; further ones wait."""
WRONG_CODES = Limit("sign-in-codes", 20, timedelta(days=1))
"""Wrong codes for one account: from one browser that is known to it, or from all others together."""
WRONG_CODES_OF_ACCOUNT = Limit("sign-in-codes-account", 20, timedelta(days=1))
"""The same for all addresses of an account together. Nobody is told, since it shows which addresses belong together."""
_AT_ONCE, _EVERY = 5, timedelta(minutes=5)
_TO_ADDRESS = Bucket("sign-in-address", _AT_ONCE, _EVERY, emptied_for=NO_LETTERS_FOR)
_TO_MAILBOX = Bucket("sign-in-mailbox", _AT_ONCE, _EVERY, emptied_for=NO_LETTERS_FOR)
_TO_BROWSER = Bucket("sign-in-browser", _AT_ONCE, _EVERY)
_IN_ALL = Bucket("sign-in-all", 100, timedelta(hours=1) / LETTERS_AN_HOUR)
_SAID = Limit("sign-in-said", 1, timedelta(hours=1))
_A_WHILE = timedelta(minutes=1)
_PLACES, _LETTERS = 20, 100
"""How many places are reached, and how many requests of each rank are looked at, in one transaction."""
_SIGN_IN, _ADDRESS = table(SignIn), table(MailAddress)
_LOG = logging.getLogger(__name__)


class Rank(IntEnum):
    """What a waiting request needs before its letter is written."""

    KNOWN = 0
    """Nothing: the browser is known to the account."""
    UNSEEN = 1
    """To be looked at: if the address has an account, its letter is written then."""
    NEW = 2
    """Its place to be reached: there is no account."""
    NONE = 3
    """There is no letter: one that works is there already, or none is wanted."""


_ASK = insert(_SIGN_IN)
_WAITS = _SIGN_IN.c.rank < Rank.NONE.value
_IS_READY = _SIGN_IN.c.rank < Rank.NEW.value


@dataclass(frozen=True, slots=True)
class Waiting:
    """Letters to sign in that are not written yet."""

    count: int
    oldest_at: datetime | None
    """Since when the oldest place waits to be reached, with a letter or without; None if none waits."""
    is_slow: bool
    """Whether more are asked for than are written. It tells nothing about single addresses, so anybody may know it."""


@dataclass(frozen=True, slots=True)
class LetterWish:
    """A checked request for a letter."""

    address: Address
    owned: Owned
    browser_hash: str = field(repr=False)
    purpose: str
    name: str
    zone: str
    session_player: int | None
    """The player who is signed in already in that browser; None for nobody."""
    offer_id: str | None
    """The offer that whoever confirms the address takes; None for none."""
    asked_before: int
    """How many letters were asked for from the same network in this hour."""
    is_place_busy: bool
    """Whether those are more than one network may have for new addresses."""

    @property
    def known_count(self) -> str:
        """The key of the browser's own count; empty if it has none."""
        if self.owned.player_id is not None and self.owned.player_id == self.session_player:
            return f"player {self.session_player}"
        return f"browser {self.owned.browser_id}" if self.owned.browser_id is not None else ""


def forget_unwritten(uow: UnitOfWork, most: int) -> int:
    """Delete up to *most* old requests for which no letter was written; how many they were."""
    old = (_SIGN_IN.c.rank == Rank.NONE.value) & (_SIGN_IN.c.expires_at < uow.now)
    return changed(uow.connection, delete(_SIGN_IN).where(some_of(_SIGN_IN, old, most)))


def ask_for_letter(uow: UnitOfWork, wish: LetterWish) -> bool:
    """Store a request for a letter; whether one is due. Every address gets the same statements."""
    asked = _judged(uow, wish)
    values = {
        "purpose": wish.purpose,
        "address": wish.address.address,
        "address_key": wish.address.key,
        "name": wish.name,
        "zone": wish.zone,
        "link_hash": hash_token(new_token()),
        "code_hash": "",
        "browser_hash": wish.browser_hash,
        "tries": 0,
        "rank": asked.rank.value,
        "has_place": asked.has_place,
        "asked_before": wish.asked_before,
        "known_browser_id": wish.owned.browser_id,
        "offer_id": wish.offer_id,
        "created_at": uow.now,
        "expires_at": uow.now + LINK_VALID_FOR,
    }
    uow.connection.execute(_ASK, values)
    return asked.is_due


def is_any_waiting(reader: Reader) -> bool:
    """Whether a letter has to be written or a place to be reached."""
    ready, places = select(_SIGN_IN.c.id).where(_IS_READY), select(_SIGN_IN.c.id).where(HAS_PLACE)
    return any(reader.connection.execute(asked.limit(1)).first() is not None for asked in (ready, places))


def write_letters(uow: UnitOfWork) -> bool:
    """
    Write some of the waiting letters; whether there may be more to do at once.

    Letters to accounts that are ahead of their place come after the others: while nobody has to wait, all go out in the
    order of their places.
    """
    for asked in _ready(uow, Rank.KNOWN):
        _write(uow, asked)
    if _reach_places(uow):
        return True
    unseen = _ready(uow, Rank.UNSEEN)
    owned = profiles.owned_keys(uow, [asked.address_key for asked in unseen])
    for asked in unseen:
        if asked.address_key in owned:
            _write(uow, asked)
    for has_place, rank in ((True, Rank.NEW), (False, Rank.NONE)):
        to_new = [asked.id for asked in unseen if asked.address_key not in owned and asked.has_place == has_place]
        if to_new:
            uow.connection.execute(update(_SIGN_IN).where(_SIGN_IN.c.id.in_(to_new)).values(rank=rank.value))
    return len(unseen) == _LETTERS


def waiting(reader: Reader) -> Waiting:
    """The letters that wait now."""
    count = reader.connection.execute(select(func.count()).where(_WAITS)).scalar_one()
    oldest_at = _oldest_at(reader)
    return Waiting(count, oldest_at, is_slow=_waits_long(reader, oldest_at))


def are_letters_slow(reader: Reader) -> bool:
    """Whether more letters are asked for than are written. Anybody may know it."""
    return _waits_long(reader, _oldest_at(reader))


def _waits_long(reader: Reader, oldest_at: datetime | None) -> bool:
    return oldest_at is not None and oldest_at < reader.now - reader.machine(_A_WHILE)


def _oldest_at(reader: Reader) -> datetime | None:
    oldest_at = select(_SIGN_IN.c.created_at).where(HAS_PLACE).order_by(_SIGN_IN.c.created_at).limit(1)
    return reader.connection.execute(oldest_at).scalar_one_or_none()


def let_one_be_asked_for(uow: UnitOfWork, address_key: str) -> None:
    """Let the next request for a letter to the address count: the link in the last letter has been used."""
    leave_one(uow, _TO_ADDRESS, address_key)
    leave_one(uow, _TO_MAILBOX, mailbox_of(address_key))


def stop_letters(uow: UnitOfWork, address_key: str) -> None:
    """Write no letters to the address and its other spellings for a day, except for known browsers."""
    empty(uow, _TO_ADDRESS, address_key, NO_LETTERS_FOR)
    empty(uow, _TO_MAILBOX, mailbox_of(address_key), NO_LETTERS_FOR)


def are_letters_stopped(reader: Reader, address_key: str) -> bool:
    """Whether `stop_letters` was called for the address within the last day."""
    return is_emptied(reader, _TO_ADDRESS, address_key)


def code_hash(reader: Reader, browser_hash: str, code: str) -> str:
    """The hash that is stored for a code: it differs for each browser."""
    return hash_with(reader.secret, "code", f"{browser_hash}\n{code}")


def codes_of(reader: Reader, address_key: str, known_browser_id: int | None) -> Mapping[Limit, str]:
    """The counts that wrong codes go to: that of the mailbox, and that of the account to which the address belongs."""
    main_key = reader.connection.execute(_main_key(), {"address_key": address_key}).scalar_one_or_none()
    known = f"browser {known_browser_id}" if known_browser_id is not None else ""
    mailbox, account = mailbox_of(address_key), mailbox_of(main_key or address_key)
    return {WRONG_CODES: known or mailbox, WRONG_CODES_OF_ACCOUNT: known or account}


@dataclass(frozen=True, slots=True)
class _Judged:
    """The decision about a request."""

    rank: Rank
    has_place: bool
    """Whether it takes a place in the queue, which does not depend on an account."""
    is_due: bool
    """Whether a letter will be written."""


def _judged(uow: UnitOfWork, wish: LetterWish) -> _Judged:
    if wish.known_count:
        is_due = take(uow, _TO_BROWSER, wish.known_count)
        return _Judged(Rank.KNOWN if is_due else Rank.NONE, has_place=is_due, is_due=is_due)
    is_due = take(uow, _TO_ADDRESS, wish.address.key)
    has_place = take(uow, _TO_MAILBOX, wish.address.mailbox) and not wish.is_place_busy
    # An account has a count of its own, since a letter to another spelling of the address would not sign in to it.
    is_written = is_due if wish.owned.player_id is not None else has_place
    return _Judged(Rank.UNSEEN if is_due or has_place else Rank.NONE, has_place=has_place, is_due=is_written)


@cache
def _main_key() -> Select[Any]:
    """The main address of the account to which an address belongs."""
    main = _ADDRESS.alias()
    is_one_account = (main.c.player_id == _ADDRESS.c.player_id) & main.c.is_main
    asked = select(main.c.address_key).select_from(_ADDRESS.join(main, is_one_account))
    return asked.where(_ADDRESS.c.address_key == bindparam("address_key")).limit(1)


def _ready(uow: UnitOfWork, rank: Rank) -> Sequence[Row[Any]]:
    return uow.connection.execute(_waiting_in_order(), {"rank": rank.value, "most": _LETTERS}).all()


def _reach_places(uow: UnitOfWork) -> bool:
    """Reach the places whose time has come; whether there may be more of them."""
    for _ in range(_PLACES):
        asked = uow.connection.execute(_next_place()).first()
        if asked is None:
            return False
        if not take(uow, _IN_ALL, ""):
            _say_slow(uow)
            return False
        if asked.rank is not None:
            _write(uow, asked)
        _set(uow, asked, {"has_place": False})
    return True


@cache
def _waiting_in_order() -> Select[Any]:
    """The waiting requests of one rank."""
    which = select(*_asked_columns()).where(_SIGN_IN.c.rank == bindparam("rank"))
    in_order = which.order_by(_SIGN_IN.c.asked_before, _SIGN_IN.c.id).limit(bindparam("most"))
    return in_order.with_for_update(skip_locked=True)


@cache
def _next_place() -> Select[Any]:
    """The request whose place is next; its letter may be written already."""
    which = select(*_asked_columns()).where(HAS_PLACE).order_by(_SIGN_IN.c.asked_before, _SIGN_IN.c.id)
    return which.limit(1).with_for_update(skip_locked=True)


def _asked_columns() -> list[Column[Any]]:
    who = ("purpose", "address", "address_key", "name", "browser_hash", "known_browser_id", "offer_id")
    return [_SIGN_IN.c[name] for name in ("id", "rank", "has_place", *who)]


def _set(uow: UnitOfWork, asked: Row[Any], values: Mapping[str, object]) -> None:
    uow.connection.execute(update(_SIGN_IN).where(_SIGN_IN.c.id == asked.id).values(**values))


def _write(uow: UnitOfWork, asked: Row[Any]) -> None:
    token = new_token()
    # If codes do not work any more today, or no browser asked for it, the letter has none.
    counts = codes_of(uow, asked.address_key, asked.known_browser_id)
    has_code = asked.browser_hash and not any(is_reached(uow, limit, whose) for limit, whose in counts.items())
    code = new_code() if has_code else ""
    values = {
        "rank": None,
        "link_hash": hash_token(token),
        "code_hash": code_hash(uow, asked.browser_hash, code) if code else "",
        "expires_at": uow.now + LINK_VALID_FOR,
    }
    _set(uow, asked, values)
    facts = {
        "token": token,
        "code": code,
        "minutes": LINK_VALID_FOR // timedelta(minutes=1),
        "code_minutes": CODE_VALID_FOR // timedelta(minutes=1),
        "asked": asked.purpose,
        "offer_id": asked.offer_id,
    }
    owner = profiles.find_owner(uow, asked.address_key)
    if owner:
        more = {"has_account": True, "name": owner.name}
        uow.tell(notices.sign_in(hash_token(token), To(owner.id, owner.address), {**facts, **more}))
    else:
        more = {"has_account": False, "name": asked.name}
        uow.tell(notices.sign_up(hash_token(token), To(address=asked.address), {**facts, **more}))


def _say_slow(uow: UnitOfWork) -> None:
    """Log, once an hour, that letters wait."""
    if is_within(uow, _SAID, ""):
        _LOG.warning(
            "more letters to sign in are asked for than the %s that may go to new addresses in an hour: %s wait",
            LETTERS_AN_HOUR,
            waiting(uow).count,
        )
