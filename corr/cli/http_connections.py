"""
The connections of the HTTP server: waitress's, with our limits on what clients may hold.

A connection waits for its client, or its request is being answered. Only those that wait can be closed to make room.
"""

import socket
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import TYPE_CHECKING, Any

from waitress.adjustments import Adjustments
from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser, ParsingError
from waitress.server import TcpWSGIServer
from waitress.task import WSGITask
from waitress.utilities import Error
from waitress.wasyncore import dispatcher

from corr.base.connection_limits import Rank, TransferLimits, Waiting, address_group, to_close

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIApplication

_VERSIONS = frozenset({"1.0", "1.1"})
_LARGEST_HEADERS = 1 << 15
_SPARE = 64
"""Connections above the limit that may exist until others have made room for them."""
_MOST_ACCEPTED = 32
"""New connections between two looks at the others."""
_FEW = 10
"""A tenth of all connections is few: among them, those that wait too long are looked for once a second."""
_LOOK_EVERY = 1.0
_MOST_UNREAD = 1 << 20
"""Bytes of answers that wait for their reader before the next request of the same connection is begun."""
_NEVER = 1 << 40
"""So many of them, and a thread would wait, too: more than any answer has."""
_PAGE = """<!DOCTYPE html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{title} · Corr</title>
<p>{words}</p>
</html>
"""


@dataclass(frozen=True, slots=True)
class ConnectionLimits:
    """What clients may hold."""

    connections: int = 500
    incomplete_of_one: int = 50
    """Of one address without a complete request; many people may be behind it. Not counted behind a proxy."""
    idle: float = 60.0
    """Seconds until the next request on a connection that stays open, or without a byte of an answer being read."""
    head: float = 10.0
    """Seconds from connecting until the first byte, and from there to the end of the headers."""
    bodies: int = 64 << 20
    """Bytes of all bodies that are held at one time."""
    usual: float = 2.0
    """Seconds in which nearly all requests have come in; only later ones are closed for their number."""
    unread: float = 10.0
    """Seconds after which an answer that its client does not read may make room for others."""
    transfer: TransferLimits = field(default_factory=TransferLimits)

    def rank(self, seconds: float) -> Rank:
        """The rank of a request that has been coming in for so long."""
        return Rank.ACTIVE if seconds < self.usual else Rank.STALE


class _RefusalError(Error):
    """An answer of the server itself: a page with nothing but words, which phones show at the size of others."""

    def __init__(self, status: HTTPStatus, words: str, **headers: str) -> None:
        super().__init__(_PAGE.format(title=status.phrase, words=words))
        self.code, self.reason = status.value, status.phrase
        self._headers = [("Content-Type", "text/html; charset=utf-8"), *headers.items()]

    def to_response(self, ident: str | None = None) -> tuple[str, list[tuple[str, str]], Any]:  # noqa: ARG002
        """Status, headers and body, as waitress asks for them."""
        return f"{self.code} {self.reason}", self._headers, self.body.encode()


def _too_large(limit: int) -> _RefusalError:
    size = f"{limit >> 20} MB" if limit >= 1 << 20 else f"{limit >> 10} KB"
    return _RefusalError(
        HTTPStatus.REQUEST_ENTITY_TOO_LARGE, f"What was sent has more than {size}. Please go back and shorten it."
    )


def _no_room() -> _RefusalError:
    words = "Too much is being sent here at the moment. Please try again in a minute."
    return _RefusalError(HTTPStatus.SERVICE_UNAVAILABLE, words, **{"Retry-After": "60"})


class ServerSettings(Adjustments):
    """
    Waitress's settings with ours.

    :param largest_body: the most bytes of a body for a path.
    """

    def __init__(self, largest_body: Callable[[str], int], limits: ConnectionLimits, threads: int) -> None:
        super().__init__(
            threads=threads,
            connection_limit=limits.connections + _SPARE,
            max_request_header_size=_LARGEST_HEADERS,
            outbuf_high_watermark=_NEVER,
            # The answers do not name the server.
            ident=None,
            # The app itself decides how many proxies it trusts, so it must see all headers.
            clear_untrusted_proxy_headers=False,
        )
        self.largest_body = largest_body
        self.limits = limits


class _Parser(HTTPRequestParser):
    """The parser of requests, which refuses those that can be read in two ways or are too large."""

    path: str
    adj: ServerSettings

    def __init__(self, adj: Adjustments) -> None:
        super().__init__(adj)
        self.begun_at = self.head_at = self.moved_at = time.monotonic()

    def received(self, data: bytes) -> int:
        """Take in what came of the request; of one that is refused, nothing is kept any more."""
        self.moved_at = time.monotonic()
        if self.is_refused:
            self.completed = True
            return len(data)
        if not self.headers_finished:
            self.head_at = self.moved_at
        consumed = super().received(data)
        if self.body_rcv is not None and not self.is_refused:
            limit = self.adj.largest_body(self.path)
            # What parts a body in chunks is no part of it, but must not go on without end either.
            is_endless = self.body_bytes_received > 2 * limit + _LARGEST_HEADERS
            if is_endless or max(self.content_length, len(self.body_rcv)) > limit:
                self.error, self.completed = _too_large(limit), True
        if self.completed:
            # Nothing is waited for, so nothing has to be asked for: the library would wait for it.
            self.expect_continue = False
        return consumed

    @property
    def is_refused(self) -> bool:
        """Whether it is answered without the app."""
        return self.error is not None

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


class Channel(HTTPChannel):
    """A connection that knows what it waits for."""

    parser_class = _Parser
    task_class = _Task
    request: _Parser | None
    server: "Server"

    def __init__(self, *args: Any, **kwargs: Any) -> None:  # noqa: ANN401 - passed on
        super().__init__(*args, **kwargs)
        self._place = address_group(str(self.addr[0])), not self.server.is_direct
        self._since = self._sent_at = time.monotonic()
        self._sent = 0
        self._has_asked = self._is_answering = self._is_refused = self._lingers = False
        self.is_paused = False
        """Whether there are requests, and too many answers before theirs that the client has not read."""

    @property
    def body_size(self) -> int:
        """Bytes that are held of bodies."""
        return self.incomplete_size + sum(each.body_bytes_received for each in tuple(self.requests) if not each.error)

    @property
    def incomplete_size(self) -> int:
        """Bytes of the body that is coming in."""
        return self.request.body_bytes_received if self.connected and self.request else 0

    def waiting(self, now: float, limits: ConnectionLimits) -> Waiting["Channel"] | None:
        """What it waits for; None if its request is being answered."""
        if self._is_answering or (self.requests and not self.is_paused):
            return None
        since, request = self._since, self.request
        if self.total_outbufs_len:
            if now - since < limits.unread:
                return None
            quiet = now - max(self._sent_at, since)
            is_over = quiet > limits.idle or limits.transfer.is_too_slow(self._sent, now - since, 0)
            return Waiting(self, *self._place, since, is_over, Rank.ACTIVE, is_counted=False)
        if request is not None and request.headers_finished:
            since = max(since, request.head_at)
            quiet = now - max(since, request.moved_at)
            is_over = limits.transfer.is_too_slow(request.body_bytes_received, now - since, quiet)
            return Waiting(self, *self._place, since, is_over, limits.rank(now - since))
        if request is not None or self._lingers or not self._has_asked:
            since = since if request is None else max(since, request.begun_at)
            return Waiting(self, *self._place, since, now - since > limits.head, limits.rank(now - since))
        return Waiting(self, *self._place, since, now - since > limits.idle, Rank.RESTING, is_counted=False)

    def refuse_for_room(self) -> None:
        """Answer at once that there is no room for the body that is coming in."""
        if self.request is not None:
            self.request.error = _no_room()
            self.received(b"\0")

    def received(self, data: bytes) -> bool:
        """Take in what the client sends, or throw it away after a refusal."""
        return not self._lingers and super().received(data)

    def service(self) -> None:
        """Answer a request, in a thread of its own."""
        # The thread of all connections looks at this one before this thread comes back from the library.
        self._is_answering, self._sent = True, 0
        self._is_refused = self.requests[0].error is not None
        super().service()
        self._since, self._has_asked, self._is_answering = time.monotonic(), True, False

    def send(self, data: bytes, do_close: bool = True) -> int:  # noqa: FBT001, FBT002 - as waitress calls it
        """Send what the system takes."""
        size = super().send(data, do_close=do_close)
        if size:
            self._sent, self._sent_at = self._sent + size, time.monotonic()
        return size

    def handle_close(self) -> None:
        """
        Close the connection; after a refusal, first let the client read it.

        What it still sends meanwhile is thrown away. If the connection were closed before it has come, the system would
        take the answer back.
        """
        if self._is_refused and self.will_close and not self._lingers and self.socket is not None:
            self._lingers, self.will_close, self._since = True, False, time.monotonic()
            try:
                self.socket.shutdown(socket.SHUT_WR)
            except OSError:
                super().handle_close()
            return
        super().handle_close()

    def _flush_some_if_lockable(self, do_close: bool = True) -> None:  # noqa: FBT001, FBT002 - as waitress calls it
        """
        Send what waits, once the thread that works on the answer has sent its part, which takes no time.

        By itself the thread that serves all connections would try again and again, and so keep that one from going on
        for as long as Python lets a thread run: 5 ms.
        """
        with self.outbuf_lock:
            super()._flush_some_if_lockable(do_close=do_close)  # type: ignore[misc] # The stubs leave private names out.


class Server(TcpWSGIServer):
    """
    The listening socket and its connections.

    :param is_direct: whether clients connect by themselves, not through a proxy of ours.
    """

    channel_class = Channel
    adj: ServerSettings

    def __init__(
        self, app: "WSGIApplication", listening: socket.socket, settings: ServerSettings, *, is_direct: bool
    ) -> None:
        self.is_direct = is_direct
        self._look_at = 0.0
        self.sockets: dict[int, dispatcher] = {}
        place = listening.family, listening.type, listening.proto, listening.getsockname()
        super().__init__(app, self.sockets, _sock=listening, adj=settings, sockinfo=place, bind_socket=False)  # type: ignore[arg-type] # The stubs call its values sockets; they are dispatchers.

    @property
    def channels(self) -> list[Channel]:
        """All connections."""
        return [channel for channel in self.sockets.values() if isinstance(channel, Channel)]

    def handle_accept(self) -> None:
        """Let in all who wait, or many of them, so that nobody waits behind a crowd."""
        for _ in range(_MOST_ACCEPTED):
            before = len(self.sockets)
            super().handle_accept()
            if len(self.sockets) == before:
                return

    def maintenance(self, now: int) -> None:
        """Do nothing: `close_some` does it."""

    def add_task(self, task: "Channel") -> None:  # type: ignore[override] # The stubs name what waitress does not give.
        """Let a thread answer the next request of a connection, once its client has read the answers before."""
        if task.total_outbufs_len > _MOST_UNREAD:
            task.is_paused = True
        else:
            super().add_task(task)  # type: ignore[arg-type]

    def look_after(self, now: float) -> None:
        """
        Go on with connections whose clients read again, and close some.

        Those that waited too long are closed, and others where there are too many; of bodies that take too much room
        together, the largest are refused.
        """
        channels, limits = self.channels, self.adj.limits
        for channel in channels:
            if channel.is_paused and channel.total_outbufs_len <= _MOST_UNREAD:
                channel.is_paused = False
                self.add_task(channel)
        if now >= self._look_at or len(channels) > limits.connections // _FEW:
            self._look_at = now + _LOOK_EVERY
            waiting = [each for channel in channels if (each := channel.waiting(now, limits)) is not None]
            for channel in to_close(waiting, len(channels), limits.connections, limits.incomplete_of_one):
                channel.handle_close()
        excess = sum(channel.body_size for channel in channels if channel.connected) - limits.bodies
        for channel in sorted(channels, key=lambda channel: channel.incomplete_size, reverse=True):
            if excess <= 0:
                return
            excess -= channel.incomplete_size
            channel.refuse_for_room()
