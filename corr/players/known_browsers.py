"""
Known browsers: those in which somebody signed in to an account, also after signing out.

A cookie that outlives the session makes a browser known to each account that used it, for ninety days. It signs nobody
in. It only gives the browser its own counts for rate limits, so that no stranger can use them up.
"""

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import cache
from typing import Any

from sqlalchemy import ColumnElement, Select, and_, bindparam, delete, insert, select, update

from corr.base.tokens import hash_token, new_session_token
from corr.base.uow import Reader, UnitOfWork
from corr.errors import NotFoundError
from corr.store.base import is_id, table
from corr.store.statements import changed
from corr.store.tables.player_accounts import KnownBrowser, MailAddress, Player, Session, SignIn

KNOWN_FOR = timedelta(days=90)
"""How long a browser is known after its player was last signed in there."""
_BROWSER, _SESSION, _SIGN_IN = table(KnownBrowser), table(Session), table(SignIn)
_ADDRESS, _PLAYER = table(MailAddress), table(Player)
_AGENT_LENGTH = 200


@dataclass(frozen=True, slots=True)
class Browser:
    """The browser of a request."""

    agent: str = ""
    """Its `User-Agent` header."""
    source: str = ""
    """The network address of the request."""
    known_token: str = field(default="", repr=False)
    """The token by which it may be known; empty if it sent none."""


@dataclass(frozen=True, slots=True)
class KnownBrowserView:
    """A known browser in which nobody is signed in, as its player sees it in a list."""

    id: int
    agent: str
    used_at: datetime


@dataclass(frozen=True, slots=True)
class Owned:
    """The account of an address, and whether a browser is known to it."""

    player_id: int | None = None
    """The owner of the address; None for an address without an account."""
    browser_id: int | None = None
    """The known browser; None for any other."""


def owned(reader: Reader, address_key: str, known_token: str) -> Owned:
    """The account of the address with that key, and whether the browser with *known_token* is known to it."""
    known = {"address_key": address_key, "token_hash": hash_token(known_token), "oldest": reader.now - KNOWN_FOR}
    found = reader.connection.execute(_owned(), known).first()
    return Owned() if found is None else Owned(*found)


def remember(uow: UnitOfWork, player_id: int, browser: Browser) -> tuple[int, str]:
    """
    Make *browser* known to the player's account; gives the id of the known browser and the token for its cookie.

    The token is a new one each time, for all accounts that know the browser: so a token that somebody else put there
    stops working.
    """
    token = new_session_token()
    if browser.known_token:
        is_same = _BROWSER.c.token_hash == hash_token(browser.known_token)
        uow.connection.execute(update(_BROWSER).where(is_same).values(token_hash=hash_token(token)))
    mine = (_BROWSER.c.token_hash == hash_token(token)) & (_BROWSER.c.player_id == player_id)
    fresh = {"agent": plain_agent(browser.agent), "used_at": uow.now}
    known = uow.connection.execute(update(_BROWSER).where(mine).values(fresh).returning(_BROWSER.c.id)).scalar()
    if known is None:
        values = {"player_id": player_id, "token_hash": hash_token(token), **fresh}
        known = uow.connection.execute(insert(_BROWSER).values(values).returning(_BROWSER.c.id)).scalar_one()
    return int(known), token


def touch_browser_of(uow: UnitOfWork, session_id: int) -> None:
    """Record that the browser of a session is in use."""
    mine = select(_SESSION.c.known_browser_id).where(_SESSION.c.id == session_id).scalar_subquery()
    uow.connection.execute(update(_BROWSER).where(_BROWSER.c.id == mine).values(used_at=uow.now))


def known_without_session(reader: Reader, player_id: int) -> tuple[KnownBrowserView, ...]:
    """The browsers that are known to the player's account and not signed in, the last used first."""
    columns = (_BROWSER.c.id, _BROWSER.c.agent, _BROWSER.c.used_at)
    is_signed_in = _SESSION.c.known_browser_id == _BROWSER.c.id
    others = (_BROWSER.c.player_id == player_id, _BROWSER.c.used_at > reader.now - KNOWN_FOR)
    asked = select(*columns).where(*others, ~select(_SESSION.c.id).where(is_signed_in).exists())
    found = reader.connection.execute(asked.order_by(_BROWSER.c.used_at.desc(), _BROWSER.c.id.desc()))
    return tuple(KnownBrowserView(*row) for row in found)


def forget_browser(uow: UnitOfWork, player_id: int, browser_id: int) -> None:
    """Forget one of the player's known browsers."""
    mine = (_BROWSER.c.id == browser_id) & (_BROWSER.c.player_id == player_id)
    if not is_id(browser_id) or not forget_browsers(uow, mine):
        raise NotFoundError("There is no such browser; perhaps it is forgotten already.")


def forget_browser_of(uow: UnitOfWork, player_id: int, session_id: int) -> None:
    """Forget the known browser of one of the player's sessions."""
    mine = select(_SESSION.c.known_browser_id).where(_SESSION.c.id == session_id, _SESSION.c.player_id == player_id)
    forget_browsers(uow, _BROWSER.c.id.in_(mine))


def forget_other_browsers(uow: UnitOfWork, player_id: int, session_id: int) -> None:
    """Forget all known browsers of the player except that of the session."""
    here = select(_SESSION.c.known_browser_id).where(_SESSION.c.id == session_id, _SESSION.c.known_browser_id > 0)
    forget_browsers(uow, (_BROWSER.c.player_id == player_id) & _BROWSER.c.id.not_in(here))


def forget_old_browsers(uow: UnitOfWork, most: int) -> int:
    """Delete up to *most* browsers that were not used for too long; how many they were."""
    old = (
        select(_BROWSER.c.id).where(_BROWSER.c.used_at <= uow.now - KNOWN_FOR).order_by(_BROWSER.c.used_at).limit(most)
    )
    return forget_browsers(uow, _BROWSER.c.id.in_(old))


def forget_browsers(uow: UnitOfWork, which: ColumnElement[bool]) -> int:
    """Forget the known browsers that *which* selects; how many they were."""
    found = uow.connection.execute(_locked(which)).scalars().all()
    for rows in (_SESSION, _SIGN_IN):
        uow.connection.execute(update(rows).where(rows.c.known_browser_id.in_(found)).values(known_browser_id=None))
    return changed(uow.connection, delete(_BROWSER).where(_BROWSER.c.id.in_(found)))


def plain_agent(agent: str) -> str:
    """A `User-Agent` header as it is stored: printable and shortened."""
    return "".join(sign if sign.isprintable() else " " for sign in agent)[:_AGENT_LENGTH]


@cache
def _owned() -> Select[Any]:
    is_known = and_(
        _BROWSER.c.player_id == _ADDRESS.c.player_id,
        _BROWSER.c.token_hash == bindparam("token_hash"),
        _BROWSER.c.used_at > bindparam("oldest"),
    )
    joined = _ADDRESS.join(_PLAYER, (_PLAYER.c.id == _ADDRESS.c.player_id) & _PLAYER.c.closed_at.is_(None))
    asked = select(_ADDRESS.c.player_id, _BROWSER.c.id).select_from(joined.outerjoin(_BROWSER, is_known))
    return asked.where(_ADDRESS.c.address_key == bindparam("address_key"))


def _locked(which: ColumnElement[bool]) -> Select[Any]:
    return select(_BROWSER.c.id).where(which).order_by(_BROWSER.c.id).with_for_update()
