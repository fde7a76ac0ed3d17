"""
Sessions: browsers that are signed in.

A session is a row; ending it deletes the row. It expires after two weeks without a visit, and after ninety days in any
case.
"""

import logging
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from functools import cache
from typing import NamedTuple

from sqlalchemy import ColumnElement, bindparam, case, delete, func, insert, or_, select, update

from corr.base.rate_limits import place_words
from corr.base.tokens import hash_token, new_session_token
from corr.base.uow import Reader, UnitOfWork
from corr.errors import NotFoundError
from corr.players.known_browsers import (
    Browser,
    forget_browser_of,
    forget_other_browsers,
    plain_agent,
    remember,
    touch_browser_of,
)
from corr.players.mail_preferences import PREFERENCE, come_back
from corr.store.base import is_id, table
from corr.store.compiled_statements import CompiledQuery
from corr.store.tables.games import FrozenKind, Game, GameSeat
from corr.store.tables.mails import MailStanding
from corr.store.tables.player_accounts import MailAddress, Player, Session

IDLE = timedelta(days=14)
"""How long a session lasts without a visit."""
LONGEST = timedelta(days=90)
"""How long a session lasts at most."""
_LOG = logging.getLogger(__name__)
_TOUCH_AFTER = timedelta(hours=1)


@dataclass(frozen=True, slots=True)
class NewSession:
    """A session that has just begun."""

    token: str = field(repr=False)
    """The token for the cookie; only its hash is stored."""
    player_id: int
    known_token: str = field(default="", repr=False)
    """The token for the cookie by which the browser is known later; empty if it is not."""


@dataclass(frozen=True, slots=True)
class MailTrouble:
    """The reason why letters no longer reach a player."""

    address: str = field(repr=False)
    """The main address."""
    since: datetime
    cause: str
    """ "bounced" or "complained"."""
    words: str = field(repr=False)
    """The words of the other mail server; empty if there were none."""


@dataclass(frozen=True, slots=True)
class SessionPlayer:
    """The player of a session."""

    session_id: int
    player_id: int
    name: str
    zone: str
    needs_touch: bool
    """Whether the visit should be recorded: the last one is long ago, or letters wait until the player is back."""
    is_admin: bool = False
    """Whether the player is an administrator."""
    games_in_need: int = 0
    """How many games need an administrator; counted for administrators only."""
    trouble: MailTrouble | None = None
    """The trouble with the main address that every page shows to the player; None if there is none."""


@dataclass(frozen=True, slots=True)
class SessionView:
    """A session, as its player sees it in a list."""

    id: int
    agent: str
    """The `User-Agent` header of the browser."""
    created_at: datetime
    seen_at: datetime


def open_session(uow: UnitOfWork, player_id: int, agent: str, known_browser_id: int | None = None) -> NewSession:
    """Open a session for the player, with a new token."""
    token = new_session_token()
    values = {"player_id": player_id, "token_hash": hash_token(token), "agent": plain_agent(agent)}
    values |= {"created_at": uow.now, "seen_at": uow.now, "known_browser_id": known_browser_id}
    uow.connection.execute(insert(table(Session)).values(values))
    return NewSession(token, player_id)


def open_known_session(uow: UnitOfWork, player_id: int, browser: Browser, way: str) -> NewSession:
    """
    Open a session for a player who has proved to own the account; the browser is known to it from now on.

    :param way: how the player proved it, for the log.
    """
    _LOG.info("a player signed in by %s from %s", way, place_words(browser.source), extra={"player_id": player_id})
    browser_id, known_token = remember(uow, player_id, browser)
    return replace(open_session(uow, player_id, browser.agent, browser_id), known_token=known_token)


def find_session(reader: Reader, token: str) -> SessionPlayer | None:
    """The player who is signed in with *token*; None if nobody is. It takes one statement."""
    known = {"token_hash": hash_token(token), "oldest": reader.now - LONGEST, "idlest": reader.now - IDLE}
    found = _by_token().first(reader.connection, known)
    if found is None:
        return None
    since = found.suppressed_at
    return SessionPlayer(
        found.id,
        found.player_id,
        found.name,
        found.zone,
        needs_touch=found.silent_since is not None or reader.now - found.seen_at > _TOUCH_AFTER,
        is_admin=found.is_admin,
        games_in_need=found.games_in_need,
        trouble=None if since is None else MailTrouble(found.address, since, found.suppressed_for, found.words),
    )


class _SessionRow(NamedTuple):
    """The session with a token, with its player and the standing of the main address."""

    id: int
    player_id: int
    name: str
    zone: str
    seen_at: datetime
    is_admin: bool
    silent_since: datetime | None
    games_in_need: int
    address: str
    suppressed_at: datetime | None
    suppressed_for: str
    words: str


@cache
def _by_token() -> CompiledQuery[_SessionRow]:
    """The statement that every page executes, built once."""
    rows, players, addresses, standings = table(Session), table(Player), table(MailAddress), table(MailStanding)
    columns = (rows.c.id, rows.c.player_id, players.c.name, players.c.zone, rows.c.seen_at, players.c.is_admin)
    silent_since = PREFERENCE.c.silent_since
    told = (addresses.c.address, standings.c.suppressed_at, standings.c.suppressed_for, standings.c.words)
    is_alive = (rows.c.created_at > bindparam("oldest")) & (rows.c.seen_at > bindparam("idlest"))
    joined = rows.join(players, (players.c.id == rows.c.player_id) & players.c.closed_at.is_(None))
    joined = joined.outerjoin(PREFERENCE, PREFERENCE.c.player_id == players.c.id)
    joined = joined.outerjoin(addresses, (addresses.c.player_id == players.c.id) & addresses.c.is_main)
    joined = joined.outerjoin(standings, standings.c.address_key == addresses.c.address_key)
    # Only administrators see the count, so it is not worked out for others.
    in_need = case((players.c.is_admin, _in_need()), else_=0).label("games_in_need")
    columns_of_all = select(*columns, silent_since, in_need, *told).select_from(joined)
    return CompiledQuery(columns_of_all.where(rows.c.token_hash == bindparam("token_hash"), is_alive), _SessionRow)


def _in_need() -> ColumnElement[int]:
    """The number of games that are frozen because of a fault, or whose deadlines were put off."""
    games, seats = table(Game), table(GameSeat)
    held = select(func.count(seats.c.game_id.distinct())).where(seats.c.held_until.is_not(None))
    is_faulty = games.c.frozen_kind == FrozenKind.FAULT.value
    frozen = select(func.count()).where(games.c.frozen_at.is_not(None), is_faulty)
    return held.scalar_subquery() + frozen.scalar_subquery()


def touch_session(uow: UnitOfWork, session_id: int, player_id: int) -> None:
    """Record that the session is in use, and that its player is back."""
    rows = table(Session)
    come_back(uow, player_id)
    touch_browser_of(uow, session_id)
    uow.connection.execute(update(rows).where(rows.c.id == session_id).values(seen_at=uow.now))


def sessions_of(reader: Reader, player_id: int) -> tuple[SessionView, ...]:
    """The player's sessions, the last used first."""
    rows = table(Session)
    columns = (rows.c.id, rows.c.agent, rows.c.created_at, rows.c.seen_at)
    mine = select(*columns).where(rows.c.player_id == player_id, ~has_ended(reader))
    found = reader.connection.execute(mine.order_by(rows.c.seen_at.desc(), rows.c.id.desc()))
    return tuple(SessionView(*row) for row in found)


def end_session(uow: UnitOfWork, player_id: int, session_id: int) -> None:
    """Sign one browser of the player out."""
    rows = table(Session)
    ended = 0
    if is_id(session_id):
        mine = (rows.c.id == session_id) & (rows.c.player_id == player_id)
        deleted = uow.connection.execute(delete(rows).where(mine))
        ended = deleted.rowcount
    if not ended:
        raise NotFoundError("There is no such session; perhaps it has ended already.")


def end_session_for_good(uow: UnitOfWork, player_id: int, session_id: int) -> None:
    """Sign out another browser of the player, and forget it as a known browser."""
    if is_id(session_id):
        forget_browser_of(uow, player_id, session_id)
    end_session(uow, player_id, session_id)


def end_other_sessions(uow: UnitOfWork, player_id: int, keep_id: int) -> None:
    """Sign out every browser of the player except one, and forget all others as known browsers."""
    rows = table(Session)
    forget_other_browsers(uow, player_id, keep_id)
    uow.connection.execute(delete(rows).where(rows.c.player_id == player_id, rows.c.id != keep_id))


def has_ended(reader: Reader) -> ColumnElement[bool]:
    """A condition on sessions: it has expired."""
    rows = table(Session)
    return or_(rows.c.created_at <= reader.now - LONGEST, rows.c.seen_at <= reader.now - IDLE)
