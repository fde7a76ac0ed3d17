"""Checks of every request, and the security headers of every answer."""

from urllib.parse import urlsplit

from flask import Response, request
from werkzeug.exceptions import BadRequest, Forbidden

from corr.web.app_state import app_state
from corr.web.auth import StaleFormError, is_own_form

_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; "
    "object-src 'none'; frame-src 'self'; frame-ancestors 'none'"
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
_SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
_OWN_SITE = frozenset({"same-origin", "none"})
_ANY_HOST = frozenset({"/healthz", "/readyz"})
"""Pages for load balancers, which ask by IP address."""
_FOR_ANYBODY = frozenset({"unsubscribe.act", "hook.take_mail"})
"""Forms that may be posted from anywhere, as the address (RFC 8058) or a secret proves the right to post them."""


def add_headers(response: Response) -> Response:
    """Add the headers that the page has not set itself."""
    headers = response.headers
    if request.endpoint == "static":
        headers["Cache-Control"] = _static_caching(response.status_code)
    present = {name.lower() for name, _ in headers}
    for name, value in _ALWAYS.items():
        if name.lower() not in present:
            headers.add(name, value)
    if headers.get("Content-Security-Policy") == FRAMED_POLICY:
        # This header has no value for "anybody"; the policy has.
        headers.remove("X-Frame-Options")
    if app_state().is_secure:
        headers.setdefault("Strict-Transport-Security", f"max-age={_YEARS}; includeSubDomains")
    return response


def _static_caching(status: int) -> str:
    """How long browsers may keep a static file: for ever if its address has the current digest."""
    name, digest = request.path.rpartition("/")[2], request.args.get("v", "")
    is_current = status in {200, 304} and app_state().statics.is_current(name, digest)
    return "public, max-age=31536000, immutable" if is_current else "no-cache"


def guard() -> None:
    """
    Refuse a request that must not be answered.

    :raises BadRequest: it is meant for another host.
    :raises Forbidden: it is a form that does not come from one of our own pages.
    :raises StaleFormError: it is a form that was made for another session.
    """
    if request.path not in _ANY_HOST and not app_state().is_own_host(request.host):
        raise BadRequest("This service does not answer under that name.")
    if request.method in _SAFE or request.endpoint in _FOR_ANYBODY:
        return
    site, origin = request.headers.get("Sec-Fetch-Site", "same-origin"), request.headers.get("Origin")
    if site not in _OWN_SITE or (origin is not None and not _is_own_origin(origin)):
        raise Forbidden("Forms are only taken from our own pages.")
    given = request.form.getlist("csrf")
    if len(given) != 1 or not is_own_form(given[0]):
        raise StaleFormError


def _is_own_origin(origin: str) -> bool:
    try:
        host = urlsplit(origin).netloc
    except ValueError:
        return False
    return bool(host) and app_state().is_own_host(host)
