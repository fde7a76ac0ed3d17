"""
Mails that wait for their player's word: looking at what one asks for changes nothing, a button does it or forgets it.

The link of the letter proves the registered address, so nobody has to sign in. Signed in, the page of the mail leads
here too.
"""

from dataclasses import dataclass, field
from http import HTTPStatus

from flask import Blueprint, Response

from corr.errors import NotFoundError
from corr.mail.answering import confirming
from corr.mail.answering.answers import Answer
from corr.mail.answering.confirming import Asked
from corr.service import views
from corr.service.mail import held
from corr.service.mail.held import HeldView
from corr.service.uow import Reader
from corr.web.rendering import go_to, page
from corr.web.visits import reading, the_player, writing

_UNKNOWN = "There is nothing to confirm here. The link may have been mistyped, or what it was for is long gone."
_LONGEST_FLASH = 600

pages = Blueprint("held", __name__)


@dataclass(frozen=True, slots=True)
class HeldPage:
    """A mail that waits, or waited, for its player's word."""

    address: str = field(repr=False)
    """Of this page, which the forms lead to."""
    game_id: str | None
    game: str
    """The game's title, and who plays; empty for what is about no game."""
    opponent: str
    asked: Asked
    fate: str
    """ "waiting", "confirmed", "rejected", "replaced", "overtaken" or "expired"."""


@pages.get("/held/<token:token>")
def look(token: str) -> Response:
    """Show what a mail asks for, by the link of the letter; opening a link changes nothing."""
    with reading() as reader:
        return _shown(reader, held.find_held(reader, token), f"/held/{token}")


@pages.post("/held/<token:token>/confirm")
def confirm(token: str) -> Response:
    """Do what the mail asks for."""
    with writing() as uow:
        _check_known(held.find_held(uow, token))
        answer = confirming.confirm(uow, token)
    return go_to(f"/held/{token}", _words(answer))


@pages.post("/held/<token:token>/reject")
def reject(token: str) -> Response:
    """Forget what the mail asks for."""
    with writing() as uow:
        _check_known(held.find_held(uow, token))
        answer = confirming.reject(uow, token)
    return go_to(f"/held/{token}", _words(answer))


@pages.get("/account/mails/<count:mail_id>/held")
def look_at_mine(mail_id: str) -> Response:
    """Show what a mail asks for, to its player."""
    with reading() as reader:
        found = held.find_held_of_mail(reader, the_player().player_id, int(mail_id))
        return _shown(reader, found, f"/account/mails/{int(mail_id)}/held")


@pages.post("/account/mails/<count:mail_id>/held/confirm")
def confirm_mine(mail_id: str) -> Response:
    """Do what the player's mail asks for."""
    with writing() as uow:
        player_id = the_player().player_id
        _check_known(held.find_held_of_mail(uow, player_id, int(mail_id)))
        answer = confirming.confirm_of_mail(uow, player_id, int(mail_id))
    return go_to(f"/account/mails/{int(mail_id)}", _words(answer))


@pages.post("/account/mails/<count:mail_id>/held/reject")
def reject_mine(mail_id: str) -> Response:
    """Forget what the player's mail asks for."""
    with writing() as uow:
        player_id = the_player().player_id
        _check_known(held.find_held_of_mail(uow, player_id, int(mail_id)))
        answer = confirming.reject_of_mail(uow, player_id, int(mail_id))
    return go_to(f"/account/mails/{int(mail_id)}", _words(answer))


@pages.post("/games/<id:game_id>/held/<count:mail_id>/confirm")
def confirm_in_game(game_id: str, mail_id: str) -> Response:
    """Do what the player's mail asks for, and go on with the game."""
    with writing() as uow:
        player_id = the_player().player_id
        _check_in_game(held.find_held_of_mail(uow, player_id, int(mail_id)), game_id)
        answer = confirming.confirm_of_mail(uow, player_id, int(mail_id))
    return go_to(f"/games/{game_id}", _words(answer))


@pages.post("/games/<id:game_id>/held/<count:mail_id>/reject")
def reject_in_game(game_id: str, mail_id: str) -> Response:
    """Forget what the player's mail asks for, and go on with the game."""
    with writing() as uow:
        player_id = the_player().player_id
        _check_in_game(held.find_held_of_mail(uow, player_id, int(mail_id)), game_id)
        answer = confirming.reject_of_mail(uow, player_id, int(mail_id))
    return go_to(f"/games/{game_id}", _words(answer))


def _shown(reader: Reader, found: HeldView | None, address: str) -> Response:
    known = _check_known(found)
    game, opponent = "", ""
    if known.game_id is not None:
        view = views.game_view(reader, known.game_id, known.player_id)
        game = f"{view.title}, {' – '.join(seat.name for seat in view.seats)}"
        opponent = next((seat.name for seat in view.seats if not seat.is_you), "")
    shown = HeldPage(address, known.game_id, game, opponent, confirming.asked(known), known.fate)
    return page("entry/held.html", shown, status=HTTPStatus.OK if known.may_confirm else HTTPStatus.GONE)


def _check_known(found: HeldView | None) -> HeldView:
    """
    The same held order, if there is one.

    :raises NotFoundError: there is none.
    """
    if found is None:
        raise NotFoundError(_UNKNOWN)
    return found


def _check_in_game(found: HeldView | None, game_id: str) -> None:
    """
    Make sure that what is held is about that game.

    :raises NotFoundError: it is not, or there is none.
    """
    if _check_known(found).game_id != game_id:
        raise NotFoundError(_UNKNOWN)


def _words(answer: Answer) -> str:
    """What became of it, short enough for a cookie."""
    words = " ".join([answer.title, *answer.lines])
    return words if len(words) <= _LONGEST_FLASH else f"{words[:_LONGEST_FLASH]}…"
