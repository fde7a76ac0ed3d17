"""
Making a turn: composed by clicks, previewed, left half-made, handed in; the page of a refused turn; and where players
go once a turn is submitted: to the next game that waits, to their games, or nowhere.
"""

from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from urllib.parse import urlencode

from flask import Blueprint, Response, jsonify
from markupsafe import Markup

from corr.base.uow import Reader, UnitOfWork
from corr.errors import ConflictError, CorrError, InputError, NotFoundError, TurnError
from corr.game.game_row import get_game_row
from corr.game.views import ComposeView, GameView, PreviewView, TurnReceipt
from corr.game.words import meant_words
from corr.play import turn_drafts, turns, views
from corr.play.crossing_draws import UnseenDrawOfferError
from corr.play.messages import LONGEST, SendMessage, send_message, with_block
from corr.play.running_games import after_turn, running_games
from corr.play.turn_drafts import KeepDraft, KeptDraft, NewerDraftError, find_kept_draft, keep_draft
from corr.play.turn_preview import course_so_far
from corr.play.turns import SubmitTurn
from corr.players.profiles import set_after_turn
from corr.web import forms
from corr.web.auth import current_player, reading, writing
from corr.web.boards import (
    ComposeLinks,
    board_of,
    compose_links,
    game_place,
    is_flipped,
    is_flipped_for,
    knows_signs,
    picked_squares,
    position_board,
)
from corr.web.draft_json import draft_with_board, in_page
from corr.web.errors import status_of
from corr.web.rendering import go_to, json_answer, page, tagged, wants_json

_WORDS_LENGTH = 2 * LONGEST
"""More than a message may have, so that the refusal speaks of it."""
_WORDS_SHOWN = 300
_MOMENT_LENGTH, _ID_LENGTH, _WORD_LENGTH = 40, 16, 10
_GOES_ON = {
    "stay": "After each turn you stay on its page from now on.",
    "next": "After each turn you go to the next game from now on.",
    "games": "After each turn you go to your games from now on.",
}

pages = Blueprint("turns", __name__)


@dataclass(frozen=True, slots=True)
class Typed:
    """A turn as a form has it."""

    number: int
    text: str
    words: str = ""
    """What goes to the other player with the turn."""
    seen_offer: int | None = None
    """The id of the draw offer that the page with the form showed; None if it showed none."""


@dataclass(frozen=True, slots=True)
class ComposePage:
    """A turn in the making."""

    game: GameView
    compose: ComposeView
    board: Markup
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
    question: str = ""
    """Why it was not played at once: a draw offer came that the player had not seen. Empty if it is only looked at."""


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


@pages.get("/games/<id:game_id>/compose")
def compose(game_id: str) -> Response:
    """The half-made turn: its board, and what can be clicked next."""
    number = forms.query_number("turn", 0)
    begun = forms.query("begun", forms.TURN_LENGTH)
    picks = forms.picks()
    with reading() as reader:
        player = current_player()
        view = _game_view(reader, game_id)
        try:
            made = turn_drafts.compose_turn(reader, game_id, player.player_id, number, begun=begun, picks=picks)
        except TurnError as refusal:
            return _refusal_page(view, Typed(number, begun), refusal)
        except ConflictError as conflict:
            return _moved_on(game_id, Typed(number, begun), conflict)
        links, flipped = compose_links(made, game_place(made)), is_flipped(view)
        board = position_board(
            made.scene,
            flipped=flipped,
            links=links,
            course=course_so_far(made.steps, view.course),
            picked=picked_squares(made),
            folded=knows_signs(view),
        )
        draft = turn_drafts.draft_turn(reader, game_id, player.player_id, number, begun=made.begun)
        text = in_page(draft_with_board(draft, flipped=flipped))
        return page("games/compose.html", ComposePage(view, made, board, links, text))


@pages.get("/games/<id:game_id>/preview")
def preview(game_id: str) -> Response:
    """What a typed turn would do; nothing is played."""
    number = forms.query_number("turn", 0)
    text = forms.query("text", forms.TURN_LENGTH)
    with reading() as reader:
        return _preview(reader, game_id, Typed(number, text))


@pages.get("/games/<id:game_id>/draft")
def draft(game_id: str) -> Response:
    """The half-made turn of the player who asks, or as much of a typed one as is legal, as JSON for scripts."""
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


@pages.get("/games/<id:game_id>/kept-draft")
def find_kept(game_id: str) -> Response:
    """The half-made turn that the player left; empty if there is none."""
    with reading() as reader:
        found = find_kept_draft(reader, game_id, current_player().player_id, forms.query_number("turn", 0))
    return jsonify(_shown(found))


@pages.post("/games/<id:game_id>/kept-draft")
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
        raise InputError(f"The field “{name}” is not a moment; send back what the last answer said.", field=name)
    return moment


@pages.post("/games/<id:game_id>/turns")
def submit(game_id: str) -> Response:
    """Play a turn and pass on the words with it, or only look at what it would do, as the pressed button says."""
    number = forms.number_field("turn")
    text, message = forms.text_field("text", forms.TURN_LENGTH), forms.text_field("words", _WORDS_LENGTH)
    typed = Typed(number, text, message, forms.seen_offer())
    act = forms.field("act", 20)
    if act not in {"", "submit", "preview"}:
        raise InputError("A turn can be submitted, or previewed first.", field="act")
    if act == "preview":
        # Words for one person have no place in an address.
        if typed.words:
            with reading() as reader:
                return _preview(reader, game_id, typed)
        return go_to(f"/games/{game_id}/preview?{urlencode({'turn': number, 'text': typed.text})}")
    try:
        with writing() as uow:
            player_id = current_player().player_id
            order = SubmitTurn(
                game_id,
                player_id,
                number,
                typed.text,
                door="web",
                received_at=uow.asked_at,
                seen_offer=typed.seen_offer,
                asks_first=True,
            )
            receipt = turns.submit_turn(uow, order)
            passed_on = _pass_on(uow, order, receipt, typed.words) if typed.words else ""
    except TurnError as refusal:
        if wants_json():
            raise
        with reading() as reader:
            view = _game_view(reader, game_id)
            return _refusal_page(view, typed, refusal)
    except UnseenDrawOfferError as unseen:
        if wants_json():
            raise
        with reading() as reader:
            return _preview(reader, game_id, typed, unseen)
    except ConflictError as conflict:
        if wants_json():
            raise
        return _moved_on(game_id, typed, conflict)
    words = (_receipt_words(receipt), receipt.draw_words, passed_on)
    return go_to(f"/games/{game_id}", " ".join(filter(None, words)), played=game_id)


def _pass_on(uow: UnitOfWork, order: SubmitTurn, receipt: TurnReceipt, words: str) -> str:
    """What became of the words that came with a turn, which is played whatever becomes of them."""
    # The same words with the same turn are the same order, also if the choice of a turn is changed.
    key = f"turn {receipt.turn_number} {sha256(words.encode()).hexdigest()[:16]}"
    message = SendMessage(order.game_id, order.player_id, words, "web", key, turn_number=receipt.turn_number)
    try:
        with uow.attempt():
            return send_message(uow, message).sentence
    except CorrError as refusal:
        return f"Your message was not sent. {refusal.sentence} You wrote: {words[:_WORDS_SHOWN]}"


def _game_view(reader: Reader, game_id: str) -> GameView:
    """The game as the player sees it who makes a turn in it."""
    return with_block(reader, views.game_view(reader, game_id, current_player().player_id))


def _preview(reader: Reader, game_id: str, typed: Typed, unseen: UnseenDrawOfferError | None = None) -> Response:
    """The page of a turn before it is played; *unseen*: why it was not played at once."""
    player = current_player()
    view = _game_view(reader, game_id)
    try:
        found = turn_drafts.preview_turn(reader, game_id, player.player_id, typed.number, text=typed.text)
    except TurnError as refusal:
        return _refusal_page(view, typed, refusal)
    except ConflictError as conflict:
        return _moved_on(game_id, typed, conflict)
    course = course_so_far(found.steps, view.course)
    board = position_board(found.scene, flipped=is_flipped(view), course=course, folded=knows_signs(view))
    # The offer may be gone by now; then the turn is only to be submitted again.
    shown = PreviewPage(view, found, board, typed.words, unseen.sentence if unseen and view.draw_offered_to_you else "")
    return page("games/preview.html", shown, status=status_of(unseen) if unseen else 200)


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
        return f"Your choice {happened}."
    if receipt.is_together:
        return f"Your choice is made: {receipt.text}. {receipt.outcome_words or 'Both players have chosen.'}"
    submitted = "Your turn had been played already" if receipt.repeated else "Turn submitted"
    remark = f" ({receipt.remark})" if receipt.remark else ""
    ending = f" {receipt.outcome_words}" if receipt.outcome_words else ""
    return f"{submitted}: {receipt.text}{remark}.{ending}"


@pages.get("/next")
def next_game() -> Response:
    """Lead to the most urgent game that waits for the player, other than the one that they come from."""
    game_id = forms.query("after", _ID_LENGTH)
    with reading() as reader:
        player_id = current_player().player_id
        lines = running_games(reader, player_id).page.items
        played = _played(reader, game_id, player_id)
    found = next((line.id for line in lines if line.is_your_turn and line.id != game_id), "")
    sentence = "This game is next." if found else "No other game waits for you."
    return go_to(f"/games/{found}" if found else "/", sentence, played=played)


def _played(reader: Reader, game_id: str, player_id: int) -> str:
    """The game that a player comes from, if it is one of theirs."""
    try:
        return game_id if get_game_row(reader, game_id).find_seat(player_id) else ""
    except NotFoundError:
        return ""


@pages.post("/account/after-turn")
def change_after_turn() -> Response:
    """Remember where to go, and go there."""
    word = forms.field("after", _WORD_LENGTH)
    game_id = forms.field("game", _ID_LENGTH)
    with writing() as uow:
        player_id = current_player().player_id
        wanted = set_after_turn(uow, player_id, word)
        others = after_turn(uow, player_id, game_id).others
    if not forms.is_game_id(game_id):
        return go_to("/account", _GOES_ON[wanted])
    if wanted == "next" and others:
        return go_to(f"/next?after={game_id}")
    return go_to("/" if wanted == "games" else f"/games/{game_id}", _GOES_ON[wanted], played=game_id)
