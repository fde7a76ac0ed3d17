"""Probes for machines, status pages for players and administrators, robots.txt and the icon."""

import logging
from http import HTTPStatus

from flask import Blueprint, Response, current_app
from sqlalchemy.exc import SQLAlchemyError

from corr.administration import status
from corr.administration.status import Check
from corr.errors import UnreachableError
from corr.web.app_state import app_state
from corr.web.auth import current_admin, reading
from corr.web.rendering import page

_LOG = logging.getLogger(__name__)
_UNREACHABLE = Check("database", is_well=False, words="cannot be reached")
_CLICKS = ("/games/*/compose", "/games/*/preview", "/practice/*?")
_LEFT_ALONE = (*_CLICKS, "/link/", "/invitations/", "/address/", "/held/", "/kept/", "/u/", "/feeds/")

pages = Blueprint("service", __name__)


@pages.get("/healthz")
def health() -> Response:
    """Whether this process is alive. Nothing else is checked, so that trouble elsewhere does not get it restarted."""
    return _text("ok\n")


@pages.get("/readyz")
def readiness() -> Response:
    """Whether this process can do its work, with one line for each check; status 503 if it cannot."""
    try:
        with app_state().workshop.look() as reader:
            checks = list(status.readiness(reader))
        checks.insert(1, app_state().write_probe.check(app_state().workshop))
    except UnreachableError:
        # Not logged: probes ask every few seconds, and the heartbeat of this process logs it.
        checks = [_UNREACHABLE]
    except SQLAlchemyError:
        _LOG.warning("the data cannot be read", exc_info=True)
        checks = [_UNREACHABLE]
    lines = [f"{'ok  ' if check.is_well else 'FAIL'} {check.name}: {check.words}\n" for check in checks]
    is_ready = all(check.is_well for check in checks)
    return _text("".join(lines), HTTPStatus.OK if is_ready else HTTPStatus.SERVICE_UNAVAILABLE)


@pages.get("/status")
def how_it_is() -> Response:
    """The status of the service, for players."""
    with reading() as reader:
        return page("home/status.html", status.status(reader))


@pages.get("/admin/status")
def machinery() -> Response:
    """Every loop of every process, and the times when the service was down, for administrators."""
    with reading() as reader:
        current_admin()
        return page("admin/status.html", status.machinery(reader))


@pages.get("/robots.txt")
def robots() -> Response:
    """The addresses that search engines should not visit: pages made by clicks, and personal links."""
    lines = ("User-agent: *", *(f"Disallow: {address}" for address in _LEFT_ALONE))
    return Response("\n".join(lines) + "\n", content_type="text/plain; charset=utf-8")


@pages.get("/favicon.ico")
def favicon() -> Response:
    """The icon, at the address where browsers look for it by default."""
    response = current_app.send_static_file("favicon.svg")
    response.content_type = "image/svg+xml"
    response.headers["Cache-Control"] = "public, max-age=86400"
    return response


def _text(text: str, code: HTTPStatus = HTTPStatus.OK) -> Response:
    response = Response(text, status=code, content_type="text/plain; charset=utf-8")
    response.headers["Cache-Control"] = "no-store"
    return response
