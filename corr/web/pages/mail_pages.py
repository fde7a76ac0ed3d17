"""A player's mails: what came in, what was read in it, and what became of it."""

from dataclasses import dataclass

from flask import Blueprint, Response, make_response

from corr.base.paging import Page
from corr.mail.answering.confirmations import AskedConfirmation, asked
from corr.mail.queues import mail_history
from corr.mail.queues.held_orders import find_held_of_mail
from corr.mail.queues.mail_history import RAW_DAYS, MailLine, MailView
from corr.web import forms
from corr.web.auth import current_player, reading
from corr.web.rendering import page

_GONE = (
    "This mail is not kept to the letter any more: mails are forgotten after {} days. "
    "What was read in it, and what became of it, still stands on its page.\n"
)

pages = Blueprint("mails", __name__, url_prefix="/account/mails")


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


@pages.get("")
def all_mails() -> Response:
    """The mails, the latest first."""
    number = forms.page_number()
    with reading() as reader:
        return page("account/mails.html", MailsPage(mail_history.mails_of(reader, current_player().player_id, number)))


@pages.get("/<count:mail_id>")
def mail(mail_id: str) -> Response:
    """One mail."""
    with reading() as reader:
        player_id = current_player().player_id
        view = mail_history.get_mail(reader, player_id, int(mail_id))
        held = find_held_of_mail(reader, player_id, int(mail_id)) if view.line.is_held else None
        return page("account/mail.html", MailPage(view, None if held is None else asked(held)))


@pages.get("/<count:mail_id>/raw")
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
