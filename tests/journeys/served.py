"""`corr serve` in a process of its own, with a folder of its own, that can be stopped, killed and started again."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Self

from tests.crash.newborn import Life, Nursery
from tests.journeys.letters import JUDGE
from tests.ports import free_ports

PATIENCE = 120.0
READY = "Ctrl-C stops."
_OWN = {"PATH", "HOME", "LANG", "LC_ALL", "SYSTEMROOT", "PYTHONPATH"}


class Served:
    """
    A service and its folder.

    :param folder: everything it keeps is in here.
    :param arguments: further arguments of `corr serve`.
    :param python: the interpreter of the environment in which Corr is installed.
    :param module: the program, if it is another one than Corr's own.
    """

    def __init__(
        self, folder: Path, *arguments: str, python: str = sys.executable, module: str = "corr", **settings: str
    ) -> None:
        self.folder = folder
        self.web_port, self.mail_port = free_ports(2)
        self.origin = f"http://127.0.0.1:{self.web_port}"
        self.letters = folder / "letters"
        self._command = [python, "-m", module, "serve", *arguments]
        self._settings = settings
        self._process: Life | None = None
        self._said_before = 0
        self._said = folder.with_name(f"{folder.name}.{self.web_port}.said")

    def __enter__(self) -> Self:
        try:
            self.start()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        if self._process is not None:
            self.kill()

    @property
    def said(self) -> str:
        """Everything it printed, on both channels, over all starts."""
        return self._said.read_text(encoding="utf-8")

    def start(self) -> None:
        """Start it, and wait until it says that everything runs."""
        self.launch()
        until = time.monotonic() + PATIENCE
        while READY not in (said := self.said[self._said_before :]):
            assert self._running().poll() is None, f"it ended by itself:\n{said}"
            assert time.monotonic() < until, f"it never said “{READY}”:\n{said}"
            time.sleep(0.02)

    def launch(self) -> None:
        """Start it without waiting."""
        own = {name: value for name, value in os.environ.items() if name in _OWN}
        environ = own | {
            "CORR_VAR": str(self.folder),
            "CORR_WEB_LISTEN": f"127.0.0.1:{self.web_port}",
            "CORR_MAIL_LISTEN": f"127.0.0.1:{self.mail_port}",
            "CORR_AUTHSERV_ID": JUDGE,
            "PYTHONDONTWRITEBYTECODE": "",
            **self._settings,
        }
        self._said.touch()
        self._said_before = len(self.said)
        self._process = self.begin(environ)

    def begin(self, environ: Mapping[str, str]) -> Life:
        """A process that runs it; all that it prints is added to its file."""
        with self._said.open("ab") as said:
            return subprocess.Popen(
                # Not in the checkout, which Python would take for the installed package.
                self._command,
                env=dict(environ),
                cwd=self.folder.parent,
                stdin=subprocess.DEVNULL,
                stdout=said,
                stderr=said,
            )

    def kill(self) -> None:
        """End it in the middle of whatever it does."""
        process, self._process = self._running(), None
        process.send_signal(signal.SIGKILL)
        process.wait(PATIENCE)

    def stop(self, by: signal.Signals = signal.SIGINT) -> int:
        """Ask it to end as Ctrl-C does; its exit status."""
        process, self._process = self._running(), None
        process.send_signal(by)
        return process.wait(PATIENCE)

    def send(self, by: signal.Signals) -> None:
        """Send a signal and wait for nothing."""
        self._running().send_signal(by)

    def _running(self) -> Life:
        assert self._process is not None, "it was not started"
        return self._process


class ForkedService(Served):
    """The same in processes that are forked from one that has loaded it, which takes a fifth of the time."""

    def __init__(self, nursery: Nursery, folder: Path, *arguments: str, **settings: str) -> None:
        super().__init__(folder, *arguments, **settings)
        self._nursery = nursery
        self._words = ["serve", *arguments]

    def begin(self, environ: Mapping[str, str]) -> Life:
        """A process that runs it; all that it prints is added to its file."""
        return self._nursery(self._words, environ, self._said)
