"""
Error pages, or JSON for scripts: the only place where refusals and faults become answers.

Of a form that was posted after its player was signed out, nothing is carried out and nothing is lost. What was written
is shown at once, and again to the same player after sign-in. It is never posted automatically.
"""

import logging
import re
import secrets
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from http import HTTPStatus
from typing import TYPE_CHECKING
from urllib.parse import parse_qsl

from flask import Flask, Response, g, request
from werkzeug.exceptions import HTTPException

from corr.errors import (
    ConflictError,
    CorrError,
    InputError,
    NotAllowedError,
    NotFoundError,
    TooManyError,
    UnreachableError,
    UnsureError,
)
from corr.games.api import Info
from corr.games.registry import UnknownGameError
from corr.players import sessions
from corr.web import forms
from corr.web.app_state import app_state
from corr.web.auth import (
    SignInFirstError,
    StaleFormError,
    is_own_form,
    owner_of,
    reading,
    remember_wanted,
    request_session,
    tell,
    writing,
)
from corr.web.form_rights import Rights, check_may_post
from corr.web.rendering import go_to, json_answer, page, wants_json

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

_LOG = logging.getLogger(__name__)
_STATUS: tuple[tuple[type[CorrError], int], ...] = (
    (NotFoundError, HTTPStatus.NOT_FOUND),
    (NotAllowedError, HTTPStatus.FORBIDDEN),
    (ConflictError, HTTPStatus.CONFLICT),
    (TooManyError, HTTPStatus.TOO_MANY_REQUESTS),
    (InputError, HTTPStatus.BAD_REQUEST),
)
_TITLES = {
    HTTPStatus.BAD_REQUEST: "That cannot be read",
    HTTPStatus.FORBIDDEN: "Not possible here",
    HTTPStatus.NOT_FOUND: "Nothing here",
    HTTPStatus.METHOD_NOT_ALLOWED: "Not this way",
    HTTPStatus.CONFLICT: "Something has changed meanwhile",
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE: "Too much at once",
    HTTPStatus.UNPROCESSABLE_ENTITY: "Not possible like this",
    HTTPStatus.TOO_MANY_REQUESTS: "A little too often",
    HTTPStatus.INTERNAL_SERVER_ERROR: "A fault of ours",
    HTTPStatus.SERVICE_UNAVAILABLE: "Out of reach for a moment",
}
_SENTENCES = {
    HTTPStatus.NOT_FOUND: "There is no page at this address. It may have been mistyped, or it no longer exists.",
    HTTPStatus.METHOD_NOT_ALLOWED: "This address belongs to a button. Go back, load the page again, and press it.",
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE: (
        "What was sent has more than 64 KB, or more fields than a form here can have. Please shorten it."
    ),
}
_AWAY = (
    "The service cannot read or store its data at this moment. Nothing was changed by what you did just now. Please "
    "try again in a minute."
)
_STILL_SIGNED_IN = "If you were signed in, you still are."
_UNSURE = (
    "The service lost touch with its data while it stored what you sent, so it cannot know yet whether that was done. "
    "Look at the page again in a minute; or send the same form once more: that is safe, since it counts once."
)
_SIGN_IN = "Please sign in first."
_RETRY_AFTER = "30"
_NAMES = {"games": "game", "leagues": "league", "players": "player"}
_INNER = re.compile(rf"/({'|'.join(_NAMES)})/[^/]+(?=/)")
"""The address of a game, league or player, in that of a page about it."""
_USUAL_WAYS = {"/games": "Games to watch", "/rules": "Rules", "/practice": "Practice boards"}
_NEAR = {
    "games": {"/games": "Games to watch", "/games?state=over": "Finished games"},
    "players": {"/ratings": "Ratings", "/games": "Games to watch"},
    "leagues": {"/leagues": "All leagues"},
    "ratings": {"/ratings": "All ratings"},
    "rules": {"/rules": "Rules of all games", "/practice": "Practice boards"},
    "practice": {"/practice": "Practice boards", "/rules": "Rules"},
}
"""Where an address may have been meant to lead, by its first part."""
_OF_GAMES = frozenset({"rules", "practice", "ratings"})
"""The first parts of addresses that a game follows."""
_LONG = frozenset({"text", "words", "message", "description", "names", "roster"})
_LINE = 40
"""Characters that are seen in a field of one line on a phone."""
_STALE = "This form is too old, or was not made for this browser. Nothing was done. Load the page again and try again."
_SIGNED_OUT = "You are signed out, so nothing was done. Nothing is lost: sign in, and what you wrote is shown again."
_NOT_PLAYED = "You are signed out; nothing was played. Sign in and submit again: your turn is kept for a day."
_TURN_ENDPOINT = "turns.submit"
_NOT_KEPT = "You are signed out, so nothing was done. Copy what you wrote, then sign in and write it again."
_ENDED = "You are signed out, so nothing was done. Sign in, and try again."
_SOMEBODY_ELSE = "You are signed in as somebody else now. This form was made for another player, so nothing was done."
_BACK = "You had signed in again meanwhile, so nothing was done yet."


@dataclass(frozen=True, slots=True)
class ErrorPage:
    """The view of an error page."""

    status: int
    title: str
    sentence: str
    request_id: str
    ways: tuple[tuple[str, str], ...]
    """What may have been meant, and other ways on: words and addresses."""
    game: Info
    """A game whose board is shown."""
    fields: tuple["KeptField", ...] = field(default=(), repr=False)
    """What was written in the form that was not carried out, so that it can be copied."""

    @property
    def is_ours(self) -> bool:
        """Whether the fault is the service's, so that it should be reported."""
        return self.status >= HTTPStatus.INTERNAL_SERVER_ERROR


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
        return self.name in _LONG or len(self.value) > _LINE


@dataclass(frozen=True, slots=True)
class KeptPage:
    """A form that was not carried out."""

    sentence: str
    path: str
    fields: tuple[KeptField, ...] = field(repr=False)

    @property
    def back(self) -> tuple[str, str]:
        """Words and address of the page on which the form may have stood."""
        return _find_page_about(self.path) or ("Your games", "/")


def refused_form(template: str, form: "DataclassInstance", refusal: CorrError) -> Response:
    """The page of a *form* as it was filled in, with what was wrong; its fields `fault` and `field` say so."""
    return page(template, replace(form, fault=refusal.sentence, field=refusal.field), status=status_of(refusal))


def status_of(refusal: CorrError) -> int:
    """The HTTP status for this kind of refusal."""
    found = (status for kind, status in _STATUS if isinstance(refusal, kind))
    return next(found, HTTPStatus.UNPROCESSABLE_ENTITY)


def answer_errors(app: Flask, rights: Rights) -> None:
    """
    Let *app* answer every exception with a page, or with JSON if that is what was asked for.

    :param rights: who may post which form; this is checked before the form's own faults are shown.
    """
    app.register_error_handler(CorrError, _refusal_page)
    app.register_error_handler(InputError, partial(_unreadable, rights))
    app.register_error_handler(UnreachableError, _out_of_reach)
    app.register_error_handler(HTTPException, _turned_away)
    app.register_error_handler(SignInFirstError, _sign_in_first)
    app.register_error_handler(StaleFormError, _stale_form)
    app.register_error_handler(Exception, _broken)


def request_id() -> str:
    """The id by which this request is found in the log."""
    if "request_id" not in g:
        g.request_id = secrets.token_hex(4)
    return str(g.request_id)


def kept_fields(written: Iterable[tuple[str, str]]) -> tuple[KeptField, ...]:
    """The fields of a form with their labels; only those in which people write have any."""
    return tuple(KeptField(name, forms.as_written(value), forms.LABELS.get(name, "")) for name, value in written)


def _out_of_reach(fault: UnreachableError) -> Response:
    app_state().trouble.note(f"request {request_id()}", fault)
    words = _UNSURE if isinstance(fault, UnsureError) else _AWAY
    if request_session().token and request_session().player is None:
        words = f"{words} {_STILL_SIGNED_IN}"
    response = _error_page(HTTPStatus.SERVICE_UNAVAILABLE, words, written_fields())
    response.headers["Retry-After"] = _RETRY_AFTER
    return response


def _refusal_page(refusal: CorrError) -> Response:
    if wants_json() and isinstance(refusal, ConflictError):
        return json_answer({"sentence": refusal.sentence, "code": refusal.code}, status=status_of(refusal))
    games = refusal.games if isinstance(refusal, UnknownGameError) else ()
    return _error_page(status_of(refusal), refusal.sentence, written_fields(), games)


def _unreadable(rights: Rights, refusal: InputError) -> Response:
    if request.method != "POST":
        return _refusal_page(refusal)
    try:
        with reading() as reader:
            check_may_post(reader, rights)
    except SignInFirstError as fault:
        return _sign_in_first(fault)
    except UnreachableError as fault:
        return _out_of_reach(fault)
    except CorrError as lacking:
        return _refusal_page(lacking)
    if isinstance(refusal, forms.UnreadableFormError) and not wants_json():
        return _form_to_mend(refusal) or _refusal_page(refusal)
    return _refusal_page(refusal)


def _form_to_mend(refusal: InputError) -> Response | None:
    """
    The page on which what could not be read can be mended, with all else as it was chosen; None if nobody writes in the
    field, or if the form did not come from a page of ours.
    """
    given = request.form.getlist("csrf")
    # Others read %FF as itself, which nobody has typed.
    sent = parse_qsl(request.get_data().decode(errors="replace"), keep_blank_values=True, errors="replace")
    if len(sent) > sessions.MOST_FIELDS or len(given) != 1 or not is_own_form(given[0]):
        return None
    fields = kept_fields(item for item in sent if item[0] != "csrf")
    if any(forms.UNREADABLE in field.name or (forms.UNREADABLE in field.value and not field.label) for field in fields):
        return None
    view = KeptPage(f"{refusal.sentence} “�” stands for what could not be read.", request.path, fields)
    return page("entry/kept.html", view, status=status_of(refusal))


def _turned_away(fault: HTTPException) -> Response:
    status = fault.code or HTTPStatus.INTERNAL_SERVER_ERROR
    response = _error_page(status, _SENTENCES.get(HTTPStatus(status), fault.description or "This was not possible."))
    for name, value in fault.get_headers():
        if name.lower() in {"allow", "retry-after"}:
            response.headers[name] = value
    return response


def _sign_in_first(fault: SignInFirstError) -> Response:
    if wants_json():
        return json_answer({"sentence": _SIGN_IN}, status=HTTPStatus.UNAUTHORIZED)
    if request.method in {"GET", "HEAD"}:
        response = go_to("/sign-in")
        tell(response, _SIGN_IN)
        remember_wanted(response)
        return response
    return _stale_form(fault)


def _stale_form(_fault: StaleFormError | SignInFirstError) -> Response:
    try:
        return _refuse_stale_request() if wants_json() else _answer_stale_form()
    except UnreachableError as fault:
        return _out_of_reach(fault)


def _answer_stale_form() -> Response:
    """The answer to a form whose session has ended; the form is kept if it says whose it is."""
    given = request.form.getlist("csrf")
    owner = owner_of(given[0]) if len(given) == 1 else None
    with reading():
        player = request_session().player
    if owner is None or (player is not None and player.player_id != owner):
        sentence = _SOMEBODY_ELSE if owner is not None and player is not None else _STALE
        return page("entry/signed_out.html", KeptPage(sentence, request.path, ()), status=HTTPStatus.FORBIDDEN)
    written = [(name, value) for name, value in request.form.items(multi=True) if name != "csrf"]
    try:
        # It would be kept with other words than were sent.
        forms.check_encoding()
        with writing() as uow:
            address = f"/kept/{sessions.keep_form(uow, owner, request.path, written)}"
    except (InputError, TooManyError):
        address = ""
    if player is not None and address:
        return go_to(address, _BACK)
    kept = _NOT_PLAYED if request.endpoint == _TURN_ENDPOINT else _SIGNED_OUT
    view = KeptPage(kept if address else _NOT_KEPT, request.path, written_fields())
    response = page("entry/signed_out.html", view, status=HTTPStatus.FORBIDDEN)
    if address:
        remember_wanted(response, address)
    return response


def _refuse_stale_request() -> Response:
    """The answer to a script whose session has ended, or which a page of another session runs: it keeps its text."""
    with reading():
        is_signed_in = request_session().player is not None
    if is_signed_in:
        return json_answer({"sentence": _STALE}, status=HTTPStatus.FORBIDDEN)
    return json_answer({"sentence": _ENDED}, status=HTTPStatus.UNAUTHORIZED)


def _broken(fault: Exception) -> Response:
    _LOG.error("request %s failed: %s %s", request_id(), request.method, request.endpoint, exc_info=fault)
    sentence = "Something broke on our side, and nothing was changed. Please try again in a moment."
    return _error_page(HTTPStatus.INTERNAL_SERVER_ERROR, sentence, written_fields())


def written_fields() -> tuple[KeptField, ...]:
    """What was written in the posted form, to be shown; nothing if it could not be read."""
    try:
        sent = kept_fields(request.form.items(multi=True))
    except HTTPException:
        return ()
    return tuple(field for field in sent if field.label and field.value.strip())


def _error_page(
    status: int, sentence: str, written: tuple[KeptField, ...] = (), games: Sequence[Info] = ()
) -> Response:
    """
    The error page.

    :param games: those of which one may have been meant.
    """
    if wants_json():
        return json_answer({"sentence": sentence}, status=status)
    title = _TITLES.get(HTTPStatus(status), HTTPStatus(status).phrase)
    if request_session().token and request_session().player is None and status < HTTPStatus.INTERNAL_SERVER_ERROR:
        # No page has opened the data and recognised the player. Without the data, everybody gets the same page.
        with suppress(UnreachableError), reading():
            pass
    board = app_state().workshop.registry.games()[0]
    view = ErrorPage(int(status), title, sentence, request_id(), _ways(status, games), board, written)
    return page("error.html", view, status=status)


def _ways(status: int, games: Sequence[Info]) -> tuple[tuple[str, str], ...]:
    """Ways on from an error page: what the address is near to, and what most people look for."""
    part = request.path.split("/")[1]
    is_somebody = request_session().player is not None
    is_away = status == HTTPStatus.SERVICE_UNAVAILABLE
    # An empty address is that of the page itself.
    found = {"": "Try again"} if is_away and request.method == "GET" else {}
    found |= {f"/{part if part in _OF_GAMES else 'rules'}/{info.game}": info.title for info in games}
    found["/"] = "Your games" if is_somebody else "Front page"
    if status == HTTPStatus.FORBIDDEN and not is_somebody:
        found["/sign-in"] = "Sign in"
    about = _find_page_about(request.path)
    if about is not None and status != HTTPStatus.NOT_FOUND:
        found[about[1]] = about[0]
    if not is_away:
        found |= _NEAR.get(part, _USUAL_WAYS)
    return tuple((words, address) for address, words in found.items())


def _find_page_about(path: str) -> tuple[str, str] | None:
    """Words and address of the page of the game, league or player that *path* is a page or a form of; else None."""
    inner = _INNER.match(path)
    return (f"Back to the {_NAMES[inner[1]]}", inner[0]) if inner is not None else None
