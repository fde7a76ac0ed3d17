"""A season and its divisions: standings, cross-table, rounds and running games."""

from dataclasses import dataclass

from flask import Blueprint, Response
from markupsafe import Markup

from corr.base.uow import Reader
from corr.leagues.rows import SeasonRow
from corr.leagues.season_stamps import stamps_at
from corr.leagues.views.division_games import WORDS
from corr.leagues.views.division_view import (
    DivisionView,
    StandingRow,
    division_in_time,
    division_view,
    reasons_of,
    rounds_view,
    schedule_view,
)
from corr.leagues.views.season_view import season_at, season_glance, season_view
from corr.web import forms
from corr.web.app_state import app_state
from corr.web.auth import reading, viewer_id
from corr.web.kept_pages import kept_page
from corr.web.pages.leagues.table_markup import cross_table, place_chart, place_table, share_table, word_table
from corr.web.rendering import page

pages = Blueprint("seasons", __name__, url_prefix="/leagues/<league:league_id>/<count:number>")


_SET = ("*", "was set")
_OUT = ("struck through", "does not count, because one of the two withdrew early")


@dataclass(frozen=True, slots=True)
class DivisionPage:
    """A division with its tables as they are drawn."""

    view: DivisionView
    cross: Markup
    legend: tuple[tuple[str, str], ...]
    """What the signs in the cross-table mean."""
    reasons: tuple[tuple[StandingRow, str, tuple[Markup, ...]], ...]
    """Why each player has that place: in words, and as tables."""
    opened: int
    """The id of the entry whose reason is unfolded, because a link asked for it; any other number for none."""
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


@pages.get("")
def season(league_id: str, number: str) -> Response:
    """A season with its divisions."""
    with reading() as reader:
        found = season_at(reader, league_id, number)
        glance = season_glance(reader, found, viewer_id())
        return kept_page("leagues/season.html", (found.version, glance), lambda: season_view(reader, found, glance))


@pages.get("/<count:tier>")
def division(league_id: str, number: str, tier: str) -> Response:
    """A division with its tables."""
    opened = forms.query_number("why", 0)
    with reading() as reader:
        told = stamps_at(reader, league_id, int(number))
        return kept_page(
            "leagues/division.html",
            (told, opened),
            lambda: _division_page(reader, season_at(reader, league_id, number), int(tier), opened),
        )


@pages.get("/<count:tier>/rounds")
def rounds(league_id: str, number: str, tier: str) -> Response:
    """The games of a division, round by round."""
    with reading() as reader:
        told = (stamps_at(reader, league_id, int(number)).results,)
        return kept_page(
            "leagues/rounds.html",
            told,
            lambda: rounds_view(reader, season_at(reader, league_id, number), int(tier), viewer_id()),
        )


@pages.get("/<count:tier>/schedule")
def schedule(league_id: str, number: str, tier: str) -> Response:
    """The running games of a division: whose turn it is, and until when."""
    with reading() as reader:
        found = season_at(reader, league_id, number)
        return page("leagues/schedule.html", schedule_view(reader, found, int(tier), viewer_id()))


def _division_page(reader: Reader, season: SeasonRow, tier: int, opened: int) -> DivisionPage:
    view = division_in_time(reader, division_view(reader, season, tier, viewer_id()))
    legend = [(sign, meaning) for sign, meaning in WORDS.items() if sign in view.signs]
    return DivisionPage(
        view=view,
        cross=cross_table(view),
        legend=(*legend, *([_SET] if view.set_games else []), *([_OUT] if view.has_left else [])),
        reasons=tuple((row, why.text, tuple(map(word_table, why.tables))) for row, why in reasons_of(view)),
        opened=opened,
        chart=place_chart(view),
        places=place_table(view),
        shares=share_table(view) if view.head.division.open else None,
        games_address=f"{app_state().settings.url}/games/",
        snippet=_snippet(view),
    )


def _snippet(view: DivisionView) -> str:
    """The frame that shows the table on another site, high enough for all its rows."""
    height = 140 + 42 * len(view.rows)
    address = f"{app_state().settings.url}{view.head.division.path}/embed"
    return f'<iframe src="{address}" title="Standings" width="100%" height="{height}" style="border: 0"></iframe>'
