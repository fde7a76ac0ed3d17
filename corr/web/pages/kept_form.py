"""The page of a form that came when its player was signed out: shown again to that player, never posted by itself."""

from flask import Blueprint, Response

from corr.players import kept_forms
from corr.web.auth import reading, the_player
from corr.web.rendering import page
from corr.web.stale_forms import KeptPage, kept_fields

pages = Blueprint("kept", __name__)


@pages.get("/kept/<token:token>")
def show(token: str) -> Response:
    """Show a form again to its player, who may post it."""
    with reading() as reader:
        found = kept_forms.get_kept_form(reader, token, the_player().player_id)
        view = KeptPage("Nothing of this was done yet.", found.path, kept_fields(found.fields))
        return page("entry/kept.html", view)
