"""A league itself: its name and description, its organisers, closing it and opening it again."""

from dataclasses import dataclass, replace

from flask import Response

from corr.base.sentences import Sentence
from corr.base.tokens import new_order_key
from corr.base.uow import Reader, UnitOfWork
from corr.errors import ConflictError, CorrError, InputError, NotFoundError, TooManyError
from corr.leagues.acts.organisers import MOST_ORGANISERS, AddOrganiser, RemoveOrganiser, add_organiser, remove_organiser
from corr.leagues.rows import LeagueRow, get_league, organisers_of
from corr.leagues.seasons.league_founding import (
    LONGEST_DESCRIPTION,
    ChangeLeague,
    CloseLeague,
    change_league,
    close_league,
    reopen_league,
)
from corr.players.names import isolated
from corr.players.profiles import player_named
from corr.web import forms
from corr.web.auth import current_player, reading, writing
from corr.web.errors import status_of
from corr.web.pages.organise.act_confirmation import ActQuestion, ask, carry_out
from corr.web.pages.organise.organiser_access import (
    LEAGUE,
    OrganiserPlace,
    league_of,
    order_key,
    organiser_pages,
    own_league,
)
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


@dataclass(frozen=True, slots=True)
class OrganisersPage:
    """The organisers of a league, and the form to add one."""

    place: OrganiserPlace
    path: str
    organisers: tuple[tuple[int, str], ...]
    """(player id, name) of each."""
    you: int
    most: int = MOST_ORGANISERS
    name: str = ""
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
    key, version = order_key(), forms.number_field("version")
    try:
        with writing() as uow:
            change_league(uow, ChangeLeague(current_player().player_id, league.id, name, description, version, key))
    except (InputError, ConflictError, TooManyError) as refusal:
        return _about_again(league, name, description, refusal)
    return go_to(f"/leagues/{league.id}/organise", "The league says this about itself from now on.")


def _about(league: LeagueRow, key: str) -> AboutPage:
    return AboutPage(OrganiserPlace.of_league(league), league, league.name, league.description, league.version, key)


def _about_again(league: LeagueRow, name: str, description: str, refusal: CorrError) -> Response:
    is_conflict = isinstance(refusal, ConflictError)
    with reading() as reader:
        # After a conflict the page shows the present version beside what was typed.
        now = get_league(reader, league.id)
        key = new_order_key() if is_conflict else order_key()
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


@pages.get("/close")
def ask_close(league_id: str) -> Response:
    """Ask for confirmation before closing the league."""
    with reading() as reader:
        return ask(_closing(league_of(reader, league_id)))


@pages.post("/close")
def close(league_id: str) -> Response:
    """Close the league."""
    league, key = own_league(league_id), order_key()

    def act(uow: UnitOfWork) -> str:
        close_league(uow, CloseLeague(current_player().player_id, league.id, key))
        return "The league is closed."

    return carry_out(act, lambda reader: _closing(league_of(reader, league_id)), f"/leagues/{league.id}/organise")


@pages.get("/reopen")
def ask_reopen(league_id: str) -> Response:
    """Ask for confirmation before opening the league again."""
    with reading() as reader:
        return ask(_reopening(league_of(reader, league_id)))


@pages.post("/reopen")
def reopen(league_id: str) -> Response:
    """Open the league again."""
    league, key = own_league(league_id), order_key()

    def act(uow: UnitOfWork) -> str:
        reopen_league(uow, CloseLeague(current_player().player_id, league.id, key))
        return "The league is open again. You can open its next season now."

    return carry_out(act, lambda reader: _reopening(league_of(reader, league_id)), f"/leagues/{league.id}/organise")


@pages.get("/organisers")
def organisers(league_id: str) -> Response:
    """The organisers; once a name is given, ask for confirmation before that player is added."""
    name = forms.query("name", _NAME_LENGTH)
    with reading() as reader:
        league = league_of(reader, league_id)
        if not name:
            return page("organise/organisers.html", _organisers(reader, league))
        try:
            return ask(_adding(reader, league, name))
        except NotFoundError as refusal:
            view = replace(_organisers(reader, league), name=name, fault=refusal.sentence, field="name")
            return page("organise/organisers.html", view, status=400)


@pages.post("/organisers")
def add(league_id: str) -> Response:
    """Add an organiser."""
    league, key, name = own_league(league_id), order_key(), forms.field("name", _NAME_LENGTH)
    path = f"/leagues/{league.id}/organise/organisers"

    def act(uow: UnitOfWork) -> str:
        return add_organiser(uow, AddOrganiser(league.id, name, current_player().player_id, key)).sentence

    return carry_out(act, lambda reader: _adding(reader, league, name), path)


@pages.get("/organisers/<count:player_id>/remove")
def ask_remove(league_id: str, player_id: str) -> Response:
    """Ask for confirmation before removing an organiser."""
    with reading() as reader:
        return ask(_removing(reader, league_of(reader, league_id), int(player_id)))


@pages.post("/organisers/<count:player_id>/remove")
def remove(league_id: str, player_id: str) -> Response:
    """Remove an organiser."""
    league, key, by = own_league(league_id), order_key(), current_player().player_id
    is_own = by == int(player_id)

    def act(uow: UnitOfWork) -> str:
        return remove_organiser(uow, RemoveOrganiser(league.id, int(player_id), by, key)).sentence

    def again(reader: Reader) -> ActQuestion:
        return _removing(reader, league_of(reader, league_id), int(player_id))

    path = f"/leagues/{league.id}" if is_own else f"/leagues/{league.id}/organise/organisers"
    return carry_out(act, again, path)


def _organisers(reader: Reader, league: LeagueRow) -> OrganisersPage:
    path = f"/leagues/{league.id}/organise/organisers"
    return OrganisersPage(
        OrganiserPlace.of_league(league), path, organisers_of(reader, league.id), current_player().player_id
    )


def _closing(league: LeagueRow) -> ActQuestion:
    if league.closed_at is not None:
        raise ConflictError("The league is closed already.")
    place = OrganiserPlace.of_league(league)
    said = (
        "There are no more seasons of this league, and nobody can join it. Its pages and tables stay as they are.",
        "It is recorded in the journal; no mail is sent. You can open the league again at any time.",
    )
    button, path = "Close the league", f"{place.path}/close"
    return ActQuestion(
        place, "Close this league?", tuple(map(Sentence.of, said)), button, path, place.path, is_danger=True
    )


def _reopening(league: LeagueRow) -> ActQuestion:
    if league.closed_at is None:
        raise ConflictError("The league is open.")
    place = OrganiserPlace.of_league(league)
    said = ("There can be seasons again. It is recorded in the journal; no mail is sent.",)
    sentences = tuple(map(Sentence.of, said))
    button, path = "Open the league", f"{place.path}/reopen"
    return ActQuestion(place, "Open this league again?", sentences, button, path, place.path)


def _adding(reader: Reader, league: LeagueRow, name: str) -> ActQuestion:
    new, place = player_named(reader, name), OrganiserPlace.of_league(league)
    said = (
        f"{isolated(new.name)} may then do everything on these pages, and add and remove organisers.",
        f"{isolated(new.name)} and the other organisers get a mail. You can take it back on the same page.",
    )
    path = f"{place.path}/organisers"
    return ActQuestion(
        place=place,
        title=f"Make {new.name} an organiser?",
        sentences=tuple(map(Sentence.of, said)),
        button="Make an organiser",
        path=path,
        back=path,
        hidden=(("name", new.name),),
    )


def _removing(reader: Reader, league: LeagueRow, player_id: int) -> ActQuestion:
    name = dict(organisers_of(reader, league.id)).get(player_id)
    if name is None:
        raise NotFoundError("That player does not run this league.")
    place = OrganiserPlace.of_league(league)
    said = (
        f"{isolated(name)} cannot do anything on these pages any more. {isolated(name)} and the organisers get a mail."
    )
    if player_id == current_player().player_id:
        said = "You cannot do anything on these pages any more. You and the other organisers get a mail."
    path = f"{place.path}/organisers"
    return ActQuestion(
        place=place,
        title=f"Take {name} from the organisers?",
        sentences=(Sentence.of(said),),
        button="Remove",
        path=f"{path}/{player_id}/remove",
        back=path,
        is_danger=True,
    )
