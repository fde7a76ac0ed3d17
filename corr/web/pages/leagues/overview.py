"""The list of leagues, and the page of each: its description, seasons, settings and journal."""

from dataclasses import dataclass

from flask import Blueprint, Response

from corr.base.paging import Page
from corr.errors import InputError, NotAllowedError
from corr.leagues.rows import LeagueRow, get_league
from corr.leagues.views.journal_words import JournalLine, journal_page
from corr.leagues.views.league_view import league_view, viewer_of
from corr.leagues.views.season_lists import SeasonLine, leagues_view, seasons_in
from corr.states import SeasonState
from corr.web import forms
from corr.web.auth import current_player, reading, viewer_id
from corr.web.rendering import page

_STATES = {state.value: state for state in (SeasonState.SIGN_UP, SeasonState.RUNNING, SeasonState.OVER)}

pages = Blueprint("leagues", __name__, url_prefix="/leagues")


@dataclass(frozen=True, slots=True)
class SeasonsPage:
    """Seasons in one state."""

    state: str
    seasons: Page[SeasonLine]


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
        return page("leagues/league.html", league_view(reader, league_id, viewer_id()))


@pages.get("/<league:league_id>/journal")
def journal(league_id: str) -> Response:
    """The journal of a league, for its members."""
    number = forms.page_number()
    with reading() as reader:
        found = get_league(reader, league_id)
        if not viewer_of(reader, found.id, current_player().player_id).may_read_journal:
            raise NotAllowedError("The journal is for those who play in this league, or have played in it.")
        return page("leagues/journal.html", JournalPage(found, journal_page(reader, found.id, number)))
