"""
A player's mails: what came in, what was read in it, what became of it, and what waits for a yes or no.

Looking at a held order changes nothing; a button decides. The link in the letter proves the registered address, so
nobody has to sign in. Signed-in players also get there from the page of the mail.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from http import HTTPStatus

from flask import Blueprint, Response, make_response

from corr.base.delivery_ledger import LetterBoard
from corr.base.paging import Page
from corr.base.uow import Reader
from corr.errors import NotFoundError
from corr.mail.answering import confirmations
from corr.mail.answering.answers import Answer
from corr.mail.answering.confirmations import AskedConfirmation, asked
from corr.mail.queues import held_orders, mail_history
from corr.mail.queues.held_orders import HeldView, find_held_of_mail
from corr.mail.queues.mail_history import RAW_DAYS, MailLine, MailView
from corr.mail.reading.words.commands import Act
from corr.play import views
from corr.play.crossing_draws import UnseenDrawOfferError
from corr.web import forms
from corr.web.auth import current_player, reading, viewer_id, writing
from corr.web.rendering import go_to, page

_GONE = (
    "This mail is not kept to the letter any more: mails are forgotten after {} days. "
    "What was read in it, and what became of it, still stands on its page.\n"
)
_UNKNOWN = "There is nothing to confirm here. The link may have been mistyped, or what it was for is long gone."
_LONGEST_FLASH = 600
pages = Blueprint("mails", __name__)


@dataclass(frozen=True, slots=True)
class MailsPage:
    """A page of a player's mails."""

    mails: Page[MailLine]
    raw_days: int = RAW_DAYS


@dataclass(frozen=True, slots=True)
class MailPage:
    """One mail of a player."""

    mail: MailView
    asked: AskedConfirmation | None
    """The question about its held order; None if it has none."""

    @property
    def says_more(self) -> bool:
        """Whether its words are not shown by the question already."""
        asked_for = " ".join(self.asked.asked).split() if self.asked else None
        return bool(self.mail.cut_text) or self.mail.new_text.split() != asked_for


@pages.get("/account/mails")
def all_mails() -> Response:
    """The mails, the latest first."""
    number = forms.page_number()
    with reading() as reader:
        return page("account/mails.html", MailsPage(mail_history.mails_of(reader, current_player().player_id, number)))


@pages.get("/account/mails/<count:mail_id>")
def mail(mail_id: str) -> Response:
    """One mail."""
    with reading() as reader:
        player_id = current_player().player_id
        view = mail_history.get_mail(reader, player_id, int(mail_id))
        held = find_held_of_mail(reader, player_id, int(mail_id)) if view.line.is_held else None
        return page("account/mail.html", MailPage(view, None if held is None else asked(reader, held)))


@pages.get("/account/mails/<count:mail_id>/raw")
def raw(mail_id: str) -> Response:
    """One mail exactly as it came, as a file: no browser takes it for a page."""
    with reading() as reader:
        found = mail_history.find_raw(reader, current_player().player_id, int(mail_id))
    if found is None:
        response = make_response(_GONE.format(RAW_DAYS), 410)
        response.content_type = "text/plain; charset=utf-8"
        return response
    return raw_mail(found, f"mail-{int(mail_id)}.eml")


def raw_mail(content: bytes, name: str) -> Response:
    """
    A mail exactly as it came, to be saved as a file.

    :param name: of the file, in ASCII.
    """
    response = make_response(content)
    # Whoever wrote it may have put anything in: it is given out as a file and never shown.
    response.content_type = "message/rfc822"
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    response.headers["Content-Security-Policy"] = "default-src 'none'; sandbox"
    return response


@dataclass(frozen=True, slots=True)
class HeldPage:
    """A held order, waiting or decided."""

    address: str = field(repr=False)
    """The page's own address, below which its forms post."""
    game_id: str | None
    game: str
    """The game's title and players; empty if the order is about no game."""
    opponent: str
    asked: AskedConfirmation
    player_id: int
    """Whose mail it is, as far as is known."""
    player: str
    """The same by name; empty if the order is about no game."""
    board: LetterBoard | None
    """The board as the player sees it who is signed in, else for everybody; None if there is none."""
    status: str
    """ "waiting", "confirmed", "rejected", "replaced", "overtaken" or "expired"."""
    question: str
    """Why a yes was not carried out at once; empty unless a draw offer came that the page had not shown."""


@pages.get("/held/<token:token>")
def look(token: str) -> Response:
    """Show what a mail asks for, by the link of the letter; opening a link changes nothing."""
    with reading() as reader:
        return _held_page(reader, held_orders.find_held(reader, token), f"/held/{token}")


@pages.post("/held/<token:token>/confirm", defaults={"act": Act.CONFIRM})
@pages.post("/held/<token:token>/reject", defaults={"act": Act.REJECT})
def settle(token: str, act: Act) -> Response:
    """Confirm or reject what a mail asks for, by the link of the letter."""
    address = f"/held/{token}"
    return _settle(lambda reader: held_orders.find_held(reader, token), act, address, then=address)


@pages.get("/account/mails/<count:mail_id>/held")
def look_at_mine(mail_id: str) -> Response:
    """Show what a mail asks for, to its player."""
    with reading() as reader:
        return _held_page(reader, _of_mine(reader, mail_id), f"/account/mails/{int(mail_id)}/held")


@pages.post("/account/mails/<count:mail_id>/held/confirm", defaults={"act": Act.CONFIRM})
@pages.post("/account/mails/<count:mail_id>/held/reject", defaults={"act": Act.REJECT})
def settle_mine(mail_id: str, act: Act) -> Response:
    """Confirm or reject what the player's mail asks for."""
    address = f"/account/mails/{int(mail_id)}"
    return _settle(lambda reader: _of_mine(reader, mail_id), act, f"{address}/held", then=address)


@pages.post("/games/<id:game_id>/held/<count:mail_id>/confirm", defaults={"act": Act.CONFIRM})
@pages.post("/games/<id:game_id>/held/<count:mail_id>/reject", defaults={"act": Act.REJECT})
def settle_in_game(game_id: str, mail_id: str, act: Act) -> Response:
    """Confirm or reject what the player's mail asks for, and go back to the game."""

    def find(reader: Reader) -> HeldView | None:
        found = _of_mine(reader, mail_id)
        return found if found is not None and found.game_id == game_id else None

    return _settle(find, act, f"/games/{game_id}/held/{int(mail_id)}", then=f"/games/{game_id}")


def _of_mine(reader: Reader, mail_id: str) -> HeldView | None:
    return held_orders.find_held_of_mail(reader, current_player().player_id, int(mail_id))


def _settle(find: Callable[[Reader], HeldView | None], act: Act, address: str, *, then: str) -> Response:
    """
    Confirm or reject the held order that *find* gives, and redirect to *then*.

    :param address: below which the forms post.
    """
    try:
        with writing() as uow:
            answer = confirmations.settle_by_page(uow, _check_known(find(uow)), act, forms.seen_offer())
    except UnseenDrawOfferError as unseen:
        with reading() as reader:
            return _held_page(reader, find(reader), address, unseen)
    return go_to(then, _words(answer))


def _held_page(
    reader: Reader, found: HeldView | None, address: str, unseen: UnseenDrawOfferError | None = None
) -> Response:
    known = _check_known(found)
    game, opponent, player, board = "", "", "", None
    if known.game_id is not None:
        view = views.game_view(reader, known.game_id, known.player_id)
        game = f"{view.title}, {' – '.join(seat.name for seat in view.seats)}"
        opponent = next((seat.name for seat in view.seats if not seat.is_you), "")
        player = next((seat.name for seat in view.seats if seat.is_you), "")
        if not view.is_private:
            # Whoever only has the link is shown what everybody is.
            own = next((seat.seat for seat in view.seats if seat.is_you and viewer_id() == known.player_id), None)
            board = LetterBoard(view.id, view.version, view.turn_number, own)
    shown = HeldPage(
        address,
        known.game_id,
        game,
        opponent,
        confirmations.asked(reader, known),
        player_id=known.player_id,
        player=player,
        board=board,
        status=known.status,
        question=unseen.sentence if unseen else "",
    )
    status = HTTPStatus.OK if known.may_confirm else HTTPStatus.GONE
    return page("entry/held.html", shown, status=HTTPStatus.CONFLICT if unseen else status)


def _check_known(found: HeldView | None) -> HeldView:
    if found is None:
        raise NotFoundError(_UNKNOWN)
    return found


def _words(answer: Answer) -> str:
    """The answer, short enough for a cookie."""
    words = " ".join([answer.title, *answer.lines])
    return words if len(words) <= _LONGEST_FLASH else f"{words[:_LONGEST_FLASH]}…"
