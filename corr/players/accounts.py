"""
Accounts: how people sign up and sign in.

Somebody who wants to sign in gets a letter with a link and a code. What a stranger sees, and what is stored meanwhile,
is the same whether the address has an account or not; only its owner, who can read the letter, learns the difference.
"""

import hmac
import logging
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import ColumnElement, Row, and_, select, update

from corr.base.addresses import Address, read_address
from corr.base.rate_limits import Limit, counted, place, place_words, site, take_back, time_left
from corr.base.time_zones import read_zone
from corr.base.tokens import hash_token
from corr.base.uow import Reader, UnitOfWork
from corr.errors import ConflictError, InputError, NotAllowedError, NotFoundError
from corr.players import profiles
from corr.players.address_reputation import note_proved
from corr.players.names import read_name
from corr.players.profiles import demo_players, make_player
from corr.players.sessions import Browser, NewSession, open_known_session, open_session, owned
from corr.players.sign_in_letters import (
    CODE_VALID_FOR,
    LINK_VALID_FOR,
    WRONG_CODES,
    WRONG_CODES_OF_ACCOUNT,
    LetterWish,
    are_letters_stopped,
    ask_for_letter,
    code_hash,
    codes_of,
    let_one_be_asked_for,
    stop_letters,
)
from corr.store.base import table
from corr.store.tables.player_accounts import SignIn, SignInPurpose

_SIGN_IN = table(SignIn)
_MOST_TRIES = 5
_PER_PLACE = Limit("sign-in-place", 60, timedelta(hours=1))
"""Letters that one network may ask for; after that, new addresses get none on its request."""
_PER_SITE = Limit("sign-in-site", 240, timedelta(hours=1))
_TOO_LATE = "This link was used already, or it is older than 15 minutes. Ask for a new letter."
_WRONG_CODE = (
    "That code is not right, or it does not work here: it has to be from the newest letter that this browser asked "
    "for, and less than 10 minutes old. The link in the newest letter works in any browser."
)
_NO_CODES = (
    "Too many wrong codes were entered for this address today, so codes do not work until tomorrow. Open the link in "
    "the newest letter instead: it works here, and in any browser."
)
_BUSY = (
    "Many letters were asked for from your network within the last hour. If your address has an account, its letter "
    "comes all the same. For a new account, try again in {left}."
)
_LOG = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class RequestSignIn:
    """The order for a letter to sign in."""

    address: str
    browser_token: str = field(repr=False)
    """
    The token in a cookie of the browser: the code of the letter works there alone. Empty for no browser: the letter
    has no code.
    """
    source: str
    """The network address of the request."""
    known_token: str = field(default="", repr=False)
    """The token by which the browser may be known; empty if it sent none."""
    session_player: int | None = None
    """The player who is signed in already in that browser; None for nobody."""
    offer_id: str | None = None
    """The offer that whoever confirms the address takes; None for none."""


@dataclass(frozen=True, slots=True)
class RequestSignUp:
    """The order for a letter that makes an account."""

    address: str
    name: str
    zone: str
    browser_token: str = field(repr=False)
    source: str
    known_token: str = field(default="", repr=False)
    offer_id: str | None = None
    """The offer that whoever confirms the address takes; None for none."""


@dataclass(frozen=True, slots=True)
class SignInView:
    """The facts that the page behind a link shows before anything happens."""

    purpose: str
    """ "sign-in", or "sign-up" if following the link makes an account."""
    name: str
    """The player who will be signed in, or the name asked for; empty if a name is still needed."""
    address: str
    is_usable: bool
    """Whether the link was not used and is not too old."""
    offer_id: str | None = None
    """The offer that whoever follows the link takes; None for none."""


@dataclass(frozen=True, slots=True)
class UnaskedView:
    """The facts that a reader sees who says that a letter was not asked for."""

    address: str
    is_stopped: bool
    """Whether browsers that are not known can ask for no letters to it."""


@dataclass(frozen=True, slots=True)
class _Asked:
    """A checked order for a letter."""

    order: RequestSignIn | RequestSignUp
    address: Address
    purpose: SignInPurpose
    name: str = ""
    zone: str = "UTC"


def request_sign_in(uow: UnitOfWork, order: RequestSignIn) -> str:
    """
    Ask for a letter with a link and a code; an address without an account gets one that offers to make it.

    :return: what is to be said besides that a letter is on its way: about the network, never about the address.
    :raises InputError: the address cannot be used.
    """
    return _ask(uow, _Asked(order, read_address(order.address), SignInPurpose.SIGN_IN), order.session_player)


def request_sign_up(uow: UnitOfWork, order: RequestSignUp) -> str:
    """
    Ask for a letter with a link and a code that make the account; an address that has one gets a letter that says so.

    :return: the same as `request_sign_in`.
    :raises InputError: the address, the name or the zone cannot be used. Names are public, so this may be told.
    """
    address, zone = read_address(order.address), read_zone(order.zone)
    name = profiles.get_free_name(uow, read_name(order.name))
    return _ask(uow, _Asked(order, address, SignInPurpose.SIGN_UP, name.name, zone))


def find_sign_in(reader: Reader, link_token: str) -> SignInView | None:
    """The effect that following a link would have; None if the link is unknown. Nothing is changed."""
    row = _find(reader, link_token)
    if row is None:
        return None
    owner = profiles.find_owner(reader, row.address_key)
    purpose = SignInPurpose.SIGN_UP if owner is None else SignInPurpose.SIGN_IN
    name = row.name if owner is None else owner.name
    is_usable = row.used_at is None and row.expires_at > reader.now
    return SignInView(purpose.value, name, row.address, is_usable=is_usable, offer_id=row.offer_id)


def find_unasked(reader: Reader, link_token: str) -> UnaskedView | None:
    """Whether letters like the one with that link are stopped; None if it is unknown, or more than a day old."""
    row = _find(reader, link_token)
    return None if row is None else UnaskedView(row.address, are_letters_stopped(reader, row.address_key))


def stop_unasked(uow: UnitOfWork, link_token: str, source: str) -> None:
    """
    Write no letters to the address for a day, except for known browsers: its owner says that one was not asked for.
    """
    row = _get(uow, link_token)
    unused = (_SIGN_IN.c.id == row.id) & _SIGN_IN.c.used_at.is_(None)
    uow.connection.execute(update(_SIGN_IN).where(unused).values(used_at=uow.now))
    stop_letters(uow, row.address_key)
    _LOG.warning("a letter to sign in was not asked for, says its reader at %s", place_words(source))


def resume_unasked(uow: UnitOfWork, link_token: str) -> None:
    """Write letters to the address again for anybody who asks."""
    let_one_be_asked_for(uow, _get(uow, link_token).address_key)


def finish_by_link(uow: UnitOfWork, link_token: str, *, name: str, zone: str, browser: Browser) -> NewSession:
    """
    Sign in, or make the account, by the link of a letter.

    :param name: the name for a new account, if none was asked for before or another is wanted.
    :raises ConflictError: the link was used, is too old, or never existed.
    :raises InputError: the name or the zone cannot be used; the link still works.
    """
    usable = (_SIGN_IN.c.link_hash == hash_token(link_token)) & _is_open(uow)
    found = _locked(uow, usable)
    if not found:
        _LOG.info("a link that does not work was tried from %s", place_words(browser.source))
        raise ConflictError(_TOO_LATE)
    return _finish(uow, found[0], name=name, zone=zone, browser=browser, way="link")


def finish_by_code(
    uow: UnitOfWork, browser_token: str, code: str, *, name: str, zone: str, browser: Browser
) -> NewSession:
    """
    Sign in, or make the account, by the code of a letter, in the browser that asked for it.

    :raises InputError: the code is wrong, or was wrong too often; or the name or the zone cannot be used.
    """
    asked = _newest_of(uow, hash_token(browser_token))
    if asked is None:
        raise InputError(_WRONG_CODE, field="code")
    whose = codes_of(uow, asked.address_key, asked.known_browser_id)
    written = _written_by(asked)
    letters = _locked(uow, written & _is_open(uow))
    # A try is counted before the code is compared, so that many at the same time are all counted.
    times = counted(uow, whose)
    if times[WRONG_CODES] > WRONG_CODES.times:
        _LOG.warning(
            "codes do not work any more today for an address; one was tried from %s", place_words(browser.source)
        )
        raise InputError(_NO_CODES, field="code")
    given = code_hash(uow, asked.browser_hash, "".join(code.split()))
    may_come_in = times[WRONG_CODES_OF_ACCOUNT] <= WRONG_CODES_OF_ACCOUNT.times
    if (
        may_come_in
        and letters
        and _is_code_open(uow, letters[-1])
        and hmac.compare_digest(letters[-1].code_hash, given)
    ):
        for limit, key in whose.items():
            take_back(uow, limit, key)
        return _finish(uow, letters[-1], name=name, zone=zone, browser=browser, way="code")
    uow.connection.execute(update(_SIGN_IN).where(written).values(tries=_SIGN_IN.c.tries + 1))
    _LOG.warning("a wrong code to sign in came from %s", place_words(browser.source))
    # The counts of wrong tries are kept although the request is refused.
    words = _NO_CODES if times[WRONG_CODES] >= WRONG_CODES.times else _WRONG_CODE
    raise uow.kept(InputError(words, field="code"))


def open_demo_session(uow: UnitOfWork, player_id: int, agent: str) -> NewSession:
    """Sign in as a player of a demo."""
    if player_id not in {player.id for player in demo_players(uow)}:
        raise NotAllowedError("Only the players of a demo can be signed in as by anybody.")
    return open_session(uow, player_id, agent)


def _ask(uow: UnitOfWork, asked: _Asked, session_player: int | None = None) -> str:
    """Every address gets the same statements and the same rules, so that nothing tells whether it has an account."""
    order = asked.order
    here, around = _counts_of_network(uow, order.source)
    wish = LetterWish(
        address=asked.address,
        owned=owned(uow, asked.address.key, order.known_token),
        browser_hash=hash_token(order.browser_token) if order.browser_token else "",
        purpose=asked.purpose.value,
        name=asked.name,
        zone=asked.zone,
        session_player=session_player,
        asked_before=max(here, around) - 1,
        offer_id=order.offer_id,
        is_place_busy=here > _PER_PLACE.times or around > _PER_SITE.times,
    )
    is_due = ask_for_letter(uow, wish)
    _log_limits(wish, order.source, is_due=is_due)
    if not wish.is_place_busy:
        return ""
    return _BUSY.format(left=time_left(uow.now, _PER_PLACE))


def _counts_of_network(uow: UnitOfWork, source: str) -> tuple[int, int]:
    """How many letters were asked for in this hour from the place and the site of *source*, this one included."""
    limits = {limit: where for limit, where in ((_PER_PLACE, place(source)), (_PER_SITE, site(source))) if where}
    times = counted(uow, limits)
    return times.get(_PER_PLACE, 1), times.get(_PER_SITE, 1)


def _log_limits(wish: LetterWish, source: str, *, is_due: bool) -> None:
    known = {"player_id": wish.owned.player_id} if wish.owned.player_id is not None else {}
    if wish.is_place_busy:
        _LOG.warning("limit: too many letters to sign in are asked for from %s", place_words(source), extra=known)
    elif not is_due:
        _LOG.warning(
            "limit: no further letter to sign in to one address, asked for from %s", place_words(source), extra=known
        )


def _is_open(reader: Reader) -> ColumnElement[bool]:
    return _SIGN_IN.c.used_at.is_(None) & (_SIGN_IN.c.expires_at > reader.now)


def _is_code_open(reader: Reader, asked: Row[Any]) -> bool:
    expires_at: datetime = asked.expires_at - (LINK_VALID_FOR - CODE_VALID_FOR)
    return asked.used_at is None and expires_at > reader.now and asked.tries < _MOST_TRIES


def _newest_of(uow: UnitOfWork, browser_hash: str) -> Row[Any] | None:
    """
    The last request of the browser; None if that is too long ago.

    Whether a letter was written for it does not matter: otherwise the count of wrong codes would tell.
    """
    lately = (_SIGN_IN.c.created_at > uow.now - LINK_VALID_FOR) | (_SIGN_IN.c.expires_at > uow.now)
    mine = select(_SIGN_IN).where(_SIGN_IN.c.browser_hash == browser_hash, lately)
    return uow.connection.execute(mine.order_by(_SIGN_IN.c.id.desc()).limit(1)).first()


def _written_by(asked: Row[Any]) -> ColumnElement[bool]:
    """The letters to the same address that the same browser asked for."""
    mine, there = _SIGN_IN.c.browser_hash == asked.browser_hash, _SIGN_IN.c.address_key == asked.address_key
    return and_(mine, there, _SIGN_IN.c.rank.is_(None))


def _find(reader: Reader, link_token: str) -> Row[Any] | None:
    asked = select(_SIGN_IN).where(_SIGN_IN.c.link_hash == hash_token(link_token))
    return reader.connection.execute(asked).first()


def _get(uow: UnitOfWork, link_token: str) -> Row[Any]:
    found = _locked(uow, _SIGN_IN.c.link_hash == hash_token(link_token))
    if not found:
        raise NotFoundError("This letter is more than a day old, so there is nothing to stop any more.")
    return found[0]


def _locked(uow: UnitOfWork, which: ColumnElement[bool]) -> Sequence[Row[Any]]:
    """The sign-ins that *which* selects, in order, locked together with all open letters to the same addresses."""
    addresses = select(_SIGN_IN.c.address_key).where(which)
    open_ones = (_SIGN_IN.c.used_at.is_(None), _SIGN_IN.c.rank.is_(None))
    used_up_with_them = select(_SIGN_IN.c.id).where(_SIGN_IN.c.address_key.in_(addresses), *open_ones)
    # Signing in uses all of them up. If each was locked alone, two links followed at the same time would deadlock.
    uow.connection.execute(used_up_with_them.order_by(_SIGN_IN.c.id).with_for_update())
    return uow.connection.execute(select(_SIGN_IN).where(which).order_by(_SIGN_IN.c.id)).all()


def _finish(uow: UnitOfWork, asked: Row[Any], *, name: str, zone: str, browser: Browser, way: str) -> NewSession:
    """Sign in the player with the address, or make one: somebody who has the letter owns the address."""
    note_proved(uow, asked.address)
    owner, new_name = profiles.find_owner(uow, asked.address_key), ""
    if owner is not None:
        player_id = owner.id
    else:
        new_name, kept_zone = name.strip() or asked.name, asked.zone if asked.name else zone
        if not new_name:
            raise InputError("Choose a name that the other players will know you by.", field="name")
        player_id = make_player(uow, new_name, asked.address, kept_zone, is_demo=False)
    _use_up(uow, asked.address_key, uow.now)
    let_one_be_asked_for(uow, asked.address_key)
    session = open_known_session(uow, player_id, browser, f"the {way} of a letter")
    return replace(session, offer_id=asked.offer_id, new_name=new_name)


def _use_up(uow: UnitOfWork, address_key: str, now: datetime) -> None:
    """Make all letters to the address that were written by now unusable for signing in."""
    open_ones = (_SIGN_IN.c.address_key == address_key, _SIGN_IN.c.used_at.is_(None), _SIGN_IN.c.rank.is_(None))
    uow.connection.execute(update(_SIGN_IN).where(*open_ones).values(used_at=now))
