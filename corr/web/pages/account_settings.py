"""
The settings of a player that are saved together: one form, read into several orders in one unit of work.

Only what differs from what the form showed is changed, so that browsers which save different fields do not undo each
other's changes.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from urllib.parse import parse_qsl, urlencode

from flask import Blueprint, Response, request

from corr.base.time_zones import zone_meaning, zone_words
from corr.base.uow import Reader, UnitOfWork
from corr.clocks.clock_preferences import (
    ClockPreferences,
    clock_preferences_of,
    read_leads,
    read_rest_days,
    set_clock_preferences,
)
from corr.clocks.leave import owner_locked
from corr.errors import InputError
from corr.leagues.rules.typed_values import FaultsError, SettingReader
from corr.players.blocks import challenges_from, set_challenges_from
from corr.players.listing import set_unlisted
from corr.players.mail_preferences import MailPreferences, preferences, read_turns, set_preferences
from corr.players.profiles import is_unlisted, rename, set_after_turn, set_zone
from corr.players.sessions import SessionPlayer
from corr.web import forms
from corr.web.auth import current_player, reading, writing
from corr.web.errors import status_of
from corr.web.pages.entry import NAME_LENGTH, ZONE_LENGTH
from corr.web.rendering import go_to, page, zone_names

_TICKED = "yes"
_REST = tuple(f"rest{number}" for number in range(1, 8))
"""The fields of the days of the week, from Monday."""
_SWITCHES = {
    "reminders": "emails about deadlines",
    "messages": "emails about messages",
    "challenges": "emails about challenges",
    "leagues": "emails about leagues",
    "follows": "emails about what you follow",
}
_LABELS: Mapping[str, str] = {
    "name": "display name",
    "zone": "time zone",
    "unlisted": "whether you are listed",
    "after": "what follows a turn",
    "leads": "reminders",
    "automatic": "automatic leave",
    **dict.fromkeys(_REST, "rest days"),
    "turns": "emails about your games",
    "digest_hour": "hour of the digest",
    **_SWITCHES,
    "challenges_from": "who can challenge you",
}
"""All fields of the form, as what was saved is named."""
_BOXES = frozenset({"unlisted", "automatic", *_REST, *_SWITCHES})
_LENGTHS = {"name": NAME_LENGTH, "zone": ZONE_LENGTH, "leads": 100}
_HOURS = frozenset(map(str, range(24)))
_WORD_LENGTH = 20
_SHOWN_LENGTH = 2000
pages = Blueprint("account_settings", __name__)


@dataclass(frozen=True, slots=True)
class SettingsPage:
    """The form as it is or was filled in."""

    words: Mapping[str, str]
    """What stands in the fields; "yes" in a box that is ticked."""
    shown: str
    """What holds now, which comes back with the form and tells what was changed in it."""
    digest_at: datetime | None
    """When the next digest is due; None if the player wants none."""
    zone_meaning: str
    """What the time zone of the player means, in two sentences at most."""
    zones: Sequence[str]
    faults: Mapping[str, str] = field(default_factory=dict)
    """What is wrong, by fields."""

    @property
    def hours(self) -> Sequence[int]:
        """The hours at which a digest may come."""
        return range(24)

    def fault(self, key: str) -> str:
        """What is wrong with a field; empty if nothing is."""
        return self.faults.get(key, "")


@pages.get("/account")
def account() -> Response:
    """The settings as they are."""
    with reading() as reader:
        return page("account/settings.html", _settings_page(reader, {}, {}))


@pages.get("/account/mail")
def mail() -> Response:
    """The way to the section about mail, for links in letters."""
    with reading():
        current_player()
        return go_to("/account#mail")


@pages.post("/account")
def save() -> Response:
    """Save all that was changed, or nothing if anything in it is wrong."""
    typed, unread = _typed()
    try:
        with writing() as uow:
            changed = _save(uow, typed, unread)
    except FaultsError as refusal:
        wrong = {fault.field: fault.sentence for fault in refusal.faults}
        with reading() as reader:
            return page("account/settings.html", _settings_page(reader, typed, wrong), status=status_of(refusal))
    saved = ", ".join(dict.fromkeys(label for name, label in _LABELS.items() if name in changed))
    return go_to("/account", f"Saved: {saved}." if saved else "You changed nothing.")


def _typed() -> tuple[dict[str, str], dict[str, str]]:
    """What the form says otherwise than it was shown, and what cannot be read in it, by fields."""
    shown = dict(parse_qsl(forms.field("shown", _SHOWN_LENGTH), keep_blank_values=True))
    typed, faults = {}, {}
    for name in _LABELS:
        if name not in shown and name not in request.form:
            continue
        longest = _LENGTHS.get(name, _WORD_LENGTH)
        try:
            is_set = name not in _BOXES or forms.is_ticked(name)
            word = forms.field(name, longest) if is_set else ""
        except InputError as refusal:
            word, faults[name] = forms.as_written(request.form[name])[:longest], refusal.sentence
        if word != shown.get(name):
            typed[name] = word
    return typed, faults


def _save(uow: UnitOfWork, typed: Mapping[str, str], unread: Mapping[str, str]) -> set[str]:
    """
    Carry out what was typed otherwise than it is now; gives the fields that changed.

    :param unread: what cannot be read, by fields.
    :raises FaultsError: something was refused, or could not be read; the error holds all of it.
    """
    player_id = current_player().player_id
    owner_locked(uow, player_id)
    before = _words_now(uow, current_player())
    words = {**before, **typed}
    changed = {name for name, word in typed.items() if word != before[name]}
    rest = "".join(name[-1] for name in _REST if words[name])
    sheet = SettingReader({**words, "rest": rest})
    for name, sentence in unread.items():
        sheet.refuse(name, sentence)
    orders: dict[str, Callable[[str], object]] = {
        "name": partial(rename, uow, player_id),
        "zone": partial(set_zone, uow, player_id),
        "unlisted": lambda word: set_unlisted(uow, player_id, is_unlisted=bool(word)),
        "after": partial(set_after_turn, uow, player_id),
        "challenges_from": partial(set_challenges_from, uow, player_id),
    }
    for name, order in orders.items():
        if name in changed - unread.keys():
            sheet.read(name, order, None)
    if changed & {"leads", "automatic", *_REST}:
        usual_clock = ClockPreferences()
        leads = sheet.read("leads", read_leads, usual_clock.leads)
        rest_days = sheet.read("rest", lambda days: read_rest_days(list(map(int, days))), usual_clock.rest_days)
        set_clock_preferences(uow, player_id, ClockPreferences(leads, bool(words["automatic"]), rest_days))
    if changed & {"turns", "digest_hour", *_SWITCHES}:
        usual = MailPreferences()
        turns = sheet.read("turns", read_turns, usual.turns)
        hour = sheet.read("digest_hour", _hour, usual.digest_hour)
        wanted = MailPreferences(
            turns,
            hour,
            reminders=bool(words["reminders"]),
            messages=bool(words["messages"]),
            challenges=bool(words["challenges"]),
            leagues=bool(words["leagues"]),
            follows=bool(words["follows"]),
        )
        set_preferences(uow, player_id, wanted)
    sheet.check()
    return changed


def _hour(word: str) -> int:
    if word not in _HOURS:
        raise InputError("Choose an hour from 0 to 23 for the digest.", field="digest_hour")
    return int(word)


def _settings_page(reader: Reader, typed: Mapping[str, str], faults: Mapping[str, str]) -> SettingsPage:
    player = current_player()
    now = _words_now(reader, player)
    return SettingsPage(
        {**now, **typed},
        urlencode(now),
        preferences(reader, player.player_id).digest_at,
        zone_meaning(player.zone, reader.now),
        zone_names(),
        faults,
    )


def _words_now(reader: Reader, player: SessionPlayer) -> dict[str, str]:
    """What the fields of the form say as the settings are."""
    wants, clock = preferences(reader, player.player_id), clock_preferences_of(reader, player.player_id)
    ticks = {
        "unlisted": is_unlisted(reader, player.player_id),
        "automatic": clock.has_automatic_leave,
        **{name: name[-1] in clock.rest_days for name in _REST},
        **{name: getattr(wants, name) for name in _SWITCHES},
    }
    return {
        "name": player.name,
        "zone": zone_words(player.zone),
        "after": player.after_turn.value,
        "leads": clock.leads_text,
        "turns": wants.turns.value,
        "digest_hour": str(wants.digest_hour),
        "challenges_from": challenges_from(reader, player.player_id).value,
        **{name: _TICKED if is_ticked else "" for name, is_ticked in ticks.items()},
    }
