"""A player's turns as an Atom feed (RFC 4287): an entry for each that is due, and for each that was made recently."""

from collections.abc import Iterable
from datetime import UTC, datetime
from urllib.parse import urlsplit
from xml.etree.ElementTree import Element, SubElement, tostring

from corr.play.feeds import Feed, FeedTurn
from corr.web.moments import moment_words

_NAMESPACE = "http://www.w3.org/2005/Atom"


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
    text: str = tostring(root, encoding="unicode")
    return f'<?xml version="1.0" encoding="utf-8"?>\n{text}\n'.encode()


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
