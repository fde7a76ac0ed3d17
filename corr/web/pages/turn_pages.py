"""Making a turn: composed by clicks, previewed, handed in; and the page of a refused turn."""

from dataclasses import dataclass
from urllib.parse import urlencode

from flask import Blueprint, Response
from markupsafe import Markup

from corr.base.uow import Reader
from corr.errors import ConflictError, TurnError
from corr.game.views import ComposeView, GameView, PreviewView, TurnReceipt
from corr.game.words import meant_words
from corr.play import turn_drafts, turns, views
from corr.play.turns import SubmitTurn
from corr.web import forms
from corr.web.auth import current_player, reading, writing
from corr.web.boards import (
    ComposeLinks,
    board_of,
    compose_links,
    game_place,
    is_flipped,
    picked_squares,
    position_board,
)
from corr.web.errors import status_of
from corr.web.rendering import go_to, page

pages = Blueprint("turns", __name__, url_prefix="/games")


@dataclass(frozen=True, slots=True)
class ComposePage:
    """A turn in the making."""

    game: GameView
    compose: ComposeView
    board: Markup
    is_flipped: bool
    links: ComposeLinks


@dataclass(frozen=True, slots=True)
class PreviewPage:
    """What a turn would do."""

    game: GameView
    preview: PreviewView
    board: Markup


@dataclass(frozen=True, slots=True)
class RefusedPage:
    """A turn that cannot be played: what was typed, what was wrong with it, and what could be played."""

    game: GameView
    turn_number: int
    text: str
    refusal: TurnError
    board: Markup
    ways: tuple[tuple[str, str], ...]
    """(action, where it leads) for each action that would be legal instead."""
    meant: tuple[str, ...]
    """The words of acts that may be meant, if what was typed is a word that other sites use."""


@dataclass(frozen=True, slots=True)
class MovedOnPage:
    """A turn that came when this player was not due any more."""

    game_id: str
    text: str
    sentence: str


@pages.get("/<id:game_id>/compose")
def compose(game_id: str) -> Response:
    """The half-made turn: its board, and what can be clicked next."""
    number = forms.query_number("turn", 0)
    begun = forms.query("begun", forms.TURN_LENGTH)
    picks = forms.picks()
    with reading() as reader:
        player = current_player()
        view = views.game_view(reader, game_id, player.player_id)
        try:
            made = turn_drafts.compose_turn(reader, game_id, player.player_id, number, begun=begun, picks=picks)
        except TurnError as refusal:
            return _refusal_page(view, number, begun, refusal)
        except ConflictError as conflict:
            return _moved_on(game_id, begun, conflict)
        links, flipped = compose_links(made, game_place(made)), is_flipped(view)
        board = position_board(made.scene, flipped=flipped, links=links, picked=picked_squares(made))
        return page("games/compose.html", ComposePage(view, made, board, flipped, links))


@pages.get("/<id:game_id>/preview")
def preview(game_id: str) -> Response:
    """What a typed turn would do; nothing is played."""
    number = forms.query_number("turn", 0)
    text = forms.query("text", forms.TURN_LENGTH)
    with reading() as reader:
        return _preview(reader, game_id, number, text)


@pages.post("/<id:game_id>/turns")
def submit(game_id: str) -> Response:
    """Play a turn, or only look at what it would do, as the pressed button says."""
    number = forms.number_field("turn")
    text = forms.text_field("text", forms.TURN_LENGTH)
    if forms.field("act", 20) == "preview":
        return go_to(f"/games/{game_id}/preview?{urlencode({'turn': number, 'text': text})}")
    try:
        with writing() as uow:
            player_id = current_player().player_id
            order = SubmitTurn(game_id, player_id, number, text, door="web", received_at=uow.asked_at)
            receipt = turns.submit_turn(uow, order)
    except TurnError as refusal:
        with reading() as reader:
            return _refusal_page(views.game_view(reader, game_id, current_player().player_id), number, text, refusal)
    except ConflictError as conflict:
        return _moved_on(game_id, text, conflict)
    return go_to(f"/games/{game_id}", _receipt_words(receipt))


def _preview(reader: Reader, game_id: str, number: int, text: str) -> Response:
    player = current_player()
    view = views.game_view(reader, game_id, player.player_id)
    try:
        found = turn_drafts.preview_turn(reader, game_id, player.player_id, number, text=text)
    except TurnError as refusal:
        return _refusal_page(view, number, text, refusal)
    except ConflictError as conflict:
        return _moved_on(game_id, text, conflict)
    board = position_board(found.scene, flipped=is_flipped(view))
    return page("games/preview.html", PreviewPage(view, found, board))


def _refusal_page(view: GameView, number: int, text: str, refusal: TurnError) -> Response:
    board = board_of(view, flipped=is_flipped(view))
    begun = f"{refusal.begun}, " if refusal.begun else ""
    ways = tuple(
        (action, f"/games/{view.id}/compose?{urlencode({'turn': number, 'begun': begun + action})}#board")
        for action in refusal.refusal.legal
    )
    shown = RefusedPage(view, number, text, refusal, board, ways, meant_words(text))
    return page("games/refused.html", shown, status=status_of(refusal))


def _moved_on(game_id: str, text: str, conflict: ConflictError) -> Response:
    view = MovedOnPage(game_id, text, conflict.sentence)
    return page("games/moved_on.html", view, status=status_of(conflict))


def _receipt_words(receipt: TurnReceipt) -> str:
    if receipt.stands:
        return f"You had handed in {receipt.text} before, and changed it later: {receipt.stands} counts."
    if receipt.is_sealed:
        happened = (
            "had been handed in already" if receipt.repeated else "is changed" if receipt.is_changed else "is kept"
        )
        return f"Your choice {happened}: {receipt.text}. You may change it until the other player has chosen."
    again = "had been played already" if receipt.repeated else "is played"
    remark = f" ({receipt.remark})" if receipt.remark else ""
    ending = f" {receipt.outcome_words}" if receipt.outcome_words else ""
    return f"Your turn {again}: {receipt.text}{remark}.{ending}"
