"""
Mails that come in, and the letters that follow: each plays another turn of another game, so that nothing is kept.

Beside it, in the same run: aiosmtpd with a handler that inserts one row and commits, into the same kind of database.
"""

import os
import smtplib
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from multiprocessing import get_context
from statistics import median

from sqlalchemy import Select, func, select

from corr.base.uow import Workshop
from corr.games.registry import Registry
from corr.players.reply_tokens import mint_reply_token
from corr.store.base import Row, table
from corr.store.db import Database
from corr.store.tables.games import Turn
from corr.store.tables.mails import Inbox, Outbox
from corr.wiring import SystemClock
from tests.bench._figures import Figure, Found, NotMeasured, ratio
from tests.bench._grounds import Grounds, Past, grounds
from tests.bench._metering import Meter
from tests.bench._programs import SECRET, Installation, Program, bare, corr, sink
from tests.bench._worlds import Site, sites

MAILS, ROUNDS = 50, 6
"""How many are only taken in: in one round, and rounds after one that warms up and is left out."""
ANSWERED = 120
"""How many go all the way at once."""
_CLIENTS = 4
_CORES = 8
"""So many are needed to see what a second process of jobs is good for."""
_PAST = Past(finished=10, messages=10, turns=10)
_HOST = "127.0.0.1"
_QUOTED = "> a line of the letter that is answered\r\n" * 40
_PATIENCE = 300.0
_IDLE = 0.1
"""Processor seconds that a process of jobs takes in a second in which there is nothing to do, at most."""
Mail = tuple[str, str, bytes]
"""Sender, recipient and content."""


def figures() -> Iterator[Found]:
    """All of them, on both databases."""
    for site in sites():
        with ExitStack() as stack:
            way = stack.enter_context(a_way(site, "ours", grounds(site.new_url("ours"), _PAST)))
            other = stack.enter_context(bare("mail", site.new_url("mails")))
            yield from _taken_in(site, way, other)
            yield from _answered(site, way)


def _taken_in(site: Site, way: "Way", other: Program) -> Iterator[Figure]:
    rounds = []
    for _ in range(ROUNDS + 1):
        mails = way.mails(MAILS)
        rounds.append([way.clients.send(program, mails) for program in (way.door, other)])
    rounds = rounds[1:]
    for name, which, aim, form in (("CPU", 0, 2.0, "{:.2f} ms"), ("rate", 1, 0.5, "{:.0f}/s")):
        ours, bare_ones = ([one[whose][which] for one in rounds] for whose in (0, 1))
        detail = ", ".join(form.format(median(each)) for each in (ours, bare_ones))
        full_name = f"{site.name}: mail taken in x bare aiosmtpd, {name}"
        yield Figure(full_name, ratio(ours, bare_ones), aim, is_floor=which == 1, detail=detail)


def _answered(site: Site, way: "Way") -> Iterator[Found]:
    with ExitStack() as stack:
        # What came so far warms it up.
        jobs = [stack.enter_context(way.jobs())]
        alone = way.go(jobs, ANSWERED)
        detail = f"{alone.letters:.0f} letters/s, PostgreSQL's own {alone.own:.1f} ms"
        yield Figure(f"{site.name}: mail in to both letters out, pictures new", alone.cpu, 32, "ms", detail=detail)
        name, cores = f"{site.name}: letters of two processes of jobs x of one", os.cpu_count() or 1
        if cores < _CORES:
            yield NotMeasured(name, f"{cores} cores, and it takes {_CORES}")
        else:
            jobs.append(stack.enter_context(way.jobs()))
            both = way.go(jobs, ANSWERED)
            yield Figure(name, both.letters / alone.letters, 1.8, is_floor=True)


@dataclass(frozen=True, slots=True)
class Gone:
    """What it took to answer mails with all that follows."""

    cpu: float
    """Milliseconds of processor time of our processes for a mail."""
    own: float
    """Those of PostgreSQL."""
    letters: float
    """In a second."""


@dataclass(frozen=True)
class Way:
    """The way from a mail to the letters about it."""

    installation: Installation
    prepared: Grounds
    workshop: Workshop
    clients: "Clients"
    door: Program
    backends: Meter

    def go(self, jobs: Sequence[Program], number: int) -> Gone:
        """Send so many mails, and wait until all is done."""
        programs, mails = (self.door, *jobs), self.mails(number)
        played, sent, began = self._played(), self._count(Outbox, "sent"), time.monotonic()
        before, own = sum(program.cpu() for program in programs), self.backends()
        self.clients.send(self.door, mails)
        self.wait()
        seconds = time.monotonic() - began
        spent, its = sum(program.cpu() for program in programs) - before, self.backends() - own
        played = self._played() - played
        assert played == number, f"{played} of {number} mails were played"
        letters = self._count(Outbox, "sent") - sent
        return Gone(1000 * spent / number, 1000 * its / number, letters / seconds)

    def mails(self, number: int) -> list[Mail]:
        """Answers to letters, each with the next turn of another game."""
        found = []
        with self.workshop.open() as uow:
            for _ in range(number):
                match = next(self.prepared.matches)
                turn = match.play()
                recipient = f"r+{mint_reply_token(uow, turn.by.id, match.id, turn.number)}@play.example"
                content = (
                    f"From: {turn.by.name} <{turn.by.address}>\r\nMessage-ID: <{match.id}@example.org>\r\n"
                    f"Subject: Re: your turn\r\n\r\n{turn.text}\r\n\r\nOn Monday Corr wrote:\r\n{_QUOTED}"
                )
                found.append((turn.by.address, recipient, content.encode()))
        return found

    @contextmanager
    def jobs(self) -> Iterator[Program]:
        """A process of jobs that has done all that was to do when it began."""
        with corr("jobs", self.installation) as program:
            self.wait()
            before, until = 0.0, time.monotonic() + _PATIENCE
            while program.cpu() > before + _IDLE and time.monotonic() < until:
                before = program.cpu()
                time.sleep(1)
            yield program

    def wait(self) -> None:
        """Wait until nothing is waiting."""
        until = time.monotonic() + _PATIENCE
        while left := self._count(Inbox, "new") + self._count(Outbox, "waiting"):
            assert time.monotonic() < until, f"{left} mails and letters are left"
            time.sleep(0.1)

    def _count(self, of: type[Row], state: str) -> int:
        rows = table(of)
        return self._number(select(func.count()).where(rows.c.state == state))

    def _played(self) -> int:
        turns = table(Turn)
        return self._number(select(func.count()).where(turns.c.door == "mail"))

    def _number(self, asked: Select[int]) -> int:
        with self.workshop.look() as reader:
            return int(reader.connection.scalar(asked) or 0)


@contextmanager
def a_way(site: Site, database: str, prepared: Grounds) -> Iterator[Way]:
    """The way through a service whose database has that name; nothing understands mails there yet."""
    with ExitStack() as stack:
        relay = stack.enter_context(sink())
        installation = Installation(prepared.url, site.folder, relay.port)
        kept = stack.enter_context(closing(Database(prepared.url)))
        workshop = Workshop(kept, SystemClock(), Registry.discover(), SECRET.encode())
        door = stack.enter_context(corr("mail", installation))
        pool = stack.enter_context(ProcessPoolExecutor(_CLIENTS, mp_context=get_context("spawn")))
        yield Way(installation, prepared, workshop, Clients(pool), door, site.backends_of(database))


class Clients:
    """
    Several mail clients that send at once, each over one connection.

    They are processes of their own: in one, they would wait for each other's interpreter.
    """

    def __init__(self, pool: ProcessPoolExecutor) -> None:
        self._pool = pool
        list(pool.map(_start, range(_CLIENTS)))

    def send(self, program: Program, mails: Sequence[Mail]) -> tuple[float, float]:
        """Milliseconds of processor time for a mail, and mails in a second."""
        shares = [mails[number::_CLIENTS] for number in range(_CLIENTS)]
        before, began = program.cpu(), time.perf_counter()
        list(self._pool.map(_send, [program.port] * _CLIENTS, shares))
        seconds = time.perf_counter() - began
        return 1000 * (program.cpu() - before) / len(mails), len(mails) / seconds


def _start(_client: int) -> None:
    """Be there, with all that a client loads, and leave the next client to another process."""
    time.sleep(0.5)


def _send(port: int, mails: Sequence[Mail]) -> None:
    with smtplib.SMTP(_HOST, port, timeout=60) as connection:
        for sender, recipient, content in mails:
            connection.sendmail(sender, [recipient], content)
