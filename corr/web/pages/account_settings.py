"""The page of a player's settings, in sections; each form posts to its own address and leads back to its section."""

from calendar import day_name
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime

from flask import Response

from corr.base.time_zones import zone_meaning
from corr.base.uow import Reader
from corr.clocks import clock_preferences
from corr.clocks.clock_preferences import ClockPreferences
from corr.clocks.leave import LeaveView, leave_view
from corr.errors import CorrError
from corr.leagues.consents import refused_by
from corr.mail.queues.address_changes import ChangeView, open_change
from corr.play.feeds import FeedAddress, feed_address
from corr.players import blocks, mail_preferences, profiles, sessions
from corr.players.blocks import BlockLine
from corr.players.mail_preferences import MailPreferences
from corr.players.reply_tokens import find_command_token
from corr.players.sessions import KNOWN_FOR
from corr.web import forms
from corr.web.app_state import app_state
from corr.web.auth import browser_words, current_player
from corr.web.errors import refused_form
from corr.web.pages.letters import RoundTripPart, round_trip_part
from corr.web.rendering import go_to, page, zone_names

_SECTIONS = {
    "profile": "Name and time zone",
    "mail": "Mail settings",
    "addresses": "Mail addresses",
    "people": "Challenges and blocks",
    "clock": "Time and leave",
    "feeds": "Calendar and feed",
    "browsers": "Browsers",
}
"""The titles of the sections by their names, which are anchors and the names of templates, too."""
WEEK = range(1, 8)
"""The days of the week, from Monday."""


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
class ProfilePart:
    """Name and time zone, as they are or as they were filled in."""

    name: str
    zone: str
    zones: tuple[str, ...]
    is_unlisted: bool
    """Whether the list of players leaves the player out."""
    zone_meaning: str
    """What the time zone of the player means, in two sentences at most."""
    field: str = ""
    """The field that was filled in wrongly."""


@dataclass(frozen=True, slots=True)
class AddressesPart:
    """The player's mail addresses."""

    addresses: tuple[str, ...]
    """The main one first."""
    change: ChangeView | None
    """The open change of address."""
    address: str = ""
    """The new address, as it was typed."""


@dataclass(frozen=True, slots=True)
class BrowsersPart:
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


@dataclass(frozen=True, slots=True)
class MailPart:
    """A player's mail preferences, as they are or as they were filled in."""

    wants: MailPreferences
    turns: str
    """The choice that is ticked for letters about turns."""
    zone: str
    test: RoundTripPart
    refused: tuple[tuple[int, str], ...]
    """The organisers who may not ask the player: (id, name)."""
    command_address: str
    """The player's address for commands; empty while there is none."""
    hours: tuple[int, ...] = tuple(range(24))


@dataclass(frozen=True, slots=True)
class PeoplePart:
    """Whose challenges the player takes, and whom the player has blocked or muted."""

    challenges_from: str
    blocks: tuple[BlockLine, ...]


@dataclass(frozen=True, slots=True)
class WeekDay:
    """A day of the week that may be a rest day."""

    number: int
    name: str
    is_rest: bool


@dataclass(frozen=True, slots=True)
class ClockPart:
    """A player's leave and clock preferences, as they are or as they were filled in."""

    leave: LeaveView
    wishes: ClockPreferences
    leads: str
    """The reminders as the field shows them."""
    week: tuple[WeekDay, ...]
    days: str = ""
    first: str = ""
    last: str = ""


@dataclass(frozen=True, slots=True)
class FeedsPart:
    """The addresses of a player's feeds, if there are any."""

    address: FeedAddress
    calendar: str
    turns: str
    following: str

    @property
    def subscribe(self) -> str:
        """The calendar's address as a webcal link, which opens a calendar program."""
        return "webcal:" + self.calendar.partition(":")[2]


@dataclass(frozen=True, slots=True)
class SettingsPage:
    """All settings as they are, or as one form was filled in."""

    profile: ProfilePart
    mail: MailPart
    addresses: AddressesPart
    people: PeoplePart
    clock: ClockPart
    feeds: FeedsPart
    browsers: BrowsersPart
    at: str
    """The section that a form has led back to, where what became of it is said; or empty."""
    fault: str = ""
    field: str = ""

    @property
    def sections(self) -> dict[str, str]:
        """The titles of the sections by their names."""
        return _SECTIONS


def settings_page(reader: Reader) -> SettingsPage:
    """The settings as they are."""
    player = current_player()
    at = forms.query("at", 20)
    return SettingsPage(
        profile=ProfilePart(
            player.name,
            player.zone,
            zone_names(),
            profiles.is_unlisted(reader, player.player_id),
            zone_meaning(player.zone, reader.now),
        ),
        mail=_mail_part(reader, player.player_id, player.zone),
        addresses=AddressesPart(profiles.addresses_of(reader, player.player_id), open_change(reader, player.player_id)),
        people=PeoplePart(
            blocks.challenges_from(reader, player.player_id).value, blocks.blocks_of(reader, player.player_id)
        ),
        clock=_clock_part(reader, player.player_id),
        feeds=_feeds_part(feed_address(reader, player.player_id)),
        browsers=_browsers_part(reader, player.player_id, player.session_id),
        at=at if at in _SECTIONS else "",
    )


def shown_settings(view: SettingsPage) -> Response:
    """The page of *view*."""
    return page("account/settings.html", view)


def refused_settings(view: SettingsPage, section: str, refusal: CorrError) -> Response:
    """The page with one form as it was filled in, and what was wrong with it."""
    return refused_form("account/settings.html", replace(view, at=section), refusal)


def to_section(section: str, sentence: str = "") -> Response:
    """The way back to a section of the settings, and a sentence to show there."""
    if section not in _SECTIONS:
        raise ValueError(f"the settings have no section {section}")
    return go_to(f"/account?at={section}#{section}" if sentence else f"/account#{section}", sentence)


def week(rest: Iterable[int]) -> tuple[WeekDay, ...]:
    """The days of the week, with those of *rest* ticked."""
    ticked = set(rest)
    return tuple(WeekDay(number, day_name[number - 1], number in ticked) for number in WEEK)


def _mail_part(reader: Reader, player_id: int, zone: str) -> MailPart:
    wants = mail_preferences.preferences(reader, player_id)
    test = round_trip_part(reader, player_id)
    token = find_command_token(reader, player_id)
    commands = app_state().settings.replies.address(token) if token else ""
    return MailPart(wants, wants.turns.value, zone, test, refused_by(reader, player_id), commands)


def _clock_part(reader: Reader, player_id: int) -> ClockPart:
    wanted = clock_preferences.clock_preferences_of(reader, player_id)
    return ClockPart(leave_view(reader, player_id), wanted, wanted.leads_text, week(map(int, wanted.rest_days)))


def _feeds_part(address: FeedAddress) -> FeedsPart:
    begin = f"{app_state().settings.url}/feeds/{address.token}"
    return FeedsPart(address, f"{begin}/deadlines.ics", f"{begin}/turns.atom", f"{begin}/following.atom")


def _browsers_part(reader: Reader, player_id: int, here: int) -> BrowsersPart:
    found = sessions.sessions_of(reader, player_id)
    known = sessions.known_without_session(reader, player_id)
    return BrowsersPart(
        tuple(BrowserLine(one.id, browser_words(one.agent), one.created_at, one.seen_at) for one in found),
        here,
        tuple(KnownLine(one.id, browser_words(one.agent), one.used_at, one.used_at + KNOWN_FOR) for one in known),
    )
