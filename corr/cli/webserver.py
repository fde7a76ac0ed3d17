"""
The pages as a part of a process, and their HTTP server: waitress in a thread, with limits, which finishes its answers
when it stops.
"""

import socket
import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from threading import Event, Lock, Thread
from typing import TYPE_CHECKING

from corr.base.faults import NO_FAULTS, LoopFault
from corr.base.heartbeat import WEB
from corr.cli.http_connections import ConnectionLimits, Server, ServerSettings
from corr.config import THREADS
from corr.web.app import create_app, largest_body
from corr.web.app_state import WebSettings
from corr.web.letterbox import Letterbox
from corr.web.rules_pages import check_rules_pages
from corr.wiring.assembly import Service, hook_of

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIApplication

_PATIENCE = 5.0
"""Seconds that a stop waits for requests in progress."""


class WebServer:
    """
    The server of *app* on *listening*, a socket that is bound already.

    The caller binds it, so that a port in use is noticed before anything else is started.

    :param largest: the most bytes that a body may have at a path.
    :param threads: how many requests are answered at once.
    :param is_direct: whether clients connect by themselves, so that their connections can be counted by address.
    """

    loops = (WEB,)
    """The names of its loops."""

    def __init__(
        self,
        app: "WSGIApplication",
        listening: socket.socket,
        largest: Callable[[str], int] = largest_body,
        *,
        limits: ConnectionLimits | None = None,
        threads: int = THREADS,
        is_direct: bool = True,
    ) -> None:
        self._stopping, self._ending, self._pulling = Event(), Event(), Lock()
        self._has_turned = False
        settings = ServerSettings(largest, limits or ConnectionLimits(), threads)
        self._server = Server(app, listening, settings, is_direct=is_direct)
        self._thread = Thread(target=self._run, name="web", daemon=True)

    def start(self) -> None:
        """Begin to answer."""
        self._thread.start()

    def failing(self) -> Mapping[str, LoopFault]:
        """Nothing: what a request meets is answered to whoever asked, and logged."""
        return NO_FAULTS

    def turned(self) -> Sequence[str]:
        """The names of the loops that turned since the last call."""
        has_turned, self._has_turned = self._has_turned, False
        return self.loops if has_turned else ()

    def stop(self) -> bool:
        """Accept no more connections, finish the requests in progress, and end."""
        if not self._stopping.is_set():
            self._stopping.set()
            # The loop itself notes that it ends, woken by this or, before it, by an answer that ends; it closes the
            # trigger only once that was pulled.
            with self._pulling:
                self._server.trigger.pull_trigger(self._ending.set)  # type: ignore[attr-defined] # The stubs call it a number.
        self._thread.join(2 * _PATIENCE)
        return True

    def _run(self) -> None:
        while not self._ending.is_set():
            self._turn(timeout=1.0)
        self._server.accepting = False
        until = time.monotonic() + _PATIENCE
        while self._is_busy() and time.monotonic() < until:
            self._turn(timeout=0.1)
        self._server.task_dispatcher.shutdown(timeout=1)
        with self._pulling:
            self._server.asyncore.close_all(self._server.sockets)

    def _turn(self, timeout: float) -> None:
        self._server.asyncore.loop(timeout=timeout, use_poll=True, map=self._server.sockets, count=1)
        self._has_turned = True
        self._server.look_after(time.monotonic())

    def _is_busy(self) -> bool:
        return any(channel.requests or channel.total_outbufs_len for channel in self._server.channels)


def pages_of(service: Service, listening: socket.socket, *, is_demo: bool) -> WebServer:
    """The server of the pages of *service* on *listening*, a socket that is bound already."""
    settings = service.settings
    letterbox = None
    if settings.is_embedded and service.letters is not None:
        letterbox = Letterbox(service.letters, settings.mail_listen.host, settings.mail_listen.port)
    pages = WebSettings(settings.url, settings.proxies, is_demo=is_demo, replies=service.mail_identity.reply)
    app = create_app(service.workshop, pages, letterbox, hook_of(service))
    check_rules_pages(app.jinja_env, service.workshop.registry)
    largest = partial(largest_body, has_hook=settings.hook_secret is not None)
    return WebServer(app, listening, largest, threads=settings.threads, is_direct=settings.proxies == 0)
