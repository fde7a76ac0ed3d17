"""
Ports for what listens in a while: in another process, or again after its end.

The system gives port 0 out of a range from which it also takes a port for whoever connects somewhere, so that one that
was free a moment ago may be taken before it is listened on. These lie below that range, and no two processes of a run
ask for the same ones.
"""

import os
import socket
from collections.abc import Iterator
from functools import cache
from itertools import cycle

_FIRST = 10_000
_EACH = 1_000
"""How many ports a process of a run has for itself."""
_PROCESSES = 20


def free_port() -> int:
    """A port at 127.0.0.1 that nobody listens on, and that is given out to nobody else for long."""
    return free_ports(1)[0]


def free_ports(count: int) -> list[int]:
    """So many of them, each another one."""
    return [next(_free()) for _ in range(count)]


@cache
def _free() -> Iterator[int]:
    """One free port after the other, for ever."""
    return filter(_is_free, cycle(_own()))


def _own() -> list[int]:
    """The ports of this process; where another run goes on at the same time, they begin elsewhere."""
    number = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))
    ports = [_FIRST + number % _PROCESSES * _EACH + of_mine for of_mine in range(_EACH)]
    begun = os.getpid() * 37 % _EACH
    return ports[begun:] + ports[:begun]


def _is_free(port: int) -> bool:
    try:
        socket.create_server(("127.0.0.1", port)).close()
    except OSError:
        return False
    return True
