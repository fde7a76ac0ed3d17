"""Waiting for the signal to stop."""

import signal
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

_STOPS = (signal.SIGINT, signal.SIGTERM)
_ONE_WISH = 2.0
"""Seconds within which several signals are one: a terminal, a shell and `timeout` each pass them on."""


@contextmanager
def stop_signals() -> Iterator[Callable[[], None]]:
    """What waits for Ctrl-C or SIGTERM; one more that comes after a while ends the process at once."""
    # A handler in Python may come too late: a signal that arrives just before a thread begins to wait does not wake it.
    # The interpreter itself writes into the socket, and whoever reads from it is woken in any case.
    reading, writing = socket.socketpair()
    with reading, writing:
        writing.settimeout(0)
        signal.set_wakeup_fd(writing.fileno())
        for number in _STOPS:
            signal.signal(number, lambda *_: None)

        def wait() -> None:
            reading.recv(1)
            stop_hard = _hard_stop(time.monotonic() + _ONE_WISH)
            for number in _STOPS:
                signal.signal(number, stop_hard)

        try:
            yield wait
        finally:
            signal.set_wakeup_fd(-1)


def ignore_stop_signals() -> None:
    """All is done: whoever asks once more gets the same good end."""
    for number in _STOPS:
        signal.signal(number, signal.SIG_IGN)


def _hard_stop(begin: float) -> Callable[[int, object], None]:
    """What a signal does while the process stops: nothing before the moment *begin*, then it ends the process."""

    def stop_hard(number: int, _frame: object) -> None:
        if time.monotonic() >= begin:
            signal.signal(number, signal.SIG_DFL)
            signal.raise_signal(number)

    return stop_hard
