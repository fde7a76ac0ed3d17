"""
Mails that come in, and the letters that follow: each plays another turn of another game, so that nothing is kept.

Beside it, in the same run: aiosmtpd with a handler that inserts one row and commits.
"""

import os
import smtplib
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack, closing
from dataclasses import dataclass
from multiprocessing import get_context
from statistics import median

from sqlalchemy import func, select

from corr.base.uow import Workshop
from corr.games.registry import Registry
from corr.players.reply_tokens import mint_reply_token
from corr.store.base import Row, table
from corr.store.db import Database
from corr.store.tables import Inbox, Outbox, Turn
from corr.wiring.service_clock import SystemClock
from tests.bench._figures import Figure, Found, NotMeasured, ratio
from tests.bench._grounds import Grounds, Past, grounds
from tests.bench._metering import Meter
from tests.bench._programs import SECRET, Installation, Program, bare, corr, sink
from tests.bench._worlds import Site, sites

MAILS, ROUNDS = 50, 3
"""How many are only taken in: in one round, and rounds."""
ANSWERED = 120
"""How many go all the way at once."""
_CLIENTS = 4
_CORES = 8
"""So many are needed to see what a second process of jobs is good for."""
_PAST = Past(finished=10, messages=10, turns=10)
_HOST = "127.0.0.1"
_PATIENCE = 300.0
Mail = tuple[str, str, bytes]
"""Sender, recipient and content."""


def figures() -> Iterator[Found]:
    """All of them, on both databases."""
    for site in sites():
        with ExitStack() as stack:
            relay = stack.enter_context(sink())
            installation = Installation(site.new_url("ours"), site.folder, relay.port)
            prepared = grounds(installation.database_url, _PAST)
            yield from _measured(site, installation, prepared)


def _measured(site: Site, installation: Installation, prepared: Grounds) -> Iterator[Found]:
    with ExitStack() as stack:
        database = stack.enter_context(closing(Database(prepared.url)))
        workshop = Workshop(database, SystemClock(), Registry.discover(), SECRET.encode())
        ours = stack.enter_context(corr("mail", installation))
        other = stack.enter_context(bare("mail", str(site.folder / "mails.sqlite")))
        clients = Clients(stack.enter_context(ProcessPoolExecutor(_CLIENTS, mp_context=get_context("spawn"))))
        rounds = []
        for _ in range(ROUNDS):
            mails = mails_of(workshop, prepared, MAILS)
            rounds.append([clients.send(program, mails) for program in (ours, other)])
        for name, which, aim, form in (("CPU", 0, 2.0, "{:.2f} ms"), ("rate", 1, 0.5, "{:.0f}/s")):
            found = [[one[whose][which] for one in rounds] for whose in (0, 1)]
            detail = ", ".join(form.format(median(each)) for each in found)
            full_name = f"{site.name}: mail taken in x bare aiosmtpd, {name}"
            yield Figure(full_name, ratio(*found), aim, is_floor=which == 1, detail=detail)
        jobs = [stack.enter_context(corr("jobs", installation))]
        # What came so far warms it up.
        _wait(workshop)
        way = _Way(workshop, clients, ours, site.backends_of("ours"))
        alone = way.go(jobs, mails_of(workshop, prepared, ANSWERED))
        detail = f"{alone.letters:.0f} letters/s, PostgreSQL's own {alone.own:.1f} ms"
        yield Figure(f"{site.name}: mail in to both letters out, pictures new", alone.cpu, 32, "ms", detail=detail)
        name, cores = f"{site.name}: letters of two processes of jobs x of one", os.cpu_count() or 1
        if cores < _CORES:
            yield NotMeasured(name, f"{cores} cores, and it takes {_CORES}")
        else:
            jobs.append(stack.enter_context(corr("jobs", installation)))
            both = way.go(jobs, mails_of(workshop, prepared, ANSWERED))
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
class _Way:
    """The way from a mail to the letters about it."""

    workshop: Workshop
    clients: "Clients"
    door: Program
    backends: Meter

    def go(self, jobs: Sequence[Program], mails: Sequence[Mail]) -> Gone:
        """Send *mails*, and wait until all is done."""
        programs = (self.door, *jobs)
        played, sent, began = _played(self.workshop), _count(self.workshop, Outbox, "sent"), time.monotonic()
        before, own = sum(program.cpu() for program in programs), self.backends()
        self.clients.send(self.door, mails)
        _wait(self.workshop)
        seconds = time.monotonic() - began
        spent, its = sum(program.cpu() for program in programs) - before, self.backends() - own
        played = _played(self.workshop) - played
        assert played == len(mails), f"{played} of {len(mails)} mails were played"
        letters = _count(self.workshop, Outbox, "sent") - sent
        return Gone(1000 * spent / len(mails), 1000 * its / len(mails), letters / seconds)


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


def mails_of(workshop: Workshop, prepared: Grounds, number: int) -> list[Mail]:
    """Answers to letters, each with the next turn of another game."""
    found = []
    with workshop.open() as uow:
        for _ in range(number):
            match = next(prepared.matches)
            turn = match.play()
            recipient = f"r+{mint_reply_token(uow, turn.by.id, match.id, turn.number)}@play.example"
            content = (
                f"From: {turn.by.name} <{turn.by.address}>\r\nMessage-ID: <{match.id}@example.org>\r\n"
                f"Subject: Re: your turn\r\n\r\n{turn.text}\r\n\r\nOn Monday Corr wrote:\r\n"
                + "> a line of the letter that is answered\r\n" * 40
            )
            found.append((turn.by.address, recipient, content.encode()))
    return found


def _wait(workshop: Workshop) -> None:
    """Wait until nothing is waiting."""
    until = time.monotonic() + _PATIENCE
    while (left := _left(workshop)) and time.monotonic() < until:
        time.sleep(0.1)
    assert not left, f"{left} mails and letters are left"


def _left(workshop: Workshop) -> int:
    return _count(workshop, Inbox, "new") + _count(workshop, Outbox, "waiting")


def _count(workshop: Workshop, of: type[Row], state: str) -> int:
    rows = table(of)
    with workshop.look() as reader:
        return int(reader.connection.execute(select(func.count()).where(rows.c.state == state)).scalar_one())


def _played(workshop: Workshop) -> int:
    """How many turns came by mail."""
    turns = table(Turn)
    with workshop.look() as reader:
        return int(reader.connection.execute(select(func.count()).where(turns.c.door == "mail")).scalar_one())


def _start(_client: int) -> None:
    """Be there, with all that a client loads, and leave the next client to another process."""
    time.sleep(0.5)


def _send(port: int, mails: Sequence[Mail]) -> None:
    with smtplib.SMTP(_HOST, port, timeout=60) as connection:
        for sender, recipient, content in mails:
            connection.sendmail(sender, [recipient], content)
