"""A game after any of its turns: as a page, as JSON for scripts, and as a picture."""

from dataclasses import dataclass

from flask import Blueprint, Response, make_response, request
from markupsafe import Markup

from corr.base.uow import Reader
from corr.game.game_row import get_game_row
from corr.game.views import GameView, MessageLine
from corr.play import views
from corr.play.past_positions import PastPosition, past_position
from corr.render.png import png_board
from corr.web import forms
from corr.web.auth import reading, request_session, viewer_id
from corr.web.boards import board_of, is_flipped, is_turned
from corr.web.draft_json import position_object
from corr.web.practice_addresses import practice_of
from corr.web.rendering import fragment, json_answer, kept_by, page, tag_of

pages = Blueprint("positions", __name__, url_prefix="/games")


@dataclass(frozen=True, slots=True)
class PastPage:
    """A game as it stood after one of its turns."""

    shown: PastPosition
    board: Markup
    is_flipped: bool
    messages: tuple[MessageLine, ...]
    """What was written from that turn until the next, the newest first."""
    practice: str
    """The address of a practice board with what the viewer may know of the position."""

    @property
    def game(self) -> GameView:
        """The game then."""
        return self.shown.game


@pages.get("/<id:game_id>/turns/<count:number>")
def past(game_id: str, number: str) -> Response:
    """The game as it stood after that turn, or after some of its actions."""
    with reading() as reader:
        shown = _shown(reader, game_id, number)
        flipped = is_flipped(shown.game)
        board = board_of(shown.game, flipped=flipped)
        said = tuple(line for line in shown.game.messages[::-1] if line.turn_number >= shown.after)
        return page("games/past.html", PastPage(shown, board, flipped, said, practice_of(shown.game)))


@pages.get("/<id:game_id>/turns/<count:number>.json")
def position(game_id: str, number: str) -> Response:
    """The same for scripts."""
    with reading() as reader:
        return kept_by(_tag(reader, game_id, number), lambda: _told(_shown(reader, game_id, number)))


@pages.get("/<id:game_id>/turns/<count:number>.png")
def past_picture(game_id: str, number: str) -> Response:
    """The board then as a picture."""
    with reading() as reader:
        return kept_by(_tag(reader, game_id, number), lambda: _picture(_shown(reader, game_id, number).game))


@pages.get("/<id:game_id>/board.png")
def picture(game_id: str) -> Response:
    """The board as it stands as a picture."""
    with reading() as reader:
        view = views.game_view(reader, game_id, viewer_id())
    course, theme = (view.course.last, sorted(view.course.touched)), request_session().appearance.theme
    tag = tag_of(view.position, course, is_flipped(view), theme)
    return kept_by(tag, lambda: _picture(view))


def _shown(reader: Reader, game_id: str, number: str) -> PastPosition:
    return past_position(reader, game_id, viewer_id(), int(number), action=forms.query_number("action", 0))


def _told(shown: PastPosition) -> Response:
    told = {
        **position_object(shown, flipped=is_flipped(shown.game)),
        "practice": practice_of(shown.game),
        "list": fragment("macros/history.html", "turns", shown.game.id, shown.around, shown.after),
    }
    return json_answer(told)


def _picture(view: GameView) -> Response:
    theme = request_session().appearance.theme
    response = make_response(png_board(view.scene, flipped=is_flipped(view), course=view.course, theme=theme))
    response.content_type = "image/png"
    return response


def _tag(reader: Reader, game_id: str, number: str) -> str:
    """A text that differs whenever a past position would: a secret may be told later, which is a change of the game."""
    game_row = get_game_row(reader, game_id)
    mine = game_row.find_seat(viewer_id())
    viewer = mine and mine.seat, request_session().appearance.code
    return tag_of(game_id, game_row.version, viewer, number, request.query_string, is_turned())
