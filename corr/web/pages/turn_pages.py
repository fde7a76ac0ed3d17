"""Making a turn: composed by clicks, previewed, handed in; and the page of a refused turn."""

from dataclasses import dataclass
from hashlib import sha256
from urllib.parse import urlencode

from flask import Blueprint, Response
from markupsafe import Markup

from corr.base.uow import Reader, UnitOfWork
from corr.errors import ConflictError, CorrError, TurnError
from corr.game.views import ComposeView, GameView, PreviewView, TurnReceipt
from corr.game.words import meant_words
from corr.play import turn_drafts, turns, views
from corr.play.messages import LONGEST, SendMessage, send_message
from corr.play.turn_preview import course_so_far
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
from corr.web.draft_json import draft_with_board, in_page
from corr.web.errors import status_of
from corr.web.rendering import go_to, page, wants_json

_WORDS_LENGTH = 2 * LONGEST
"""More than a message may have, so that the refusal speaks of it."""
_WORDS_SHOWN = 300

pages = Blueprint("turns", __name__, url_prefix="/games")


@dataclass(frozen=True, slots=True)
class Typed:
    """A turn as a form has it."""

    number: int
    text: str
    words: str = ""
    """What goes to the other player with the turn."""


@dataclass(frozen=True, slots=True)
class ComposePage:
    """A turn in the making."""

    game: GameView
    compose: ComposeView
    board: Markup
    is_flipped: bool
    links: ComposeLinks
    draft_json: Markup
    """The finished actions and what can follow them as JSON, for scripts."""


@dataclass(frozen=True, slots=True)
class PreviewPage:
    """What a turn would do."""

    game: GameView
    preview: PreviewView
    board: Markup
    words: str = ""
    """What goes to the other player with the turn."""


@dataclass(frozen=True, slots=True)
class RefusedPage:
    """A turn that cannot be played: what was typed, what was wrong with it, and what could be played."""

    game: GameView
    typed: Typed
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
    typed: Typed
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
            return _refusal_page(view, Typed(number, begun), refusal)
        except ConflictError as conflict:
            return _moved_on(game_id, Typed(number, begun), conflict)
        links, flipped = compose_links(made, game_place(made)), is_flipped(view)
        course = course_so_far(made.steps, view.course)
        board = position_board(made.scene, flipped=flipped, links=links, course=course, picked=picked_squares(made))
        draft = turn_drafts.draft_turn(reader, game_id, player.player_id, number, begun=made.begun)
        text = in_page(draft_with_board(draft, flipped=flipped))
        return page("games/compose.html", ComposePage(view, made, board, flipped, links, text))


@pages.get("/<id:game_id>/preview")
def preview(game_id: str) -> Response:
    """What a typed turn would do; nothing is played."""
    number = forms.query_number("turn", 0)
    text = forms.query("text", forms.TURN_LENGTH)
    with reading() as reader:
        return _preview(reader, game_id, Typed(number, text))


@pages.post("/<id:game_id>/turns")
def submit(game_id: str) -> Response:
    """Play a turn and pass on the words with it, or only look at what it would do, as the pressed button says."""
    number = forms.number_field("turn")
    typed = Typed(number, forms.text_field("text", forms.TURN_LENGTH), forms.text_field("words", _WORDS_LENGTH))
    if forms.field("act", 20) == "preview":
        # Words for one person have no place in an address.
        if typed.words:
            with reading() as reader:
                return _preview(reader, game_id, typed)
        return go_to(f"/games/{game_id}/preview?{urlencode({'turn': number, 'text': typed.text})}")
    try:
        with writing() as uow:
            player_id = current_player().player_id
            order = SubmitTurn(game_id, player_id, number, typed.text, door="web", received_at=uow.asked_at)
            receipt = turns.submit_turn(uow, order)
            passed_on = _pass_on(uow, order, receipt, typed.words) if typed.words else ""
    except TurnError as refusal:
        if wants_json():
            raise
        with reading() as reader:
            view = views.game_view(reader, game_id, current_player().player_id)
            return _refusal_page(view, typed, refusal)
    except ConflictError as conflict:
        if wants_json():
            raise
        return _moved_on(game_id, typed, conflict)
    return go_to(f"/games/{game_id}", f"{_receipt_words(receipt)} {passed_on}".strip(), played=game_id)


def _pass_on(uow: UnitOfWork, order: SubmitTurn, receipt: TurnReceipt, words: str) -> str:
    """What became of the words that came with a turn, which is played whatever becomes of them."""
    # The same words with the same turn are the same order, also if the choice of a turn is changed.
    key = f"turn {receipt.turn_number} {sha256(words.encode()).hexdigest()[:16]}"
    message = SendMessage(order.game_id, order.player_id, words, "web", key, turn_number=receipt.turn_number)
    try:
        with uow.attempt():
            return send_message(uow, message).sentence
    except CorrError as refusal:
        return f"Your message was not sent: {refusal.sentence} You wrote: {words[:_WORDS_SHOWN]}"


def _preview(reader: Reader, game_id: str, typed: Typed) -> Response:
    player = current_player()
    view = views.game_view(reader, game_id, player.player_id)
    try:
        found = turn_drafts.preview_turn(reader, game_id, player.player_id, typed.number, text=typed.text)
    except TurnError as refusal:
        return _refusal_page(view, typed, refusal)
    except ConflictError as conflict:
        return _moved_on(game_id, typed, conflict)
    course = course_so_far(found.steps, view.course)
    board = position_board(found.scene, flipped=is_flipped(view), course=course)
    return page("games/preview.html", PreviewPage(view, found, board, typed.words))


def _refusal_page(view: GameView, typed: Typed, refusal: TurnError) -> Response:
    board = board_of(view, flipped=is_flipped(view))
    begun = f"{refusal.begun}, " if refusal.begun else ""
    ways = tuple(
        (action, f"/games/{view.id}/compose?{urlencode({'turn': typed.number, 'begun': begun + action})}#board")
        for action in refusal.refusal.legal
    )
    shown = RefusedPage(view, typed, refusal, board, ways, meant_words(typed.text))
    return page("games/refused.html", shown, status=status_of(refusal))


def _moved_on(game_id: str, typed: Typed, conflict: ConflictError) -> Response:
    view = MovedOnPage(game_id, typed, conflict.sentence)
    return page("games/moved_on.html", view, status=status_of(conflict))


def _receipt_words(receipt: TurnReceipt) -> str:
    if receipt.stands:
        return f"You submitted {receipt.text} before, and changed it later: {receipt.stands} counts."
    if receipt.is_sealed:
        happened = (
            "had been submitted already" if receipt.repeated else "is changed" if receipt.is_changed else "is kept"
        )
        return f"Your choice {happened}: {receipt.text}. You may change it until the other player has chosen."
    if receipt.is_together:
        return f"Your choice is made: {receipt.text}. {receipt.outcome_words or 'Both players have chosen.'}"
    again = "had been played already" if receipt.repeated else "is played"
    remark = f" ({receipt.remark})" if receipt.remark else ""
    ending = f" {receipt.outcome_words}" if receipt.outcome_words else ""
    return f"Your turn {again}: {receipt.text}{remark}.{ending}"
