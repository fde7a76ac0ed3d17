"""Checks of every request, and for every answer: its security headers, and whether it may be compressed."""

import gzip
import logging
import re
from functools import lru_cache
from http import HTTPStatus
from urllib.parse import urlsplit

from flask import Response, g, request
from werkzeug.exceptions import BadRequest, Forbidden

from corr.base.rate_limits import place_words
from corr.web import forms
from corr.web.app_state import app_state
from corr.web.auth import StaleFormError, is_own_form, request_session
from corr.web.refusal_log import Refused

_LOG = logging.getLogger(__name__)
_POLICY = (
    "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'self'; img-src 'self'; form-action 'self'; "
    "base-uri 'none'; object-src 'none'; frame-src 'self'; frame-ancestors 'none'"
)
LETTER_POLICY = (
    "default-src 'none'; img-src data:; style-src 'unsafe-inline'; frame-ancestors 'self'; "
    "sandbox allow-popups allow-popups-to-escape-sandbox"
)
"""For a letter's HTML, which is shown in a frame: no scripts, forms or outside content; links open new windows."""
FRAMED_POLICY = (
    "default-src 'none'; style-src 'self'; form-action 'none'; base-uri 'none'; object-src 'none'; frame-ancestors *"
)
"""For pages that other sites may show in a frame: public, without forms, and without anything about the reader."""
_YEARS = 63_072_000
_ALWAYS = {
    "Content-Security-Policy": _POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Cache-Control": "no-store",
}
"""What an answer has unless it says otherwise. Pages that show a token must not be kept, so none of them does."""
_FIXED = tuple((name.lower(), (name, value)) for name, value in _ALWAYS.items())
_SECURE = "Strict-Transport-Security"
_FIXED_IF_SECURE = (*_FIXED, (_SECURE.lower(), (_SECURE, f"max-age={_YEARS}; includeSubDomains")))
_FRAMED = ("Content-Security-Policy", FRAMED_POLICY)
_PUBLIC = frozenset({"games", "home", "leagues", "ratings", "turns"})
"""Blueprints of pages that everybody may read."""
_STATIC = frozenset({"static", "script"})
"""The endpoints of static files."""
_COMPRESSED = frozenset({"application/json", "image/svg+xml", "text/css", "text/csv", "text/html", "text/javascript"})
_SHORTEST = 1000
"""Bytes below which an answer fits into one packet anyway."""
_COMMENTS = re.compile(rb"^[ \t]*(?:/\*\*(?:(?!\*/).)*\*/|//[^\n]*)[ \t]*\n", re.DOTALL | re.MULTILINE)
"""Comments of scripts on lines of their own: a quarter of what they weigh."""
_LEVEL = 5
_KEPT = 64
"""Answers that are kept compressed: pages are kept too, and static files are always the same."""
_SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
_OWN_SITE = frozenset({"same-origin", "none"})
_ANY_HOST = frozenset({"/healthz", "/readyz"})
"""Pages for load balancers, which ask by IP address."""
_FOR_ANYBODY = frozenset({"unsubscribe.act", "follows.stop", "hook.take_mail"})
"""Forms that may be posted from anywhere, as the address (RFC 8058) or a secret proves the right to post them."""


def with_fixed_headers(headers: list[tuple[str, str]], *, is_secure: bool) -> list[tuple[str, str]]:
    """*headers* of an answer, and those that every answer has but has not set itself."""
    present = {name.lower() for name, _ in headers}
    if _FRAMED in headers:
        # This header has no value for "anybody"; the policy has.
        present.add("x-frame-options")
    fixed = _FIXED_IF_SECURE if is_secure else _FIXED
    return headers + [header for name, header in fixed if name not in present]


def log_refusal(response: Response) -> Response:
    """
    Log that somebody was refused what there is: with the network and the route, and with nothing of what was sent.

    What is there but not for them, and what is not there, are not told apart: the log knows no more than the answer.
    """
    event = _event(response.status_code)
    if event is None or request.url_rule is None or request.endpoint in _STATIC:
        return response
    refused = Refused(event, place_words(request.remote_addr or ""))
    is_logged, left_out = app_state().refusals.note(app_state().workshop.now(), refused)
    for (kind, network), times in left_out.items():
        facts = {"event": kind, "network": network, "left_out": times}
        _LOG.warning("refused: %s, %s times more from %s", kind, times, network, extra=facts)
    if is_logged:
        rule, player = request.url_rule.rule, request_session().player
        facts = {**refused._asdict(), "method": request.method, "rule": rule, "status": response.status_code}
        facts |= {"player_id": player.player_id} if player is not None else {}
        _LOG.warning("refused: %s at %s %s from %s", event, request.method, rule, refused.network, extra=facts)
    return response


def _event(status: int) -> str | None:
    """The kind of refusal that an answer with this status is; None if it is none."""
    if status == HTTPStatus.TOO_MANY_REQUESTS:
        return "limit"
    if status in {HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN, HTTPStatus.NOT_FOUND}:
        return "form" if g.get("is_form_refused") else "access"
    return None


def finish_answer(response: Response) -> Response:
    """Say how long a static file may be kept, and compress what may be compressed."""
    if request.endpoint in _STATIC:
        response.headers["Cache-Control"] = _static_caching(response.status_code)
    if response.mimetype in _COMPRESSED and response.status_code in {HTTPStatus.OK, HTTPStatus.NOT_MODIFIED}:
        _compress(response)
    return response


def _compress(response: Response) -> None:
    """
    Compress what everybody may read, and what the reader asks for from our own pages, where a browser takes gzip.

    The length of a compressed page tells whether what it repeats from a request resembles what else stands in it.
    Whoever can make a browser ask, and sees how long the answers are, could guess a secret in a page that way, letter
    by letter (BREACH). It takes thousands of requests that the attacker's site words. Browsers say which site asks
    (`Sec-Fetch-Site`, which no page can change), so a page with a secret is compressed only if our own site asked, or
    its reader by the address bar. Where another site asked, or a browser does not say it, those pages stay as they are:
    all for a browser with a session, all with a form, which has a token, all that repeat a sentence from the page
    before, and all whose address holds a token.
    """
    if "Content-Encoding" in response.headers:
        return
    is_asked_here = request.headers.get("Sec-Fetch-Site") in _OWN_SITE
    if is_asked_here and response.status_code == HTTPStatus.NOT_MODIFIED:
        response.vary.add("Accept-Encoding")
        return
    is_public = _is_public()
    if not is_public and not is_asked_here:
        return
    response.vary.add("Accept-Encoding")
    if response.status_code != HTTPStatus.OK or request.accept_encodings["gzip"] <= 0:
        return
    # A static file is handed over as a file otherwise.
    response.direct_passthrough = False
    content = response.get_data()
    if len(content) < _SHORTEST:
        return
    # What is for one reader alone is not asked for again in the same words.
    is_script = response.mimetype == "text/javascript"
    response.set_data(_kept_gzipped(content, is_script=is_script) if is_public else _gzipped(content))
    response.headers["Content-Encoding"] = "gzip"
    response.headers.pop("Accept-Ranges", None)
    tag, _ = response.get_etag()
    if tag is not None:
        # The same page in other bytes: a strong tag would say that the bytes are the same.
        response.set_etag(tag, weak=True)


def _is_public() -> bool:
    """Whether the answer holds nothing that not everybody may read."""
    if request.endpoint in _STATIC:
        return True
    found = request_session()
    return request.blueprint in _PUBLIC and not found.token and not found.flash and not found.has_form


def _gzipped(content: bytes) -> bytes:
    return gzip.compress(content, _LEVEL, mtime=0)


@lru_cache(_KEPT)
def _kept_gzipped(content: bytes, *, is_script: bool) -> bytes:
    return _gzipped(_COMMENTS.sub(b"", content) if is_script else content)


def _static_caching(status: int) -> str:
    """How long browsers may keep a static file: for ever if its address has the current digest."""
    digest = request.args.get("v", "")
    is_current = status in {200, 304} and app_state().statics.is_current(request.path, digest)
    return "public, max-age=31536000, immutable" if is_current else "no-cache"


def guard() -> None:
    """
    Refuse a request that must not be answered.

    :raises BadRequest: it is meant for another host.
    :raises InputError: its address or its form is no text.
    :raises Forbidden: it is a form that does not come from one of our own pages.
    :raises StaleFormError: it is a form that was made for another session.
    """
    if request.path not in _ANY_HOST and not app_state().is_own_host(request.host):
        raise BadRequest("This service does not answer under that name.")
    if request.routing_exception is not None or request.endpoint in _FOR_ANYBODY:
        # Flask tells that there is no such page, or that it takes no form.
        return
    if request.method in _SAFE:
        forms.check_encoding()
        return
    site, origin = request.headers.get("Sec-Fetch-Site", "same-origin"), request.headers.get("Origin")
    if site not in _OWN_SITE or (origin is not None and not _is_own_origin(origin)):
        g.is_form_refused = True
        raise Forbidden("Forms are only taken from our own pages.")
    forms.check_encoding()
    given = request.form.getlist("csrf")
    if len(given) != 1 or not is_own_form(given[0]):
        g.is_form_refused = True
        raise StaleFormError


def _is_own_origin(origin: str) -> bool:
    try:
        host = urlsplit(origin).netloc
    except ValueError:
        return False
    return bool(host) and app_state().is_own_host(host)
