"""A copy of the checkout in which a command of the Makefile serves pages."""

import os
import signal
import subprocess
import time
from collections.abc import Callable
from http import HTTPStatus
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import Self

from tests.gates import tree
from tests.ports import free_ports

FOREIGN = ("MAKEFLAGS", "MAKELEVEL", "MFLAGS", "VIRTUAL_ENV", "PYTHONDONTWRITEBYTECODE")


class Making:
    """
    `make` with *words* in a new copy of the checkout.

    :param folder: where the copy is put; nothing of it is there yet.
    """

    def __init__(self, folder: Path, *words: str) -> None:
        self.folder = folder
        self._web_port, mail_port = free_ports(2)
        self._words = words
        self._environ = {name: value for name, value in os.environ.items() if name not in FOREIGN} | {
            "CORR_WEB_LISTEN": f"127.0.0.1:{self._web_port}",
            "CORR_MAIL_LISTEN": f"127.0.0.1:{mail_port}",
        }
        self._said = folder.with_name(f"{folder.name}.said")

    def __enter__(self) -> Self:
        tree.copy_to(self.folder)
        with self._said.open("wb") as said:
            self._process = subprocess.Popen(
                ["make", *self._words],
                cwd=self.folder,
                env=self._environ,
                stdin=subprocess.DEVNULL,
                stdout=said,
                stderr=said,
                start_new_session=True,
            )
        return self

    def __exit__(self, *_: object) -> None:
        if self._process.poll() is None:
            self.stop()

    @property
    def said(self) -> str:
        """All that was printed."""
        return self._said.read_text("utf-8")

    def stop(self) -> None:
        """Ask all its processes to end, and wait until they have."""
        # Not by SIGINT, to which whatever was begun in the background is deaf.
        os.killpg(self._process.pid, signal.SIGTERM)
        self._process.wait()

    def wait_until(self, is_so: Callable[[str], bool], *, seconds: float = 300) -> None:
        """Wait until something is true of the front page, which is "" while nobody answers."""
        until = time.monotonic() + seconds
        while not is_so(self.front_page()):
            assert self._process.poll() is None, f"it ended by itself:\n{self.said}"
            assert time.monotonic() < until, f"it never came about:\n{self.said}"
            time.sleep(0.2)

    def front_page(self) -> str:
        """The page that strangers see first, or "" where none is answered."""
        pages = HTTPConnection("127.0.0.1", self._web_port)
        try:
            pages.request("GET", "/")
            page = pages.getresponse()
            return page.read().decode() if page.status == HTTPStatus.OK else ""
        except (OSError, HTTPException):
            return ""
        finally:
            pages.close()
