"""
The pages as a part of a process, and their HTTP server: waitress in a thread, with limits, which finishes its answers
when it stops.
"""

import socket
import time
from collections.abc import Mapping, Sequence
from threading import Event, Lock, Thread
from typing import TYPE_CHECKING

from waitress.adjustments import Adjustments
from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser, ParsingError
from waitress.server import BaseWSGIServer, create_server
from waitress.task import WSGITask
from waitress.wasyncore import dispatcher

from corr.base.faults import NO_FAULTS, LoopFault
from corr.base.heartbeat import WEB
from corr.config import THREADS
from corr.web.app import create_app
from corr.web.app_state import WebSettings
from corr.web.letterbox import Letterbox
from corr.web.pages.webhook import LARGEST_BODY as LARGEST_POSTED_MAIL
from corr.web.rules_pages import check_rules_pages
from corr.wiring.assembly import Service, hook_of

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIApplication

_MOST_CONNECTIONS = 500
LARGEST_BODY = 1 << 20
"""The most bytes of a request's body; the app has a much lower limit for most requests."""
_LARGEST_HEADERS = 1 << 15
_IDLE = 60
_LONGEST_REQUEST = 120.0
"""Seconds that a request may take to come in, so that a client that sends it byte by byte holds no connection."""
_LOOK_EVERY = 1.0
"""Seconds between two searches for such clients."""
_PATIENCE = 5.0
"""Seconds that a stop waits for requests in progress."""
_VERSIONS = frozenset({"1.0", "1.1"})


class _Parser(HTTPRequestParser):
    """The parser of requests, which refuses those that can be read in two ways."""

    def __init__(self, adj: Adjustments) -> None:
        super().__init__(adj)
        self.begun_at = time.monotonic()

    def parse_header(self, header_plus: bytes) -> None:
        """
        Read everything before the body.

        :raises ParsingError: the answer is 400.
        """
        try:
            super().parse_header(header_plus)
        except ValueError as fault:
            # The library does not check for an address such as "http://[", or a length of five thousand digits.
            raise ParsingError("Address or length cannot be read") from fault
        if self.version not in _VERSIONS:
            raise ParsingError("HTTP is spoken here in the versions 1.0 and 1.1")
        if self.chunked and "CONTENT_LENGTH" in self.headers:
            # A proxy in front may trust the other header, and then a second request could hide in the first.
            raise ParsingError("Content-Length and Transfer-Encoding contradict each other")


class _Task(WSGITask):
    """
    An answer of the app, after which the connection may stay open.

    Waitress closes the connection after every answer without a length. An answer without a body, such as 304, ends
    with its headers, so the connection can stay open.
    """

    def set_close_on_finish(self) -> None:
        """Close the connection after this answer, unless the only reason is that a length is missing."""
        if self.has_body or self.version != "1.1" or self._is_last():
            super().set_close_on_finish()

    def _is_last(self) -> bool:
        """Whether the client said that this is its last request."""
        return "close" in self.get_environment().get("HTTP_CONNECTION", "").lower()


class _Channel(HTTPChannel):
    """
    A connection that uses our parser, and stays open after answers without a body.

    The thread that serves all connections waits while another one sends an answer. By itself it would try again and
    again, and so keep that one from going on for as long as Python lets a thread run: 5 ms.
    """

    parser_class = _Parser
    task_class = _Task

    def _flush_some_if_lockable(self, do_close: bool = True) -> None:  # noqa: FBT001, FBT002 - as waitress calls it
        """Send what waits, once the thread that works on the answer has sent its part, which takes no time."""
        with self.outbuf_lock:
            self._flush_some(do_close=do_close)  # type: ignore[attr-defined] # The stubs leave private names out.
            if self.total_outbufs_len < self.adj.outbuf_high_watermark:
                self.outbuf_lock.notify()


class WebServer:
    """
    The server of *app* on *listening*, a socket that is bound already.

    The caller binds it, so that a port in use is noticed before anything else is started.

    :param threads: how many requests are answered at once.
    :param longest_request: seconds that a request may take to come in.
    """

    loops = (WEB,)
    """The names of its loops."""

    def __init__(
        self,
        app: "WSGIApplication",
        listening: socket.socket,
        largest_body: int = LARGEST_BODY,
        *,
        threads: int = THREADS,
        longest_request: float = _LONGEST_REQUEST,
    ) -> None:
        self._stopping, self._ending, self._pulling = Event(), Event(), Lock()
        self._has_turned = False
        self._sockets: dict[int, dispatcher] = {}
        server = create_server(
            app,
            map=self._sockets,  # type: ignore[arg-type] # The stubs call its values sockets; they are dispatchers.
            sockets=[listening],
            threads=threads,
            connection_limit=_MOST_CONNECTIONS,
            max_request_body_size=largest_body,
            max_request_header_size=_LARGEST_HEADERS,
            channel_timeout=_IDLE,
            # The answers do not name the server.
            ident=None,
            # The app itself decides how many proxies it trusts, so it must see all headers.
            clear_untrusted_proxy_headers=False,
            asyncore_use_poll=True,
        )
        assert isinstance(server, BaseWSGIServer)
        server.channel_class = _Channel
        self._longest_request = longest_request
        self._looked_at = 0.0
        self._server = server
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
            self._server.asyncore.close_all(self._sockets)

    def _turn(self, timeout: float) -> None:
        self._server.asyncore.loop(timeout=timeout, use_poll=True, map=self._sockets, count=1)
        self._has_turned = True
        now = time.monotonic()
        if now >= self._looked_at + _LOOK_EVERY:
            self._looked_at = now
            self._leave_slow_clients(now - self._longest_request)

    def _leave_slow_clients(self, cutoff: float) -> None:
        """Close connections whose request began before *cutoff* and is not complete."""
        for channel in self._channels():
            asks = channel.request
            if isinstance(asks, _Parser) and asks.begun_at < cutoff and not channel.requests:
                channel.will_close = True

    def _is_busy(self) -> bool:
        return any(channel.requests or channel.total_outbufs_len for channel in self._channels())

    def _channels(self) -> list[HTTPChannel]:
        return [channel for channel in self._sockets.values() if isinstance(channel, HTTPChannel)]


def pages_of(service: Service, listening: socket.socket, *, is_demo: bool) -> WebServer:
    """The server of the pages of *service* on *listening*, a socket that is bound already."""
    settings = service.settings
    letterbox = None
    if settings.is_embedded and service.letters is not None:
        letterbox = Letterbox(service.letters, settings.mail_listen.host, settings.mail_listen.port)
    pages = WebSettings(settings.url, settings.proxies, is_demo=is_demo, replies=service.mail_identity.reply)
    app = create_app(service.workshop, pages, letterbox, hook_of(service))
    check_rules_pages(app.jinja_env, service.workshop.registry)
    largest = LARGEST_BODY if settings.hook_secret is None else LARGEST_POSTED_MAIL
    return WebServer(app, listening, largest, threads=settings.threads)
