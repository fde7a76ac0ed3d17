"""
Sessions: browsers that are signed in; and known browsers, those in which somebody signed in, also after signing out.

A session is a row; ending it deletes the row. It expires after two weeks without a visit, and after ninety days in any
case. A cookie that outlives it makes a browser known to each account that used it, for ninety days. It signs nobody
in. It only gives the browser its own counts for rate limits, so that no stranger can use them up.

Forms that were posted when their player was no longer signed in are kept for a day, and shown again to that player
only. Nothing that they ask for is done until the player posts them again.
"""

import json
import logging
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from functools import cache
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Label, Select, and_, bindparam, case, delete, func, insert, or_, select, update

from corr.base.rate_limits import Limit, count, place_words
from corr.base.tokens import hash_given, hash_token, new_session_token, new_token
from corr.base.uow import Reader, UnitOfWork
from corr.errors import InputError, NotFoundError
from corr.players.appearance import USUAL, Appearance, appearance_of
from corr.players.listing import note_seen
from corr.players.mail_preferences import PREFERENCE, come_back
from corr.store.base import changed, is_id, table
from corr.store.compiled_statements import CompiledQuery
from corr.store.tables.games import FrozenKind, Game, GameSeat
from corr.store.tables.mails import MailStanding
from corr.store.tables.player_accounts import AfterTurn, KeptForm, KnownBrowser, MailAddress, Player, Session, SignIn

KNOWN_FOR = timedelta(days=90)
"""How long a browser is known after its player was last signed in there."""
_BROWSER, _SESSION, _SIGN_IN = table(KnownBrowser), table(Session), table(SignIn)
_ADDRESS, _PLAYER = table(MailAddress), table(Player)
SIGNED_IN = _SESSION.join(_PLAYER, (_PLAYER.c.id == _SESSION.c.player_id) & _PLAYER.c.closed_at.is_(None))
"""The sessions with their players."""
SIGNED_IN_ID = _SESSION.c.player_id
"""The player of a row of `SIGNED_IN`."""
IS_SIGNED_IN = and_(
    _SESSION.c.token_hash == bindparam("token_hash"),
    _SESSION.c.created_at > bindparam("oldest"),
    _SESSION.c.seen_at > bindparam("idlest"),
)
"""The condition that a row of `SIGNED_IN` is the session with the token of `session_parameters`."""
_AGENT_LENGTH = 200
IDLE = timedelta(days=14)
"""How long a session lasts without a visit."""
LONGEST = timedelta(days=90)
"""How long a session lasts at most."""
_LOG = logging.getLogger(__name__)
_TOUCH_AFTER = timedelta(hours=1)
_FORM_KEPT_FOR = timedelta(days=1)
_LONGEST_FORM = 100_000
MOST_FIELDS = 200
"""Fields of a form that is kept, or shown again, at most."""
_FORMS = Limit("kept-forms", 60, timedelta(hours=1), "60 forms of yours were kept within an hour, and no more can be.")
_FORM = table(KeptForm)
IS_WAITED_FOR: ColumnElement[bool] = and_(table(GameSeat).c.since.is_not(None), table(Game).c.frozen_at.is_(None))
"""Whether a game waits for a turn of a seat."""


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


@dataclass(frozen=True, slots=True)
class NewSession:
    """A session that has just begun."""

    token: str = field(repr=False)
    """The token for the cookie; only its hash is stored."""
    player_id: int
    known_token: str = field(default="", repr=False)
    """The token for the cookie by which the browser is known later; empty if it is not."""
    offer_id: str | None = None
    """The offer that the letter was asked for to take; None for none."""
    new_name: str = ""
    """The name of the account that was made just now; empty if there was one."""


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
    waiting: int = 0
    """In how many games it is the player's turn."""
    appearance: Appearance = USUAL
    after_turn: AfterTurn = AfterTurn.STAY
    """Where the player goes once a turn is submitted."""
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


@dataclass(frozen=True, slots=True)
class KeptFormView:
    """A form as it was filled in."""

    path: str
    """Where it was posted to."""
    fields: tuple[tuple[str, str], ...] = field(repr=False)
    """Names and values in the order of the form. They may hold a secret turn."""


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


def open_session(uow: UnitOfWork, player_id: int, agent: str, known_browser_id: int | None = None) -> NewSession:
    """Open a session for the player, with a new token."""
    token = new_session_token()
    values = {"player_id": player_id, "token_hash": hash_token(token), "agent": plain_agent(agent)}
    values |= {"created_at": uow.now, "seen_at": uow.now, "known_browser_id": known_browser_id}
    uow.connection.execute(insert(table(Session)).values(values))
    note_seen(uow, player_id)
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
    found = _by_token().first(reader.connection, session_parameters(reader, token))
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
        waiting=found.waiting,
        appearance=appearance_of(found.theme, found.scheme, found.coordinates, found.orientation),
        after_turn=AfterTurn(found.after_turn),
        trouble=None if since is None else MailTrouble(found.address, since, found.suppressed_for, found.words),
    )


def session_parameters(reader: Reader, token: str) -> dict[str, object]:
    """The values of `IS_SIGNED_IN` for the session with *token*."""
    return {"token_hash": hash_token(token), "oldest": reader.now - LONGEST, "idlest": reader.now - IDLE}


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
    waiting: int
    address: str
    suppressed_at: datetime | None
    suppressed_for: str
    words: str
    theme: str
    scheme: str
    coordinates: str
    orientation: str
    after_turn: str


@cache
def _by_token() -> CompiledQuery[_SessionRow]:
    """The statement that every page executes, built once."""
    rows, players, addresses, standings = table(Session), table(Player), table(MailAddress), table(MailStanding)
    columns = (rows.c.id, rows.c.player_id, players.c.name, players.c.zone, rows.c.seen_at, players.c.is_admin)
    silent_since = PREFERENCE.c.silent_since
    told = (addresses.c.address, standings.c.suppressed_at, standings.c.suppressed_for, standings.c.words)
    joined = SIGNED_IN.outerjoin(PREFERENCE, PREFERENCE.c.player_id == players.c.id)
    joined = joined.outerjoin(addresses, (addresses.c.player_id == players.c.id) & addresses.c.is_main)
    joined = joined.outerjoin(standings, standings.c.address_key == addresses.c.address_key)
    # Only administrators see the count, so it is not worked out for others.
    in_need = case((players.c.is_admin, _in_need()), else_=0).label("games_in_need")
    counted = (in_need, waiting_games(rows.c.player_id))
    look = (players.c.theme, players.c.scheme, players.c.coordinates, players.c.orientation, players.c.after_turn)
    columns_of_all = select(*columns, silent_since, *counted, *told, *look).select_from(joined)
    return CompiledQuery(columns_of_all.where(IS_SIGNED_IN), _SessionRow)


def waiting_games(player_id: ColumnElement[int]) -> Label[int]:
    """The column "waiting": in how many games it is that player's turn."""
    games, seats = table(Game), table(GameSeat)
    found = select(func.count()).select_from(seats.join(games, games.c.id == seats.c.game_id))
    return found.where(seats.c.player_id == player_id, IS_WAITED_FOR).scalar_subquery().label("waiting")


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
    note_seen(uow, player_id)
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


def keep_form(uow: UnitOfWork, player_id: int, path: str, fields: Sequence[tuple[str, str]]) -> str:
    """
    Keep a form for its player for a day; gives the token that finds it.

    :raises InputError: it is too large to be kept.
    """
    kept = json.dumps(list(fields))
    if len(kept) > _LONGEST_FORM or len(fields) > MOST_FIELDS:
        raise InputError("This form is too large to be kept.", field="text")
    count(uow, {_FORMS: str(player_id)})
    token = new_token()
    row = {"token_hash": hash_token(token), "player_id": player_id, "path": path, "fields": kept}
    uow.connection.execute(insert(_FORM).values(**row, expires_at=uow.now + _FORM_KEPT_FOR))
    return token


def get_kept_form(reader: Reader, token: str, player_id: int) -> KeptFormView:
    """The form that *token* finds, for its own player."""
    mine = (_FORM.c.token_hash == hash_given(token)) & (_FORM.c.player_id == player_id)
    row = reader.connection.execute(select(_FORM.c.path, _FORM.c.fields).where(mine, _FORM.c.expires_at > reader.now))
    found = row.first()
    if found is None:
        raise NotFoundError("There is no form here that waits for you. Forms are kept for a day.")
    return KeptFormView(found.path, tuple((name, value) for name, value in json.loads(found.fields)))
