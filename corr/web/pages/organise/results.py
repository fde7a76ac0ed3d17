"""What organisers look through while games are played: results, and who is late."""

from dataclasses import dataclass

from flask import Response

from corr.errors import InputError
from corr.leagues.rows import SeasonRow
from corr.leagues.views.division_games import ResultsView, Shown, results_view
from corr.leagues.views.late_list import LateDivision, late_list
from corr.web import forms
from corr.web.auth import current_player, reading
from corr.web.pages.organise.organiser_access import SEASON, OrganiserPlace, organiser_pages, season_of
from corr.web.rendering import page

pages = organiser_pages("season_results", SEASON)


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


@pages.get("/results")
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


@pages.get("/late")
def late(league_id: str, number: str) -> Response:
    """The list of late players."""
    with reading() as reader:
        season = season_of(reader, league_id, number)
        divisions = late_list(reader, season.id, current_player().player_id)
        return page("organise/late.html", LatePage(OrganiserPlace.of(season), season, divisions))
