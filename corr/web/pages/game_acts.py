"""What players do in a game besides turns: resign, draws, messages; and about clocks: give time, claim, add days."""

from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Any

from flask import Blueprint, Response

from corr.base.tokens import new_order_key
from corr.base.uow import Reader
from corr.clocks.forecast import ClockForecast, GameForecast, find_game_forecast
from corr.clocks.gifts import DAYS_TO_GIVE, GiveTime, check_changeable, give_time, given
from corr.errors import InputError, NotAllowedError
from corr.game.game_row import get_game_row
from corr.game.views import GameView
from corr.game.words import EventKind
from corr.games.seats import FIRST, SECOND
from corr.leagues.extensions import DAYS_TO_EXTEND, ExtendTime, check_may_extend, extend_time, extended, runs_game
from corr.leagues.pairings import coming_paces
from corr.play import endings, messages, views
from corr.play.deadlines import ClaimTime, NothingToClaimError, claim_time
from corr.play.messages import SendMessage
from corr.players.sessions import SessionPlayer
from corr.web import forms
from corr.web.auth import current_admin, current_player, reading, request_session, writing
from corr.web.errors import status_of
from corr.web.rendering import go_to, page

_DRAW_ACTS = {
    "offer": endings.offer_draw,
    "withdraw": endings.withdraw_draw,
}
_DRAW_ANSWERS = {
    "accept": endings.accept_draw,
    "decline": endings.decline_draw,
}
_TEXT_LENGTH = 4000
"""Characters that the form may have: more than a message, so that a long one is refused as a message."""
_SEATS = {"first": FIRST, "second": SECOND, "both": None}
pages = Blueprint("acts", __name__, url_prefix="/games")


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
        word = forms.field("act", 20)
        order: dict[str, Any] = {"received_at": uow.asked_at}
        if word in _DRAW_ANSWERS:
            order["seen_offer"] = forms.seen_offer()
        act = (_DRAW_ACTS | _DRAW_ANSWERS).get(word)
        if act is None:
            raise InputError("A draw can be offered, withdrawn, accepted or declined.", field="act")
        receipt = act(uow, game_id, player.player_id, "web", **order)
    return go_to(f"/games/{game_id}", receipt.sentence)


@dataclass(frozen=True, slots=True)
class UnsentPage:
    """A message that was not sent, and why."""

    game: GameView
    opponent: str
    version: int
    """That of the page with the form."""
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
            game = views.game_view(reader, game_id, current_player().player_id, most_messages=0)
            opponent = next(seat.name for seat in game.seats if not seat.is_you)
            unsent = UnsentPage(game, opponent, version, text, refusal.sentence, refusal.field)
            return page("games/unsent.html", unsent, status=status_of(refusal))
    return go_to(f"/games/{game_id}#messages", receipt.sentence)


@pages.post("/<id:game_id>/messages/read")
def read(game_id: str) -> Response:
    """Note that the player has read the messages that the page shows."""
    up_to = forms.number_field("up_to")
    with writing() as uow:
        messages.mark_read(uow, game_id, current_player().player_id, up_to)
    return go_to(f"/games/{game_id}#messages")


def _order_key(player_id: int, version: int, text: str) -> str:
    """
    The key of a message: the same for the same text from the same page, so that a second click sends nothing.

    A kept page is shown to its player again and again, so it cannot hold a key of its own.
    """
    return f"web {player_id} {version} {sha256(text.encode()).hexdigest()[:32]}"


@dataclass(frozen=True, slots=True)
class GivePage:
    """The page that asks for confirmation before a day is given."""

    game: GameView
    forecast: GameForecast | None
    order_key: str
    """Tells a second click from a second day."""
    left: int
    """How many more days may be given."""


@dataclass(frozen=True, slots=True)
class ClaimPage:
    """The page that asks for confirmation before the game is claimed."""

    game: GameView
    late: ClockForecast
    """The clock that ran out."""


@dataclass(frozen=True, slots=True)
class ExtendForm:
    """The form for an extension, as it was filled in."""

    order_key: str
    seat: str = "both"
    days: str = "1"
    reason: str = ""
    fault: str = ""
    field: str = ""

    def order(self, game_id: str, by_player_id: int, order_key: str) -> ExtendTime:
        """
        What the form asks for.

        :raises InputError: it does not say whose clock.
        """
        if self.seat not in _SEATS:
            raise InputError("Choose whose clock: the first player’s, the second’s, or both.", field="seat")
        return ExtendTime(game_id, by_player_id, _SEATS[self.seat], self.days, self.reason, order_key)


@dataclass(frozen=True, slots=True)
class ExtendPage:
    """The form and what it is about."""

    game: GameView
    forecast: GameForecast | None
    left: int
    """How many more days may be added."""
    form: ExtendForm


@pages.get("/<id:game_id>/time")
def confirm_gift(game_id: str) -> Response:
    """Ask for confirmation before a day is given."""
    with reading() as reader:
        player_id = current_player().player_id
        mine = get_game_row(reader, game_id).get_seat(player_id)
        view = _timed(reader, game_id, player_id)
        forecast = find_game_forecast(reader, game_id, player_id, coming_paces)
        left = DAYS_TO_GIVE - given(reader, game_id, EventKind.TIME_GIVEN, mine.seat).days
        return page("games/give.html", GivePage(view, forecast, new_order_key(), left))


@pages.post("/<id:game_id>/time")
def give(game_id: str) -> Response:
    """Give the opponent a day."""
    with writing() as uow:
        key = forms.order_key()
        receipt = give_time(uow, GiveTime(game_id, current_player().player_id, key, "web", uow.asked_at))
    return go_to(f"/games/{game_id}", receipt.sentence)


@pages.get("/<id:game_id>/claim")
def confirm_claim(game_id: str) -> Response:
    """Ask for confirmation before the game is claimed."""
    with reading() as reader:
        player_id = current_player().player_id
        view = views.game_view(reader, game_id, player_id)
        forecast = find_game_forecast(reader, game_id, player_id, coming_paces)
        late = forecast.claimable if forecast else None
        if late is None:
            raise NothingToClaimError("There is nothing for you to claim in this game.")
        return page("games/claim.html", ClaimPage(view, late))


@pages.post("/<id:game_id>/claim")
def claim(game_id: str) -> Response:
    """Claim the game, because the opponent's time ran out."""
    with writing() as uow:
        receipt = claim_time(uow, ClaimTime(game_id, current_player().player_id, "web", uow.asked_at))
    return go_to(f"/games/{game_id}", receipt.sentence)


@pages.get("/<id:game_id>/extension")
def extension_form(game_id: str) -> Response:
    """The form for an extension: whose clock, how many days, and why."""
    with reading() as reader:
        _extender(reader, game_id)
        return page("games/extend.html", _extend_page(reader, game_id, ExtendForm(new_order_key())))


@pages.post("/<id:game_id>/extension")
def extend(game_id: str) -> Response:
    """Add days to a clock, or to both."""
    with reading() as reader:
        # Before the form is read: to everybody else there is no such page, whatever they send.
        extender = _extender(reader, game_id)
    form = ExtendForm(
        order_key=forms.order_key(),
        seat=forms.field("seat", 10, missing="both"),
        days=forms.field("days", 20),
        reason=forms.reason(),
    )
    try:
        with writing() as uow:
            receipt = extend_time(uow, form.order(game_id, extender.player_id, forms.order_key_of_contents()))
    except InputError as refusal:
        with reading() as reader:
            again = _extend_page(reader, game_id, replace(form, fault=refusal.sentence, field=refusal.field))
            return page("games/extend.html", again, status=status_of(refusal))
    return go_to(f"/games/{game_id}", receipt.sentence)


def _extender(reader: Reader, game_id: str) -> SessionPlayer:
    """The viewer as an organiser of the game's league, or as an administrator. To others there is no such page."""
    player = request_session().player
    if player is not None and runs_game(reader, game_id, player.player_id):
        return player
    return current_admin()


def _extend_page(reader: Reader, game_id: str, form: ExtendForm) -> ExtendPage:
    admin = _extender(reader, game_id)
    check_may_extend(reader, admin.player_id, get_game_row(reader, game_id))
    view = _timed(reader, game_id, admin.player_id)
    forecast = find_game_forecast(reader, game_id, admin.player_id, coming_paces)
    left = DAYS_TO_EXTEND - extended(reader, game_id).days
    return ExtendPage(view, forecast, left, form)


def _timed(reader: Reader, game_id: str, viewer: int) -> GameView:
    """The game; refused if its clocks may not be changed."""
    check_changeable(get_game_row(reader, game_id))
    return views.game_view(reader, game_id, viewer)
