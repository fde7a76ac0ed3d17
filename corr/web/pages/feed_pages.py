"""
A player's calendar of deadlines and feed of turns, at secret addresses, and the page that shows these addresses.

Programs fetch them without a session: whoever has an address may look. An unknown address looks like a revoked one.
"""

from dataclasses import dataclass

from flask import Blueprint, Response, make_response

from corr.play.feeds import FeedAddress, end_feed, feed_address, get_feed, renew_feed
from corr.web import forms
from corr.web.app_state import app_state
from corr.web.atom import atom_of
from corr.web.auth import current_player, reading, writing
from corr.web.ics import CalendarPlace, calendar_of
from corr.web.rendering import go_to, kept, page

pages = Blueprint("feeds", __name__)


@dataclass(frozen=True, slots=True)
class FeedsPage:
    """The addresses of a player's feeds, if there are any."""

    address: FeedAddress
    calendar: str
    turns: str

    @property
    def subscribe(self) -> str:
        """The calendar's address as a webcal link, which opens a calendar program."""
        return "webcal:" + self.calendar.partition(":")[2]


@pages.get("/feeds/<token:token>/deadlines.ics")
def deadlines(token: str) -> Response:
    """The deadlines as a calendar."""
    with app_state().workshop.look() as reader:
        feed = get_feed(reader, token)
    text = calendar_of(CalendarPlace(feed.name, app_state().settings.url), feed.due)
    return _file(text, "text/calendar; charset=utf-8", "deadlines.ics")


@pages.get("/feeds/<token:token>/turns.atom")
def turns(token: str) -> Response:
    """The turns as a feed."""
    with app_state().workshop.look() as reader:
        feed = get_feed(reader, token)
    return _file(atom_of(feed, app_state().settings.url), "application/atom+xml; charset=utf-8", "turns.atom")


@pages.get("/account/feeds")
def show() -> Response:
    """The addresses, and how to use them."""
    with reading() as reader:
        return page("account/feeds.html", _feeds_page(feed_address(reader, current_player().player_id)))


@pages.get("/account/feeds/new")
def ask_to_renew() -> Response:
    """Ask for confirmation before the addresses are replaced."""
    with reading() as reader:
        return page("account/feeds_new.html", feed_address(reader, current_player().player_id))


@pages.post("/account/feeds/new")
def renew() -> Response:
    """Make new addresses, and revoke the old ones."""
    with writing() as uow:
        renew_feed(uow, current_player().player_id, forms.number_field("serial"))
    return go_to("/account/feeds", "Here are your addresses. Those before, if there were any, show nothing any more.")


@pages.get("/account/feeds/off")
def ask_to_end() -> Response:
    """Ask for confirmation before the feeds are switched off."""
    with reading() as reader:
        return page("account/feeds_off.html", feed_address(reader, current_player().player_id))


@pages.post("/account/feeds/off")
def end() -> Response:
    """Switch the feeds off."""
    with writing() as uow:
        end_feed(uow, current_player().player_id, forms.number_field("serial"))
    return go_to("/account/feeds", "Your feeds are switched off. Their addresses show nothing any more.")


def _feeds_page(address: FeedAddress) -> FeedsPage:
    begin = f"{app_state().settings.url}/feeds/{address.token}"
    return FeedsPage(address, f"{begin}/deadlines.ics", f"{begin}/turns.atom")


def _file(text: bytes, content_type: str, name: str) -> Response:
    response = make_response(text)
    response.content_type = content_type
    response.headers["Content-Disposition"] = f'inline; filename="{name}"'
    # No other site may learn this secret address as a referrer.
    response.headers["Referrer-Policy"] = "no-referrer"
    return kept(response)
