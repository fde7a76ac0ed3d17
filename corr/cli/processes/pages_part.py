"""The pages as a part of a process."""

import socket
from collections.abc import Sequence

from flask import Flask

from corr.base.heartbeat import WEB
from corr.cli.webserver import LARGEST_BODY, WebServer
from corr.web.app import create_app
from corr.web.app_state import WebSettings
from corr.web.letterbox import Letterbox
from corr.web.pages.webhook import LARGEST_BODY as LARGEST_POSTED_MAIL
from corr.web.rules_pages import check_rules_pages
from corr.wiring.assembly import Service, hook_of


class Pages:
    """The pages, on a socket that is bound already."""

    loops = (WEB,)
    """The names of its loops."""

    def __init__(self, service: Service, listening: socket.socket, *, is_demo: bool) -> None:
        largest = LARGEST_BODY if service.settings.hook_secret is None else LARGEST_POSTED_MAIL
        self._server = WebServer(_app(service, is_demo=is_demo), listening, largest, threads=service.settings.threads)

    def start(self) -> None:
        """Begin to answer."""
        self._server.start()

    def turned(self) -> Sequence[str]:
        """The names of the loops that turned since the last call."""
        return self.loops if self._server.has_turned() else ()

    def stop(self) -> bool:
        """Stop, after requests in progress are answered."""
        self._server.stop()
        return True


def _app(service: Service, *, is_demo: bool) -> Flask:
    settings = service.settings
    letterbox = None
    if settings.is_embedded and service.letters is not None:
        letterbox = Letterbox(service.letters, settings.mail_listen.host, settings.mail_listen.port)
    pages = WebSettings(settings.url, settings.proxies, is_demo=is_demo, replies=service.mail_identity.reply)
    app = create_app(service.workshop, pages, letterbox, hook_of(service))
    check_rules_pages(app.jinja_env, service.workshop.registry)
    return app
