"""Boards as pictures: small ones of games, which lists show, and the diagrams of rules pages."""

import gzip
from collections.abc import Callable

from flask import Blueprint, Response, make_response, request

from corr.base.uow import Reader
from corr.errors import NotFoundError
from corr.game.game_row import GameRow, get_game_row
from corr.games.game_files import last_of, short_game
from corr.play.views import board_view
from corr.players.appearance import Appearance, read_code
from corr.render.png import png_board
from corr.render.small_boards import small_board
from corr.web import forms
from corr.web.app_state import app_state
from corr.web.auth import reading, viewer_id
from corr.web.boards import start_scene
from corr.web.rendering import kept_by, small_board_version, tag_of
from corr.web.rules_pages import diagram_picture, find_diagram

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
        key = tag_of(game_id, game_row.version, viewer, look.code)
        is_lasting = version == small_board_version(game_row.version) and (viewer is not None) == bool(seat)
        return _kept(key, lambda: _board(reader, game_id, viewer, look), is_lasting=is_lasting)


@pages.get("/start/<token:game>.svg")
def picture_of_start(game: str) -> Response:
    """
    The board of a game before the first turn, or after some turns of its short game, as small, for everybody; in the
    look that the address names.
    """
    version, look, after = forms.query("v", 40), read_code(forms.query("look", 40)), forms.query_number("after", 0)
    rules = app_state().workshop.registry.get_rules_of_game(game)
    if after > last_of(rules):
        raise NotFoundError(f"The short game has no turn {after}.")
    key = tag_of(rules.info.ruleset, look.code, after)

    def drawn() -> str:
        scene, touched = short_game(rules)[after] if after else (start_scene(rules), frozenset[str]())
        return small_board(scene, touched=touched, theme=look.theme, scheme=look.scheme)

    return _kept(key, drawn, is_lasting=version == small_board_version(0))


@pages.get("/start/<token:game>.png")
def png_of_start(game: str) -> Response:
    """The same as a larger PNG, which messengers show beside a link."""
    rules = app_state().workshop.registry.get_rules_of_game(game)
    response = kept_by(tag_of(rules.info.ruleset, "png"), lambda: make_response(png_board(start_scene(rules))))
    response.content_type = "image/png"
    # The pages of messengers are elsewhere.
    response.headers["Cross-Origin-Resource-Policy"] = "cross-origin"
    response.headers["Cache-Control"] = "public, max-age=86400"
    return response


@pages.get("/diagrams/<token:game>/<token:name>.svg")
def picture_of_diagram(game: str, name: str) -> Response:
    """A diagram of a rules page, in the look that the address names."""
    version, look = forms.query("v", 40), read_code(forms.query("look", 40))
    rules = app_state().workshop.registry.get_rules_of_game(game)
    diagram = find_diagram(rules, name)
    if diagram is None:
        raise NotFoundError(f"The rules of {rules.info.title} have no diagram “{name}”.")
    key = tag_of(rules.info.ruleset, "diagram", name, look.code)

    def drawn() -> str:
        return diagram_picture(rules, diagram, theme=look.theme, scheme=look.scheme)

    return _kept(key, drawn, is_lasting=version == small_board_version(0))


def _viewer(game_row: GameRow, seat: str) -> int | None:
    """
    The player who asks for the picture of that *seat*, if it is the player's; None for the picture for everybody.

    A private game has none for everybody: its players are given their own.
    """
    mine = game_row.find_seat(viewer_id()) if seat or game_row.is_private else None
    is_own = mine is not None and (game_row.is_private or str(int(mine.seat)) == seat)
    return mine.player_id if mine is not None and is_own else None


def _board(reader: Reader, game_id: str, viewer: int | None, look: Appearance) -> str:
    board = board_view(reader, game_id, viewer)
    is_flipped = look.bottom_for(board.you, board.bottom) != board.bottom
    return small_board(
        board.scene, flipped=is_flipped, touched=board.course.touched, theme=look.theme, scheme=look.scheme
    )


def _kept(tag: str, drawn: Callable[[], str], *, is_lasting: bool) -> Response:
    """The picture, which is drawn only if neither the browser nor we have kept it."""
    response = kept_by(tag, lambda: _picture(tag, drawn))
    response.set_etag(tag, weak=True)
    if is_lasting:
        response.headers["Cache-Control"] = _FOR_EVER
    response.content_type = "image/svg+xml"
    response.headers["Content-Security-Policy"] = _POLICY
    response.vary.add("Accept-Encoding")
    return response


def _picture(tag: str, drawn: Callable[[], str]) -> Response:
    drawing = app_state().small_boards.find_or_make(tag, lambda: gzip.compress(drawn().encode(), _LEVEL, mtime=0))
    # Nothing in it repeats anything from a request, so its length tells nothing about a secret beside that.
    is_taken = request.accept_encodings["gzip"] > 0
    response = make_response(drawing if is_taken else gzip.decompress(drawing))
    if is_taken:
        response.headers["Content-Encoding"] = "gzip"
    return response
