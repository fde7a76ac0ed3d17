"""
A player's own settings: name, time zone, sessions, which letters come, and mail addresses.

The links by which mailboxes confirm or stop a change of address need no sign-in and do not sign in: each is good for
that change alone.
"""

from dataclasses import dataclass, field, replace
from http import HTTPStatus

from flask import Blueprint, Response

from corr.base.time_zones import zone_words
from corr.base.uow import Reader
from corr.errors import CorrError, InputError, NotAllowedError, NotFoundError
from corr.mail.queues import address_changes
from corr.mail.queues.address_changes import REASON_LENGTH, AskForAddress, ChangeView
from corr.players import mail_preferences, profiles, sessions
from corr.players.listing import set_unlisted
from corr.players.mail_preferences import MailPreferences
from corr.players.profiles import player_named, rename
from corr.players.reply_tokens import renew_command_address
from corr.web import forms
from corr.web.auth import current_admin, current_player, forget_session, reading, request_session, writing
from corr.web.errors import status_of
from corr.web.pages.account_settings import refused_settings, settings_page, shown_settings, to_section
from corr.web.pages.entry import ADDRESS_LENGTH, NAME_LENGTH, ZONE_LENGTH, signed_out
from corr.web.rendering import go_to, moment_words, page

_WORD_LENGTH = 20
_UNLISTED = "You are unlisted: the list of players and its search leave you out."
_SENT = "Letters are on their way to both addresses. Confirm the change at the new one to begin with."
pages = Blueprint("account", __name__)


@pages.get("/account")
def account() -> Response:
    """The settings, in sections."""
    with reading() as reader:
        return shown_settings(settings_page(reader))


@pages.post("/account/name")
def change_name() -> Response:
    """Change the display name."""
    name = forms.field("name", NAME_LENGTH)
    try:
        with writing() as uow:
            rename(uow, current_player().player_id, name)
    except InputError as refusal:
        return _profile_again(refusal, name=name)
    return to_section("profile", f"Your name is now {name}.")


@pages.post("/account/zone")
def set_zone() -> Response:
    """Change the time zone."""
    zone = forms.field("zone", ZONE_LENGTH)
    try:
        with writing() as uow:
            name = profiles.set_zone(uow, current_player().player_id, zone)
    except InputError as refusal:
        return _profile_again(refusal, zone=zone)
    return to_section("profile", f"Times are now shown for {zone_words(name)}.")


@pages.post("/account/listing")
def set_listing() -> Response:
    """Leave the player out of the list of players, or put the player into it again."""
    is_unlisted = forms.is_ticked("unlisted")
    with writing() as uow:
        set_unlisted(uow, current_player().player_id, is_unlisted=is_unlisted)
    return to_section("profile", _UNLISTED if is_unlisted else "The list of players has you again in a few seconds.")


@pages.post("/account/sessions/end")
def end_session() -> Response:
    """Sign another browser out."""
    session_id = forms.number_field("session")
    with writing() as uow:
        player = current_player()
        sessions.end_session_for_good(uow, player.player_id, session_id)
    if session_id == player.session_id:
        return signed_out()
    return to_section("browsers", "That browser is signed out.")


@pages.post("/account/sessions/end-others")
def end_other_sessions() -> Response:
    """Sign all other browsers out."""
    with writing() as uow:
        player = current_player()
        sessions.end_other_sessions(uow, player.player_id, player.session_id)
    return to_section("browsers", "All other browsers are signed out.")


@pages.post("/account/browsers/forget")
def forget_browser() -> Response:
    """Forget a known browser that is signed out."""
    with writing() as uow:
        sessions.forget_browser(uow, current_player().player_id, forms.number_field("browser"))
    return to_section("browsers", "That browser is forgotten.")


def _profile_again(refusal: InputError, *, name: str | None = None, zone: str | None = None) -> Response:
    with reading() as reader:
        view = settings_page(reader)
        kept = view.profile
        typed_name, typed_zone = kept.name if name is None else name, kept.zone if zone is None else zone
        filled_in = replace(kept, name=typed_name, zone=typed_zone, field=refusal.field)
        return refused_settings(replace(view, profile=filled_in), "profile", refusal)


@pages.get("/account/mail")
def mail_form() -> Response:
    """The section of the settings about mail."""
    with reading():
        current_player()
        return to_section("mail")


@pages.post("/account/mail/commands")
def renew_commands() -> Response:
    """Make a new address for commands; the one before counts no more."""
    with writing() as uow:
        renew_command_address(uow, current_player().player_id)
    return to_section("mail", "This is your new address for commands. The one before takes nothing any more.")


@pages.post("/account/mail")
def change_mail() -> Response:
    """Save what was chosen."""
    turns = forms.field("turns", _WORD_LENGTH)
    ticked = MailPreferences(
        reminders=forms.is_ticked("reminders"),
        messages=forms.is_ticked("messages"),
        challenges=forms.is_ticked("challenges"),
        leagues=forms.is_ticked("leagues"),
        follows=forms.is_ticked("follows"),
    )
    try:
        wanted = replace(
            ticked, turns=mail_preferences.read_turns(turns), digest_hour=forms.number_field("digest_hour")
        )
        with writing() as uow:
            kept = mail_preferences.set_preferences(uow, current_player().player_id, wanted)
    except InputError as refusal:
        with reading() as reader:
            view = settings_page(reader)
            filled_in = replace(view, mail=replace(view.mail, wants=ticked, turns=turns))
            return refused_settings(filled_in, "mail", refusal)
    return to_section("mail", _kept_words(kept))


def _kept_words(kept: MailPreferences) -> str:
    if kept.digest_at is None:
        return "Your mail settings are saved."
    return (
        f"Your mail settings are saved. Your next digest is due {moment_words(kept.digest_at, request_session().zone)}."
    )


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
            view = settings_page(reader)
            filled_in = replace(view, addresses=replace(view.addresses, address=address))
            return refused_settings(filled_in, "addresses", refusal)
    return to_section("addresses", _SENT)


@pages.post("/account/address/call-off")
def call_off_change() -> Response:
    """Stop the open change."""
    with writing() as uow:
        is_dropped = address_changes.call_off_change(uow, current_player().player_id)
    return to_section("addresses", "The change is called off." if is_dropped else "There was no change to call off.")


@pages.post("/account/address/remove")
def remove_address() -> Response:
    """Remove a second address."""
    with writing() as uow:
        player = current_player()
        address = forms.field("address", ADDRESS_LENGTH, missing=None)
        address_changes.remove_address(uow, player.player_id, address, player.session_id)
    return to_section("addresses", f"{address} is removed. Letters that were sent before cannot be answered any more.")


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
