"""A player's own settings: name, time zone, addresses and sessions."""

from dataclasses import dataclass
from datetime import datetime

from flask import Blueprint, Response

from corr.base.uow import Reader
from corr.errors import CorrError, InputError
from corr.mail.queues.address_changes import ChangeView, open_change
from corr.players import known_browsers, profiles, sessions
from corr.players.known_browsers import KNOWN_FOR
from corr.players.profiles import rename
from corr.web import forms
from corr.web.auth import browser_words, current_player, reading, writing
from corr.web.errors import status_of
from corr.web.moments import zone_names
from corr.web.pages.entry import NAME_LENGTH, ZONE_LENGTH
from corr.web.rendering import go_to, page

pages = Blueprint("account", __name__, url_prefix="/account")


@dataclass(frozen=True, slots=True)
class BrowserLine:
    """A browser that is signed in."""

    id: int
    name: str
    created_at: datetime
    seen_at: datetime


@dataclass(frozen=True, slots=True)
class KnownLine:
    """A browser that is signed out and still known."""

    id: int
    name: str
    used_at: datetime
    known_until: datetime


@dataclass(frozen=True, slots=True)
class AccountPage:
    """A player's settings as they are, or as they were filled in."""

    name: str
    zone: str
    zones: tuple[str, ...]
    addresses: tuple[str, ...]
    """The main one first."""
    change: ChangeView | None
    """The open change of address."""
    address: str
    """The new address, as it was typed."""
    browsers: tuple[BrowserLine, ...]
    here: int
    """The session id of this browser."""
    known: tuple[KnownLine, ...] = ()
    """Browsers that are signed out and still known."""
    fault: str = ""
    field: str = ""

    @property
    def has_other_browsers(self) -> bool:
        """Whether another browser than this one is signed in or known."""
        return len(self.browsers) > 1 or bool(self.known)


@pages.get("")
def account() -> Response:
    """The settings."""
    with reading() as reader:
        player = current_player()
        return page("account/account.html", _settings(reader, player.name, player.zone))


@pages.post("/name")
def change_name() -> Response:
    """Change the display name."""
    name = forms.field("name", NAME_LENGTH)
    try:
        with writing() as uow:
            rename(uow, current_player().player_id, name)
    except InputError as refusal:
        return account_again(refusal, name=name)
    return go_to("/account", f"Your name is now {name}.")


@pages.post("/zone")
def set_zone() -> Response:
    """Change the time zone."""
    zone = forms.field("zone", ZONE_LENGTH)
    try:
        with writing() as uow:
            name = profiles.set_zone(uow, current_player().player_id, zone)
    except InputError as refusal:
        return account_again(refusal, zone=zone)
    return go_to("/account", f"Times are now shown for {name}.")


@pages.post("/sessions/end")
def end_session() -> Response:
    """Sign another browser out."""
    with writing() as uow:
        sessions.end_session_for_good(uow, current_player().player_id, forms.number_field("session"))
    return go_to("/account", "That browser is signed out.")


@pages.post("/sessions/end-others")
def end_other_sessions() -> Response:
    """Sign all other browsers out."""
    with writing() as uow:
        player = current_player()
        sessions.end_other_sessions(uow, player.player_id, player.session_id)
    return go_to("/account", "All other browsers are signed out.")


@pages.post("/browsers/forget")
def forget_browser() -> Response:
    """Forget a known browser that is signed out."""
    with writing() as uow:
        known_browsers.forget_browser(uow, current_player().player_id, forms.number_field("browser"))
    return go_to("/account", "That browser is forgotten.")


def _settings(
    reader: Reader, name: str, zone: str, *, refusal: CorrError | None = None, address: str = ""
) -> AccountPage:
    player = current_player()
    return AccountPage(
        name=name,
        zone=zone,
        zones=zone_names(),
        addresses=profiles.addresses_of(reader, player.player_id),
        change=open_change(reader, player.player_id),
        address=address,
        browsers=_browsers(reader, player.player_id),
        here=player.session_id,
        known=_known_lines(reader, player.player_id),
        fault=refusal.sentence if refusal else "",
        field=refusal.field if isinstance(refusal, InputError) else "",
    )


def _browsers(reader: Reader, player_id: int) -> tuple[BrowserLine, ...]:
    found = sessions.sessions_of(reader, player_id)
    return tuple(
        BrowserLine(session.id, browser_words(session.agent), session.created_at, session.seen_at) for session in found
    )


def _known_lines(reader: Reader, player_id: int) -> tuple[KnownLine, ...]:
    found = known_browsers.known_without_session(reader, player_id)
    return tuple(
        KnownLine(known.id, browser_words(known.agent), known.used_at, known.used_at + KNOWN_FOR) for known in found
    )


def account_again(
    refusal: CorrError, *, name: str | None = None, zone: str | None = None, address: str = ""
) -> Response:
    """The settings with what was typed, and what was wrong with it."""
    with reading() as reader:
        player = current_player()
        kept_name, kept_zone = player.name if name is None else name, player.zone if zone is None else zone
        view = _settings(reader, kept_name, kept_zone, refusal=refusal, address=address)
        return page("account/account.html", view, status=status_of(refusal))
