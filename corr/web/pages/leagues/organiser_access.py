"""The right to see pages of organisers, and the page for acts that are not possible any more."""

from contextlib import suppress
from dataclasses import dataclass

from flask import Blueprint, Response, request

from corr.base.uow import Reader
from corr.errors import ConflictError, CorrError
from corr.leagues.acts.rulings import SetResult
from corr.leagues.journal import get_playing
from corr.leagues.rows import LeagueRow, SeasonRow, check_organiser, find_latest_season, get_league, get_season_numbered
from corr.leagues.views.organiser_view import OrganiserView, organiser_view
from corr.leagues.views.season_view import season_at
from corr.web.auth import current_player, reading
from corr.web.errors import KeptField, status_of, written_fields
from corr.web.form_rights import Names, Rights
from corr.web.rendering import page

LEAGUE = "/leagues/<league:league_id>/organise"
SEASON = "/leagues/<league:league_id>/<count:number>/organise"


@dataclass(frozen=True, slots=True)
class OrganiserPlace:
    """The league and the season that a page is about, for the line above its heading."""

    league: str
    """The league's name."""
    path: str
    """The address of the organisers' page."""
    season: int | None = None

    @staticmethod
    def of(season: SeasonRow) -> "OrganiserPlace":
        """The place of a page about a season."""
        return OrganiserPlace(season.league, f"{season.path}/organise", season.number)

    @staticmethod
    def of_league(league: LeagueRow) -> "OrganiserPlace":
        """The place of a page about a league."""
        return OrganiserPlace(league.name, f"/leagues/{league.id}/organise")


@dataclass(frozen=True, slots=True)
class MovedOn:
    """Why an act is not possible any more, and how things are now."""

    sentence: str
    now: OrganiserView | None
    """None in a league without a season."""
    path: str
    """The address of the organisers' page."""
    fields: tuple[KeptField, ...]
    """What was written in the form, to be copied."""


def organiser_pages(name: str, prefix: str) -> Blueprint:
    """A blueprint for pages of organisers; a conflict is answered with how things are now."""
    pages = Blueprint(name, __name__, url_prefix=prefix)
    pages.register_error_handler(ConflictError, moved_on)
    return pages


def moved_on(refusal: CorrError) -> Response:
    """The page for an act that is not possible any more."""
    league_id = str((request.view_args or {}).get("league_id", "")).lower()
    number = (request.view_args or {}).get("number")
    now = None
    with suppress(CorrError), reading() as reader:
        season = find_season(reader, league_id, number)
        now = None if season is None else organiser_view(reader, season, current_player().player_id)
    path = f"/leagues/{league_id}/organise" if now is None else f"{now.season.path}/organise"
    view = MovedOn(refusal.sentence, now, path, written_fields())
    return page("organise/moved_on.html", view, status=status_of(refusal))


def find_season(reader: Reader, league_id: str, number: str | None) -> SeasonRow | None:
    """
    The season at an address, or without a number the latest of the league; None if it has none.

    :raises NotFoundError: there is no such season.
    """
    return (
        find_latest_season(reader, league_id) if number is None else get_season_numbered(reader, league_id, int(number))
    )


def league_of(reader: Reader, league_id: str) -> LeagueRow:
    """
    A league that the viewer runs.

    :raises NotFoundError: there is none.
    :raises NotAllowedError: the viewer does not run it.
    """
    player = current_player()
    league = get_league(reader, league_id)
    check_organiser(reader, league.id, player.player_id)
    return league


def season_of(reader: Reader, league_id: str, number: str) -> SeasonRow:
    """
    A season that the viewer runs.

    :raises NotFoundError: there is none.
    :raises NotAllowedError: the viewer does not run it.
    """
    player = current_player()
    season = get_season_numbered(reader, league_id, int(number))
    check_organiser(reader, season.league_id, player.player_id)
    return season


def own_league(league_id: str) -> LeagueRow:
    """A league that the viewer runs, judged before a form is read: others are refused, whatever they send."""
    with reading() as reader:
        return league_of(reader, league_id)


def own_season(league_id: str, number: str) -> SeasonRow:
    """A season that the viewer runs, judged before a form is read."""
    with reading() as reader:
        return season_of(reader, league_id, number)


def _rules(reader: Reader, names: Names) -> None:
    SetResult(names["game_id"], "draw").preview(reader, current_player().player_id)


def _takes_part(reader: Reader, names: Names) -> None:
    player_id = current_player().player_id
    get_playing(reader, season_at(reader, names["league_id"], names["number"]), player_id)


LEAGUE_RIGHTS: Rights = (
    ("/leagues/<league:league_id>/<count:number>/withdraw", _takes_part),
    (f"{SEASON}/results/<id:game_id>", _rules),
)
"""Who may post which form, judged before the form is read."""
