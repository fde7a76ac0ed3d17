"""
Senders that are killed again and again, by chance and at the worst moments: `python -m tests.mail.killed_sender`.

What the far end took is a line in a file, written before the server's answer comes. On its standard output the program
says how many died until no letter waited any more.
"""

import base64
import os
import random
import signal
import sys
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

from corr.mail.letters.dispatch import send_next
from corr.store.tables.mails import Outbox
from tests.mail.crashing.danger import Danger
from tests.mail.crashing.forks import forked, load
from tests.mail.office import IDENTITY
from tests.playing import a_room

SENDERS = 2
"""At once."""
ROUNDS = 400
"""At most."""
ONCE_IN = 800
"""How many statements and commits a sender outlives on average: some dozen letters."""


@dataclass
class DeadlyTransport:
    """A far end at which the process dies by chance, before a letter is taken or just after it."""

    taken: Path
    chance: random.Random
    one_in: int
    relay: str = "the far end"

    def send(self, _sender: str, recipient: str, message: bytes) -> str:
        """Take the letter, if the process lives."""
        if not self.chance.randrange(self.one_in):
            os.kill(os.getpid(), signal.SIGKILL)
        line = f"{recipient} {base64.b64encode(message).decode()}\n"
        # One write to the end of the file: lines of several processes never mix.
        descriptor = os.open(self.taken, os.O_WRONLY | os.O_APPEND | os.O_CREAT)
        os.write(descriptor, line.encode())
        os.close(descriptor)
        if not self.chance.randrange(self.one_in):
            os.kill(os.getpid(), signal.SIGKILL)
        return "250 OK"

    def rest(self) -> None:
        """Nothing is held open."""

    def close(self) -> None:
        """Nothing is held open."""


@dataclass(frozen=True, slots=True)
class _Sender:
    """One process that sends every letter that waits, unless killed before."""

    database_url: str
    taken: Path
    hours: int
    """How late it is."""
    number: int

    def work(self, say: Callable[[str], None]) -> None:
        """Send, and say whether letters still wait."""
        transport = DeadlyTransport(self.taken, random.Random(f"{self.hours}.{self.number}"), one_in=50)
        with a_room(self.database_url) as room:
            Danger(f"{self.hours}.{self.number}.", ONCE_IN).lurk(room.database)
            room.clock.move(timedelta(hours=self.hours))
            while send_next(room.workshop, IDENTITY, transport, f"sender {os.getpid()}"):
                pass
            if any(row["state"] == "waiting" for row in room.rows(Outbox)):
                say("waiting")


def main(database_url: str, taken: Path) -> None:
    """Let senders work and die until no letter waits."""
    load()
    deaths = 0
    for hours in range(ROUNDS):
        # All have the same time; in the next round the leases of the dead have run out.
        senders = [forked(_Sender(database_url, taken, hours, number).work) for number in range(SENDERS)]
        ended = [sender.heard() for sender in senders]
        assert {code for _, code in ended} <= {0, -signal.SIGKILL}
        deaths += sum(code != 0 for _, code in ended)
        if ("", 0) in ended:
            break
    else:
        raise AssertionError("letters still wait")
    sys.stdout.write(str(deaths))


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]))
