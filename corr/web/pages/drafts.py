"""Half-made turns as JSON, for scripts: what can follow them, and what the service keeps for their player alone."""

from datetime import datetime

from flask import Blueprint, Response, jsonify

from corr.errors import InputError
from corr.play import turn_drafts
from corr.play.kept_drafts import KeepDraft, KeptDraft, NewerDraftError, find_kept_draft, keep_draft
from corr.web import forms
from corr.web.auth import current_player, reading, writing
from corr.web.boards import is_flipped_for
from corr.web.draft_json import draft_with_board
from corr.web.errors import status_of
from corr.web.rendering import json_answer, tagged

pages = Blueprint("drafts", __name__, url_prefix="/games")
_MOMENT_LENGTH = 40


@pages.get("/<id:game_id>/draft")
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


@pages.get("/<id:game_id>/kept-draft")
def find_kept(game_id: str) -> Response:
    """The half-made turn that the player left; empty if there is none."""
    with reading() as reader:
        found = find_kept_draft(reader, game_id, current_player().player_id, forms.query_number("turn", 0))
    return jsonify(_shown(found))


@pages.post("/<id:game_id>/kept-draft")
def keep(game_id: str) -> Response:
    """Keep a half-made turn, or forget it."""
    number = forms.number_field("turn")
    text = forms.text_field("text", forms.TURN_LENGTH)
    since = _moment("since")
    try:
        with writing() as uow:
            kept = keep_draft(uow, KeepDraft(game_id, current_player().player_id, number, text, since))
    except NewerDraftError as newer:
        response = jsonify({"sentence": newer.sentence, "kept": _shown(newer.kept)})
        response.status_code = status_of(newer)
        return response
    return jsonify({"at": kept.at.isoformat()} if kept else {})


def _shown(kept: KeptDraft | None) -> dict[str, str]:
    return {"text": kept.text, "at": kept.at.isoformat()} if kept else {}


def _moment(name: str) -> datetime | None:
    text = forms.field(name, _MOMENT_LENGTH)
    try:
        moment = datetime.fromisoformat(text) if text else None
    except ValueError:
        moment = None
    if text and (moment is None or moment.tzinfo is None):
        raise InputError(f"The field “{name}” is no moment; send back what the last answer said.", field=name)
    return moment
