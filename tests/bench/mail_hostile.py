"""
What mails cost that were made to cost much: seconds of work and memory of the process that reads them.

Each shape at a megabyte, of which most is never read, and at as much as is read of a mail.
"""

import sys
from collections.abc import Iterator
from pathlib import Path

from corr.mail.reading.child import ChildReader, ReaderKilledError
from tests.bench._figures import Figure, Found, NotMeasured
from tests.bench._metering import cpu_of
from tests.mail.shapes import SHAPES

_SIZES = (1_000_000, 250_000)


def figures() -> Iterator[Found]:
    """The worst of all mails."""
    if sys.platform != "linux":
        yield NotMeasured("mails that were made to cost much", "what a process took is told by Linux alone")
        return
    found = sorted(_line(name, size) for name in SHAPES for size in _SIZES)
    seconds, _, name, size, outcome = found[-1]
    detail = f"{name}, {size:,} bytes: {outcome}"
    yield Figure(f"the costliest of {len(found)} mails that were made to cost much", seconds, 1.0, "s", detail=detail)
    yield Figure("the most memory that one of them took", max(line[1] for line in found), 256, "MB")


def _line(name: str, size: int) -> tuple[float, float, str, int, str]:
    """Seconds, megabytes, and what became of one mail in a fresh process."""
    raw = SHAPES[name](size)
    with ChildReader() as reader:
        _read(reader, b"From: bob@example.org\n\nB3-C3\n")
        child = reader.process_id
        before = cpu_of(child)
        try:
            reading = _read(reader, raw)
        except ReaderKilledError as error:
            return 5.0, 256.0, name, len(raw), f"killed: {error.how}"
        return cpu_of(child) - before, _megabytes(child), name, len(raw), reading


def _read(reader: ChildReader, raw: bytes) -> str:
    reading = reader.read(raw, sender="bob@example.org", ruleset="kelasu/1", authserv_id="mx.example")
    return reading.fault_code or reading.mail_class.value


def _megabytes(process: int) -> float:
    """The most memory that a process ever held."""
    status = Path(f"/proc/{process}/status").read_text(encoding="ascii")
    return next(int(line.split()[1]) / 1024 for line in status.splitlines() if line.startswith("VmHWM"))
