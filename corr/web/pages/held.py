"""
Mails that wait for their player's word: looking at what one asks for changes nothing, a button does it or forgets it.

The link of the letter proves the registered address, so nobody has to sign in. Signed in, the page of the mail leads
here too.
"""

from dataclasses import dataclass, field
from datetime import datetime
from http import HTTPStatus

from flask import Blueprint, Response

from corr.errors import NotFoundError
from corr.mail.answering import confirming
from corr.mail.answering.answers import Answer
from corr.service import views
from corr.service.mail import held
from corr.service.mail.held import HeldView
from corr.service.uow import Reader
from corr.web.rendering import go_to, page
from corr.web.visits import reading, the_player, writing

_UNKNOWN = "There is nothing to confirm here. The link may have been mistyped, or what it was for is long gone."
_FORGOTTEN = "Nothing of it was done. If somebody else keeps writing in your name, tell whoever runs this service."
_NOTHING_WAITS = "There was nothing left to forget."
_LONGEST_FLASH = 600

pages = Blueprint("held", __name__)


@dataclass(frozen=True, slots=True)
class HeldPage:
    """A mail that waits, or waited, for its player's word."""

    address: str = field(repr=False)
    """Of this page, which the forms lead to."""
    game_id: str
    game: str
    """The game's title, and who plays."""
    written_by: str
    received_at: datetime
    expires_at: datetime
    asked: tuple[str, ...] = field(repr=False)
    """What it asks for, a line for each thing."""
    words: str = field(repr=False)
    """What would be passed on with it."""
    opponent: str
    state: str
    """ "waiting", "confirmed", "rejected" or "expired"."""


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
        is_forgotten = held.reject_held(uow, token)
    return go_to(f"/held/{token}", _FORGOTTEN if is_forgotten else _NOTHING_WAITS)


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
        is_forgotten = held.reject_held_of_mail(uow, player_id, int(mail_id))
    return go_to(f"/account/mails/{int(mail_id)}", _FORGOTTEN if is_forgotten else _NOTHING_WAITS)


def _shown(reader: Reader, found: HeldView | None, address: str) -> Response:
    waiting = _check_known(found)
    game = views.game_view(reader, waiting.game_id, waiting.player_id)
    view = HeldPage(
        address=address,
        game_id=waiting.game_id,
        game=f"{game.title}, {' – '.join(seat.name for seat in game.seats)}",
        written_by=waiting.written_by,
        received_at=waiting.received_at,
        expires_at=waiting.expires_at,
        asked=confirming.asked_for(waiting),
        words=confirming.words_with(waiting),
        opponent=next(seat.name for seat in game.seats if not seat.is_you),
        state="expired" if waiting.state == "waiting" and waiting.is_expired else waiting.state,
    )
    return page("entry/held.html", view, status=HTTPStatus.OK if waiting.may_confirm else HTTPStatus.GONE)


def _check_known(found: HeldView | None) -> HeldView:
    """
    The same held order, if there is one.

    :raises NotFoundError: there is none.
    """
    if found is None:
        raise NotFoundError(_UNKNOWN)
    return found


def _words(answer: Answer) -> str:
    """What became of it, short enough for a cookie."""
    words = " ".join([answer.title, *answer.lines])
    return words if len(words) <= _LONGEST_FLASH else f"{words[:_LONGEST_FLASH]}…"
