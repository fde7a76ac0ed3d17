"""
The list of leagues and the page of each; a season and its divisions: standings, cross-table, reasons, rounds and games.

Tables of a division also come as files, and in a frame for other sites: public, without cookies, the same for all.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from http import HTTPStatus

from flask import Blueprint, Response, make_response, redirect, render_template, request
from markupsafe import Markup

from corr.base.paging import Page
from corr.base.uow import Reader
from corr.errors import InputError, NotAllowedError
from corr.leagues.division_tables import division_tables
from corr.leagues.rows import LeagueRow, SeasonRow, get_league
from corr.leagues.rules.spreadsheets import BOM
from corr.leagues.season_stamps import stamps_at
from corr.leagues.views.division_games import WORDS
from corr.leagues.views.division_view import (
    DivisionHead,
    DivisionRows,
    DivisionView,
    StandingRow,
    division_in_time,
    division_view,
    reasons_view,
    rounds_view,
    rows_of,
    schedule_view,
)
from corr.leagues.views.journal_words import JournalLine, journal_page
from corr.leagues.views.league_files import TableFile, cross_table_file, rounds_file, standings_file
from corr.leagues.views.league_view import LeagueView, league_view, viewer_of
from corr.leagues.views.season_lists import SeasonLine, leagues_view, seasons_in
from corr.leagues.views.season_view import season_at, season_glance, season_view
from corr.play.following import is_followed
from corr.states import SeasonState
from corr.web import forms
from corr.web.app_state import app_state
from corr.web.auth import current_player, reading, viewer_id
from corr.web.kept_pages import kept_page
from corr.web.pages.leagues.table_markup import (
    cross_table,
    place_chart,
    place_table,
    share_table,
    value_cells,
    word_table,
)
from corr.web.rendering import answer, as_file, kept_by, page, tag_of
from corr.web.security import FRAMED_POLICY

_STATES = {state.value: state for state in (SeasonState.SIGN_UP, SeasonState.RUNNING, SeasonState.OVER)}
_SEASON = "/<league:league_id>/<count:number>"
_DIVISION = f"{_SEASON}/<count:tier>"
_MOST_DIVISIONS = 2
"""How many divisions the page of a league shows, beside the viewer's own."""
_MOST_ROWS = 10
"""How many rows of each, beside the viewer's own."""
_SET = ("*", "was set")
_OUT = ("struck through", "does not count, because one of the two withdrew early")
pages = Blueprint("leagues", __name__, url_prefix="/leagues")
_FILES: dict[str, Callable[[DivisionView], TableFile]] = {
    "standings": standings_file,
    "crosstable": cross_table_file,
    "rounds": rounds_file,
}
_FORETOLD = "standings"
"""The table that also holds the forecast."""
_FRESH = 60
"""Seconds for which a browser may show the frame again without asking."""


@dataclass(frozen=True, slots=True)
class SeasonsPage:
    """Seasons in one state."""

    state: str
    seasons: Page[SeasonLine]


@dataclass(frozen=True, slots=True)
class LeaguePage:
    """A league with the tables of the latest season that has begun."""

    view: LeagueView
    divisions: tuple[DivisionRows, ...]
    """The highest divisions first; empty before any season has begun."""
    is_followed: bool
    """Whether the viewer follows the league."""

    @property
    def shown(self) -> tuple[tuple[DivisionRows, tuple[StandingRow, ...]], ...]:
        """The divisions that are shown, the highest ones and the viewer's, their first rows and the viewer's."""
        return tuple(
            (each, tuple(row for number, row in enumerate(each.rows) if number < _MOST_ROWS or row.is_you))
            for number, each in enumerate(self.divisions)
            if number < _MOST_DIVISIONS or any(row.is_you for row in each.rows)
        )

    @property
    def has_zones(self) -> bool:
        """Whether any division has a zone of promotion or relegation."""
        return any(each.has_zones for each in self.divisions)


@dataclass(frozen=True, slots=True)
class JournalPage:
    """The journal of a league."""

    league: LeagueRow
    lines: Page[JournalLine]


@pages.get("")
def leagues() -> Response:
    """All leagues, or the seasons in one state."""
    state, number = forms.query("state", 20), forms.page_number()
    with reading() as reader:
        if not state:
            return page("leagues/leagues.html", leagues_view(reader, viewer_id()))
        if state not in _STATES:
            raise InputError("Seasons are in “sign-up”, “running” or “over”.", field="state")
        return page("leagues/seasons.html", SeasonsPage(state, seasons_in(reader, _STATES[state], number)))


@pages.get("/<league:league_id>")
def league(league_id: str) -> Response:
    """The page of a league."""
    with reading() as reader:
        view = league_view(reader, league_id, viewer_id())
        followed = is_followed(reader, "league", view.league.id, viewer_id())
        return kept_page("leagues/league.html", (view, followed), lambda: _league_page(reader, view, followed=followed))


@pages.get("/<league:league_id>/journal")
def journal(league_id: str) -> Response:
    """The journal of a league, for its members."""
    number = forms.page_number()
    with reading() as reader:
        found = get_league(reader, league_id)
        if not viewer_of(reader, found.id, current_player().player_id).may_read_journal:
            raise NotAllowedError("The journal is for those who play in this league, or have played in it.")
        return page("leagues/journal.html", JournalPage(found, journal_page(reader, found.id, number)))


@dataclass(frozen=True, slots=True)
class DivisionPage:
    """A division with its tables as they are drawn."""

    view: DivisionView
    values: Mapping[int, Markup]
    """The cells with the values of all tie-breaks, by the ids of entries."""
    cross: Markup
    legend: tuple[tuple[str, str], ...]
    """What the signs in the cross-table mean."""
    chart: Markup | None
    """Everybody's place over time; None before games have ended on two days."""
    places: Markup | None
    """The places of the chart as a table."""
    shares: Markup | None
    """How often each player ended on each place in a simulation; None without one."""
    games_address: str
    """The address of a game up to its id."""
    snippet: str
    """The HTML that shows the table on another site."""


@dataclass(frozen=True, slots=True)
class ReasonsPage:
    """The reasons for all places in a division."""

    head: DivisionHead
    reasons: tuple[tuple[StandingRow, str, tuple[Markup, ...]], ...]
    """Why each player has that place: in words, and as tables."""


@pages.get(_SEASON)
def season(league_id: str, number: str) -> Response:
    """A season with its divisions."""
    with reading() as reader:
        found = season_at(reader, league_id, number)
        glance = season_glance(reader, found, viewer_id())
        return kept_page("leagues/season.html", (found.version, glance), lambda: season_view(reader, found, glance))


@pages.get(_DIVISION)
def division(league_id: str, number: str, tier: str) -> Response:
    """A division with its tables."""
    if asked := forms.query_number("why", 0):
        # The reasons stood on this page once, and links to them were handed on.
        return make_response(redirect(f"{request.path}/why#why-{asked}", HTTPStatus.MOVED_PERMANENTLY))
    with reading() as reader:
        return kept_page(
            "leagues/division.html",
            (stamps_at(reader, league_id, int(number)),),
            lambda: _division_page(reader, season_at(reader, league_id, number), int(tier)),
        )


@pages.get(f"{_DIVISION}/why")
def reasons(league_id: str, number: str, tier: str) -> Response:
    """Why everybody in a division stands where they stand."""
    with reading() as reader:
        told = (stamps_at(reader, league_id, int(number)).results,)
        return kept_page(
            "leagues/reasons.html",
            told,
            lambda: _reasons_page(reader, season_at(reader, league_id, number), int(tier)),
        )


@pages.get(f"{_DIVISION}/rounds")
def rounds(league_id: str, number: str, tier: str) -> Response:
    """The games of a division, round by round."""
    with reading() as reader:
        told = (stamps_at(reader, league_id, int(number)).results,)
        return kept_page(
            "leagues/rounds.html",
            told,
            lambda: rounds_view(reader, season_at(reader, league_id, number), int(tier), viewer_id()),
        )


@pages.get(f"{_DIVISION}/schedule")
def schedule(league_id: str, number: str, tier: str) -> Response:
    """The running games of a division: whose turn it is, and until when."""
    with reading() as reader:
        found = season_at(reader, league_id, number)
        return page("leagues/schedule.html", schedule_view(reader, found, int(tier), viewer_id()))


def _league_page(reader: Reader, view: LeagueView, *, followed: bool) -> LeaguePage:
    played = view.played
    tables = division_tables(reader, played.season) if played else ()
    return LeaguePage(view, rows_of(tables, view.viewer.player_id), is_followed=followed)


def _division_page(reader: Reader, season: SeasonRow, tier: int) -> DivisionPage:
    view = division_in_time(reader, division_view(reader, season, tier, viewer_id()))
    signs = view.signs
    legend = [(sign, meaning) for sign, meaning in WORDS.items() if sign in signs]
    return DivisionPage(
        view=view,
        values={row.entry.id: value_cells(row, season.settings.criteria) for row in view.rows},
        cross=cross_table(view),
        legend=(*legend, *([_SET] if view.set_games else []), *([_OUT] if view.has_left else [])),
        chart=place_chart(view),
        places=place_table(view),
        shares=share_table(view) if view.head.division.open else None,
        games_address=f"{app_state().settings.url}/games/",
        snippet=_snippet(view),
    )


def _reasons_page(reader: Reader, season: SeasonRow, tier: int) -> ReasonsPage:
    view = reasons_view(reader, season, tier, viewer_id())
    reasons = tuple((row, why.text, tuple(map(word_table, why.tables))) for row, why in view.reasons)
    return ReasonsPage(view.head, reasons)


def _snippet(view: DivisionView) -> str:
    """The frame that shows the table on another site, high enough for all its rows."""
    height = 140 + 42 * len(view.rows)
    address = f"{app_state().settings.url}{view.head.division.path}/embed"
    return f'<iframe src="{address}" title="Standings" width="100%" height="{height}" style="border: 0"></iframe>'


@pages.get(f"{_DIVISION}/<any(standings, crosstable, rounds):table>.csv")
def as_csv(league_id: str, number: str, tier: str, table: str) -> Response:
    """A table as CSV."""

    def text(reader: Reader, season: SeasonRow) -> str:
        return BOM + _table_file(reader, season, int(tier), table).csv()

    return _file(league_id, number, f"{tier}-{table}.csv", text)


@pages.get(f"{_DIVISION}/<any(standings, crosstable, rounds):table>.json")
def as_json(league_id: str, number: str, tier: str, table: str) -> Response:
    """A table as JSON."""

    def text(reader: Reader, season: SeasonRow) -> str:
        return json.dumps(_table_file(reader, season, int(tier), table).body, ensure_ascii=False, indent=1)

    return _file(league_id, number, f"{tier}-{table}.json", text)


@pages.get(f"{_DIVISION}/embed")
def embed(league_id: str, number: str, tier: str) -> Response:
    """The table for a frame on another site."""

    def text(reader: Reader, season: SeasonRow) -> str:
        view = division_view(reader, season, int(tier))
        return render_template("leagues/embed.html", page=view, cross=cross_table(view, opens_anew=True))

    response = _text_answer(league_id, number, text)
    response.headers["Content-Security-Policy"] = FRAMED_POLICY
    response.headers["Cross-Origin-Resource-Policy"] = "cross-origin"
    response.headers["Cache-Control"] = f"public, max-age={_FRESH}"
    return response


def _table_file(reader: Reader, season: SeasonRow, tier: int, table: str) -> TableFile:
    """The table of that name, with all that the page of the division shows."""
    view = division_view(reader, season, tier)
    return _FILES[table](division_in_time(reader, view) if table == _FORETOLD else view)


def _file(league_id: str, number: str, name: str, text: Callable[[Reader, SeasonRow], str]) -> Response:
    return as_file(_text_answer(league_id, number, text), f"{league_id.lower()}-{int(number)}-{name}")


def _text_answer(league_id: str, number: str, text: Callable[[Reader, SeasonRow], str]) -> Response:
    """The text, made only if it may have changed; no session is read, so that it is the same for everybody."""
    with app_state().workshop.look() as reader:
        tag = tag_of(request.path, *stamps_at(reader, league_id, int(number)))

        def made() -> bytes:
            return text(reader, season_at(reader, league_id, number)).encode()

        response = kept_by(tag, lambda: answer(app_state().tables.find_or_make(tag, made)))
    response.headers["Cache-Control"] = "no-cache"
    return response
