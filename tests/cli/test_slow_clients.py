"""Clients of the pages that hold more than their share: connections, bodies in memory, threads."""

import http.client
import socket
import time
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, closing, contextmanager
from threading import Event
from typing import TYPE_CHECKING

import pytest

from corr.base.connection_limits import TransferLimits
from corr.cli.http_connections import ConnectionLimits
from corr.cli.webserver import WebServer
from tests.ports import free_port

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIEnvironment

PATIENCE = 60.0
ANY_PAGE, MAIL = 1000, 100_000
"""The most bytes of a body, anywhere and at one address."""
HALF = b"GET / HTTP/1.1\r\nHost: here\r\nX-A: "
LONG_ANSWER = 3 << 20
QUICK = TransferLimits(stall=0.5, grace=1.0, rate=2000.0)


def app(environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
    """Say how many bytes came, or answer at great length."""
    size = LONG_ANSWER if environ["PATH_INFO"] == "/long" else 0
    text = b"x" * size or str(len(environ["wsgi.input"].read())).encode()
    start_response("200 OK", [("Content-Length", str(len(text)))])
    return [text]


@contextmanager
def serving(limits: ConnectionLimits | None = None, *, is_direct: bool = True) -> Iterator[int]:
    """The port of a server."""
    with socket.create_server(("127.0.0.1", free_port())) as listening:
        largest = {"/mail": MAIL}
        server = WebServer(app, listening, lambda path: largest.get(path, ANY_PAGE), limits=limits, is_direct=is_direct)
        server.start()
        try:
            yield listening.getsockname()[1]
        finally:
            server.stop()


def connected(port: int, begun: bytes = b"", source: str = "127.0.0.1") -> socket.socket:
    """A connection on which *begun* was sent."""
    client = socket.create_connection(("127.0.0.1", port), PATIENCE, (source, 0))
    client.sendall(begun)
    return client


def answered(port: int, path: str = "/", body: Iterable[bytes] | bytes | None = None) -> tuple[int, bytes]:
    """Status and text of one more client, who is in no hurry."""
    with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)) as client:
        client.request("GET" if body is None else "POST", path, body)
        answer = client.getresponse()
        return answer.status, answer.read()


def answer_on(client: socket.socket) -> tuple[int, bytes]:
    """Status and text of what the server answers next on this connection."""
    answer = http.client.HTTPResponse(client)
    answer.begin()
    return answer.status, answer.read()


def rest(client: socket.socket) -> bytes:
    """All that comes until the server closes the connection."""
    read = b""
    try:
        while piece := client.recv(1 << 16):
            read += piece
    except ConnectionError:
        pass
    return read


def is_open(client: socket.socket) -> bool:
    """Whether the server has not closed the connection, on which nothing comes."""
    client.settimeout(0)
    try:
        return bool(client.recv(1))
    except BlockingIOError:
        return True
    except ConnectionError:
        return False


def count_open(clients: Iterable[socket.socket], expected: int) -> int:
    """How many of the connections are open, once there are no more than *expected*."""
    left, until = list(clients), time.monotonic() + PATIENCE
    while len(left := [client for client in left if is_open(client)]) > expected and time.monotonic() < until:
        time.sleep(0.01)
    return len(left)


def trickling(client: socket.socket, piece: bytes = b"x", pause: float = 0.05) -> bytes:
    """What comes on a connection that sends *piece* now and then until the server has had enough."""
    client.settimeout(pause)
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        try:
            client.sendall(piece)
            return client.recv(1 << 16)
        except TimeoutError:
            continue
        except OSError:
            return b""
    raise AssertionError("the connection was never closed")


@pytest.mark.slow
@pytest.mark.parametrize("begun", [b"", HALF, b"\r\n"])
def test_a_client_whose_headers_never_end_is_left(begun: bytes) -> None:
    with serving(ConnectionLimits(head=0.2)) as port, connected(port, begun) as client:
        assert rest(client) == b""


def test_a_client_that_sends_its_headers_byte_by_byte_is_left() -> None:
    with serving(ConnectionLimits(head=0.3)) as port, connected(port, HALF) as client:
        assert trickling(client) == b""


@pytest.mark.slow
def test_a_client_whose_body_does_not_come_is_left() -> None:
    begun = b"POST / HTTP/1.1\r\nContent-Length: 900\r\n\r\nx"
    with serving(ConnectionLimits(head=0.1, transfer=QUICK)) as port, connected(port, begun) as client:
        assert rest(client) == b""


@pytest.mark.slow
def test_a_client_that_sends_its_body_byte_by_byte_is_left() -> None:
    begun = b"POST / HTTP/1.1\r\nContent-Length: 900\r\n\r\n"
    with serving(ConnectionLimits(transfer=QUICK)) as port, connected(port, begun) as client:
        assert trickling(client) == b""


@pytest.mark.slow
def test_a_body_that_comes_slowly_but_steadily_arrives() -> None:
    size, pieces = 20_000, 40

    def body() -> Iterator[bytes]:
        for _ in range(pieces):
            time.sleep(0.1)
            yield b"x" * (size // pieces)

    with serving(ConnectionLimits(head=0.1, transfer=QUICK)) as port:
        assert answered(port, "/mail", body()) == (200, b"20000")


@pytest.mark.slow
def test_a_connection_between_two_requests_may_rest_for_longer_than_headers_may_take() -> None:
    with serving(ConnectionLimits(head=0.2, idle=1.5)) as port, connected(port) as client:
        for _ in range(2):
            client.sendall(b"GET / HTTP/1.1\r\n\r\n")
            assert answer_on(client) == (200, b"0")
            time.sleep(0.5)

        assert rest(client) == b""


def test_of_one_address_the_oldest_incomplete_requests_make_room() -> None:
    with serving(ConnectionLimits(incomplete_of_one=5, usual=0)) as port, ExitStack() as crowd:
        other = crowd.enter_context(connected(port, HALF, "127.0.0.2"))
        clients = [crowd.enter_context(connected(port, HALF)) for _ in range(8)]

        assert count_open(clients, 5) == 5
        assert [is_open(client) for client in clients] == [False] * 3 + [True] * 5
        assert is_open(other)


def test_behind_a_proxy_incomplete_requests_are_not_counted_by_address() -> None:
    with serving(ConnectionLimits(incomplete_of_one=5, usual=0), is_direct=False) as port, ExitStack() as crowd:
        clients = [crowd.enter_context(connected(port, HALF)) for _ in range(8)]
        answered(port)

        assert [is_open(client) for client in clients] == [True] * 8


@pytest.mark.parametrize("is_direct", [True, False])
@pytest.mark.parametrize("addresses", [1, 11])
@pytest.mark.parametrize("begun", [b"", HALF, b"POST / HTTP/1.1\r\nContent-Length: 900\r\n\r\nx"])
def test_a_crowd_of_incomplete_requests_keeps_nobody_out(begun: bytes, addresses: int, *, is_direct: bool) -> None:
    limits = ConnectionLimits(connections=40)
    with serving(limits, is_direct=is_direct) as port, ExitStack() as crowd:
        clients = [
            crowd.enter_context(connected(port, begun, f"127.0.0.{2 + number % addresses}")) for number in range(150)
        ]

        assert answered(port) == (200, b"0")
        assert answered(port, "/", b"turn") == (200, b"4")
        assert count_open(clients, 40) <= 40


@pytest.mark.parametrize(("count", "left"), [(2, [True, False]), (15, [False, True])])
def test_connections_that_rest_make_room_for_requests_that_come_in_unless_those_are_many(
    count: int, left: list[bool]
) -> None:
    with serving(ConnectionLimits(connections=count + 2)) as port, ExitStack() as crowd:
        resting, *others = (crowd.enter_context(connected(port)) for _ in range(2))
        for client in (resting, *others):
            client.sendall(b"GET / HTTP/1.1\r\n\r\n")
            assert answer_on(client) == (200, b"0")
        half = [crowd.enter_context(connected(port, HALF)) for _ in range(count)]

        assert answered(port)[0] == 200

        assert count_open([*half, resting, *others], count + 1) == count + 1
        assert [all(is_open(each) for each in half), is_open(resting)] == left


@pytest.mark.parametrize("expectation", [b"", b"Expect: 100-continue\r\n"])
@pytest.mark.parametrize(("path", "limit"), [(b"/", ANY_PAGE), (b"/mail", MAIL)])
def test_a_body_that_is_too_large_for_its_page_is_refused_before_it_comes(
    path: bytes, limit: int, expectation: bytes
) -> None:
    head = b"POST %b HTTP/1.1\r\n%bContent-Length: %d\r\n\r\n" % (path, expectation, limit + 1)

    with serving() as port, connected(port, head) as client:
        answer = rest(client)

    assert answer.split()[1] == b"413"
    assert b"Please go back and shorten it" in answer
    assert b"Content-Type: text/html" in answer
    assert b'<meta name="viewport" content="width=device-width' in answer


@pytest.mark.parametrize(("path", "limit"), [("/", ANY_PAGE), ("/mail", MAIL)])
def test_a_body_may_be_as_large_as_its_page_allows(path: str, limit: int) -> None:
    with serving() as port:
        assert answered(port, path, b"x" * limit) == (200, str(limit).encode())
        assert answered(port, path, iter([b"x" * limit])) == (200, str(limit).encode())


def test_a_body_in_chunks_is_refused_as_soon_as_it_is_too_large_for_its_page() -> None:
    with serving() as port, connected(port, b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n") as client:
        client.sendall(b"%x\r\n" % MAIL + b"x" * (2 * ANY_PAGE))
        answer = rest(client)

    assert answer.split()[1] == b"413"


def test_whoever_sends_too_much_can_read_why() -> None:
    for _ in range(5):
        with serving() as port:
            status, words = answered(port, "/", b"x" * (8 << 20))

        assert status == 413
        assert b"more than" in words


def test_after_a_refusal_the_rest_of_what_is_sent_is_not_taken_for_a_request() -> None:
    head = b"POST / HTTP/1.1\r\nContent-Length: 99999\r\n\r\n"
    with serving(ConnectionLimits(head=0.3)) as port, connected(port, head) as client:
        client.sendall(b"GET / HTTP/1.1\r\n\r\n" * 10)

        assert rest(client).count(b"HTTP/1.1") == 1


def test_bodies_that_are_too_large_together_are_refused_for_a_while_and_small_ones_are_not() -> None:
    limits = ConnectionLimits(bodies=3 * MAIL + ANY_PAGE)
    head = b"POST /mail HTTP/1.1\r\nContent-Length: %d\r\n\r\n" % MAIL
    with serving(limits) as port, ExitStack() as crowd:
        clients = [crowd.enter_context(connected(port, head + b"x" * (MAIL - 1))) for _ in range(4)]
        small = crowd.enter_context(connected(port, b"POST / HTTP/1.1\r\nContent-Length: 5\r\n\r\nturn"))

        answers = [rest(client) for client in clients if not is_quiet(client)]
        small.sendall(b"s")

        assert answer_on(small) == (200, b"5")
        assert [answer.split()[1] for answer in answers] == [b"503"]
        assert b"Retry-After: 60\r\n" in answers[0]
        assert b"Please try again in a minute" in answers[0]
        for client in clients:
            client.close()
        assert answered(port, "/mail", b"x" * MAIL)[0] == 200


def is_quiet(client: socket.socket) -> bool:
    """Whether nothing comes on the connection."""
    client.settimeout(0.3)
    try:
        return not client.recv(1, socket.MSG_PEEK)
    except TimeoutError:
        return True


def test_a_request_that_asks_whether_to_go_on_is_told_so_only_if_a_body_is_to_come() -> None:
    with serving() as port, connected(port, b"POST / HTTP/1.1\r\nExpect: 100-continue\r\n\r\n") as client:
        assert answer_on(client) == (200, b"0")

    head = b"POST / HTTP/1.1\r\nExpect: 100-continue\r\nContent-Length: 4\r\n\r\n"
    with serving() as port, connected(port, head) as client:
        assert client.recv(1000) == b"HTTP/1.1 100 Continue\r\n\r\n"
        client.sendall(b"turn")
        assert answer_on(client) == (200, b"4")


def test_requests_that_come_at_once_are_answered_in_their_order() -> None:
    bodies = [b"x" * size for size in range(1, 30)]
    requests = [b"POST / HTTP/1.1\r\nContent-Length: %d\r\n\r\n%b" % (len(body), body) for body in bodies]
    with serving() as port, connected(port, b"".join(requests)) as client:
        client.sendall(b"HEAD / HTTP/1.1\r\nConnection: close\r\n\r\n")
        answers = rest(client).split(b"HTTP/1.1 200 OK\r\n")[1:]

    assert [answer.partition(b"\r\n\r\n")[2] for answer in answers[:-1]] == [str(len(body)).encode() for body in bodies]


def test_clients_that_ask_for_much_and_read_nothing_keep_no_thread() -> None:
    with serving() as port, ExitStack() as crowd:
        for _ in range(6):
            client = crowd.enter_context(socket.socket())
            client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            client.connect(("127.0.0.1", port))
            client.sendall(b"GET /long HTTP/1.1\r\n\r\n" * 20)
        Event().wait(0.5)

        assert answered(port) == (200, b"0")


@pytest.mark.slow
def test_a_client_that_reads_slowly_gets_all_answers_that_it_asked_for() -> None:
    with serving() as port, socket.socket() as client:
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1 << 18)
        client.connect(("127.0.0.1", port))
        client.sendall(b"GET /long HTTP/1.1\r\n\r\n" * 4 + b"GET / HTTP/1.1\r\nConnection: close\r\n\r\n")
        Event().wait(0.3)

        assert len(rest(client)) > 4 * LONG_ANSWER


@pytest.mark.slow
def test_a_client_that_does_not_read_its_answer_is_left() -> None:
    with serving(ConnectionLimits(idle=0.5, unread=0.1)) as port, socket.socket() as client:
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        client.connect(("127.0.0.1", port))
        client.sendall(b"GET /long HTTP/1.1\r\n\r\n" * 4)
        time.sleep(3)

        assert len(rest(client)) < 4 * LONG_ANSWER


@pytest.mark.slow
def test_answers_that_nobody_reads_make_room_for_others() -> None:
    with serving(ConnectionLimits(connections=5, unread=0)) as port, ExitStack() as crowd:
        for _ in range(5):
            client = crowd.enter_context(socket.socket())
            client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            client.connect(("127.0.0.1", port))
            client.sendall(b"GET /long HTTP/1.1\r\n\r\n" * 4)
        time.sleep(2)

        for _ in range(200):
            assert answered(port) == (200, b"0")
