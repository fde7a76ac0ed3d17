"""Two job processes, of which one is killed in the middle of sending: the other one goes on."""

import asyncio
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from email import message_from_bytes
from pathlib import Path

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session

from corr.config import read_settings
from corr.players.accounts import RequestSignIn, request_sign_in
from corr.store.tables.clocks import Pulse
from corr.store.tables.mails import Outbox
from corr.wiring.assembly import build
from tests.jobs.hasty_worker import FOLDER, Stopwatch
from tests.jobs.hasty_worker import PATIENCE as DEAD_AFTER
from tests.mail.far_end import LONGEST_START
from tests.playing import Room, a_room
from tests.ports import free_port

pytestmark = pytest.mark.slow

PATIENCE = 120.0
LETTERS = 3
OK = "250 2.0.0 OK"


@dataclass
class SleepyEnd:
    """A mail server that never answers the first letter."""

    begun: list[str] = field(default_factory=list)
    """The Message-ID of each letter, as it came in."""

    async def handle_DATA(self, _server: SMTP, _session: Session, envelope: Envelope) -> str:  # noqa: N802 - the library's name
        """Take the letter."""
        assert isinstance(envelope.content, bytes)
        self.begun.append(str(message_from_bytes(envelope.content)["Message-ID"]))
        if len(self.begun) == 1:
            await asyncio.sleep(10 * PATIENCE)
        return OK


def test_what_a_killed_process_had_in_hand_is_sent_by_another_one(tmp_path: Path, database_url: str) -> None:
    port, far_end, watch = free_port(), SleepyEnd(), Stopwatch(tmp_path)
    environ = settings(tmp_path, database_url, port)
    ask_for_letters(environ)
    watch.show(0)
    with a_room(database_url) as room, serving(far_end, port), working(environ) as first:
        wait_for(lambda: len(far_end.begun) == 1)
        with working(environ) as second:
            for step in range(1, 5):
                wait_for_a_beat(first, room)
                wait_for_a_look(second, watch)
                watch.show(step * DEAD_AFTER * 3 / 4)
            wait_for_a_look(second, watch)
            while_it_lived = len(far_end.begun)
            first.kill()
            first.wait()
            wait_for_a_look(second, watch)
            watch.show(3 * DEAD_AFTER + DEAD_AFTER * 5 / 4)
            wait_for(lambda: {row["state"] for row in room.rows(Outbox)} == {"sent"})

    assert while_it_lived == 1
    assert len(set(far_end.begun)) == LETTERS
    assert len(far_end.begun) == LETTERS + 1


def settings(folder: Path, database_url: str, port: int) -> dict[str, str]:
    """What both processes go by."""
    url = database_url.replace("postgresql+psycopg:", "postgresql:")
    return {
        "PATH": os.environ["PATH"],
        "CORR_VAR": str(folder / "var"),
        "CORR_DATABASE_URL": url,
        "CORR_SECRET": "s" * 32,
        "CORR_SMTP_URL": f"smtp://127.0.0.1:{port}",
        "CORR_MAIL_DOMAIN": "play.example",
        FOLDER: str(folder),
    }


def ask_for_letters(environ: dict[str, str]) -> None:
    """Let some letters wait."""
    service = build(read_settings(environ))
    with service.workshop.open() as uow:
        for number in range(LETTERS):
            request_sign_in(uow, RequestSignIn(f"ann{number}@example.org", f"browser {number}", "127.0.0.1"))
    service.database.close()


@contextmanager
def serving(far_end: SleepyEnd, port: int) -> Iterator[None]:
    """A while in which letters are taken."""
    controller = Controller(far_end, hostname="127.0.0.1", port=port, ready_timeout=LONGEST_START)
    controller.start()
    try:
        yield
    finally:
        controller.stop()


@contextmanager
def working(environ: dict[str, str]) -> Iterator[subprocess.Popen[str]]:
    """A job process, until it is killed."""
    command = [sys.executable, "-m", "tests.jobs.hasty_worker"]
    process = subprocess.Popen(command, env=environ, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        assert process.stdout.readline() == "works\n"
        yield process
    finally:
        process.kill()
        process.communicate()


def wait_for_a_beat(process: subprocess.Popen[str], room: Room) -> None:
    """Wait until a process has left a further sign of life."""

    def last() -> datetime:
        seen: list[datetime] = [row["at"] for row in room.rows(Pulse) if row["owner"].split(":")[1] == str(process.pid)]
        return max(seen)

    before = last()
    wait_for(lambda: last() > before)


def wait_for_a_look(process: subprocess.Popen[str], watch: Stopwatch) -> None:
    """Wait until a process has looked for signs of life that were there before, and at the stopwatch after that."""
    before = watch.looks(process.pid)
    wait_for(lambda: watch.looks(process.pid) >= before + 2)


def wait_for(is_so: Callable[[], bool]) -> None:
    """Wait until something is so, but not for ever."""
    until = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < until, "it never came"
        time.sleep(0.05)
