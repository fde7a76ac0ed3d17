"""Boards of games as small pictures, which lists of games show."""

import gzip
from hashlib import sha256

from flask import Blueprint, Response, make_response, request

from corr.base.uow import Reader
from corr.game.game_row import GameRow, get_game_row
from corr.play.views import board_view
from corr.players.appearance import Appearance, read_code
from corr.render.small_boards import small_board
from corr.web import forms
from corr.web.app_state import app_state
from corr.web.auth import reading, viewer_id
from corr.web.boards import start_scene
from corr.web.rendering import kept, small_board_version

_FOR_EVER = "private, max-age=31536000, immutable"
_POLICY = "default-src 'none'; style-src 'unsafe-inline'"
"""The picture has its colours in itself."""
_LEVEL = 6

pages = Blueprint("small_boards", __name__, url_prefix="/games")


@pages.get("/<id:game_id>/small-board.svg")
def picture(game_id: str) -> Response:
    """
    The board as it stands, as small as lists show it: as that seat sees it if it is the viewer’s, else as everybody;
    in the look that the address names.

    An address with the game's version and that seat has always the same picture, which browsers may keep for ever.
    """
    version, seat, look = forms.query("v", 40), forms.query("seat", 4), read_code(forms.query("look", 40))
    with reading() as reader:
        game_row = get_game_row(reader, game_id)
        viewer = _viewer(game_row, seat)
        shown = (app_state().statics.build, game_id, game_row.version, viewer, look.code)
        key = sha256(repr(shown).encode()).hexdigest()[:32]
        is_lasting = version == small_board_version(game_row.version) and (viewer is not None) == bool(seat)
        if request.if_none_match.contains_weak(key):
            return _kept(make_response("", 304), key, is_lasting=is_lasting)
        drawing = app_state().small_boards.find(key)
        if drawing is None:
            drawing = _drawing(reader, game_id, viewer, look)
            app_state().small_boards.put(key, drawing)
    return _kept(_picture(drawing), key, is_lasting=is_lasting)


@pages.get("/start/<token:game>.svg")
def picture_of_start(game: str) -> Response:
    """The board of a game before the first turn, as small, for everybody; in the look that the address names."""
    version, look = forms.query("v", 40), read_code(forms.query("look", 40))
    rules = app_state().workshop.registry.get_rules_of_game(game)
    build = app_state().statics.build
    key = sha256(repr((build, rules.info.ruleset, look.code)).encode()).hexdigest()[:32]
    is_lasting = version == small_board_version(0)
    if request.if_none_match.contains_weak(key):
        return _kept(make_response("", 304), key, is_lasting=is_lasting)
    drawing = app_state().small_boards.find(key)
    if drawing is None:
        drawn = small_board(start_scene(rules), theme=look.theme, scheme=look.scheme)
        drawing = gzip.compress(drawn.encode(), _LEVEL, mtime=0)
        app_state().small_boards.put(key, drawing)
    return _kept(_picture(drawing), key, is_lasting=is_lasting)


def _viewer(game_row: GameRow, seat: str) -> int | None:
    """The player who asks for the picture of that *seat*, if it is the player's; None for the picture for everybody."""
    mine = game_row.find_seat(viewer_id()) if seat else None
    return mine.player_id if mine is not None and str(int(mine.seat)) == seat else None


def _drawing(reader: Reader, game_id: str, viewer: int | None, look: Appearance) -> bytes:
    board = board_view(reader, game_id, viewer)
    is_flipped = look.bottom_for(board.you, board.bottom) != board.bottom
    drawn = small_board(
        board.scene, flipped=is_flipped, touched=board.course.touched, theme=look.theme, scheme=look.scheme
    )
    return gzip.compress(drawn.encode(), _LEVEL, mtime=0)


def _picture(drawing: bytes) -> Response:
    # Nothing in it repeats anything from a request, so its length tells nothing about a secret beside that.
    is_taken = request.accept_encodings["gzip"] > 0
    response = make_response(drawing if is_taken else gzip.decompress(drawing))
    if is_taken:
        response.headers["Content-Encoding"] = "gzip"
    return response


def _kept(response: Response, tag: str, *, is_lasting: bool) -> Response:
    response = kept(response, tag)
    response.set_etag(tag, weak=True)
    if is_lasting:
        response.headers["Cache-Control"] = _FOR_EVER
    response.content_type = "image/svg+xml"
    response.headers["Content-Security-Policy"] = _POLICY
    response.vary.add("Accept-Encoding")
    return response
