"""Links: offers at a secret address, which a messenger may preview, and which nobody takes by looking."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import timedelta

from flask import Blueprint, Response

from corr.base.rate_limits import Bucket, place
from corr.base.uow import Reader
from corr.errors import CorrError, NotFoundError, TooManyError
from corr.play import links
from corr.play.links import LinkView
from corr.web import forms
from corr.web.app_state import app_state
from corr.web.auth import current_player, reading, viewer_id, writing
from corr.web.errors import status_of
from corr.web.pages.entry import EntryForm, ask_to_take, source, taker_form
from corr.web.proposal_forms import SEAT_LENGTH
from corr.web.rendering import go_to, page

pages = Blueprint("links", __name__, url_prefix="/l")
_GONE = 410
_MISSES = Bucket("links-missed", at_once=30, every=timedelta(seconds=20))
"""Addresses of no link that one network may ask for: enough for a class that types them, hopeless for guessing."""
_TOO_OFTEN = "Many links that do not exist were asked for from your network. Try again in a minute."


@dataclass(frozen=True, slots=True)
class LinkPage:
    """A link, for whoever has its address."""

    token: str
    link: LinkView
    form: EntryForm
    """For somebody who is not signed in."""


@pages.get("/<token:token>")
def link(token: str) -> Response:
    """Show the game and its terms; nothing is taken."""
    with reading() as reader, _looking_up():
        if forms.query("take", 1):
            current_player()
        return _shown(reader, token, EntryForm())


@pages.post("/<token:token>/take")
def take(token: str) -> Response:
    """Take the link, signed in; the game begins."""
    with writing() as uow, _looking_up():
        player_id = current_player().player_id
        links.link_page(uow, token, player_id)
        wish = forms.field("seat_wish", SEAT_LENGTH, missing="")
        game_id = links.take_link(uow, token, player_id, wish)
    return go_to(f"/games/{game_id}", "The game has begun. Have fun!")


@pages.post("/<token:token>/join")
def join(token: str) -> Response:
    """Send a letter to somebody who is not signed in: confirming the address takes the link."""
    with reading() as reader, _looking_up():
        offer_id = links.open_offer_id(reader, token)
    form = taker_form()
    try:
        return ask_to_take(offer_id, form)
    except CorrError as refusal:
        with reading() as reader:
            told = replace(form, fault=refusal.sentence, field=refusal.field)
            return _shown(reader, token, told, status=status_of(refusal))


def _shown(reader: Reader, token: str, form: EntryForm, *, status: int = 200) -> Response:
    found = links.link_page(reader, token, viewer_id())
    view = LinkPage(token, found, form)
    response = page("offers/link.html", view, status=_GONE if found.offer is None else status)
    response.headers["Cache-Control"] = "private, no-store"
    response.headers["X-Robots-Tag"] = "noindex, nofollow"
    return response


@contextmanager
def _looking_up() -> Iterator[None]:
    """Where links are looked up by their tokens: each miss counts for the network."""
    now, askers, somewhere = app_state().workshop.now(), app_state().askers, place(source())
    # If nobody told us of a proxy of our own, all the world comes from this machine.
    if somewhere and not askers.has_some(now, _MISSES, somewhere):
        raise TooManyError(_TOO_OFTEN)
    try:
        yield
    except NotFoundError:
        askers.take(now, _MISSES, somewhere)
        raise
