"""What may be done about the clocks of a game: giving time, claiming the game, and adding days to a clock."""

from dataclasses import dataclass, replace

from flask import Blueprint, Response

from corr.base.tokens import new_order_key
from corr.base.uow import Reader
from corr.clocks.forecast import ClockForecast, GameForecast, find_game_forecast
from corr.clocks.gifts import DAYS_TO_GIVE, GiveTime, check_changeable, give_time, given
from corr.errors import InputError
from corr.game.game_row import get_game_row
from corr.game.views import GameView
from corr.game.words import EventKind
from corr.games.seats import FIRST, SECOND
from corr.leagues.extensions import DAYS_TO_EXTEND, ExtendTime, check_may_extend, extend_time, extended, runs_game
from corr.leagues.league_games import coming_paces
from corr.play import views
from corr.play.claims import ClaimTime, NothingToClaimError, claim_time
from corr.players.sessions import SessionPlayer
from corr.web import forms
from corr.web.auth import current_admin, current_player, reading, request_session, writing
from corr.web.errors import status_of
from corr.web.rendering import go_to, page

_SEATS = {"first": FIRST, "second": SECOND, "both": None}

pages = Blueprint("times", __name__, url_prefix="/games")


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

    def order(self, game_id: str, by_player_id: int) -> ExtendTime:
        """
        What the form asks for.

        :raises InputError: it does not say whose clock.
        """
        if self.seat not in _SEATS:
            raise InputError("Choose whose clock: the first player’s, the second’s, or both.", field="seat")
        return ExtendTime(game_id, by_player_id, _SEATS[self.seat], self.days, self.reason, self.order_key)


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
        forecast = find_game_forecast(reader, game_id, player_id, coming_paces)
        late = forecast.claimable if forecast else None
        if late is None:
            raise NothingToClaimError("There is nothing for you to claim in this game.")
        view = views.game_view(reader, game_id, player_id)
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
            receipt = extend_time(uow, form.order(game_id, extender.player_id))
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
