"""What a player may do in a game besides turns: resign, and all about a draw."""

from flask import Blueprint, Response

from corr.errors import InputError, NotAllowedError
from corr.play import endings, views
from corr.web import forms
from corr.web.app_state import house
from corr.web.auth import reading, the_player, writing
from corr.web.rendering import go_to, page

_DRAW_ACTS = {
    "offer": endings.offer_draw,
    "withdraw": endings.withdraw_draw,
    "accept": endings.accept_draw,
    "decline": endings.decline_draw,
}

pages = Blueprint("acts", __name__, url_prefix="/games")


@pages.get("/<id:game_id>/resign")
def confirm_resignation(game_id: str) -> Response:
    """
    Ask whether it is meant.

    :raises NotAllowedError: there is nothing to resign for the viewer.
    """
    with reading() as reader:
        view = views.game_view(reader, game_id, the_player().player_id)
        if not view.may_resign:
            raise NotAllowedError("There is nothing for you to resign in this game.")
        return page("games/resign.html", view)


@pages.post("/<id:game_id>/resign")
def resign(game_id: str) -> Response:
    """Give the game up."""
    received_at = house().workshop.now()
    with writing() as uow:
        receipt = endings.resign(uow, game_id, the_player().player_id, "web", received_at=received_at)
    return go_to(f"/games/{game_id}", receipt.sentence)


@pages.post("/<id:game_id>/draw")
def draw(game_id: str) -> Response:
    """
    Offer, withdraw, accept or decline a draw.

    :raises InputError: something else was asked for.
    """
    received_at = house().workshop.now()
    with writing() as uow:
        player = the_player()
        act = _DRAW_ACTS.get(forms.field("act", 20))
        if act is None:
            raise InputError("A draw can be offered, withdrawn, accepted or declined.", field="act")
        receipt = act(uow, game_id, player.player_id, "web", received_at=received_at)
    return go_to(f"/games/{game_id}", receipt.sentence)
