"""
A sender that is killed by itself again and again, at the worst moments: `python -m tests.mail.killed_sender`.

What the far end took is a line in a file, written and flushed before the server's answer comes.
"""

import base64
import os
import random
import signal
import sys
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

from corr.mail.sending.dispatch import send_next
from tests.mail.office import POST
from tests.playing import a_room


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


def main(database_url: str, taken: Path, seed: int, *, hours: int) -> None:
    """Send every letter that waits, unless killed before."""
    transport = DeadlyTransport(taken, random.Random(seed), one_in=50)
    with a_room(database_url) as room:
        room.clock.move(timedelta(hours=hours))
        while send_next(room.workshop, POST, transport, f"sender {os.getpid()}"):
            pass


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]), int(sys.argv[3]), hours=int(sys.argv[4]))
