"""What is turned away before any page sees it: foreign hosts, forms from other sites, forged or stale forms."""

from urllib.parse import urlsplit

from flask import request
from werkzeug.exceptions import BadRequest, Forbidden

from corr.web.app_state import house
from corr.web.auth import StaleFormError, is_own_form

_SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
_ANY_HOST = frozenset({"/healthz", "/readyz"})
"""Asked by load balancers, which use bare addresses."""
_FOR_ANYBODY = frozenset({"unsubscribe.act", "hook.take_mail"})
"""They may be posted from anywhere: whoever does proves by an address (RFC 8058) or by a secret that they may."""


def guard() -> None:
    """
    Let a request pass that may be answered.

    :raises BadRequest: it is meant for another host.
    :raises Forbidden: it would change something, and does not come from one of our own pages.
    :raises StaleFormError: it comes from one that was made for another session.
    """
    if request.path not in _ANY_HOST and not house().is_own_host(request.host):
        raise BadRequest("This service does not answer under that name.")
    if request.method not in _SAFE and request.endpoint not in _FOR_ANYBODY:
        _guard_form()


def _guard_form() -> None:
    if request.headers.get("Sec-Fetch-Site", "same-origin") not in {"same-origin", "none"}:
        raise Forbidden("Forms are only taken from our own pages.")
    origin = request.headers.get("Origin")
    if origin is not None and not _is_own_origin(origin):
        raise Forbidden("Forms are only taken from our own pages.")
    given = request.form.getlist("csrf")
    if len(given) != 1 or not is_own_form(given[0]):
        raise StaleFormError


def _is_own_origin(origin: str) -> bool:
    try:
        host = urlsplit(origin).netloc
    except ValueError:
        return False
    return bool(host) and house().is_own_host(host)
