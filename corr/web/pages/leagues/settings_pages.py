"""
The pages with all settings of a season: a league is founded, its next season opened, or a season to come changed.

Whoever sends the form sees first what players will read, or what would change.
"""

from dataclasses import dataclass, replace

from flask import Response

from corr.base.sentences import Sentence
from corr.base.tokens import new_order_key
from corr.base.uow import Reader
from corr.errors import ConflictError, CorrError, InputError, TooManyError
from corr.leagues.acts.before_start import ChangeSettings
from corr.leagues.acts.organiser_act import ActRequest
from corr.leagues.journal import check_in_sign_up
from corr.leagues.rows import LeagueRow, SeasonRow, entries_of, find_latest_season, get_season
from corr.leagues.rules.settings import Dates, SeasonSettings
from corr.leagues.seasons.league_founding import MakeLeague, make_league
from corr.leagues.seasons.season_opening import (
    OpenSeason,
    open_season,
    suggested_next,
)
from corr.leagues.settings_words import SettingLine, draft_changes, draft_lines
from corr.leagues.views.organiser_view import may_open_next
from corr.web import forms
from corr.web.auth import current_player, reading, writing
from corr.web.errors import status_of
from corr.web.pages.leagues.organiser_access import (
    LEAGUE,
    SEASON,
    OrganiserPlace,
    league_of,
    moved_on,
    organiser_pages,
    own_league,
    own_season,
    season_of,
)
from corr.web.pages.leagues.settings_form import (
    SettingsForm,
    faults_of,
    first_dates,
    form_of,
    moved_along,
    read_form,
    sent_form,
)
from corr.web.rendering import go_to, page

_NEW = "/leagues/new"
_FOUND, _CHANGE = "organise/found.html", "organise/settings.html"
pages = organiser_pages("settings", "")


@dataclass(frozen=True, slots=True)
class SettingsPage:
    """The form, or what comes of it."""

    template: str
    """Of the form."""
    form: SettingsForm
    order_key: str
    path: str
    place: OrganiserPlace | None = None
    """None while a league is founded."""
    number: int = 1
    version: int = 0
    players: int = 0
    """How many players have joined, who are told of changes."""
    fault: str = ""
    """What is wrong with the form as a whole."""
    lines: tuple[SettingLine, ...] = ()
    """What players will read."""
    changes: tuple[Sentence, ...] = ()
    """What sending the form would change."""


@pages.get(_NEW)
def found_form() -> Response:
    """The form to found a league, with the usual settings."""
    with reading() as reader:
        form = form_of(reader, _usual(reader), first_dates(reader.now))
        return _form_page(SettingsPage(_FOUND, form, new_order_key(), _NEW))


@pages.post(_NEW)
def found() -> Response:
    """Show what players will read, or found the league, as the pressed button says."""
    with reading() as reader:
        form = moved_along(sent_form(reader, _usual(reader), first_dates(reader.now), has_league=True), reader.now)
        asked = SettingsPage(_FOUND, form, forms.order_key(), _NEW)
        read = _settings_or_page(reader, asked)
    if isinstance(read, Response):
        return read
    league = (form.word("id"), form.word("name"), form.word("description"))
    order = MakeLeague(current_player().player_id, *league, *read, forms.order_key_of_contents())
    try:
        with writing() as uow:
            made = make_league(uow, order)
    except (InputError, TooManyError) as refusal:
        return _again(asked, refusal)
    return go_to(f"/leagues/{made.id}/organise", "The league is created, and players can join its first season.")


@pages.get(f"{LEAGUE}/next")
def next_form(league_id: str) -> Response:
    """The form for the next season, with the settings of the last."""
    with reading() as reader:
        league = league_of(reader, league_id)
        last = find_latest_season(reader, league.id)
        if league.closed_at is not None:
            raise ConflictError("This league is closed: there are no more seasons of it. Open the league again before.")
        if last is not None and not may_open_next(last):
            raise ConflictError(f"{last.name} is not over yet. The next one can be opened when it is.")
        form = form_of(reader, *_suggested(reader, last))
        return _form_page(_next_page(league, last, form, new_order_key()))


@pages.post(f"{LEAGUE}/next")
def open_next(league_id: str) -> Response:
    """
    Show what players will read, or open the season, as the pressed button says.

    Whether a season may be opened is left to the use case, which recognises an order that is repeated.
    """
    own_league(league_id)
    with reading() as reader:
        league = league_of(reader, league_id)
        last = find_latest_season(reader, league.id)
        form = moved_along(sent_form(reader, *_suggested(reader, last)), reader.now)
        asked = _next_page(league, last, form, forms.order_key())
        read = _settings_or_page(reader, asked)
    if isinstance(read, Response):
        return read
    order = OpenSeason(current_player().player_id, league.id, *read, forms.order_key_of_contents())
    try:
        with writing() as uow:
            season = get_season(uow, open_season(uow, order).season_id)
    except (ConflictError, InputError, TooManyError) as refusal:
        return _again(asked, refusal)
    return go_to(f"{season.path}/organise", f"The sign-up for season {season.number} is open.")


@pages.get(f"{SEASON}/settings")
def settings_form(league_id: str, number: str) -> Response:
    """The form with the settings as they are."""
    with reading() as reader:
        season = season_of(reader, league_id, number)
        check_in_sign_up(season)
        return _form_page(_season_page(reader, season, form_of(reader, season.settings, season.dates), new_order_key()))


@pages.post(f"{SEASON}/settings")
def change(league_id: str, number: str) -> Response:
    """Show what would change, or change it, as the pressed button says."""
    own_season(league_id, number)
    with reading() as reader:
        season = season_of(reader, league_id, number)
        form = sent_form(reader, season.settings, season.dates)
        asked = replace(_season_page(reader, season, form, forms.order_key()), version=forms.number_field("version"))
        read = _settings_or_page(reader, asked, season)
    if isinstance(read, Response):
        return read
    wanted = ChangeSettings(season.id, *read)
    sent = ActRequest(current_player().player_id, version=asked.version, order_key=forms.order_key_of_contents())
    try:
        with writing() as uow:
            receipt = wanted.carry_out(uow, sent)
    except (InputError, TooManyError) as refusal:
        return _again(asked, refusal)
    except ConflictError as refusal:
        return _moved_on(season, form, wanted, refusal)
    return go_to(f"{season.path}/organise", receipt.sentence)


def _usual(reader: Reader) -> SeasonSettings:
    return SeasonSettings(reader.registry.games()[0].ruleset)


def _suggested(reader: Reader, last: SeasonRow | None) -> tuple[SeasonSettings, Dates]:
    return (_usual(reader), first_dates(reader.now)) if last is None else suggested_next(last, reader)


def _next_page(league: LeagueRow, last: SeasonRow | None, form: SettingsForm, key: str) -> SettingsPage:
    place, number = OrganiserPlace.of_league(league), 1 if last is None else last.number + 1
    return SettingsPage(_FOUND, form, key, f"{place.path}/next", place, number)


def _season_page(reader: Reader, season: SeasonRow, form: SettingsForm, key: str) -> SettingsPage:
    place, players = OrganiserPlace.of(season), len(entries_of(reader, season.id))
    path = f"{place.path}/settings"
    return SettingsPage(_CHANGE, form, key, path, place, season.number, version=season.version, players=players)


def _form_page(asked: SettingsPage) -> Response:
    return page(asked.template, asked)


def _settings_or_page(
    reader: Reader, asked: SettingsPage, season: SeasonRow | None = None
) -> tuple[SeasonSettings, Dates] | Response:
    """
    What the form says, if it is to be carried out; else the page that the pressed button leads to.

    :param season: the season as it is, if the form changes one.
    """
    act = forms.field("act", 20, missing="preview")
    if act == "edit":
        return _form_page(asked)
    try:
        read = read_form(reader, asked.form, None if season is None else season.dates)
    except InputError as refusal:
        return _again(asked, refusal)
    if act in {"found", "save"}:
        return read
    if season is None:
        return page("organise/draft.html", replace(asked, lines=draft_lines(reader.registry, *read)))
    if changes := draft_changes(reader.registry, season, *read):
        return page("organise/settings_draft.html", replace(asked, changes=changes))
    return go_to(f"{season.path}/organise", "Nothing is different, so nothing was changed.")


def _again(asked: SettingsPage, refusal: CorrError) -> Response:
    faults = faults_of(refusal)
    view = replace(asked, form=replace(asked.form, faults=faults), fault=faults.get("", ""))
    return page(asked.template, view, status=status_of(refusal))


def _moved_on(season: SeasonRow, form: SettingsForm, wanted: ChangeSettings, refusal: ConflictError) -> Response:
    """The form as it was filled in, with what it would change about the season as it is now."""
    with reading() as reader:
        now = season_of(reader, season.league_id, str(season.number))
        try:
            check_in_sign_up(now)
        except ConflictError as begun:
            return moved_on(begun)
        changes = draft_changes(reader.registry, now, wanted.settings, wanted.dates)
        view = replace(_season_page(reader, now, form, new_order_key()), fault=refusal.sentence, changes=changes)
        return page(_CHANGE, view, status=status_of(refusal))
