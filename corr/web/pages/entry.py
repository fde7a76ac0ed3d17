"""Sign-up, sign-in by the link or the code of a letter, sign-out, and forms that were kept until the sign-in."""

import secrets
from dataclasses import dataclass, field, replace

from flask import Blueprint, Response, request

from corr.base.uow import Reader
from corr.errors import CorrError, InputError
from corr.play import links
from corr.play.links import AskedFor, Awaited
from corr.players import accounts, profiles, sessions, sign_in_letters
from corr.players.accounts import RequestSignIn, RequestSignUp, SignInView, UnaskedView
from corr.players.profiles import PlayerView
from corr.players.sessions import Browser, NewSession
from corr.web import forms
from corr.web.auth import (
    KNOWN,
    cookie_value,
    current_player,
    drop_cookie,
    forget_session,
    only_this_machine,
    reading,
    request_session,
    set_cookie,
    sign_in,
    take_wanted,
    tell,
    writing,
)
from corr.web.errors import KeptPage, kept_fields, refused_form, status_of
from corr.web.proposal_forms import SEAT_LENGTH
from corr.web.rendering import go_to, page, zone_names

ADDRESS_LENGTH = 320
NAME_LENGTH = 80
ZONE_LENGTH = 64
_CODE_COOKIE = "code"
_CODE_AGE = 1800
"""Seconds."""

pages = Blueprint("entry", __name__)
demo_pages = Blueprint("demo", __name__, url_prefix="/demo")
"""Sign-in as a demo player, for requests from this machine only."""
demo_pages.before_request(only_this_machine)


@dataclass(frozen=True, slots=True)
class EntryForm:
    """A form to sign in or to sign up, as it was filled in."""

    address: str = ""
    name: str = ""
    zone: str = "UTC"
    zones: tuple[str, ...] = ()
    code: str = field(default="", repr=False)
    """The code of a letter."""
    fault: str = ""
    """What was wrong, in a sentence."""
    field: str = ""
    """Which field was wrong."""
    is_slow: bool = False
    """Whether letters to sign in take longer than usual."""
    seat_wish: str = ""
    """The seat that its writer would like in the game that this begins; empty where none is asked for."""


@dataclass(frozen=True, slots=True)
class LinkPage:
    """The page behind the link of a letter: a button, so that a mail program that opens the link changes nothing."""

    token: str
    found: SignInView | None
    form: EntryForm
    wanted: Awaited
    """The game that begins by following the link, if one does."""

    @property
    def needs_name(self) -> bool:
        """Whether following the link makes an account that has no name yet, or one that was refused."""
        is_new = self.found is not None and self.found.purpose == "sign-up"
        return is_new and (not self.form.name or self.form.field in {"name", "zone"})


@dataclass(frozen=True, slots=True)
class UnaskedPage:
    """The page for somebody who did not ask for a letter."""

    token: str
    found: UnaskedView | None


@pages.get("/sign-in")
def sign_in_form() -> Response:
    """Ask for the address."""
    with reading():
        return page("entry/sign_in.html", EntryForm())


@pages.post("/sign-in")
def ask_sign_in() -> Response:
    """Send the letter; the answer does not tell whether the address has an account."""
    form = EntryForm(address=forms.field("address", ADDRESS_LENGTH))
    browser_token = code_token()
    try:
        with writing() as uow:
            order = RequestSignIn(form.address, browser_token, source(), cookie_value(KNOWN))
            said = accounts.request_sign_in(uow, order)
    except CorrError as refusal:
        return refused_form("entry/sign_in.html", form, refusal)
    return mail_is_sent(browser_token, said)


@pages.get("/sign-up")
def sign_up_form() -> Response:
    """Ask for a name and an address."""
    with reading():
        return page("entry/sign_up.html", EntryForm(zones=zone_names()))


@pages.post("/sign-up")
def ask_sign_up() -> Response:
    """Send the letter that makes the account."""
    form = EntryForm(
        address=forms.field("address", ADDRESS_LENGTH),
        name=forms.field("name", NAME_LENGTH),
        zone=forms.field("zone", ZONE_LENGTH) or "UTC",
        zones=zone_names(),
    )
    browser_token = code_token()
    try:
        with writing() as uow:
            order = RequestSignUp(form.address, form.name, form.zone, browser_token, source(), cookie_value(KNOWN))
            said = accounts.request_sign_up(uow, order)
    except CorrError as refusal:
        return refused_form("entry/sign_up.html", form, refusal)
    return mail_is_sent(browser_token, said)


@pages.get("/mail-sent")
def mail_sent() -> Response:
    """Ask for the code of the letter."""
    with reading() as reader:
        is_slow = sign_in_letters.are_letters_slow(reader)
        form = EntryForm(zones=zone_names(), is_slow=is_slow, seat_wish=forms.query("seat", SEAT_LENGTH))
        return page("entry/mail_sent.html", form)


@pages.post("/code")
def enter_code() -> Response:
    """Sign in with the code, in the browser that asked for it."""
    form = replace(_naming_form(), code=forms.field("code", 20))
    try:
        with writing() as uow:
            session = accounts.finish_by_code(
                uow, cookie_value(_CODE_COOKIE), form.code, name=form.name, zone=form.zone, browser=browser()
            )
            taken = links.take_asked_for(uow, session.offer_id, session.player_id, form.seat_wish)
    except CorrError as refusal:
        return refused_form("entry/mail_sent.html", form, refusal)
    return _welcome(session, taken)


@pages.get("/link/<token:token>")
def link(token: str) -> Response:
    """Show the button; opening a link changes nothing."""
    with reading() as reader:
        found = accounts.find_sign_in(reader, token)
        form = EntryForm(name=found.name if found else "", zones=zone_names())
        status = 200 if found is not None and found.is_usable else 410
        return page("entry/link.html", LinkPage(token, found, form, _awaited(reader, found)), status=status)


@pages.post("/link/<token:token>")
def follow_link(token: str) -> Response:
    """Sign in with the link."""
    form = _naming_form()
    try:
        with writing() as uow:
            session = accounts.finish_by_link(uow, token, name=form.name, zone=form.zone, browser=browser())
            # Somebody else may have asked for the letter.
            wanted = None if forms.field("only", 1) else session.offer_id
            taken = links.take_asked_for(uow, wanted, session.player_id, form.seat_wish)
    except InputError as refusal:
        with reading() as reader:
            found = accounts.find_sign_in(reader, token)
            told = replace(form, fault=refusal.sentence, field=refusal.field)
            view = LinkPage(token, found, told, _awaited(reader, found))
            return page("entry/link.html", view, status=status_of(refusal))
    return _welcome(session, taken)


@pages.get("/link/<token:token>/not-asked")
def not_asked(token: str) -> Response:
    """Offer to stop letters that nobody asked for; opening the page changes nothing."""
    with reading() as reader:
        return _unasked_page(token, accounts.find_unasked(reader, token))


@pages.post("/link/<token:token>/not-asked")
def stop_unasked(token: str) -> Response:
    """Send sign-in letters for a day only if a known browser asks for them."""
    with writing() as uow:
        accounts.stop_unasked(uow, token, source())
        return _unasked_page(token, accounts.find_unasked(uow, token))


@pages.post("/link/<token:token>/asked-after-all")
def resume_unasked(token: str) -> Response:
    """Send sign-in letters again, whichever browser asks for them."""
    with writing() as uow:
        accounts.resume_unasked(uow, token)
    return go_to("/sign-in", "Emails are sent again, to any browser that asks for one.")


@pages.post("/sign-out")
def sign_out() -> Response:
    """End this session."""
    with writing() as uow:
        player = request_session().player
        if player is not None:
            sessions.end_session(uow, player.player_id, player.session_id)
    return signed_out()


def signed_out() -> Response:
    """The front page, once the session of this browser has ended."""
    response = go_to("/", "You are signed out.")
    forget_session(response)
    return response


def source() -> str:
    """The network address of the request, for rate limits."""
    return request.remote_addr or "unknown"


def agent() -> str:
    """The browser's User-Agent, as far as a list of sessions shows it."""
    words = request.headers.get("User-Agent", "")[:200]
    return "".join(sign if sign.isprintable() and sign.isascii() else " " for sign in words)


def browser() -> Browser:
    """The browser that sends the request."""
    return Browser(agent(), source(), cookie_value(KNOWN))


def code_token() -> str:
    """The token that ties codes to this browser: the same for all letters that it asks for until it is signed in."""
    return cookie_value(_CODE_COOKIE) or secrets.token_urlsafe(24)


def mail_is_sent(browser_token: str, said: str, *, may_wish: bool = False) -> Response:
    """
    Redirect to the page that asks for the code, which works in this browser alone.

    :param said: a message for that page; may be empty.
    :param may_wish: whether that page asks for a seat, too.
    """
    response = go_to("/mail-sent?seat=either" if may_wish else "/mail-sent")
    if said:
        tell(response, said)
    set_cookie(response, _CODE_COOKIE, browser_token, age=_CODE_AGE)
    return response


def _unasked_page(token: str, found: UnaskedView | None) -> Response:
    return page("entry/not_asked.html", UnaskedPage(token, found), status=410 if found is None else 200)


def _naming_form() -> EntryForm:
    return EntryForm(
        name=forms.field("name", NAME_LENGTH),
        zone=forms.field("zone", ZONE_LENGTH) or "UTC",
        zones=zone_names(),
        seat_wish=forms.field("seat_wish", SEAT_LENGTH, missing=""),
    )


def ask_to_take(offer_id: str, form: EntryForm) -> Response:
    """
    Send a letter to somebody who would take an offer and is not signed in: with a name it makes an account.

    :raises CorrError: the address or the name cannot be used.
    """
    token, known = code_token(), cookie_value(KNOWN)
    with writing() as uow:
        may_wish = links.awaited(uow, offer_id).may_wish
        if form.name:
            new = RequestSignUp(form.address, form.name, form.zone, token, source(), known, offer_id=offer_id)
            said = accounts.request_sign_up(uow, new)
        else:
            order = RequestSignIn(form.address, token, source(), known, offer_id=offer_id)
            said = accounts.request_sign_in(uow, order)
    said = said or "The game starts once you confirm with the link or the code."
    return mail_is_sent(token, said, may_wish=may_wish)


def taker_form() -> EntryForm:
    """The form of somebody who would take an offer and is not signed in, as it was filled in."""
    return replace(_naming_form(), address=forms.field("address", ADDRESS_LENGTH))


def _awaited(reader: Reader, found: SignInView | None) -> Awaited:
    return links.awaited(reader, found.offer_id if found is not None else None)


def _welcome(session: NewSession, taken: AskedFor) -> Response:
    greeting = f"Welcome, {session.new_name}." if session.new_name else "You are signed in."
    if taken.game_id:
        response = go_to(f"/games/{taken.game_id}", f"{greeting} The game has started. Have fun!")
    elif taken.why_not:
        response = go_to("/offers", f"{greeting} The game has not started. {taken.why_not}")
    else:
        response = go_to("/", greeting)
        take_wanted(response)
    sign_in(response, session)
    drop_cookie(response, _CODE_COOKIE)
    return response


@pages.get("/kept/<token:token>")
def show(token: str) -> Response:
    """Show a kept form to its player, who may post it."""
    with reading() as reader:
        found = sessions.get_kept_form(reader, token, current_player().player_id)
        view = KeptPage("Nothing of this was done yet.", found.path, kept_fields(found.fields))
        return page("entry/kept.html", view)


@dataclass(frozen=True, slots=True)
class DemoPage:
    """The demo players to choose from."""

    players: tuple[PlayerView, ...]


@demo_pages.get("")
def demo() -> Response:
    """The demo players."""
    with reading() as reader:
        return page("demo/demo.html", DemoPage(profiles.demo_players(reader)))


@demo_pages.post("")
def become() -> Response:
    """Sign in as the chosen demo player."""
    player_id = forms.number_field("player")
    with writing() as uow:
        session = accounts.open_demo_session(uow, player_id, agent())
    response = go_to("/", "You are signed in as a demo player.")
    sign_in(response, session)
    return response
