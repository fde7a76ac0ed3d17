"""
A player's mail addresses and browsers.

The links by which mailboxes confirm or stop a change of address need no sign-in and do not sign in: each is good for
that change alone.
"""

from dataclasses import dataclass, field
from datetime import datetime
from http import HTTPStatus

from flask import Blueprint, Response

from corr.base.uow import Reader
from corr.errors import CorrError, InputError, NotAllowedError, NotFoundError
from corr.mail.queues import address_changes
from corr.mail.queues.address_changes import REASON_LENGTH, AskForAddress, ChangeView
from corr.players import profiles, sessions
from corr.players.profiles import player_named
from corr.players.reply_tokens import find_command_token, renew_command_address
from corr.players.sessions import KNOWN_FOR
from corr.web import forms
from corr.web.app_state import app_state
from corr.web.auth import (
    browser_words,
    current_admin,
    current_player,
    forget_session,
    reading,
    request_session,
    writing,
)
from corr.web.errors import refused_form, status_of
from corr.web.pages.entry import ADDRESS_LENGTH, NAME_LENGTH, signed_out
from corr.web.pages.letters import RoundTripPart, round_trip_part
from corr.web.rendering import go_to, page

_SENT = "Emails are on their way to both addresses. Start by confirming the change at the new one."
pages = Blueprint("account", __name__)


@dataclass(frozen=True, slots=True)
class AddressesPage:
    """The player's mail addresses, and what goes to them and comes from them."""

    addresses: tuple[str, ...]
    """The main one first."""
    change: ChangeView | None
    """The open change of address."""
    commands: str
    """The player's address for commands; empty while there is none."""
    test: RoundTripPart
    address: str = ""
    """The new address, as it was typed."""
    fault: str = ""
    field: str = ""


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
class BrowsersPage:
    """The browsers in which the player has signed in."""

    browsers: tuple[BrowserLine, ...]
    here: int
    """The session id of this browser."""
    known: tuple[KnownLine, ...]
    """Browsers that are signed out and still known."""

    @property
    def has_others(self) -> bool:
        """Whether another browser than this one is signed in or known."""
        return len(self.browsers) > 1 or bool(self.known)


@pages.get("/account/browsers")
def browsers() -> Response:
    """The browsers in which the player has signed in."""
    with reading() as reader:
        player = current_player()
        signed_in = sessions.sessions_of(reader, player.player_id)
        known = sessions.known_without_session(reader, player.player_id)
        view = BrowsersPage(
            tuple(BrowserLine(one.id, browser_words(one.agent), one.created_at, one.seen_at) for one in signed_in),
            player.session_id,
            tuple(KnownLine(one.id, browser_words(one.agent), one.used_at, one.used_at + KNOWN_FOR) for one in known),
        )
        return page("account/browsers.html", view)


@pages.post("/account/sessions/end")
def end_session() -> Response:
    """Sign another browser out."""
    session_id = forms.number_field("session")
    with writing() as uow:
        player = current_player()
        sessions.end_session_for_good(uow, player.player_id, session_id)
    if session_id == player.session_id:
        return signed_out()
    return go_to("/account/browsers", "That browser is signed out.")


@pages.post("/account/sessions/end-others")
def end_other_sessions() -> Response:
    """Sign all other browsers out."""
    with writing() as uow:
        player = current_player()
        sessions.end_other_sessions(uow, player.player_id, player.session_id)
    return go_to("/account/browsers", "All other browsers are signed out.")


@pages.post("/account/browsers/forget")
def forget_browser() -> Response:
    """Forget a known browser that is signed out."""
    with writing() as uow:
        sessions.forget_browser(uow, current_player().player_id, forms.number_field("browser"))
    return go_to("/account/browsers", "That browser is forgotten.")


@pages.post("/account/mail/commands")
def renew_commands() -> Response:
    """Make a new address for commands; the one before counts no more."""
    with writing() as uow:
        renew_command_address(uow, current_player().player_id)
    return go_to("/account/addresses", "This is your new address for commands. The one before takes nothing any more.")


@dataclass(frozen=True, slots=True)
class ChangePage:
    """A change of address, for whoever reads one of the two mailboxes."""

    token: str = field(repr=False)
    change: ChangeView


@dataclass(frozen=True, slots=True)
class AdminAddressesPage:
    """What administrators asked for, and the form to ask."""

    changes: tuple[ChangeView, ...]
    name: str = ""
    address: str = ""
    reason: str = ""
    longest_reason: int = REASON_LENGTH
    fault: str = ""
    field: str = ""


@pages.get("/account/addresses")
def addresses() -> Response:
    """The player's mail addresses."""
    with reading() as reader:
        return page("account/addresses.html", _addresses_page(reader))


def _addresses_page(reader: Reader, address: str = "") -> AddressesPage:
    player_id = current_player().player_id
    token = find_command_token(reader, player_id)
    return AddressesPage(
        profiles.addresses_of(reader, player_id),
        address_changes.open_change(reader, player_id),
        app_state().settings.replies.address(token) if token else "",
        round_trip_part(reader, player_id),
        address,
    )


@pages.post("/account/address")
def ask_address() -> Response:
    """Ask for another address, in place of the present one or beside it."""
    address = forms.field("address", ADDRESS_LENGTH)
    is_second = forms.field("keep", 10) == "yes"
    try:
        with writing() as uow:
            player = current_player()
            order = AskForAddress(player.player_id, address, is_second, player.session_id)
            address_changes.ask_for_address(uow, order)
    except CorrError as refusal:
        with reading() as reader:
            return refused_form("account/addresses.html", _addresses_page(reader, address), refusal)
    return go_to("/account/addresses", _SENT)


@pages.post("/account/address/call-off")
def call_off_change() -> Response:
    """Stop the open change."""
    with writing() as uow:
        is_dropped = address_changes.call_off_change(uow, current_player().player_id)
    return go_to(
        "/account/addresses", "The change is called off." if is_dropped else "There was no change to call off."
    )


@pages.post("/account/address/remove")
def remove_address() -> Response:
    """Remove a second address."""
    with writing() as uow:
        player = current_player()
        address = forms.field("address", ADDRESS_LENGTH, missing=None)
        address_changes.remove_address(uow, player.player_id, address, player.session_id)
    return go_to("/account/addresses", f"{address} is removed. You can no longer reply to earlier emails.")


@pages.get("/address/<token:token>")
def look_at_change(token: str) -> Response:
    """Show the change; opening a link changes nothing."""
    with reading() as reader:
        found = address_changes.get_change(reader, token)
        return page("entry/address.html", ChangePage(token, found), status=_status(found))


@pages.post("/address/<token:token>/confirm")
def confirm_change(token: str) -> Response:
    """Confirm the change at the mailbox that got the link."""
    with writing() as uow:
        address_changes.confirm_change(uow, token)
        session = request_session()
        has_ended = session.player is not None and sessions.find_session(uow, session.token) is None
    response = go_to(f"/address/{token}", "Thank you, that is noted.")
    if has_ended:
        forget_session(response)
    return response


@pages.post("/address/<token:token>/stop")
def stop_change(token: str) -> Response:
    """Stop the change."""
    with writing() as uow:
        address_changes.stop_change(uow, token)
    return go_to(f"/address/{token}", "The change is stopped. Nothing has changed.")


@pages.get("/admin/addresses")
def address_journal() -> Response:
    """The changes that administrators asked for."""
    with reading() as reader:
        current_admin()
        return page("admin/addresses.html", AdminAddressesPage(address_changes.changes_by_admins(reader)))


@pages.post("/admin/addresses")
def ask_for_player() -> Response:
    """Ask for another address of a player who has lost the mailbox."""
    name, address = forms.field("name", NAME_LENGTH), forms.field("address", ADDRESS_LENGTH)
    reason = forms.field("reason", 10 * REASON_LENGTH)
    try:
        with writing() as uow:
            admin = current_admin()
            player = _read_player(uow, name)
            order = AskForAddress(player, address, admin_id=admin.player_id, reason=reason)
            address_changes.ask_for_address(uow, order)
    except (InputError, NotAllowedError) as refusal:
        with reading() as reader:
            changes = address_changes.changes_by_admins(reader)
            wrong = "name" if isinstance(refusal, NotAllowedError) else refusal.field
            view = AdminAddressesPage(changes, name, address, reason, fault=refusal.sentence, field=wrong)
            return page("admin/addresses.html", view, status=status_of(refusal))
    return go_to("/admin/addresses", "Letters are on their way to both addresses.")


def _read_player(reader: Reader, name: str) -> int:
    try:
        return player_named(reader, name).id
    except NotFoundError as unknown:
        raise InputError(unknown.sentence, field="name") from None


def _status(change: ChangeView) -> int:
    return HTTPStatus.OK if change.is_open else HTTPStatus.GONE
