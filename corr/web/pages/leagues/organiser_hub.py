"""What organisers look at: the overview of a league and of a season, its results, and who is late."""

from collections.abc import Iterable
from dataclasses import dataclass

from flask import Response

from corr.base.uow import Reader
from corr.errors import InputError
from corr.leagues.acts.organiser_act import ActTarget
from corr.leagues.rows import LeagueRow, SeasonRow, find_latest_season
from corr.leagues.views.division_games import ResultsView, Shown, results_view
from corr.leagues.views.league_files import league_document
from corr.leagues.views.organiser_view import LateDivision, OrganiserView, late_list, may_open_next, organiser_view
from corr.web import forms
from corr.web.auth import current_player, reading
from corr.web.pages.leagues.act_pages import LEAGUE_ACTS, SEASON_ACTS, offered_acts
from corr.web.pages.leagues.organiser_access import (
    LEAGUE,
    SEASON,
    OrganiserPlace,
    league_of,
    organiser_pages,
    season_of,
)
from corr.web.rendering import answer, page

Tool = tuple[str, str, str]
"""Its name, what it does in a line, and its address."""
_BEFORE_START = (
    ("Settings and dates", "Change what is settled; players who have joined get a mail.", "settings"),
    ("Ask players", "A letter to players whom you name.", "ask"),
    ("Players", "Who has joined; take somebody out.", "players"),
    ("Ask from a file", "Many players at once.", "roster"),
    ("Divisions and pairings", "See who would meet whom, and move players.", "plan"),
)
_WHILE_RUNNING = (
    ("Results", "Set or undo a result, with a reason.", "results"),
    ("Late players", "How late, and how often.", "late"),
    ("Players", "Withdraw somebody, or ask somebody to play on.", "players"),
)
pages = organiser_pages("organise_hub", "")


@dataclass(frozen=True, slots=True)
class HubPage:
    """Everything that an organiser can do."""

    view: OrganiserView
    is_latest: bool
    may_open_next: bool
    groups: tuple[tuple[str, tuple[Tool, ...]], ...]
    """Tools under their headings."""


@dataclass(frozen=True, slots=True)
class BareHub:
    """The organisers' page of a league without a season."""

    league: LeagueRow
    groups: tuple[tuple[str, tuple[Tool, ...]], ...]


@pages.get(LEAGUE)
def league_hub(league_id: str) -> Response:
    """The organisers' page of a league, for its latest season."""
    with reading() as reader:
        league = league_of(reader, league_id)
        season = find_latest_season(reader, league.id)
        if season is None:
            return page("organise/bare.html", BareHub(league, (_league_tools(reader, league, may_open=True),)))
        return page("organise/hub.html", _hub(reader, league, season, is_latest=True))


@pages.get(SEASON)
def season_hub(league_id: str, number: str) -> Response:
    """The organisers' page of a league, for that season."""
    with reading() as reader:
        season = season_of(reader, league_id, number)
        league = league_of(reader, league_id)
        latest = find_latest_season(reader, league.id)
        is_latest = latest is not None and latest.id == season.id
        return page("organise/hub.html", _hub(reader, league, season, is_latest=is_latest))


@pages.get(f"{SEASON}/league.yaml")
def export(league_id: str, number: str) -> Response:
    """The settings as a file, from which the same league can be founded elsewhere."""
    with reading() as reader:
        season = season_of(reader, league_id, number)
        response = answer(league_document(reader, season.league_id, season.number))
    response.content_type = "application/yaml; charset=utf-8"
    name = f"{season.league_id}-{season.number}.yaml"
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    response.headers["Cache-Control"] = "no-store"
    return response


def _hub(reader: Reader, league: LeagueRow, season: SeasonRow, *, is_latest: bool) -> HubPage:
    view = organiser_view(reader, season, current_player().player_id)
    may_open = is_latest and may_open_next(season) and league.closed_at is None
    groups = (
        ("The season", _season_tools(reader, view)),
        _league_tools(reader, league, may_open=may_open),
        ("Files", _files(view)),
    )
    return HubPage(view, is_latest, may_open, groups)


def _season_tools(reader: Reader, view: OrganiserView) -> tuple[Tool, ...]:
    season, path = view.season, f"{view.season.path}/organise"
    shown: Iterable[tuple[str, str, str]] = [("Results", "All games with their results.", "results")]
    if view.is_in_sign_up:
        shown = _BEFORE_START
    elif view.is_running:
        shown = _WHILE_RUNNING
    target = ActTarget(season.league_id, season.id, by_player_id=current_player().player_id)
    return (
        *((name, what, f"{path}/{page}") for name, what, page in shown),
        ("Mail to all", "Or to one division.", f"{path}/mail"),
        *offered_acts(reader, SEASON_ACTS, target, path),
    )


def _files(view: OrganiserView) -> tuple[Tool, ...]:
    path = f"{view.season.path}/organise"
    players = [("Players as CSV", "Everybody in the season, for a spreadsheet.", f"{path}/roster.csv")]
    return (
        *(players if view.is_running else []),
        ("Settings as a file", "To create the same league here or elsewhere.", f"{path}/league.yaml"),
    )


def _league_tools(reader: Reader, league: LeagueRow, *, may_open: bool) -> tuple[str, tuple[Tool, ...]]:
    path = f"/leagues/{league.id}/organise"
    target = ActTarget(league.id, by_player_id=current_player().player_id)
    tools = (
        *([("Open the next season", "With the settings of the last one.", f"{path}/next")] if may_open else []),
        *offered_acts(reader, LEAGUE_ACTS, target, path),
        ("Journal", "Everything that was done; members can read it.", f"/leagues/{league.id}/journal"),
    )
    return "The league", tools


@dataclass(frozen=True, slots=True)
class ResultsPage:
    """Games with their results."""

    place: OrganiserPlace
    view: ResultsView
    path: str


@dataclass(frozen=True, slots=True)
class LatePage:
    """The players who are late: how late, and how often."""

    place: OrganiserPlace
    season: SeasonRow
    divisions: tuple[LateDivision, ...]


@pages.get(f"{SEASON}/results")
def results(league_id: str, number: str) -> Response:
    """The games of a division, or of the whole season, with their results."""
    word, tier = forms.query("show", 10) or Shown.ALL.value, forms.query_number("division", 0)
    with reading() as reader:
        season = season_of(reader, league_id, number)
        if word not in set(Shown):
            raise InputError("Results are listed as “all”, “open”, “over” or “set”.", field="show")
        view = results_view(reader, season, Shown(word), tier or None, by_player_id=current_player().player_id)
        place = OrganiserPlace.of(season)
        return page("organise/results.html", ResultsPage(place, view, f"{place.path}/results"))


@pages.get(f"{SEASON}/late")
def late(league_id: str, number: str) -> Response:
    """The list of late players."""
    with reading() as reader:
        season = season_of(reader, league_id, number)
        divisions = late_list(reader, season.id, current_player().player_id)
        return page("organise/late.html", LatePage(OrganiserPlace.of(season), season, divisions))
