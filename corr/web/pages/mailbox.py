"""The mailbox: every letter that would have been sent, and replies that really go through the mail listener."""

from dataclasses import dataclass, field
from typing import cast

from flask import Blueprint, Response

from corr.errors import ConflictError, InputError
from corr.web import forms
from corr.web.app_state import app_state
from corr.web.auth import only_this_machine, reading
from corr.web.errors import status_of
from corr.web.letterbox import KeptLetter, Letterbox
from corr.web.pages.entry import ADDRESS_LENGTH
from corr.web.rendering import go_to, json_answer, page
from corr.web.security import LETTER_POLICY

_REPLY_LENGTH = 20_000
_SOON, _LATER, _PATIENCE = 2, 15, 300
"""Seconds until an open list asks again, at first and after so many seconds without news: it is at this machine."""

pages = Blueprint("mailbox", __name__, url_prefix="/mailbox")
pages.before_request(only_this_machine)


@dataclass(frozen=True, slots=True)
class LetterPage:
    """A letter, and a reply that could not be sent."""

    letter: KeptLetter
    fault: str = ""
    text: str = field(default="", repr=False)


@pages.get("")
def letters() -> Response:
    """All letters, or those to one address, the newest first."""
    number, to = forms.page_number(), forms.query("to", ADDRESS_LENGTH)
    with reading():
        return page("mailbox/letters.html", _letterbox().letters(number, to))


@pages.get("/live")
def live() -> Response:
    """What an open list asks now and then: whether a letter came, and when to ask again, as for other open pages."""
    response = json_answer({"version": _letterbox().version(), "said": 0})
    is_calm = forms.query_number("waited", 0) >= _PATIENCE
    response.headers["Retry-After"] = str(_LATER if is_calm else _SOON)
    return response


@pages.get("/<key>")
def letter(key: str) -> Response:
    """One letter."""
    found = _letterbox().get_letter(key)
    with reading():
        return page("mailbox/letter.html", LetterPage(found))


@pages.get("/<key>/html")
def letter_html(key: str) -> Response:
    """A letter's HTML, for a frame in which it can run no script and load nothing from outside."""
    found = _letterbox().get_letter(key)
    response = Response(found.html, content_type="text/html; charset=utf-8")
    response.headers["Content-Security-Policy"] = LETTER_POLICY
    response.headers["X-Frame-Options"] = "SAMEORIGIN"
    return response


@pages.post("/<key>/reply")
def reply(key: str) -> Response:
    """Answer a letter by mail."""
    text = forms.text_field("text", _REPLY_LENGTH)
    try:
        _send(key, text)
    except (InputError, ConflictError) as refusal:
        found = _letterbox().get_letter(key)
        with reading():
            return page("mailbox/letter.html", LetterPage(found, refusal.sentence, text), status=status_of(refusal))
    return go_to("/mailbox", "Your reply was handed to the mail listener. The answer will be here in a moment.")


def _send(key: str, text: str) -> None:
    """
    Hand an answer to the mail listener.

    :raises InputError: there is nothing in it.
    :raises ConflictError: the listener did not take it.
    """
    if not text:
        raise InputError("An answer needs at least one word.", field="text")
    _letterbox().reply(key, text)


def _letterbox() -> Letterbox:
    return cast("Letterbox", app_state().letterbox)
