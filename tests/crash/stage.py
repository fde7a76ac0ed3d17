"""The processes that the service consists of, their database and the far end: what the crash test is played on."""

import os
import signal
import socket
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from click.testing import CliRunner, Result

from corr.cli import main
from corr.config import Settings, read_settings
from tests.crash.launcher import BREAKS_LAID, FAILPOINTS_LAID, MARKS, mark
from tests.crash.newborn import Life, Starts, started
from tests.ports import free_ports

PATIENCE = 120.0
SECRET = "a secret that all processes of the crash test share"
_OWN = frozenset({"PATH", "HOME", "LANG", "LC_ALL", "PYTHONPATH"})


@dataclass(frozen=True, slots=True)
class Laid:
    """What is laid in the program before it begins: points to die at, and deliberate breaks; both by name."""

    failpoints: tuple[str, ...] = ()
    faults: tuple[str, ...] = ()


NOTHING = Laid()


@dataclass
class Process:
    """One process of the service: it is started, killed, and started again."""

    name: str
    command: str
    """What the service is told to do in it."""
    starts: Starts
    environ: Mapping[str, str]
    said: Path
    """The file that everything it prints goes to."""
    senders: int
    """How many letters it hands over at once, each of which comes again if it is killed before it has noted it."""
    ports: tuple[int, ...]
    """Those that it listens on."""
    pids: list[int] = field(default_factory=list)
    """Of all its lives."""
    _life: Life | None = None

    @property
    def is_running(self) -> bool:
        """Whether it lives."""
        return self._life is not None and self._life.poll() is None

    def launch(self) -> None:
        """Start it, and wait for nothing."""
        self._life = self.starts([self.command], self.environ, self.said)
        self.pids.append(self._life.pid)

    def wait_until_open(self) -> bool:
        """Wait until somebody answers at each port; False if it ended before."""
        until = time.monotonic() + PATIENCE
        for port in self.ports:
            while not _is_open(port):
                if not self.is_running:
                    return False
                assert time.monotonic() < until, f"{self.name} never listens on {port}:\n{self.said.read_text()}"
                time.sleep(0.05)
        return True

    def send(self, number: signal.Signals) -> None:
        """Send it a signal, if it lives."""
        if self._life is not None:
            self._life.send_signal(number)

    def has_ended_within(self, seconds: float) -> bool:
        """Wait for its end no longer than that; whether it came."""
        until = time.monotonic() + seconds
        while self.is_running and time.monotonic() < until:
            time.sleep(0.05)
        return not self.is_running

    def kill(self) -> None:
        """End it in the middle of whatever it does."""
        self.send(signal.SIGKILL)
        self.wait()

    def wait(self) -> int:
        """Wait until it has ended; its exit status."""
        assert self._life is not None
        return self._life.wait(PATIENCE)


@dataclass(frozen=True)
class Stage:
    """All of it."""

    folder: Path
    database_url: str
    far_port: int
    laid: Laid
    kinds: Sequence[str]
    """The commands, one for each process: "serve"; "web", "jobs" or "mail"."""
    starts: Starts = started
    processes: list[Process] = field(default_factory=list)
    web_ports: list[int] = field(default_factory=list)
    mail_ports: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        ports = free_ports(2 * len(self.kinds))
        for number, kind in enumerate(self.kinds):
            web, mail = ports[2 * number : 2 * number + 2]
            listens = ((web,) if kind in {"serve", "web"} else ()) + ((mail,) if kind in {"serve", "mail"} else ())
            self.web_ports.extend({web} & set(listens))
            self.mail_ports.extend({mail} & set(listens))
            self.processes.append(self._process(f"{kind}-{number}", kind, (web, mail), listens))

    @property
    def met(self) -> frozenset[str]:
        """The failpoints at which a process has died."""
        return frozenset(name for name in self.laid.failpoints if mark(self.folder, name).exists())

    @property
    def origin(self) -> str:
        """The address of the pages."""
        return f"http://127.0.0.1:{self.web_ports[0]}"

    @property
    def settings(self) -> Settings:
        """Those of a command of the service."""
        return read_settings(self._environ("command", (self.web_ports[0], self.mail_ports[0])))

    def run(self, *arguments: str) -> Result:
        """Run a command of the service to its end, in this very process and with nothing laid."""
        others = dict.fromkeys(name for name in os.environ if name.startswith("CORR_"))
        environ = self._environ("command", (self.web_ports[0], self.mail_ports[0]))
        ended = CliRunner(env={**others, **environ}).invoke(main, arguments)
        if ended.exception is not None and not isinstance(ended.exception, SystemExit):
            raise ended.exception
        return ended

    def dead_pids(self) -> set[int]:
        """The ids of all processes that are no more."""
        return {pid for process in self.processes for pid in process.pids[: -1 if process.is_running else None]}

    def end(self) -> None:
        """End every process."""
        for process in self.processes:
            if process.is_running:
                process.send(signal.SIGCONT)
                process.kill()

    def _process(self, name: str, kind: str, ports: tuple[int, int], listens: tuple[int, ...]) -> Process:
        points, faults = ",".join(self.laid.failpoints), ",".join(self.laid.faults)
        laid = {FAILPOINTS_LAID: points, BREAKS_LAID: faults, MARKS: str(self.folder)}
        environ = self._environ(name, ports) | laid
        senders = read_settings(environ).senders if kind in {"serve", "jobs"} else 0
        return Process(name, kind, self.starts, environ, self.folder / f"{name}.said", senders, listens)

    def _environ(self, name: str, ports: tuple[int, int]) -> dict[str, str]:
        own = {key: value for key, value in os.environ.items() if key in _OWN}
        is_alone = len(self.kinds) == 1
        return own | {
            "CORR_VAR": str(self.folder / ("var" if is_alone else f"var-{name}")),
            "CORR_DATABASE_URL": self.database_url,
            "CORR_SECRET": SECRET,
            "CORR_URL": self.origin if self.web_ports else f"http://127.0.0.1:{ports[0]}",
            "CORR_WEB_LISTEN": f"127.0.0.1:{ports[0]}",
            "CORR_MAIL_LISTEN": f"127.0.0.1:{ports[1]}",
            "CORR_SMTP_URL": f"smtp://127.0.0.1:{self.far_port}",
            "CORR_MAIL_DOMAIN": "play.example",
            "CORR_MAIL_FROM": "game@play.example",
            "PYTHONDONTWRITEBYTECODE": "",
        }


def _is_open(port: int) -> bool:
    try:
        with socket.create_connection(("127.0.0.1", port), timeout=1):
            return True
    except OSError:
        return False
