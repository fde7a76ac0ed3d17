"""A player's mail preferences."""

from dataclasses import dataclass, replace

from flask import Blueprint, Response

from corr.base.uow import Reader
from corr.errors import InputError
from corr.leagues.consents import refused_by
from corr.players import mail_preferences, profiles
from corr.players.mail_preferences import MailPreferences
from corr.web import forms
from corr.web.auth import current_player, reading, request_session, writing
from corr.web.errors import status_of
from corr.web.moments import moment_words
from corr.web.pages.letters import RoundTripPart, round_trip_part
from corr.web.rendering import go_to, page

_WORD_LENGTH = 20

pages = Blueprint("preferences", __name__, url_prefix="/account")


@dataclass(frozen=True, slots=True)
class PreferencesPage:
    """A player's mail preferences, as they are or as they were filled in."""

    wants: MailPreferences
    turns: str
    """The choice that is ticked for letters about turns."""
    addresses: tuple[str, ...]
    """Where letters go, the main address first."""
    zone: str
    test: RoundTripPart
    refused: tuple[tuple[int, str], ...]
    """The organisers who may not ask the player: (id, name)."""
    hours: tuple[int, ...] = tuple(range(24))
    fault: str = ""
    field: str = ""


@pages.get("/mail")
def show() -> Response:
    """The preferences as they are."""
    with reading() as reader:
        return page("account/preferences.html", _preferences_page(reader))


@pages.post("/mail")
def change() -> Response:
    """Save what was chosen."""
    turns = forms.field("turns", _WORD_LENGTH)
    ticked = MailPreferences(
        reminders=_is_ticked("reminders"),
        messages=_is_ticked("messages"),
        challenges=_is_ticked("challenges"),
        leagues=_is_ticked("leagues"),
    )
    try:
        wanted = replace(
            ticked, turns=mail_preferences.read_turns(turns), digest_hour=forms.number_field("digest_hour")
        )
        with writing() as uow:
            kept = mail_preferences.set_preferences(uow, current_player().player_id, wanted)
    except InputError as refusal:
        with reading() as reader:
            filled_in = replace(_preferences_page(reader), wants=ticked, turns=turns)
            told = replace(filled_in, fault=refusal.sentence, field=refusal.field)
            return page("account/preferences.html", told, status=status_of(refusal))
    return go_to("/account/mail", _kept_words(kept))


def _preferences_page(reader: Reader) -> PreferencesPage:
    player = current_player()
    wants = mail_preferences.preferences(reader, player.player_id)
    return PreferencesPage(
        wants=wants,
        turns=wants.turns.value,
        addresses=profiles.addresses_of(reader, player.player_id),
        zone=player.zone,
        test=round_trip_part(reader, player.player_id),
        refused=refused_by(reader, player.player_id),
    )


def _is_ticked(name: str) -> bool:
    return forms.field(name, _WORD_LENGTH) == "yes"


def _kept_words(kept: MailPreferences) -> str:
    if kept.digest_at is None:
        return "Your mail settings are kept."
    return (
        f"Your mail settings are kept. Your next digest is due {moment_words(kept.digest_at, request_session().zone)}."
    )
