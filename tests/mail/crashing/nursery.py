"""
Where processes that deliver mails come from: `python -m tests.mail.crashing.nursery`.

All are forked from one that has the program in its memory: to load it takes longer than most of them live. On its
standard input it is told the place and what each line of processes, one after the other, has to deliver; on its
standard output it says how many died.
"""

import json
import os
import signal
import sys
import traceback
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from tests.mail.crashing.deliverer import Delivery, Place, live

MOST_LIVES = 1000
"""Of one line of processes; one that needs more gets nowhere."""


@dataclass(frozen=True, slots=True)
class Child:
    """A process that was forked, and what it has to say."""

    process: int
    pipe: int

    def heard(self) -> tuple[str, int]:
        """All that it says, and its exit code, once it has ended; negative for a signal."""
        with os.fdopen(self.pipe) as words:
            said = words.read()
        return said, os.waitstatus_to_exitcode(os.waitpid(self.process, 0)[1])


def main() -> None:
    """Let every line of processes deliver its mails, all at once."""
    told = json.load(sys.stdin)
    place = Place(**told["place"])
    shares = [[Delivery(**delivery) for delivery in share] for share in told["shares"]]
    lines = [_forked(_Line(place, number, share).deliver) for number, share in enumerate(shares)]
    ended = [line.heard() for line in lines]
    assert all(code == 0 for _, code in ended)
    sys.stdout.write(str(sum(int(deaths) for deaths, _ in ended)))


@dataclass(frozen=True, slots=True)
class _Line:
    """Processes of which each delivers what the dead before it left."""

    place: Place
    number: int
    share: Sequence[Delivery]

    def deliver(self, say: Callable[[str], None]) -> None:
        """Deliver all, and say how many died over it."""
        left, deaths = list(self.share), 0
        while True:
            life = _forked(_Life(self.place, f"{self.number}.{deaths}", left).live)
            acknowledged, code = life.heard()
            assert code in {0, -signal.SIGKILL}
            left = left[len(acknowledged.splitlines()) :]
            if code == 0:
                break
            deaths += 1
            assert deaths < MOST_LIVES
        say(str(deaths))


@dataclass(frozen=True, slots=True)
class _Life:
    """One process that delivers mails until its end."""

    place: Place
    name: str
    deliveries: Sequence[Delivery]

    def live(self, say: Callable[[str], None]) -> None:
        """Deliver them, and say which are stored."""
        live(self.place, self.name, self.deliveries, lambda delivery: say(f"{delivery.number}\n"))


def _forked(work: Callable[[Callable[[str], None]], None]) -> Child:
    """A copy of this process that does *work*, which is given a way to say something to this one."""
    reading, writing = os.pipe()
    process = os.fork()
    if process:
        os.close(writing)
        return Child(process, reading)
    os.close(reading)
    code = 1
    try:
        work(lambda words: _write(writing, words))
        code = 0
    except Exception:  # noqa: BLE001 - its exit code tells
        traceback.print_exc()
        sys.stderr.flush()
    finally:
        # What the other process has in its buffers is not for this one to write.
        os._exit(code)


def _write(pipe: int, words: str) -> None:
    os.write(pipe, words.encode())


if __name__ == "__main__":
    main()
