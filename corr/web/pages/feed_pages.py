"""
A player's calendar of deadlines (RFC 5545) and Atom feed of turns, and the page that shows their secret addresses.

Programs fetch them without a session: whoever has an address may look. An unknown address looks like a revoked one. An
event of the calendar keeps its UID as long as the game is played, and its sequence number grows with each change, so
that calendars move it instead of adding another one. It is gone after the turn. The feed has an entry for each turn
that is due, and for each that was made recently.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING
from urllib.parse import quote, urlsplit
from xml.etree.ElementTree import Element, SubElement, tostring

from flask import Blueprint, Response, make_response

from corr.lazy_import import LazyImport
from corr.play.feeds import Feed, FeedAddress, FeedTurn, end_feed, feed_address, get_feed, get_news_feed, renew_feed
from corr.play.followed_facts import News
from corr.web import forms
from corr.web.app_state import app_state
from corr.web.auth import current_player, reading, writing
from corr.web.rendering import go_to, kept, moment_words, page

if TYPE_CHECKING:
    from icalendar import Calendar, Event

_CALENDAR: LazyImport[type["Calendar"]] = LazyImport("icalendar:Calendar")
_EVENT: LazyImport[type["Event"]] = LazyImport("icalendar:Event")
_AGAIN = timedelta(hours=1)
"""The interval at which calendar programs are asked to refresh."""
_NAMESPACE = "http://www.w3.org/2005/Atom"
pages = Blueprint("feeds", __name__)


@dataclass(frozen=True, slots=True)
class CalendarPlace:
    """The owner of a calendar, and the address of the service."""

    name: str
    """The player's name."""
    url: str
    """The address of the service."""

    @property
    def host(self) -> str:
        """The host name of the service, without a port."""
        return urlsplit(self.url).hostname or "localhost"


@dataclass(frozen=True, slots=True)
class FeedsPage:
    """The addresses of a player's feeds, if there are any."""

    address: FeedAddress
    calendar: str
    turns: str
    following: str

    @property
    def subscribe(self) -> str:
        """The calendar's address as a webcal link, which opens a calendar program."""
        return "webcal:" + self.calendar.partition(":")[2]


def calendar_of(place: CalendarPlace, turns: Iterable[FeedTurn]) -> bytes:
    """The calendar with all *turns* that have a deadline."""
    calendar = _CALENDAR.load()()
    calendar.add("prodid", "-//Corr//Deadlines//EN")
    calendar.add("version", "2.0")
    calendar.add("calscale", "GREGORIAN")
    calendar.add("method", "PUBLISH")
    calendar.add("x-wr-calname", f"Corr: turns of {place.name}")
    calendar.add("refresh-interval", _AGAIN, parameters={"VALUE": "DURATION"})
    calendar.add("x-published-ttl", "PT1H")
    for turn in turns:
        if turn.due_at is not None:
            calendar.add_component(_event(place, turn, turn.due_at))
    return bytes(calendar.to_ical())


def _event(place: CalendarPlace, turn: FeedTurn, due_at: datetime) -> "Event":
    address = f"{place.url}/games/{turn.game_id}"
    event = _EVENT.load()()
    event.add("uid", f"game-{turn.game_id}@{place.host}")
    event.add("sequence", turn.version)
    # Not the moment when the file is made, so that an event that has not changed stays the same.
    event.add("dtstamp", turn.changed_at)
    event.add("last-modified", turn.changed_at)
    event.add("dtstart", due_at)
    event.add("summary", f"{turn.title} with {turn.opponent}: your turn is due")
    event.add(
        "description", f"Turn {turn.number} of your game with {turn.opponent} is to be made before this.\n{address}"
    )
    event.add("url", address)
    event.add("status", "CONFIRMED")
    # A deadline does not make its player busy.
    event.add("transp", "TRANSPARENT")
    event.add("class", "PRIVATE")
    return event


def atom_of(feed: Feed, url: str) -> bytes:
    """
    The feed of a player's turns.

    :param url: the address of the service.
    """
    root = Element("feed", xmlns=_NAMESPACE)
    _text(root, "id", _tag(url, feed.joined_at, f"turns-of-player/{feed.player_id}"))
    _text(root, "title", f"Corr: turns of {feed.name}")
    _text(root, "updated", _moment(max([feed.created_at, *(turn.changed_at for turn in _turns(feed))])))
    SubElement(root, "link", rel="alternate", type="text/html", href=f"{url}/")
    _text(SubElement(root, "author"), "name", "Corr")
    for turn in _turns(feed):
        _add_entry(root, feed, turn, url)
    return _written(root)


def _written(root: Element) -> bytes:
    text: str = tostring(root, encoding="unicode")
    return f'<?xml version="1.0" encoding="utf-8"?>\n{text}\n'.encode()


def news_atom_of(feed: Feed, news: Sequence[News], url: str) -> bytes:
    """The feed of the news of what a player follows; *url* is the address of the service."""
    root = Element("feed", xmlns=_NAMESPACE)
    _text(root, "id", _tag(url, feed.joined_at, f"news-for-player/{feed.player_id}"))
    _text(root, "title", f"Corr: what {feed.name} follows")
    _text(root, "updated", _moment(max([feed.created_at, *(one.at for one in news)])))
    SubElement(root, "link", rel="alternate", type="text/html", href=f"{url}/following")
    _text(SubElement(root, "author"), "name", "Corr")
    for one in news:
        entry = SubElement(root, "entry")
        _text(entry, "id", _tag(url, one.at, f"news/{one.fact}"))
        _text(entry, "title", one.words)
        _text(entry, "updated", _moment(one.at))
        SubElement(entry, "link", rel="alternate", type="text/html", href=url + quote(one.path))
        _text(entry, "summary", one.detail or one.words)
    return _written(root)


def _turns(feed: Feed) -> Iterable[FeedTurn]:
    return (*feed.due, *feed.made)


def _add_entry(root: Element, feed: Feed, turn: FeedTurn, url: str) -> None:
    entry = SubElement(root, "entry")
    address = f"{url}/games/{turn.game_id}"
    # The id stays the same when the turn is made, so that feed readers show one changed entry and not two.
    _text(entry, "id", _tag(url, turn.began_on, f"game/{turn.game_id}/turn/{turn.number}"))
    _text(entry, "title", f"{turn.title} with {turn.opponent}: {'turn' if turn.is_made else 'your turn'} {turn.number}")
    _text(entry, "updated", _moment(turn.changed_at))
    SubElement(entry, "link", rel="alternate", type="text/html", href=address)
    _text(entry, "summary", _summary(turn, feed.zone))


def _summary(turn: FeedTurn, zone: str) -> str:
    if turn.is_made:
        return f"You made this turn on {moment_words(turn.since, zone)}."
    if turn.due_at is None:
        return "It is your turn. There is no deadline."
    return f"It is your turn until {moment_words(turn.due_at, zone)}."


def _tag(url: str, day: datetime, name: str) -> str:
    """A tag URI (RFC 4151), which never changes: the host, and a day on which the host was ours."""
    return f"tag:{urlsplit(url).hostname or 'localhost'},{day:%Y-%m-%d}:{name}"


def _text(parent: Element, name: str, text: str) -> None:
    # XML does not allow every character of a text; those that it forbids are left out.
    SubElement(parent, name).text = "".join(sign for sign in text if sign.isprintable() or sign == "\n")


def _moment(moment: datetime) -> str:
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


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


@pages.get("/feeds/<token:token>/following.atom")
def following(token: str) -> Response:
    """The news of what the player follows, as a feed."""
    with app_state().workshop.look() as reader:
        feed, news = get_news_feed(reader, token)
    text = news_atom_of(feed, news, app_state().settings.url)
    return _file(text, "application/atom+xml; charset=utf-8", "following.atom")


@pages.get("/account/feeds")
def show() -> Response:
    """The addresses, or the button that makes them."""
    with reading() as reader:
        address = feed_address(reader, current_player().player_id)
        begin = f"{app_state().settings.url}/feeds/{address.token}"
        links = (f"{begin}/deadlines.ics", f"{begin}/turns.atom", f"{begin}/following.atom")
        return page("account/feeds.html", FeedsPage(address, *links))


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
    return go_to("/account/feeds", "Here are your links. Any earlier ones no longer work.")


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
    return go_to("/account/feeds", "Your feeds are switched off. Their links no longer work.")


def _file(text: bytes, content_type: str, name: str) -> Response:
    response = make_response(text)
    response.content_type = content_type
    response.headers["Content-Disposition"] = f'inline; filename="{name}"'
    # No other site may learn this secret address as a referrer.
    response.headers["Referrer-Policy"] = "no-referrer"
    return kept(response)
