"""Half-made turns as JSON, for the scripts that make turns without loading pages."""

from flask import Blueprint, Response

from corr.play import turn_drafts
from corr.web import forms
from corr.web.auth import current_player, reading
from corr.web.boards import is_flipped_for
from corr.web.draft_json import draft_with_board
from corr.web.rendering import json_answer, tagged

pages = Blueprint("drafts", __name__)


@pages.get("/games/<id:game_id>/draft")
def draft(game_id: str) -> Response:
    """The half-made turn of the player who asks, or as much of a typed one as is legal."""
    number = forms.query_number("turn", 0)
    typed = forms.query("text", forms.TURN_LENGTH)
    begun = forms.query("begun", forms.TURN_LENGTH)
    picks = forms.picks()
    with reading() as reader:
        player_id = current_player().player_id
        if typed:
            made = turn_drafts.typed_turn(reader, game_id, player_id, number, typed=typed)
        else:
            made = turn_drafts.draft_turn(reader, game_id, player_id, number, begun=begun, picks=picks)
        flipped = is_flipped_for(made.seat, made.bottom)
        return tagged(json_answer(draft_with_board(made, flipped=flipped)))
