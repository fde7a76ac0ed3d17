"""What a player may do in a game besides turns: resign, offer and answer draws, and write to the opponent."""

from dataclasses import dataclass
from hashlib import sha256

from flask import Blueprint, Response

from corr.errors import InputError, NotAllowedError
from corr.game.views import GameView
from corr.play import endings, messages, views
from corr.play.messages import SendMessage
from corr.web import forms
from corr.web.auth import current_player, reading, writing
from corr.web.errors import status_of
from corr.web.rendering import go_to, page

_DRAW_ACTS = {
    "offer": endings.offer_draw,
    "withdraw": endings.withdraw_draw,
    "accept": endings.accept_draw,
    "decline": endings.decline_draw,
}

pages = Blueprint("acts", __name__, url_prefix="/games")
_TEXT_LENGTH = 4000
"""Characters that the form may have: more than a message, so that a long one is refused as a message."""


@pages.get("/<id:game_id>/resign")
def confirm_resignation(game_id: str) -> Response:
    """Ask for confirmation before resigning."""
    with reading() as reader:
        view = views.game_view(reader, game_id, current_player().player_id)
        if not view.may_resign:
            raise NotAllowedError("There is nothing for you to resign in this game.")
        return page("games/resign.html", view)


@pages.post("/<id:game_id>/resign")
def resign(game_id: str) -> Response:
    """Resign the game."""
    with writing() as uow:
        receipt = endings.resign(uow, game_id, current_player().player_id, "web", received_at=uow.asked_at)
    return go_to(f"/games/{game_id}", receipt.sentence)


@pages.post("/<id:game_id>/draw")
def draw(game_id: str) -> Response:
    """Offer, withdraw, accept or decline a draw."""
    with writing() as uow:
        player = current_player()
        act = _DRAW_ACTS.get(forms.field("act", 20))
        if act is None:
            raise InputError("A draw can be offered, withdrawn, accepted or declined.", field="act")
        receipt = act(uow, game_id, player.player_id, "web", received_at=uow.asked_at)
    return go_to(f"/games/{game_id}", receipt.sentence)


@dataclass(frozen=True, slots=True)
class UnsentPage:
    """A message that was not sent, and why."""

    game: GameView
    text: str
    fault: str
    field: str


@pages.post("/<id:game_id>/messages")
def say(game_id: str) -> Response:
    """Send a message to the opponent."""
    text = forms.text_field("text", _TEXT_LENGTH)
    version = forms.number_field("version")
    try:
        with writing() as uow:
            player_id = current_player().player_id
            key = _order_key(player_id, version, text)
            receipt = messages.send_message(uow, SendMessage(game_id, player_id, text, door="web", order_key=key))
    except InputError as refusal:
        with reading() as reader:
            game = views.game_view(reader, game_id, current_player().player_id)
            unsent = UnsentPage(game, text, refusal.sentence, refusal.field)
            return page("games/unsent.html", unsent, status=status_of(refusal))
    return go_to(f"/games/{game_id}#messages", receipt.sentence)


def _order_key(player_id: int, version: int, text: str) -> str:
    """
    The key of a message: the same for the same text from the same page, so that a second click sends nothing.

    A kept page is shown to its player again and again, so it cannot hold a key of its own.
    """
    return f"web {player_id} {version} {sha256(text.encode()).hexdigest()[:32]}"
