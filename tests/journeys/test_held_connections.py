"""
Clients that open hundreds of connections and never come to the point, at both doors: everyone else plays on.
"""

import http.client
import socket
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from threading import Event, Thread

import pytest

from tests.crash.newborn import Nursery
from tests.journeys.browser import Browser
from tests.journeys.letters import Sink
from tests.journeys.served import ForkedService, Served
from tests.journeys.steps import Writer, begin_by_challenge, play, sign_up

pytestmark = pytest.mark.slow

SECRET = "s" * 32
ANNA, ROB = "anna@blue.example", "rob@red.example"
SOCKETS = 520
HALF = b"GET / HTTP/1.1\r\nHost: here\r\nX-A: "
SOON = 10.0
"""Seconds that an answer may take on a busy machine; it takes a small part of one."""
SLOW, SIZE = 20_000, 1_000_000
"""Bytes a second of a slow line, and bytes of a mail on it."""


@pytest.mark.parametrize("addresses", [1, 11])
def test_people_play_on_while_hundreds_of_connections_are_held(
    addresses: int, tmp_path: Path, nursery: Nursery
) -> None:
    with (
        ForkedService(nursery, tmp_path / "var", CORR_HOOK_SECRET=SECRET) as served,
        Browser(served.origin) as anna,
        Browser(served.origin) as rob,
        ThreadPoolExecutor() as threads,
    ):
        sink = Sink(served.letters)
        sign_up(anna, sink, "Anna", ANNA)
        sign_up(rob, sink, "Rob", ROB)
        game = begin_by_challenge(anna, rob, "Rob", game="kelasu")
        writer = Writer(ROB, sink, served.mail_port)

        # Many people may be behind one address; mail servers have their own.
        with held(served.web_port, HALF, addresses), held(served.mail_port, b"EHLO x\r\n", addresses, first=2):
            mail = threads.submit(posted_slowly, served)
            seconds = [health_after(served)]
            assert "Turn submitted" in play(anna, game, 1, "B4-C4, B5-C5, A4-B4, A5-B5").words
            writer.answer(writer.next_letter(game, "It is your turn against"), "I1-H1, I3-H3, I6-H6, I8-H8")
            writer.next_letter(game, "I1-H1")
            while not mail.done():
                seconds.append(health_after(served))
                assert anna.get(f"/games/{game}").status == 200
                time.sleep(1)

        print(f"/healthz after {max(seconds):.3f} s at most, {len(seconds)} times")  # noqa: T201 - shown where it fails
        assert mail.result() == 200


@contextmanager
def held(port: int, begun: bytes, addresses: int, first: int = 1) -> Iterator[None]:
    """Hundreds of connections from some addresses, on which little is said now and then; those that end begin again."""
    is_over = Event()

    def connected(number: int) -> socket.socket:
        client = socket.create_connection(("127.0.0.1", port), SOON, (f"127.0.0.{first + number % addresses}", 0))
        client.sendall(begun)
        client.settimeout(0)
        return client

    with ExitStack() as crowd:
        clients = [connected(number) for number in range(SOCKETS)]

        def hold() -> None:
            while not is_over.wait(0.5):
                for number, client in enumerate(clients):
                    try:
                        client.send(b"x")
                        if not client.recv(1000):
                            raise ConnectionError
                    except BlockingIOError:
                        continue
                    except OSError:
                        client.close()
                        clients[number] = connected(number)

        holding = Thread(target=hold)
        holding.start()
        crowd.callback(close_all, clients)
        crowd.callback(holding.join)
        crowd.callback(is_over.set)
        yield


def close_all(clients: list[socket.socket]) -> None:
    """Close whatever connections there are by now."""
    for client in clients:
        client.close()


def health_after(served: Served) -> float:
    """Seconds until a new client is told that the service is alive."""
    began_at = time.monotonic()
    with closing(http.client.HTTPConnection("127.0.0.1", served.web_port, timeout=SOON)) as client:
        client.request("GET", "/healthz")
        assert client.getresponse().status == 200
    return time.monotonic() - began_at


def posted_slowly(served: Served) -> int:
    """The status after a provider on a slow line posted a large mail."""
    head = f"POST /hooks/mail HTTP/1.1\r\nHost: 127.0.0.1:{served.web_port}\r\nAuthorization: Bearer {SECRET}\r\n"
    head += "Corr-Recipient: postmaster@corr.localhost\r\nContent-Type: message/rfc822\r\nConnection: close\r\n"
    with socket.create_connection(("127.0.0.1", served.web_port), 60, ("127.0.0.20", 0)) as wire:
        wire.sendall(f"{head}Content-Length: {SIZE}\r\n\r\n".encode())
        for _ in range(SIZE // SLOW):
            wire.sendall(b"x" * (SLOW - 2) + b"\r\n")
            time.sleep(1)
        return int(wire.makefile("rb").readline().split()[1])
