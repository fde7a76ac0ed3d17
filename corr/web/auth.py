"""The current player: cookies of a request and their signatures, the session behind them, and access to the data."""

import hmac
import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from ipaddress import ip_address

from flask import Response, g, request
from werkzeug.exceptions import NotFound

from corr.base.uow import Reader, UnitOfWork
from corr.errors import NotFoundError, UnreachableError
from corr.players import sessions
from corr.players.appearance import Appearance, read_code
from corr.players.sessions import NewSession, SessionPlayer
from corr.web.app_state import app_state, is_loopback_host

_UNKNOWN = "A browser"
_LONGEST = 60
# Most browsers also name the browsers that they resemble, so the order counts.
_NAMES = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("FxiOS/", "Firefox"),
    ("Firefox/", "Firefox"),
    ("CriOS/", "Chrome"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
)
_SYSTEMS = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("Windows", "Windows"),
    ("Macintosh", "Mac"),
    ("Linux", "Linux"),
)
_PROXY_HEADERS = frozenset(
    {
        "cdn-loop",
        "cf-connecting-ip",
        "forwarded",
        "true-client-ip",
        "via",
        "x-client-ip",
        "x-cluster-client-ip",
        "x-original-host",
        "x-real-ip",
    }
)
"""Headers that proxies add, besides all that begin with "x-forwarded"."""
SESSION = "sid"
"""The cookie of a signed-in browser."""
VISIT = "visit"
"""The cookie that forms are bound to while nobody is signed in."""
KNOWN = "known"
"""The cookie that recognises a browser after its session has ended; it signs nobody in."""
FLASH = "flash"
"""The cookie with one sentence for the next page."""
_BEHIND_GAME = "\x1f"
"""What parts the id of a game from a sentence; no sentence has it."""
APPEARANCE = "appearance"
"""The cookie with how pages look to whoever is not signed in."""

_WATCHED = frozenset({"games", "leagues", "ratings", "small_boards", "turns"})
"""Blueprints of pages that are for everybody: games, leagues, their seasons, and ratings."""
_WANTED = "wanted"
_OWNER = "owner"
_OWNED_FOR = 14
"""Days after a form was shown in which it is still kept for its player: as long as an unused session lasts."""
_WANTED_AGE = 1800
_LONGEST_ADDRESS = 300
_LONGEST_TOKEN = 100
_NEVER = datetime.min.replace(tzinfo=UTC)
_DAY = 86_400
_SESSION_AGE = 90 * _DAY
_APPEARANCE_AGE = 365 * _DAY
_KNOWN_AGE = 180 * _DAY
"""Seconds that the cookie lasts: 90 days in which the browser is known after its last use, and 90 of a session."""


def browser_words(agent: str) -> str:
    """A User-Agent in words: "Safari on iPhone", or its beginning if the browser is unknown."""
    name = next((name for sign, name in _NAMES if sign in agent), "")
    system = next((system for sign, system in _SYSTEMS if sign in agent), "")
    if name:
        return f"{name} on {system}" if system else name
    return agent.strip()[:_LONGEST] or _UNKNOWN


def signature(key: bytes, purpose: str, text: str) -> str:
    """A digest of *text* that only this service can make, valid for one *purpose*."""
    return hmac.digest(key, f"{purpose}\0{text}".encode(), "sha256").hex()[:40]


def is_signature(key: bytes, purpose: str, text: str, given: str) -> bool:
    """Whether *given* is the signature of *text* for *purpose*, compared in constant time."""
    return hmac.compare_digest(signature(key, purpose, text).encode(), given.encode("utf-8", "replace"))


def sealed(key: bytes, purpose: str, text: str) -> str:
    """*text* with its signature, in characters that a cookie may have."""
    return f"{urlsafe_b64encode(text.encode()).decode().rstrip('=')}.{signature(key, purpose, text)}"


def unsealed(key: bytes, purpose: str, value: str) -> str:
    """The text of a value that `sealed` made for the same *purpose*; empty for any other value."""
    body, _, given = value.partition(".")
    try:
        text = urlsafe_b64decode((body + "=" * (-len(body) % 4)).encode()).decode()
    except ValueError:
        return ""
    return text if is_signature(key, purpose, text, given) else ""


def only_this_machine() -> None:
    """
    Refuse a request that comes from another machine, or through a proxy.

    :raises NotFound: the page does not exist for others.
    """
    if not _is_loopback(request.remote_addr) or not is_loopback_host(request.host):
        raise NotFound
    if any(_is_from_proxy(name.lower()) for name in request.headers.keys()):  # noqa: SIM118 - these are pairs
        raise NotFound


def _is_loopback(address: str | None) -> bool:
    try:
        return address is not None and ip_address(address).is_loopback
    except ValueError:
        return False


def _is_from_proxy(name: str) -> bool:
    return name.startswith("x-forwarded") or name in _PROXY_HEADERS


class SignInFirstError(Exception):
    """The page is for players, and nobody is signed in; the sign-in page is shown."""


@dataclass(slots=True)
class RequestSession:
    """What is known about the browser of a request; unlike other values, it changes while the request is answered."""

    token: str
    """The session's token as the browser sent it; empty if it sent none."""
    anonymous: str
    """The token that forms are bound to without a session; empty until a form is shown."""
    flash: str
    """The sentence from the page before; empty if there is none."""
    played: str = ""
    """The id of the game in which a turn was submitted on the page before; empty if none was."""
    player: SessionPlayer | None = None
    """The signed-in player, known once the data was opened; None if nobody is."""
    now: datetime = _NEVER
    """The moment at which the data was opened."""
    is_new: bool = False
    """Whether the browser gets its `anonymous` token with this answer."""
    is_flash_shown: bool = False
    _form: tuple[str | None, str] = (None, "")
    """The value of the csrf field, worked out once, after whom it was made for."""

    @property
    def is_receipt(self) -> bool:
        """Whether this is the page of the game in which the player has just submitted a turn."""
        return self.player is not None and request.path == f"/games/{self.played}"

    @property
    def has_way_back(self) -> bool:
        """Whether it is another page after that."""
        return bool(self.played) and not self.is_receipt

    @property
    def has_form(self) -> bool:
        """Whether a form was made for this browser, with a token that is its secret."""
        return bool(self._form[1])

    @property
    def appearance(self) -> Appearance:
        """How pages look to the reader: as the player has chosen, or else as the browser says."""
        return self.player.appearance if self.player else read_code(_sent_cookie(APPEARANCE))

    @property
    def zone(self) -> str:
        """The time zone in which moments are shown."""
        return self.player.zone if self.player else "UTC"

    @property
    def csrf(self) -> str:
        """The value of the csrf field in every form for this browser."""
        if not self.token and not self.anonymous:
            self.anonymous = secrets.token_urlsafe(24)
            self.is_new = True
        owner = f"{self.player.player_id} {self.now.date().toordinal()}" if self.player else ""
        if self._form[0] != owner:
            form = signature(app_state().key, "form", self.token or self.anonymous)
            # The player's id follows, so that the form can be kept for that player if the session ends meanwhile.
            seal = f".{sealed(app_state().key, _OWNER, owner)}" if owner else ""
            self._form = owner, f"{form}{seal}"
        return self._form[1]


class StaleFormError(Exception):
    """The form was not made for the present session, so nothing of it may be carried out."""


def is_own_form(given: str) -> bool:
    """Whether a form with *given* in its csrf field was made for the present session of this browser."""
    bound_to = request_session().token or request_session().anonymous
    return bool(bound_to) and is_signature(app_state().key, "form", bound_to, given.partition(".")[0])


def owner_of(given: str) -> int | None:
    """The player for whom a form with *given* was made; None if for nobody, not by this service, or too long ago."""
    player_id, _, day = unsealed(app_state().key, _OWNER, given.partition(".")[2]).partition(" ")
    is_young = bool(day) and app_state().workshop.now().date().toordinal() - int(day) <= _OWNED_FOR
    return int(player_id) if is_young else None


def request_session() -> RequestSession:
    """The session of the present request."""
    found: RequestSession | None = g.get("request_session")
    if found is None:
        flashed = _sent_cookie(FLASH)
        played, _, flash = (unsealed(app_state().key, FLASH, flashed) if flashed else "").rpartition(_BEHIND_GAME)
        g.request_session = found = RequestSession(
            token=cookie_value(SESSION),
            anonymous=cookie_value(VISIT),
            flash=flash,
            played=played,
        )
    return found


def cookie_value(name: str) -> str:
    """The token in a cookie; empty if there is none, or if it cannot be a token."""
    return token_in(_sent_cookie(name))


def token_in(value: str) -> str:
    """The token that a cookie has for a value; empty if it cannot be a token."""
    return value if len(value) <= _LONGEST_TOKEN and value.isascii() and value.isprintable() else ""


def _sent_cookie(name: str) -> str:
    # The prefix makes browsers require https and exactly this host.
    return request.cookies.get(f"{app_state().cookie_prefix}{name}", "")


@contextmanager
def reading() -> Iterator[Reader]:
    """The data as it is now, for one page; a page to watch may be some seconds old for a stranger."""
    workshop = app_state().workshop
    with workshop.watch() if _is_watching() else workshop.look() as reader:
        _recognise(reader)
        yield reader


@contextmanager
def reading_planned() -> Iterator[Reader]:
    """The data as it is now for a page with large statements about the reader, which need not be planned each time."""
    with app_state().workshop.look_planned() as reader:
        _recognise(reader)
        yield reader


def _is_watching() -> bool:
    """Whether a page to watch is asked for from a browser that is not signed in, nor was in the last months."""
    is_stranger = not cookie_value(SESSION) and not cookie_value(KNOWN)
    return is_stranger and request.blueprint in _WATCHED and request.method in {"GET", "HEAD"}


@contextmanager
def writing() -> Iterator[UnitOfWork]:
    """One transaction for one order: committed at the end, rolled back on any refusal."""
    with app_state().workshop.open() as uow:
        _recognise(uow)
        yield uow


def _recognise(reader: Reader) -> None:
    found = request_session()
    found.now = reader.now
    found.player = sessions.find_session(reader, found.token) if found.token else None


def current_player() -> SessionPlayer:
    """
    The player who is signed in.

    :raises SignInFirstError: nobody is.
    """
    player = request_session().player
    if player is None:
        raise SignInFirstError
    return player


def viewer_id() -> int | None:
    """The id of the player who is signed in; None if nobody is."""
    player = request_session().player
    return player.player_id if player else None


def current_admin() -> SessionPlayer:
    """
    The administrator who is signed in.

    :raises NotFoundError: no administrator is signed in; for others, such pages do not exist.
    """
    player = request_session().player
    if player is None or not player.is_admin:
        raise NotFoundError("There is no page at this address. It may have been mistyped, or it no longer exists.")
    return player


def set_cookie(response: Response, name: str, value: str, *, age: int | None = None) -> None:
    """Set a cookie that scripts cannot read; *age* in seconds."""
    state = app_state()
    response.set_cookie(
        f"{state.cookie_prefix}{name}",
        value,
        max_age=age,
        path="/",
        secure=state.is_secure,
        httponly=True,
        samesite="Lax",
    )


def drop_cookie(response: Response, name: str) -> None:
    """Delete a cookie."""
    state = app_state()
    response.delete_cookie(
        f"{state.cookie_prefix}{name}", path="/", secure=state.is_secure, httponly=True, samesite="Lax"
    )


def sign_in(response: Response, session: NewSession) -> None:
    """Set the cookies of a new session; whoever was signed in before leaves no pages behind."""
    if request_session().token:
        _empty_cache(response)
    set_cookie(response, SESSION, session.token, age=_SESSION_AGE)
    if session.known_token:
        set_cookie(response, KNOWN, session.known_token, age=_KNOWN_AGE)
    drop_cookie(response, VISIT)


def forget_session(response: Response) -> None:
    """Delete the cookie of a session that has ended, and what the browser has kept of its pages."""
    drop_cookie(response, SESSION)
    _empty_cache(response)


def _empty_cache(response: Response) -> None:
    response.headers["Clear-Site-Data"] = '"cache"'


def remember_appearance(response: Response, chosen: Appearance) -> None:
    """Set the cookie with how pages look in this browser while nobody is signed in."""
    set_cookie(response, APPEARANCE, chosen.code, age=_APPEARANCE_AGE)


def tell(response: Response, sentence: str, played: str = "") -> None:
    """
    Show *sentence* on the next page.

    :param played: the id of the game in which a turn was just submitted; that page then offers to go on from there.
    """
    text = f"{played}{_BEHIND_GAME}{sentence}" if played else sentence
    set_cookie(response, FLASH, sealed(app_state().key, FLASH, text), age=300)


def remember_wanted(response: Response, address: str = "") -> None:
    """Set a cookie with the page to show after sign-in: *address*, or the present one."""
    address = address or request.full_path.rstrip("?")
    # It will be sent as a Location, so it has to be a plain address on this host.
    is_plain = address.isascii() and address.isprintable() and not address.startswith("//")
    if is_plain and len(address) <= _LONGEST_ADDRESS:
        set_cookie(response, _WANTED, sealed(app_state().key, _WANTED, address), age=_WANTED_AGE)


def take_wanted(response: Response) -> None:
    """Redirect *response*, once, to the page that was wanted before sign-in, if there was one."""
    kept = _sent_cookie(_WANTED)
    address = unsealed(app_state().key, _WANTED, kept) if kept else ""
    if address:
        response.location = address
        drop_cookie(response, _WANTED)


def finish_session(response: Response) -> Response:
    """Record that the session is in use, set the cookie of a new visitor, and delete a sentence that was shown."""
    found: RequestSession | None = g.get("request_session")
    if found is None:
        return response
    if found.player is not None and found.player.needs_touch:
        # The request has been carried out; it must not fail because this cannot be written.
        with suppress(UnreachableError), app_state().workshop.open() as uow:
            sessions.touch_session(uow, found.player.session_id, found.player.player_id)
    if found.is_new:
        set_cookie(response, VISIT, found.anonymous)
    if found.is_flash_shown:
        drop_cookie(response, FLASH)
    return response
