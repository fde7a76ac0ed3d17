"""
Forms that were posted after their player was signed out: nothing is carried out and nothing is lost.

What was written is shown at once, and again to the same player after sign-in. It is never posted automatically.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from http import HTTPStatus

from flask import Response, request

from corr.errors import InputError, TooManyError
from corr.players import kept_forms
from corr.web.auth import owner_of, reading, remember_wanted, request_session, writing
from corr.web.rendering import go_to, json_answer, page

_WRITTEN = {
    "text": "What you wrote", "message": "Your message", "reason": "Reason", "name": "Name", "title": "Title",
    "description": "Description", "names": "Names", "roster": "Roster", "opponent": "Opponent", "days": "Days",
}  # fmt: skip
"""The labels of fields in which people write; other fields are kept too, but not shown."""
_STALE = "This form is too old, or was not made for this browser. Nothing was done. Load the page again and try again."
_SIGNED_OUT = "You are signed out, so nothing was done. Nothing is lost: sign in, and what you wrote is shown again."
_NOT_PLAYED = "You are signed out; nothing was played. Sign in and submit again: your turn is kept for a day."
_TURN = "turns.submit"
_NOT_KEPT = "You are signed out, so nothing was done. Copy what you wrote, then sign in and write it again."
_ENDED = "You are signed out, so nothing was done. Sign in, and try again."
_SOMEBODY_ELSE = "You are signed in as somebody else now. This form was made for another player, so nothing was done."
_BACK = "You had signed in again meanwhile, so nothing was done yet."


@dataclass(frozen=True, slots=True)
class KeptField:
    """A field of a form."""

    name: str
    value: str = field(repr=False)
    label: str
    """The label to show; empty for a field in which nobody writes."""

    @property
    def is_long(self) -> bool:
        """Whether it needs several lines."""
        return self.name in {"text", "message", "description", "names", "roster"}


@dataclass(frozen=True, slots=True)
class KeptPage:
    """A form that was not carried out."""

    sentence: str
    path: str
    fields: tuple[KeptField, ...] = field(repr=False)


def answer_stale_form() -> Response:
    """The answer to a form whose session has ended; the form is kept if it says whose it is."""
    given = request.form.getlist("csrf")
    owner = owner_of(given[0]) if len(given) == 1 else None
    with reading():
        player = request_session().player
    if request.url_rule is None or owner is None or (player is not None and player.player_id != owner):
        sentence = _SOMEBODY_ELSE if owner is not None and player is not None else _STALE
        return page("entry/signed_out.html", KeptPage(sentence, request.path, ()), status=HTTPStatus.FORBIDDEN)
    written = [(name, value) for name, value in request.form.items(multi=True) if name != "csrf"]
    try:
        with writing() as uow:
            address = f"/kept/{kept_forms.keep_form(uow, owner, request.path, written)}"
    except (InputError, TooManyError):
        address = ""
    if player is not None and address:
        return go_to(address, _BACK)
    kept = _NOT_PLAYED if request.endpoint == _TURN else _SIGNED_OUT
    view = KeptPage(kept if address else _NOT_KEPT, request.path, kept_fields(written))
    response = page("entry/signed_out.html", view, status=HTTPStatus.FORBIDDEN)
    if address:
        remember_wanted(response, address)
    return response


def refuse_stale_request() -> Response:
    """The answer to a script whose session has ended, or which a page of another session runs: it keeps its text."""
    with reading():
        is_signed_in = request_session().player is not None
    if is_signed_in:
        return json_answer({"sentence": _STALE}, status=HTTPStatus.FORBIDDEN)
    return json_answer({"sentence": _ENDED}, status=HTTPStatus.UNAUTHORIZED)


def kept_fields(written: Iterable[tuple[str, str]]) -> tuple[KeptField, ...]:
    """The fields of a form with their labels."""
    return tuple(KeptField(name, value, _WRITTEN.get(name, "")) for name, value in written)
