"""`corr web`: the pages alone, beside any number of other processes; and the pages as a part of one."""

import os
import socket
from collections.abc import Iterator, Sequence

import click
from flask import Flask

from corr.base.heartbeat import WEB
from corr.cli.running import words
from corr.cli.running.life import begin, opened, run, with_port
from corr.cli.running.sockets import bound_for_pages
from corr.cli.webserver import LARGEST_BODY, WebServer
from corr.config import Settings
from corr.web.app import create_app
from corr.web.app_state import WebSettings
from corr.web.letterbox import Letterbox
from corr.web.pages.webhook import LARGEST_BODY as LARGEST_POSTED_MAIL
from corr.wiring.assembly import Service, hook_of

_HIGHEST_PORT = 65535


class Pages:
    """The pages, on a socket that is bound already."""

    loops = (WEB,)
    """The names of its loops."""

    def __init__(self, service: Service, listening: socket.socket, *, is_demo: bool) -> None:
        largest = LARGEST_BODY if service.settings.hook_secret is None else LARGEST_POSTED_MAIL
        self._server = WebServer(_app(service, is_demo=is_demo), listening, largest)

    def start(self) -> None:
        """Begin to answer."""
        self._server.start()

    def turned(self) -> Sequence[str]:
        """Whether connections were looked after."""
        return self.loops if self._server.has_turned() else ()

    def stop(self) -> bool:
        """Let the requests in hand be answered."""
        self._server.stop()
        return True


def _app(service: Service, *, is_demo: bool) -> Flask:
    settings = service.settings
    letterbox = None
    if settings.is_embedded and service.letters is not None:
        letterbox = Letterbox(service.letters, settings.mail_listen.host, settings.mail_listen.port)
    pages = WebSettings(settings.url, settings.proxies, is_demo=is_demo)
    return create_app(service.workshop, pages, letterbox, hook_of(service))


@click.command()
@click.option("--demo", "is_demo", is_flag=True, help="Begin with demo players and games, on a database of their own.")
@click.option("--port", type=click.IntRange(1, _HIGHEST_PORT), help="The port of the pages on this machine.")
def web(*, is_demo: bool, port: int | None) -> None:
    """
    Serve pages alone until Ctrl-C, in as many processes as are wanted.

    Letters are sent and deadlines kept by `corr jobs`, which has to run somewhere too.
    """
    settings = begin(with_port(os.environ, port), is_demo=is_demo)
    with bound_for_pages(settings) as listening, opened(settings, is_demo=is_demo) as service:
        pages = Pages(service, listening, is_demo=is_demo)
        run(service, (pages,), list(_welcome(settings, is_demo=is_demo)))


def _welcome(settings: Settings, *, is_demo: bool) -> Iterator[str]:
    yield f"Corr serves pages at {settings.web_listen}, which others reach at {settings.url}."
    yield from words.posting(settings)
    yield "No letter is sent and no deadline kept from here: `corr jobs` does that, and `corr mail` takes mail."
    yield from words.keeping(settings)
    yield from words.mailbox(settings)
    yield from words.demo(settings, is_demo=is_demo)
