"""The settings of a season that has not begun: organisers change them after they have seen what would change."""

from dataclasses import dataclass, replace

from flask import Response

from corr.base.sentences import Sentence
from corr.base.tokens import new_order_key
from corr.base.uow import Reader
from corr.errors import ConflictError, CorrError, InputError, TooManyError
from corr.leagues.act_basics import check_in_sign_up
from corr.leagues.rows import SeasonRow, entries_of
from corr.leagues.seasons.season_opening import ChangeSettings, change_settings
from corr.leagues.settings_words import draft_changes
from corr.web import forms
from corr.web.auth import current_player, reading, writing
from corr.web.errors import status_of
from corr.web.pages.organise.organiser_access import (
    SEASON,
    OrganiserPlace,
    moved_on,
    order_key,
    organiser_pages,
    own_season,
    season_of,
)
from corr.web.pages.organise.settings_form import CheckedSettings, SettingsForm, faults_of, filled_in, form_of, settled
from corr.web.rendering import go_to, page

pages = organiser_pages("settling", SEASON)


@dataclass(frozen=True, slots=True)
class SettlePage:
    """The form with the settings of a season."""

    place: OrganiserPlace
    form: SettingsForm
    order_key: str
    path: str
    version: int
    players: int
    """How many players have joined, who are told of changes."""
    fault: str = ""
    changes: tuple[Sentence, ...] = ()
    """What sending the form would change."""


@pages.get("/settings")
def settings_form(league_id: str, number: str) -> Response:
    """The form with the settings as they are."""
    with reading() as reader:
        season = season_of(reader, league_id, number)
        check_in_sign_up(season)
        form = form_of(reader, season.settings, season.dates, zone=current_player().zone)
        return page("organise/settings.html", _page(reader, season, form, new_order_key()))


@pages.post("/settings")
def settle(league_id: str, number: str) -> Response:
    """Show what would change, or change it, as the pressed button says."""
    own_season(league_id, number)
    with reading() as reader:
        season = season_of(reader, league_id, number)
        form = filled_in(reader, season.settings, season.dates, zone=current_player().zone)
        asked = replace(_page(reader, season, form, order_key()), version=forms.number_field("version"))
        act = forms.field("act", 20, missing="preview")
        if act == "edit":
            return page("organise/settings.html", asked)
        try:
            read = settled(reader, form, season.dates)
        except InputError as refusal:
            return _again(asked, refusal)
        if act != "save":
            return _preview(reader, season, asked, read)
    return _change(season, asked, read)


def _preview(reader: Reader, season: SeasonRow, asked: SettlePage, read: CheckedSettings) -> Response:
    changes = draft_changes(reader.registry, season, read.settings, read.dates)
    if not changes:
        return go_to(asked.place.path, "Nothing is different, so nothing was changed.")
    return page("organise/settings_draft.html", replace(asked, changes=changes))


def _change(season: SeasonRow, asked: SettlePage, read: CheckedSettings) -> Response:
    by, key = current_player().player_id, asked.order_key
    try:
        with writing() as uow:
            order = ChangeSettings(by, season.id, read.settings, read.dates, asked.version, key)
            receipt = change_settings(uow, order)
    except (InputError, TooManyError) as refusal:
        return _again(asked, refusal)
    except ConflictError as refusal:
        return _moved_on(season, asked, read, refusal)
    told = "Everybody who has joined is told what changed." if receipt.changes else "Nothing changed now."
    return go_to(asked.place.path, f"The settings are as you sent them. {told}")


def _again(asked: SettlePage, refusal: CorrError) -> Response:
    faults = faults_of(refusal)
    view = replace(asked, form=replace(asked.form, faults=faults), fault=faults.get("", ""))
    return page("organise/settings.html", view, status=status_of(refusal))


def _moved_on(season: SeasonRow, asked: SettlePage, read: CheckedSettings, refusal: ConflictError) -> Response:
    """The form as it was filled in, with what it would change about the season as it is now."""
    with reading() as reader:
        now = season_of(reader, season.league_id, str(season.number))
        try:
            check_in_sign_up(now)
        except ConflictError as begun:
            return moved_on(begun)
        changes = draft_changes(reader.registry, now, read.settings, read.dates)
        view = replace(_page(reader, now, asked.form, new_order_key()), fault=refusal.sentence, changes=changes)
        return page("organise/settings.html", view, status=status_of(refusal))


def _page(reader: Reader, season: SeasonRow, form: SettingsForm, key: str) -> SettlePage:
    players = len(entries_of(reader, season.id))
    path = f"{season.path}/organise/settings"
    return SettlePage(OrganiserPlace.of(season), form, key, path, season.version, players)
