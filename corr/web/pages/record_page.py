"""The record of a game as a file to keep."""

import re

from flask import Blueprint, Response, make_response

from corr.play.game_record import record_of
from corr.records.format import write_record
from corr.web.app_state import house
from corr.web.auth import reading, visit
from corr.web.rendering import kept

pages = Blueprint("record", __name__, url_prefix="/games")


@pages.get("/<id:game_id>/record.txt")
def record(game_id: str) -> Response:
    """The whole game as one text, as far as the reader may know it."""
    with reading() as reader:
        player = visit().player
        found = record_of(reader, game_id, player.player_id if player else None, site=house().settings.url)
    response = make_response(write_record(found))
    response.content_type = "text/plain; charset=utf-8"
    response.headers["Content-Disposition"] = f'attachment; filename="{_file_name(found.ruleset, found.game)}"'
    return kept(response)


def _file_name(ruleset: str, game_id: str) -> str:
    """A name that every system takes: "chess-k3m9xq.txt"."""
    game = re.sub(r"[^a-z0-9]+", "-", ruleset.partition("/")[0].lower()).strip("-")
    return f"{game or 'game'}-{game_id}.txt"
