"""Sign-in as a demo player, for requests from this machine only."""

from dataclasses import dataclass

from flask import Blueprint, Response

from corr.players import accounts, profiles
from corr.players.profiles import PlayerView
from corr.web import forms
from corr.web.auth import only_this_machine, reading, sign_in, writing
from corr.web.pages.entry import agent
from corr.web.rendering import go_to, page

pages = Blueprint("demo", __name__, url_prefix="/demo")
pages.before_request(only_this_machine)


@dataclass(frozen=True, slots=True)
class DemoPage:
    """The demo players to choose from."""

    players: tuple[PlayerView, ...]


@pages.get("")
def demo() -> Response:
    """The demo players."""
    with reading() as reader:
        return page("demo/demo.html", DemoPage(profiles.demo_players(reader)))


@pages.post("")
def become() -> Response:
    """Sign in as the chosen demo player."""
    player_id = forms.number_field("player")
    with writing() as uow:
        session = accounts.open_demo_session(uow, player_id, agent())
    response = go_to("/", "You are signed in as a demo player.")
    sign_in(response, session)
    return response
