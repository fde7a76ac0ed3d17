"""The organisers' page of a league: how things are, what is due, what needs attention, and every tool."""

from dataclasses import dataclass

from flask import Response

from corr.base.uow import Reader
from corr.leagues.rows import LeagueRow, SeasonRow, find_latest_season
from corr.leagues.views.league_files import league_document
from corr.leagues.views.organiser_view import OrganiserView, may_open_next, organiser_view
from corr.web.auth import current_player, reading
from corr.web.pages.organise.organiser_access import LEAGUE, SEASON, league_of, organiser_pages, season_of
from corr.web.rendering import answer, page

pages = organiser_pages("organise_hub", "")

Tool = tuple[str, str, str]
"""Its name, what it does in a line, and its address."""


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
            return page("organise/bare.html", BareHub(league, (_league_tools(league, may_open=True, may_close=True),)))
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
    may_close = league.closed_at is None and is_latest and may_open_next(season)
    groups = [("The season", _tools(view)), _league_tools(league, may_open=may_open, may_close=may_close)]
    return HubPage(view, is_latest, may_open, tuple(group for group in groups if group[1]))


def _tools(view: OrganiserView) -> tuple[Tool, ...]:
    path = f"{view.season.path}/organise"
    export_tool = (
        "Settings as a file",
        "From which the same league can be founded here or elsewhere.",
        f"{path}/league.yaml",
    )
    if view.is_in_sign_up:
        return (*_before_start(view, path), export_tool)
    if view.is_running:
        return (*_while_running(view, path), export_tool)
    return (("Results", "All games with their results.", f"{path}/results"), _mail(path), export_tool)


def _before_start(view: OrganiserView, path: str) -> tuple[Tool, ...]:
    start = ("Start now", "Let all games begin before the day.", f"{path}/start")
    return (
        ("Settings and dates", "Change what is settled; who has joined is told.", f"{path}/settings"),
        ("Ask players", "A letter to players whom you name.", f"{path}/ask"),
        ("Players", "Who has joined; take somebody out.", f"{path}/players"),
        ("Roster", "Ask players by a list, or take the list home.", f"{path}/roster"),
        ("Divisions and pairings", "See who would meet whom, and move players.", f"{path}/plan"),
        _mail(path),
        *([start] if view.may_start else []),
        ("Call off", "The season does not take place.", f"{path}/call-off"),
    )


def _while_running(view: OrganiserView, path: str) -> tuple[Tool, ...]:
    end = ("End date", "Later, or earlier with a week’s notice.", f"{path}/end")
    pace = ("Tighter pace", "Less time for the rest, told a week before.", f"{path}/pace")
    undo = ("Take the tighter pace back", "As long as it is not in force.", f"{path}/pace/undo")
    pause = ("Pause", "Let all games stand still.", f"{path}/pause")
    stand = ("Resume", "Let all games continue.", f"{path}/resume")
    offered = (
        (end, view.may_move_end),
        (pace, view.may_tighten),
        (undo, view.may_undo_tightening),
        (pause, view.may_pause),
        (stand, view.season.paused_at is not None),
    )
    return (
        ("Results", "Set a result with a reason, or undo that.", f"{path}/results"),
        ("Who is late", "How late, and how often.", f"{path}/late"),
        ("Players", "Withdraw somebody, or ask somebody to play on.", f"{path}/players"),
        _mail(path),
        *(tool for tool, may in offered if may),
        ("Roster as CSV", "Everybody in the season, for a spreadsheet.", f"{path}/roster.csv"),
    )


def _mail(path: str) -> Tool:
    return ("Mail to all", "Or to one division.", f"{path}/mail")


def _league_tools(league: LeagueRow, *, may_open: bool, may_close: bool) -> tuple[str, tuple[Tool, ...]]:
    path = f"/leagues/{league.id}/organise"
    tools = [
        ("Name and description", "What strangers read first.", f"{path}/about"),
        ("Organisers", "Who may do all this.", f"{path}/organisers"),
        ("Journal", "Everything that was done; members can read it.", f"/leagues/{league.id}/journal"),
    ]
    if may_open:
        tools.insert(0, ("Open the next season", "With the settings of the last one.", f"{path}/next"))
    if league.closed_at is not None:
        tools.append(("Open the league again", "So that there can be seasons.", f"{path}/reopen"))
    elif may_close:
        tools.append(("Close the league", "No more seasons.", f"{path}/close"))
    return "The league", tuple(tools)
