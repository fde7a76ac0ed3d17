"""`corr web`, `corr jobs` and `corr mail`: each runs alone, says what runs where, and ends in good order."""

import os
import signal
import smtplib
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from corr.base.heartbeat import JOBS, pulses
from tests.journeys.browser import Browser
from tests.playing import a_room
from tests.ports import free_ports

pytestmark = pytest.mark.slow

PATIENCE = 120.0
READY = "Ctrl-C stops."


class Process:
    """One of several processes over one database."""

    def __init__(self, command: str, said: Path, environ: dict[str, str]) -> None:
        self._said = said
        with said.open("wb") as file:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "corr", command, "--demo"],
                env=environ,
                stdin=subprocess.DEVNULL,
                stdout=file,
                stderr=file,
            )

    @property
    def said(self) -> str:
        """Everything it printed."""
        return self._said.read_text(encoding="utf-8")

    def wait_until_ready(self) -> None:
        """Wait until it says that it runs."""
        until = time.monotonic() + PATIENCE
        while READY not in self.said:
            assert self.process.poll() is None, f"it ended by itself:\n{self.said}"
            assert time.monotonic() < until, f"it never said “{READY}”:\n{self.said}"
            time.sleep(0.05)

    def stop(self) -> int:
        """Ask it to end; its exit status."""
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(PATIENCE)


@pytest.fixture
def environ(tmp_path: Path, database_url: str) -> dict[str, str]:
    """What all processes of a service go by: on either kind of database."""
    return environ_of(tmp_path, database_url)


def environ_of(tmp_path: Path, database_url: str) -> dict[str, str]:
    """The same for one database."""
    web, mail = free_ports(2)
    return {
        "PATH": os.environ["PATH"],
        "CORR_VAR": str(tmp_path / "var"),
        "CORR_DATABASE_URL": database_url.replace("postgresql+psycopg:", "postgresql:"),
        "CORR_SECRET": "s" * 32,
        "CORR_WEB_LISTEN": f"127.0.0.1:{web}",
        "CORR_MAIL_LISTEN": f"127.0.0.1:{mail}",
    }


@contextmanager
def started(folder: Path, environ: dict[str, str], *commands: str) -> Iterator[list[Process]]:
    """These processes, all of which were started at once and run."""
    with ExitStack() as stack:
        processes = []
        for number, command in enumerate(commands):
            processes.append(Process(command, folder / f"{command}.{number}.said", environ))
            stack.callback(processes[-1].process.communicate)
            stack.callback(processes[-1].process.kill)
        for process in processes:
            process.wait_until_ready()
        yield processes


def test_five_processes_that_start_at_once_are_one_service(tmp_path: Path, environ: dict[str, str]) -> None:
    url = f"http://{environ['CORR_WEB_LISTEN']}"
    with started(tmp_path, environ, "jobs", "web", "mail", "jobs", "jobs") as processes:
        with Browser(url) as browser:
            ready, page = browser.get("/readyz"), browser.get("/games")
        host, _, port = environ["CORR_MAIL_LISTEN"].partition(":")
        with smtplib.SMTP(host, int(port)) as client:
            greeting, _ = client.noop()
        statuses = [process.stop() for process in processes]
        said = [process.said for process in processes]

    assert (ready.status, greeting) == (200, 250)
    assert "Ada" in page.words
    assert statuses == [0] * 5
    assert all(words.rstrip().endswith("Stopped.") for words in said)
    assert '"level": "error"' not in "".join(said)
    assert_each_says_what_it_does_and_who_does_the_rest(environ, *said[:3])


def assert_each_says_what_it_does_and_who_does_the_rest(
    environ: dict[str, str], jobs: str, web: str, mail: str
) -> None:
    assert f"serves pages at {environ['CORR_WEB_LISTEN']}" in web
    assert "sends and reads mail and keeps deadlines" in jobs
    assert f"takes mail at {environ['CORR_MAIL_LISTEN']}" in mail
    assert ["`corr jobs`" in web, "`corr web`" in jobs, "`corr jobs`" in mail] == [True] * 3


@pytest.mark.parametrize(
    ("command", "taken"), [("web", "CORR_MAIL_LISTEN"), ("mail", "CORR_WEB_LISTEN"), ("jobs", "CORR_WEB_LISTEN")]
)
def test_a_process_needs_no_port_but_its_own(tmp_path: Path, sqlite_url: str, command: str, taken: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as busy:
        in_use = {**environ_of(tmp_path, sqlite_url), taken: f"127.0.0.1:{busy.getsockname()[1]}"}
        with started(tmp_path, in_use, command) as (process,):
            assert process.process.poll() is None


@pytest.mark.parametrize(("command", "setting"), [("web", "CORR_WEB_LISTEN"), ("mail", "CORR_MAIL_LISTEN")])
def test_a_port_in_use_is_told(tmp_path: Path, command: str, setting: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as busy:
        listen = f"127.0.0.1:{busy.getsockname()[1]}"
        environ = {"PATH": os.environ["PATH"], "CORR_VAR": str(tmp_path / "var"), setting: listen}
        process = Process(command, tmp_path / "said", environ)
        status = process.process.wait(PATIENCE)

    assert status == 2
    assert f"Corr cannot listen on {listen}" in process.said


def test_a_process_that_ends_in_good_order_leaves_none_of_its_loops_behind(
    tmp_path: Path, environ: dict[str, str], database_url: str
) -> None:
    with started(tmp_path, environ, "jobs", "jobs") as (first, second):
        first.stop()
        with a_room(database_url) as room, room.workshop.look() as reader:
            found = {(pulse.owner.split(":")[1], pulse.loop) for pulse in pulses(reader)}
        second.stop()

    left = {loop for owner, loop in found if owner == str(first.process.pid)}
    assert left <= {JOBS}, "only the last sign of life of a kind is kept, whoever left it"
    assert str(second.process.pid) in {owner for owner, _ in found}
