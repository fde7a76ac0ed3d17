"""
Deadlines as a calendar (RFC 5545): one event for each game in which the player is due.

An event keeps its UID as long as the game is played and its sequence number grows with each change, so that calendars
move it instead of adding another one. It is gone after the turn. Only this module imports the library.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from urllib.parse import urlsplit

from icalendar import Calendar, Event

from corr.play.feeds import FeedTurn

_AGAIN = timedelta(hours=1)
"""The interval at which calendar programs are asked to refresh."""


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


def calendar_of(place: CalendarPlace, turns: Iterable[FeedTurn]) -> bytes:
    """The calendar with all *turns* that have a deadline."""
    calendar = Calendar()
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


def _event(place: CalendarPlace, turn: FeedTurn, due_at: datetime) -> Event:
    address = f"{place.url}/games/{turn.game_id}"
    event = Event()
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
