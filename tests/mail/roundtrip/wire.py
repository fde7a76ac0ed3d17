"""A wire that breaks when it is told to."""

import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import Thread


@contextmanager
def a_wire(to: int, *, breaks_at: bytes) -> Iterator[int]:
    """A port that leads to the port *to*, for one connection, until the client says *breaks_at*."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        thread = Thread(target=_carry, args=(listening, to, breaks_at), daemon=True)
        thread.start()
        yield int(listening.getsockname()[1])
    thread.join(10)


def _carry(listening: socket.socket, to: int, breaks_at: bytes) -> None:
    client, _ = listening.accept()
    with client, socket.create_connection(("127.0.0.1", to)) as server:
        back = Thread(target=_pass_on, args=(server, client, None), daemon=True)
        back.start()
        _pass_on(client, server, breaks_at)
        for end in (client, server):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
        back.join(10)


def _pass_on(one: socket.socket, other: socket.socket, breaks_at: bytes | None) -> None:
    with suppress(OSError):
        while (said := one.recv(65536)) and (breaks_at is None or breaks_at not in said):
            other.sendall(said)
