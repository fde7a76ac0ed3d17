"""The HTTP server: it answers, gives nothing away, and lets an answer in hand go out when it ends."""

import http.client
import socket
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from dataclasses import dataclass
from threading import Event
from typing import TYPE_CHECKING

import pytest
from waitress.channel import HTTPChannel
from waitress.trigger import trigger

from corr.cli.http_connections import ConnectionLimits
from corr.cli.webserver import WebServer
from tests.ports import free_port

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

PATIENCE = 60.0
_WHILE, _MANY = 0.3, 100
"""Seconds that sending takes once, and far more than the connections that are written to."""


def hello(environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
    """Answer with the forwarded address that came."""
    start_response("200 OK", [("Content-Type", "text/plain")])
    return [str(environ.get("HTTP_X_FORWARDED_FOR", "nobody")).encode()]


@contextmanager
def serving(app: "WSGIApplication", limits: ConnectionLimits | None = None) -> Iterator[tuple[int, WebServer]]:
    """Serve *app* on some port."""
    listening = socket.create_server(("127.0.0.1", free_port()))
    server = WebServer(app, listening, limits=limits)
    server.start()
    try:
        yield listening.getsockname()[1], server
    finally:
        server.stop()


@dataclass(frozen=True)
class Answer:
    """What a server said."""

    status: int
    server: str | None
    text: bytes


def asked(port: int, headers: dict[str, str] | None = None, body: bytes | None = None) -> Answer:
    """What the server on *port* answers."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    with closing(connection):
        connection.request("POST" if body else "GET", "/", body, headers or {})
        answer = connection.getresponse()
        return Answer(answer.status, answer.getheader("Server"), answer.read())


def test_no_thread_tries_again_and_again_to_send_what_another_one_sends(monkeypatch: pytest.MonkeyPatch) -> None:
    sending, tries, send, write = Event(), list[None](), HTTPChannel.send, HTTPChannel.handle_write

    def slow(channel: HTTPChannel, data: bytes, *, do_close: bool = True) -> int:
        if not sending.is_set():
            sending.set()
            time.sleep(_WHILE)
        return send(channel, data, do_close=do_close)

    def counted(channel: HTTPChannel) -> None:
        tries.append(None)
        write(channel)

    monkeypatch.setattr(HTTPChannel, "send", slow)
    monkeypatch.setattr(HTTPChannel, "handle_write", counted)
    with serving(hello) as (port, _), ThreadPoolExecutor() as threads:
        first = threads.submit(asked, port)
        assert sending.wait(PATIENCE)
        second = asked(port)
        texts = [first.result(PATIENCE).text, second.text]

    assert texts == [b"nobody"] * 2
    assert len(tries) < _MANY


def test_an_answer_does_not_name_the_server() -> None:
    with serving(hello) as (port, _):
        answer = asked(port)

    assert answer.status == 200
    assert answer.server is None


def test_the_app_sees_what_a_proxy_said() -> None:
    with serving(hello) as (port, _):
        answer = asked(port, {"X-Forwarded-For": "203.0.113.5"})

    assert answer.text == b"203.0.113.5"


@pytest.mark.parametrize(
    ("headers", "body", "status"),
    [({"X-Long": "x" * 50_000}, None, 431), ({"Content-Length": str(1 << 24)}, b"x", 413)],
)
def test_what_is_too_large_is_refused(headers: dict[str, str], body: bytes | None, status: int) -> None:
    with serving(hello) as (port, _):
        answer = asked(port, headers, body)

    assert answer.status == status


@pytest.mark.parametrize(
    "request_",
    [
        b"GET http://[::1/ HTTP/1.1\r\nHost: here\r\n\r\n",
        b"POST / HTTP/1.1\r\nHost: here\r\nContent-Length: " + b"9" * 5000 + b"\r\n\r\n",
        b"GET / HTTP/9.9\r\nHost: here\r\n\r\n",
        b"POST / HTTP/1.1\r\nHost: here\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    ],
)
def test_what_cannot_be_read_in_one_way_is_refused_and_the_connection_ends(request_: bytes) -> None:
    with serving(hello) as (port, _), socket.create_connection(("127.0.0.1", port), PATIENCE) as raw:
        raw.sendall(request_ + b"GET / HTTP/1.1\r\nHost: here\r\n\r\n")
        answer = raw.makefile("rb").read()

    assert answer.split()[1] == b"400"
    assert answer.count(b"HTTP/1.") == 1


@pytest.mark.parametrize("status", ["204 No Content", "304 Not Modified"])
def test_answers_without_a_body_leave_the_connection_open(status: str) -> None:
    with serving(bodyless(status)) as (port, _), socket.create_connection(("127.0.0.1", port), PATIENCE) as raw:
        answers = raw.makefile("rb")
        heads = []
        for _ in range(2):
            raw.sendall(b'GET / HTTP/1.1\r\nHost: here\r\nIf-None-Match: "same"\r\n\r\n')
            heads.append(b"".join(iter(answers.readline, b"\r\n")))

    assert [head.split(b"\r\n")[0].decode() for head in heads] == [f"HTTP/1.1 {status}"] * 2
    assert b"connection: close" not in b"".join(heads).lower()


@pytest.mark.parametrize("ending", [b"GET / HTTP/1.1\r\nConnection: Close\r\n", b"GET / HTTP/1.0\r\n"])
def test_a_connection_ends_with_the_last_answer_that_its_client_wants(ending: bytes) -> None:
    app = bodyless("304 Not Modified")

    with serving(app) as (port, _), socket.create_connection(("127.0.0.1", port), PATIENCE) as raw:
        raw.sendall(ending + b"Host: here\r\n\r\n")
        answer = raw.makefile("rb").read()

    assert answer.split()[1] == b"304"
    assert b"connection: close" in answer.lower()


def test_a_request_in_hand_is_answered_before_the_end() -> None:
    begun, may_end = Event(), Event()
    app = slow(begun, may_end)

    with ThreadPoolExecutor() as pool, serving(app) as (port, server):
        answer = pool.submit(asked, port)
        begun.wait(PATIENCE)
        stopping = pool.submit(server.stop)
        may_end.set()
        stopping.result(PATIENCE)
        text = answer.result(PATIENCE).text

    assert text == b"at last"


def test_a_stop_that_comes_when_an_answer_ends_stops_the_server(monkeypatch: pytest.MonkeyPatch) -> None:
    pulled = trigger._physical_pull  # type: ignore[attr-defined]  # noqa: SLF001 - the moment is nowhere else

    def pulled_by_two(loop: trigger) -> None:
        # The end of an answer wakes the loop just before the one that stops does.
        pulled(loop)
        time.sleep(0.5)
        pulled(loop)

    with serving(hello) as (port, server):
        assert asked(port).status == 200
        monkeypatch.setattr(trigger, "_physical_pull", pulled_by_two)

        assert server.stop()

        socket.create_server(("127.0.0.1", port)).close()


def test_after_the_end_the_port_is_free() -> None:
    with serving(hello) as (port, server):
        server.stop()

        socket.create_server(("127.0.0.1", port)).close()


def slow(begun: Event, may_end: Event) -> "Callable[[WSGIEnvironment, StartResponse], Iterable[bytes]]":
    """An app that says when it began and waits before it answers."""

    def app(_environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
        begun.set()
        may_end.wait(PATIENCE)
        start_response("200 OK", [("Content-Type", "text/plain")])
        return [b"at last"]

    return app


def bodyless(status: str) -> "Callable[[WSGIEnvironment, StartResponse], Iterable[bytes]]":
    """An app that answers with a head alone."""

    def app(_environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
        start_response(status, [("ETag", '"same"')])
        return []

    return app


@pytest.mark.slow
def test_a_client_that_asks_on_and_on_is_kept() -> None:
    with serving(hello, limits=ConnectionLimits(head=0.5)) as (port, _):
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
        with closing(connection):
            answers = []
            for _ in range(20):
                connection.request("GET", "/")
                answers.append(connection.getresponse().read())
                Event().wait(0.1)

    assert answers == [b"nobody"] * 20
