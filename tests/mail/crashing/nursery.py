"""
Where processes that deliver mails come from: `python -m tests.mail.crashing.nursery`.

All are forked from one that has the program in its memory: to load it takes longer than most of them live. On its
standard input it is told the place and what each line of processes, one after the other, has to deliver; on its
standard output it says how many died.
"""

import json
import signal
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from tests.mail.crashing.deliverer import Delivery, Place, live
from tests.mail.crashing.forks import forked, load

MOST_LIVES = 1000
"""Of one line of processes; one that needs more gets nowhere."""


def main() -> None:
    """Let every line of processes deliver its mails, all at once."""
    load()
    told = json.load(sys.stdin)
    place = Place(**told["place"])
    shares = [[Delivery(**delivery) for delivery in share] for share in told["shares"]]
    lines = [forked(_Line(place, number, share).deliver) for number, share in enumerate(shares)]
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
            life = forked(_Life(self.place, f"{self.number}.{deaths}", left).live)
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


if __name__ == "__main__":
    main()
