"""Small addresses for machines."""

from flask import Blueprint, Response, current_app

from corr.service.upkeep.pulses import pulses
from corr.web.house import house

_CLICKS = ("/games/*/compose", "/games/*/preview", "/practice/*?")
_LEFT_ALONE = (*_CLICKS, "/link/", "/invitations/", "/held/", "/u/", "/feeds/")

pages = Blueprint("service", __name__)


@pages.get("/healthz")
def health() -> Response:
    """Whether pages are served and the data can be read."""
    with house().workshop.look() as reader:
        # Until something is asked, no connection is made.
        pulses(reader)
        return Response("ok\n", content_type="text/plain; charset=utf-8")


@pages.get("/robots.txt")
def robots() -> Response:
    """What search engines shall leave alone: pages made by clicks, and personal links."""
    lines = ("User-agent: *", *(f"Disallow: {address}" for address in _LEFT_ALONE))
    return Response("\n".join(lines) + "\n", content_type="text/plain; charset=utf-8")


@pages.get("/favicon.ico")
def favicon() -> Response:
    """The sign of this service where browsers look for it by themselves."""
    response = current_app.send_static_file("favicon.svg")
    response.content_type = "image/svg+xml"
    response.headers["Cache-Control"] = "public, max-age=86400"
    return response
