"""The name and the description of a league."""

from dataclasses import dataclass, replace

from flask import Response

from corr.base.tokens import new_order_key
from corr.errors import ConflictError, CorrError, InputError, TooManyError
from corr.leagues.acts.league_changes import ChangeLeague
from corr.leagues.acts.organiser_act import ActRequest
from corr.leagues.rows import LeagueRow, get_league
from corr.leagues.seasons.league_founding import LONGEST_DESCRIPTION
from corr.web import forms
from corr.web.auth import current_player, reading, writing
from corr.web.errors import status_of
from corr.web.pages.organise.organiser_access import LEAGUE, OrganiserPlace, league_of, organiser_pages, own_league
from corr.web.rendering import go_to, page

_NAME_LENGTH = 200

pages = organiser_pages("club", LEAGUE)


@dataclass(frozen=True, slots=True)
class AboutPage:
    """The name and the description, as they were typed."""

    place: OrganiserPlace
    league: LeagueRow
    name: str
    description: str
    version: int
    order_key: str
    longest: int = LONGEST_DESCRIPTION
    is_conflict: bool = False
    """Whether somebody else has changed them meanwhile, so that both versions are shown."""
    fault: str = ""
    field: str = ""


@pages.get("/about")
def about_form(league_id: str) -> Response:
    """The form to change the name and the description."""
    with reading() as reader:
        league = league_of(reader, league_id)
        return page("organise/about.html", _about(league, new_order_key()))


@pages.post("/about")
def about(league_id: str) -> Response:
    """Change the name and the description."""
    league = own_league(league_id)
    name, description = forms.field("name", _NAME_LENGTH), forms.text_field("description", LONGEST_DESCRIPTION * 2)
    key, version = forms.order_key(), forms.number_field("version")
    try:
        with writing() as uow:
            request = ActRequest(current_player().player_id, version=version, order_key=key)
            receipt = ChangeLeague(league.id, name, description).carry_out(uow, request)
    except (InputError, ConflictError, TooManyError) as refusal:
        return _about_again(league, name, description, refusal)
    return go_to(f"/leagues/{league.id}/organise", receipt.sentence)


def _about(league: LeagueRow, key: str) -> AboutPage:
    return AboutPage(OrganiserPlace.of_league(league), league, league.name, league.description, league.version, key)


def _about_again(league: LeagueRow, name: str, description: str, refusal: CorrError) -> Response:
    is_conflict = isinstance(refusal, ConflictError)
    with reading() as reader:
        # After a conflict the page shows the present version beside what was typed.
        now = get_league(reader, league.id)
        key = new_order_key() if is_conflict else forms.order_key()
        version = now.version if is_conflict else forms.number_field("version")
        view = replace(
            _about(now, key),
            name=name,
            description=description,
            version=version,
            is_conflict=is_conflict,
            fault=refusal.sentence,
            field=refusal.field if isinstance(refusal, InputError) else "",
        )
        return page("organise/about.html", view, status=status_of(refusal))
