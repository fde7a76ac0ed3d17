"""The life of a process that takes mails in and understands them, and that dies now and then at the worst moment."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

from corr.base.uow import Workshop
from corr.mail.answering.gateway import understand_next
from corr.store.db import Database
from tests.known_games import registry_with
from tests.mail.crashing.danger import Danger
from tests.mail.in_process_reader import InProcessReader
from tests.mail.office import IDENTITY, take_in
from tests.playing import SECRET
from tests.tiny_game import TinyRules


@dataclass(frozen=True, slots=True)
class Delivery:
    """One mail that somebody hands over until it is acknowledged."""

    number: int
    sender: str
    recipient: str
    raw: str


@dataclass(frozen=True, slots=True)
class Place:
    """Where mails are taken in, and how dangerous it is there."""

    url: str
    """Of the database."""
    clock: str
    """A file with the time, which all processes share and the test moves."""
    once_in: int
    """Once in so many statements and commits a process dies; never, if it is 0."""


class ClockInAFile:
    """A clock that stands in a file."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def now(self) -> datetime:
        """The present moment."""
        return datetime.fromisoformat(self._path.read_text(encoding="ascii"))

    def machine(self, span: timedelta) -> timedelta:
        """The same *span*."""
        return span


def live(place: Place, name: str, deliveries: Iterable[Delivery], acknowledge: Callable[[Delivery], None]) -> None:
    """
    Take in and understand *deliveries*, then whatever else waits, as the process of that *name*.

    :param acknowledge: is told what is stored: like a mail server, whoever hands mails over sends all others again.
    """
    database = Database(place.url)
    danger = Danger(name, place.once_in)
    danger.lurk(database)
    registry = registry_with(TinyRules)
    workshop = Workshop(database, ClockInAFile(Path(place.clock)), registry, SECRET)
    reads = InProcessReader(registry)
    for delivery in deliveries:
        take_in(workshop, delivery.raw, delivery.recipient, delivery.sender, door="lmtp")
        danger.meet()
        acknowledge(delivery)
        understand_next(workshop, IDENTITY, reads, name)
    while understand_next(workshop, IDENTITY, reads, name):
        pass
    database.close()
