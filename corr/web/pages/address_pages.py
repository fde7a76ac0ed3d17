"""
A player's mail addresses: asking for another, and the links by which mailboxes confirm or stop a change.

The link in a letter needs no sign-in and does not sign in: it is good for that change alone.
"""

from dataclasses import dataclass, field
from http import HTTPStatus

from flask import Blueprint, Response

from corr.base.uow import Reader
from corr.errors import CorrError, InputError, NotAllowedError, NotFoundError
from corr.mail.queues import address_changes
from corr.mail.queues.address_changes import REASON_LENGTH, AskForAddress, ChangeView
from corr.players.profiles import player_named
from corr.web import forms
from corr.web.auth import current_admin, current_player, reading, writing
from corr.web.errors import status_of
from corr.web.pages.account import account_again
from corr.web.pages.entry import ADDRESS_LENGTH, NAME_LENGTH
from corr.web.rendering import go_to, page

_SENT = "Letters are on their way to both addresses. Confirm the change at the new one to begin with."

pages = Blueprint("addresses", __name__)


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


@pages.post("/account/address")
def ask() -> Response:
    """Ask for another address, in place of the present one or beside it."""
    address = forms.field("address", ADDRESS_LENGTH)
    is_second = forms.field("keep", 10) == "yes"
    try:
        with writing() as uow:
            player = current_player()
            order = AskForAddress(player.player_id, address, is_second, player.session_id)
            address_changes.ask_for_address(uow, order)
    except CorrError as refusal:
        return account_again(refusal, address=address)
    return go_to("/account", _SENT)


@pages.post("/account/address/call-off")
def call_off() -> Response:
    """Stop the open change."""
    with writing() as uow:
        is_dropped = address_changes.call_off_change(uow, current_player().player_id)
    return go_to("/account", "The change is called off." if is_dropped else "There was no change to call off.")


@pages.post("/account/address/remove")
def remove() -> Response:
    """Remove a second address."""
    with writing() as uow:
        player = current_player()
        address = forms.field("address", ADDRESS_LENGTH, missing=None)
        address_changes.remove_address(uow, player.player_id, address, player.session_id)
    return go_to("/account", f"{address} is removed. Letters that were sent before cannot be answered any more.")


@pages.get("/address/<token:token>")
def look(token: str) -> Response:
    """Show the change; opening a link changes nothing."""
    with reading() as reader:
        found = address_changes.get_change(reader, token)
        return page("entry/address.html", ChangePage(token, found), status=_status(found))


@pages.post("/address/<token:token>/confirm")
def confirm(token: str) -> Response:
    """Confirm the change at the mailbox that got the link."""
    with writing() as uow:
        address_changes.confirm_change(uow, token)
    return go_to(f"/address/{token}", "Thank you, that is noted.")


@pages.post("/address/<token:token>/stop")
def stop(token: str) -> Response:
    """Stop the change."""
    with writing() as uow:
        address_changes.stop_change(uow, token)
    return go_to(f"/address/{token}", "The change is stopped. Nothing has changed.")


@pages.get("/admin/addresses")
def journal() -> Response:
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
            fault = refusal.field if isinstance(refusal, InputError) else "name"
            view = AdminAddressesPage(changes, name, address, reason, fault=refusal.sentence, field=fault)
            return page("admin/addresses.html", view, status=status_of(refusal))
    return go_to("/admin/addresses", "Letters are on their way to both addresses.")


def _read_player(reader: Reader, name: str) -> int:
    try:
        return player_named(reader, name).id
    except NotFoundError as unknown:
        raise InputError(unknown.sentence, field="name") from None


def _status(change: ChangeView) -> int:
    return HTTPStatus.OK if change.is_open else HTTPStatus.GONE
