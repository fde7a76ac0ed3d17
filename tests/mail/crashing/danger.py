"""What kills processes at the worst moments."""

import os
import random
import signal

from sqlalchemy import event
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.pool import ConnectionPoolEntry

from corr.store.db import Database


class Danger:
    """
    Kills this very process, without any chance to clean up.

    :param seed: of the chance; of two processes with the same, both die at the same moment.
    :param once_in: once in so many meetings it kills; never, if it is 0.
    """

    def __init__(self, seed: str, once_in: int) -> None:
        self._chance = random.Random(seed)
        self._once_in = once_in

    def meet(self, *_: object) -> None:
        """Perhaps die here."""
        if self._once_in and self._chance.randrange(self._once_in) == 0:
            os.kill(os.getpid(), signal.SIGKILL)

    def lurk(self, database: Database) -> None:
        """Be met around every statement that may write, and every commit."""
        event.listen(database.engine, "before_cursor_execute", self.meet)
        event.listen(database.engine, "after_cursor_execute", self.meet)
        event.listen(database.engine, "commit", self.meet)
        if database.is_sqlite:
            event.listen(database.engine, "connect", _write_soon)


def _write_soon(connection: DBAPIConnection, _entry: ConnectionPoolEntry) -> None:
    """Processes die and the machine goes on, so what was written is there, whether the disk has it yet or not."""
    cursor = connection.cursor()
    cursor.execute("PRAGMA synchronous=OFF")
    cursor.close()
