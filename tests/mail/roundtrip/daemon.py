"""A mail server of the suite's own: its folder, its process, and the end of both."""

import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from tests.gates.tree import ROOT

PATIENCE = 120.0
_END = 10.0


def deployed(name: str, changes: Mapping[str, str]) -> str:
    """A file of `deploy/` with other names and places in it; each must be there to be changed."""
    text = (ROOT / "deploy" / name).read_text(encoding="utf-8")
    for old, new in changes.items():
        assert old in text, f"{name} says nothing of {old}"
        text = text.replace(old, new)
    return text


@contextmanager
def folder() -> Iterator[Path]:
    """A folder that the accounts of mail servers can reach: pytest's own is closed to them, and its paths are long."""
    made = Path(tempfile.mkdtemp(prefix="corr-mail-", dir="/tmp"))
    made.chmod(0o755)
    try:
        yield made
    finally:
        shutil.rmtree(made, ignore_errors=True)


@contextmanager
def running(command: list[str], log: Path, port: int) -> Iterator[None]:
    """Run a server until it is needed no more; it listens at *port* when it is ready."""
    # However the run ends, even killed, the server ends with it.
    with log.open("wb") as output:
        process = subprocess.Popen(
            ["setpriv", "--pdeathsig", "TERM", "--", *command],
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
        )
    try:
        _await(process, log, port)
        yield
    finally:
        process.terminate()
        try:
            process.wait(_END)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _await(process: "subprocess.Popen[bytes]", log: Path, port: int) -> None:
    until = time.monotonic() + PATIENCE
    while True:
        assert process.poll() is None, f"the server ended by itself:\n{log.read_text(errors='replace')}"
        assert time.monotonic() < until, f"the server never listened:\n{log.read_text(errors='replace')}"
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
        except OSError:
            time.sleep(0.05)
        else:
            return
