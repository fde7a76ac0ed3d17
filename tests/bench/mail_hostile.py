"""
What mails cost that were made to cost much: seconds of work and memory of the process that reads them.

Each shape at a megabyte, of which most is never read, and at as much as is read of a mail.
"""

import sys
from pathlib import Path

from corr.mail.reading.child import ChildReader, ReaderKilledError
from tests.mail.shapes import SHAPES

_SIZES = (1_000_000, 250_000)
_AIM_SECONDS = 1.0
_AIM_MEGABYTES = 256
_COLUMNS = "{:<30} {:>9} {:>9.2f} {:>9.0f}   {}"


def main() -> None:
    """Print a line for each shape, the costliest at the end."""
    if sys.platform != "linux":
        print("left out: what a process took is told by Linux alone")
        return
    lines = sorted(_line(name, size) for name in SHAPES for size in _SIZES)
    print("{:<30} {:>9} {:>9} {:>9}".format("shape", "bytes", "seconds", "MB"))
    for seconds, megabytes, name, size, outcome in lines[-15:]:
        print(_COLUMNS.format(name, size, seconds, megabytes, outcome))
    worst_megabytes = max(line[1] for line in lines)
    is_met = lines[-1][0] <= _AIM_SECONDS and worst_megabytes <= _AIM_MEGABYTES
    print(
        f"{len(lines)} mails: at most {lines[-1][0]:.2f} s (aim {_AIM_SECONDS:.1f}) "
        f"and {worst_megabytes:.0f} MB (aim {_AIM_MEGABYTES}): {'met' if is_met else 'MISSED'}"
    )


def _line(name: str, size: int) -> tuple[float, float, str, int, str]:
    """Seconds, megabytes, and what became of one mail in a fresh process."""
    raw = SHAPES[name](size)
    with ChildReader() as reader:
        _read(reader, b"From: bob@example.org\n\nB3-C3\n")
        child = reader.process_id
        before = _seconds(child)
        try:
            reading = _read(reader, raw)
        except ReaderKilledError as error:
            return 5.0, 256.0, name, len(raw), f"killed: {error.how}"
        return _seconds(child) - before, _megabytes(child), name, len(raw), reading


def _read(reader: ChildReader, raw: bytes) -> str:
    reading = reader.read(raw, sender="bob@example.org", ruleset="kelasu/1", authserv_id="mx.example")
    return reading.fault_code or reading.mail_class.value


def _seconds(process: int) -> float:
    """Seconds of work that a process has done, in hundredths."""
    fields = Path(f"/proc/{process}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / 100


def _megabytes(process: int) -> float:
    """The most memory that a process ever held."""
    status = Path(f"/proc/{process}/status").read_text(encoding="ascii")
    return next(int(line.split()[1]) / 1024 for line in status.splitlines() if line.startswith("VmHWM"))


if __name__ == "__main__":
    main()
