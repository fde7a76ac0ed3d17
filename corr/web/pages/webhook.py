"""
The webhook to which a mail provider posts mails. It is no page: a program posts, and the status tells it everything.

It exists only where a secret is set. Nothing that is posted is ever logged.
"""

import base64
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from http import HTTPStatus
from urllib.parse import parse_qsl

from flask import Blueprint, Response, request
from sqlalchemy.exc import SQLAlchemyError
from werkzeug.exceptions import RequestEntityTooLarge
from werkzeug.sansio.multipart import Data, Epilogue, Field, File, MultipartDecoder

from corr.base.rate_limits import place
from corr.errors import NotFoundError, UnreachableError
from corr.mail.inbound.intake import MAX_SIZE, UNKNOWN, PostedMail, Webhook, WebhookResult
from corr.web.app_state import app_state

pages = Blueprint("hook", __name__)

ADDRESS = "/hooks/mail"
LARGEST_BODY = 8 * 1024 * 1024
"""Bytes: room for a mail of the largest size as a field of a form, where some characters are written longer."""
_LOG = logging.getLogger(__name__)
_RAW = frozenset({"message/rfc822", "application/octet-stream"})
_URLENCODED, _MULTIPART = "application/x-www-form-urlencoded", "multipart/form-data"
_MOST_FIELDS = 100
_LONGEST_FIELD_NAME = 100
_UNREADABLE = "The form cannot be read"
_LATER = "60"
"""Seconds until the provider may try again."""
_ANSWERS = {
    WebhookResult.STORED: (HTTPStatus.OK, "Stored"),
    WebhookResult.UNKNOWN: (HTTPStatus.NOT_FOUND, UNKNOWN),
    WebhookResult.TOO_OFTEN: (HTTPStatus.TOO_MANY_REQUESTS, "Too many mails, please try again later"),
    WebhookResult.NO_ROOM: (HTTPStatus.SERVICE_UNAVAILABLE, "No room for this mail now, please try again later"),
}


class _RefusedError(Exception):
    """The mail is not taken, which is answered with *status*."""

    def __init__(self, status: HTTPStatus, words: str) -> None:
        super().__init__(words)
        self.status = status
        self.words = words


@pages.post(ADDRESS)
def take_mail() -> Response:
    """Store a mail that a provider posts."""
    hook = app_state().hook
    if hook is None:
        raise NotFoundError("There is no page at this address. It may have been mistyped, or it no longer exists.")
    try:
        with _limited():
            _prove(hook)
            return _answer(*_ANSWERS[hook.take(app_state().workshop, _posted())])
    except _RefusedError as refusal:
        return _answer(refusal.status, refusal.words)
    except (SQLAlchemyError, UnreachableError) as fault:
        # If the database cannot be reached, a traceback tells nothing more.
        way = None if isinstance(fault, UnreachableError) else fault
        _LOG.error("a posted mail could not be stored (%s)", type(fault).__name__, exc_info=way)
        return _answer(HTTPStatus.SERVICE_UNAVAILABLE, "Please try again later")


@contextmanager
def _limited() -> Iterator[None]:
    """Allow bodies that are larger than other forms may be, but no larger than a mail."""
    is_raw = request.mimetype in _RAW
    request.max_content_length = MAX_SIZE if is_raw else LARGEST_BODY
    try:
        yield
    except RequestEntityTooLarge:
        raise _RefusedError(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, "The mail is too large") from None


def _prove(hook: Webhook) -> None:
    """Refuse clients that do not know the secret, whatever others of their network have tried."""
    if hook.is_secret(_given_secret()):
        return
    workshop, somewhere = app_state().workshop, place(request.remote_addr or "")
    if hook.is_turned_away(workshop, somewhere):
        raise _RefusedError(HTTPStatus.TOO_MANY_REQUESTS, "Too many wrong secrets, please try again later")
    hook.note_wrong_secret(workshop, somewhere)
    raise _RefusedError(HTTPStatus.UNAUTHORIZED, "That is not the secret")


def _given_secret() -> str:
    """The bearer token, or the password of an address like https://corr:secret@…; empty if there is neither."""
    kind, _, text = request.headers.get("Authorization", "").partition(" ")
    if kind.lower() == "bearer":
        return text.strip()
    if kind.lower() != "basic":
        return ""
    try:
        return base64.b64decode(text.strip(), validate=True).decode("utf-8", "replace").partition(":")[2]
    except ValueError:
        return ""


def _posted() -> PostedMail:
    """The mail, posted as the whole body or as a field of a form."""
    kind, body = request.mimetype, request.get_data(cache=False)
    if kind in _RAW:
        named = [one for value in request.headers.getlist("Corr-Recipient") for one in value.split(",") if one.strip()]
        return _judged(PostedMail(body, named, request.headers.get("Corr-Sender")))
    if kind == _URLENCODED:
        return _from_form(_urlencoded(body))
    if kind == _MULTIPART:
        return _from_form(_multipart(body))
    raise _RefusedError(HTTPStatus.UNSUPPORTED_MEDIA_TYPE, "Post the whole mail as message/rfc822")


def _from_form(fields: dict[str, bytes]) -> PostedMail:
    """The mail in a form with the fields body-mime, recipient and sender."""
    raw = fields.get("body-mime")
    if raw is None:
        raise _RefusedError(HTTPStatus.UNSUPPORTED_MEDIA_TYPE, "Post the whole mail in the field body-mime")
    named = fields.get("recipient", b"").decode("utf-8", "replace").split(",")
    sender = fields["sender"].decode("utf-8", "replace") if "sender" in fields else None
    return _judged(PostedMail(raw, [one for one in named if one.strip()], sender))


def _urlencoded(body: bytes) -> dict[str, bytes]:
    """The fields of a urlencoded form, as bytes."""
    try:
        # Latin-1 maps each byte to one character, so the mail stays as it was.
        fields = parse_qsl(body.decode("latin-1"), encoding="latin-1", max_num_fields=_MOST_FIELDS)
    except ValueError:
        raise _RefusedError(HTTPStatus.BAD_REQUEST, _UNREADABLE) from None
    return {name: value.encode("latin-1") for name, value in fields}


def _multipart(body: bytes) -> dict[str, bytes]:
    """The fields of a multipart form, as bytes."""
    decoder = MultipartDecoder(request.mimetype_params.get("boundary", "").encode(), max_parts=_MOST_FIELDS)
    fields: dict[str, bytes] = {}
    name = ""
    try:
        decoder.receive_data(body)
        decoder.receive_data(None)
        while not isinstance(event := decoder.next_event(), Epilogue):
            if isinstance(event, Field | File):
                # A part may have no name, although the library's types say that it has one.
                name = str(event.name)[:_LONGEST_FIELD_NAME]
                fields[name] = b""
            elif isinstance(event, Data):
                fields[name] += event.data
    except ValueError:
        raise _RefusedError(HTTPStatus.BAD_REQUEST, _UNREADABLE) from None
    return fields


def _judged(mail: PostedMail) -> PostedMail:
    if len(mail.raw) > MAX_SIZE:
        raise _RefusedError(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, "The mail is too large")
    return mail


def _answer(status: HTTPStatus, words: str) -> Response:
    response = Response(f"{words}\n", status, content_type="text/plain; charset=utf-8")
    if status == HTTPStatus.UNAUTHORIZED:
        response.headers["WWW-Authenticate"] = "Bearer"
    if status in {HTTPStatus.SERVICE_UNAVAILABLE, HTTPStatus.TOO_MANY_REQUESTS}:
        response.headers["Retry-After"] = _LATER
    return response
