"""Founding a league with its first season, and opening its further seasons."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from flask import Blueprint, Response

from corr.base.tokens import new_order_key
from corr.base.uow import Reader
from corr.errors import ConflictError, CorrError, InputError, TooManyError
from corr.leagues.rows import LeagueRow, find_latest_season, get_season
from corr.leagues.rules.settings import SeasonSettings
from corr.leagues.seasons.league_founding import MakeLeague, make_league, read_description, read_league_id
from corr.leagues.seasons.season_opening import OpenSeason, open_season, suggested_next
from corr.leagues.settings_words import SettingLine, draft_lines
from corr.leagues.views.organiser_view import may_open_next
from corr.players.names import read_league_name
from corr.web import forms
from corr.web.auth import current_player, reading, writing
from corr.web.errors import status_of
from corr.web.pages.organise.organiser_access import LEAGUE, OrganiserPlace, league_of, moved_on, order_key, own_league
from corr.web.pages.organise.settings_form import (
    CheckedSettings,
    SettingsForm,
    faults_of,
    filled_in,
    first_dates,
    form_of,
    settled,
)
from corr.web.rendering import go_to, page

_EMPTY = {"name": "", "id": "", "description": ""}

pages = Blueprint("founding", __name__)
pages.register_error_handler(ConflictError, moved_on)


@dataclass(frozen=True, slots=True)
class FoundPage:
    """The form to found a league or to open a season."""

    place: OrganiserPlace | None
    """None while a league is founded."""
    number: int
    form: SettingsForm
    order_key: str
    path: str
    fault: str = ""
    """What is wrong with the form as a whole."""


@dataclass(frozen=True, slots=True)
class DraftPage:
    """A preview of what players will read."""

    place: OrganiserPlace | None
    number: int
    form: SettingsForm
    lines: tuple[SettingLine, ...]
    order_key: str
    path: str


@pages.get("/leagues/new")
def found_form() -> Response:
    """The form to found a league, with the usual settings."""
    with reading() as reader:
        zone = current_player().zone
        form = form_of(reader, _usual(reader), first_dates(reader.now, zone), zone=zone, league=_EMPTY)
        return page("organise/found.html", FoundPage(None, 1, form, new_order_key(), "/leagues/new"))


@pages.post("/leagues/new")
def found() -> Response:
    """Show what players will read, or found the league, as the pressed button says."""
    with reading() as reader:
        zone = current_player().zone
        form = filled_in(reader, _usual(reader), first_dates(reader.now, zone), zone=zone, has_league=True)
        key = order_key()
        asked = FoundPage(None, 1, form, key, "/leagues/new")
        checks: Mapping[str, Callable[[str], object]] = {
            "name": read_league_name,
            "id": lambda text: read_league_id(text) if text else "",
            "description": read_description,
        }
        read = _read(reader, asked, checks)
        if isinstance(read, Response):
            return read
    return _make(asked, read)


@pages.get(f"{LEAGUE}/next")
def next_form(league_id: str) -> Response:
    """The form for the next season, with the settings of the last."""
    with reading() as reader:
        league = league_of(reader, league_id)
        return page("organise/found.html", _next(reader, league))


@pages.post(f"{LEAGUE}/next")
def open_next(league_id: str) -> Response:
    """Show what players will read, or open the season, as the pressed button says."""
    own_league(league_id)
    with reading() as reader:
        league = league_of(reader, league_id)
        asked = _filled(reader, league)
        read = _read(reader, asked, {})
        if isinstance(read, Response):
            return read
    order = OpenSeason(current_player().player_id, league.id, read.settings, read.dates, asked.order_key)
    try:
        with writing() as uow:
            season = get_season(uow, open_season(uow, order).season_id)
    except (InputError, TooManyError) as refusal:
        return _again(asked, refusal)
    return go_to(f"{season.path}/organise", f"The sign-up for season {season.number} is open.")


def _make(asked: FoundPage, read: CheckedSettings) -> Response:
    form = asked.form
    order = MakeLeague(
        by_player_id=current_player().player_id,
        id=form.word("id"),
        name=form.word("name"),
        description=form.word("description"),
        settings=read.settings,
        dates=read.dates,
        order_key=asked.order_key,
    )
    try:
        with writing() as uow:
            made = make_league(uow, order)
    except (InputError, TooManyError) as refusal:
        return _again(asked, refusal)
    return go_to(f"/leagues/{made.id}/organise", "The league is founded, and players can join its first season.")


def _read(
    reader: Reader, asked: FoundPage, checks: Mapping[str, Callable[[str], object]]
) -> CheckedSettings | Response:
    """What the form says, if it is to be carried out; else the page to show."""
    act = forms.field("act", 20, missing="preview")
    if act == "edit":
        return page("organise/found.html", asked)
    try:
        read = settled(reader, asked.form, checks=checks)
    except InputError as refusal:
        return _again(asked, refusal)
    if act == "found":
        return read
    lines = draft_lines(reader.registry, read.settings, read.dates)
    draft = DraftPage(asked.place, asked.number, asked.form, lines, asked.order_key, asked.path)
    return page("organise/draft.html", draft)


def _again(asked: FoundPage, refusal: CorrError) -> Response:
    faults = faults_of(refusal)
    view = replace(asked, form=replace(asked.form, faults=faults), fault=faults.get("", ""))
    return page("organise/found.html", view, status=status_of(refusal))


def _next(reader: Reader, league: LeagueRow) -> FoundPage:
    """The form for the next season; refused if the last one is not over or the league is closed."""
    zone, last = current_player().zone, find_latest_season(reader, league.id)
    if league.closed_at is not None:
        raise ConflictError("This league is closed: there are no more seasons of it. Open the league again before.")
    if last is None:
        settings, dates, number = _usual(reader), first_dates(reader.now, zone), 1
    elif may_open_next(last):
        settings, dates = suggested_next(last, reader)
        number = last.number + 1
    else:
        raise ConflictError(f"{last.name} is not over yet. The next one can be opened when it is.")
    form = form_of(reader, settings, dates, zone=zone)
    path = f"/leagues/{league.id}/organise/next"
    return FoundPage(OrganiserPlace.of_league(league), number, form, new_order_key(), path)


def _filled(reader: Reader, league: LeagueRow) -> FoundPage:
    """
    The form for the next season as it was sent.

    Whether a season may be opened is left to the use case, which recognises an order that is repeated.
    """
    zone, last = current_player().zone, find_latest_season(reader, league.id)
    settings, dates = (_usual(reader), first_dates(reader.now, zone)) if last is None else suggested_next(last, reader)
    form = filled_in(reader, settings, dates, zone=zone)
    number = 1 if last is None else last.number + 1
    return FoundPage(OrganiserPlace.of_league(league), number, form, order_key(), f"/leagues/{league.id}/organise/next")


def _usual(reader: Reader) -> SeasonSettings:
    return SeasonSettings(reader.registry.games()[0].ruleset)
