"""
A process that takes mails in and understands them, and that dies now and then at the worst moment.

It is told what to deliver on its standard input, a mail a line, and says on its standard output what it has stored:
like a mail server, whoever reads that sends again what was not acknowledged.
"""

import json
import os
import random
import signal
import sys
from datetime import datetime
from functools import reduce
from pathlib import Path

from sqlalchemy import event

from corr.games.registry import Registry
from corr.mail.answering.gateway import understand_next
from corr.mail.reading.child import InProcess
from corr.service.inbox import ArrivedMail, store_mail
from corr.service.uow import Workshop
from corr.store.db import Database
from tests.mail.office import POST
from tests.playing import SECRET
from tests.tiny_game import TinyRules


class ClockInAFile:
    """A clock that all processes share and that the test moves."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def now(self) -> datetime:
        """The present moment."""
        return datetime.fromisoformat(self._path.read_text(encoding="ascii"))


class Danger:
    """Kills this very process around statements and commits, once in so many times."""

    def __init__(self, chance: random.Random, once_in: int) -> None:
        self._chance = chance
        self._once_in = once_in

    def meet(self, *_: object) -> None:
        """Perhaps die here, without any chance to clean up."""
        if self._once_in and self._chance.randrange(self._once_in) == 0:
            os.kill(os.getpid(), signal.SIGKILL)


def main() -> None:
    """Deliver what the standard input says; the arguments are database, clock, name and how likely death is."""
    url, clock, name, once_in = sys.argv[1:]
    database = Database(url)
    danger = Danger(random.Random(name), int(once_in))
    event.listen(database.engine, "before_cursor_execute", danger.meet)
    event.listen(database.engine, "commit", danger.meet)
    registry = reduce(Registry.with_rules, (TinyRules,), Registry.discover())
    workshop = Workshop(database, ClockInAFile(Path(clock)), registry, SECRET)
    reads = InProcess(registry)
    for line in sys.stdin:
        delivery = json.loads(line)
        mail = ArrivedMail("lmtp", delivery["sender"], delivery["recipient"], delivery["raw"].encode())
        with workshop.open() as uow:
            store_mail(uow, mail)
        danger.meet()
        sys.stdout.write(f"{delivery['number']}\n")
        sys.stdout.flush()
        understand_next(workshop, POST, reads, name)
    while understand_next(workshop, POST, reads, name):
        pass
    database.close()


if __name__ == "__main__":
    main()
