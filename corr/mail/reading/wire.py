"""
How readings travel between two processes: as frames of JSON, plain values only.

What comes from a process that met hostile mail is checked like anything from outside: a value of the wrong kind is an
error, never code that runs.
"""

import json
import struct
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import IO, Any

from corr.mail.reading.orders import Act, Orders
from corr.mail.reading.reading import MailClass, Reading, Report, ReportKind, Verdict

_LENGTH = struct.Struct(">I")
_LONGEST = 64 * 1024 * 1024


class BrokenWireError(Exception):
    """The other end is gone, or says what makes no sense."""


@dataclass(frozen=True, slots=True)
class Job:
    """A mail to read."""

    raw: bytes
    sender: str
    ruleset: str | None
    authserv_id: str


def write_frame(wire: IO[bytes], content: bytes) -> None:
    """
    Send *content* and wait until it is on its way.

    :raises OSError: the other end is gone.
    """
    wire.write(_LENGTH.pack(len(content)))
    wire.write(content)
    wire.flush()


def read_frame(wire: IO[bytes]) -> bytes:
    """
    What the other end sent.

    :raises BrokenWireError: it is gone.
    """
    head = wire.read(_LENGTH.size)
    if len(head) < _LENGTH.size:
        raise BrokenWireError
    (length,) = _LENGTH.unpack(head)
    if length > _LONGEST:
        raise BrokenWireError
    content = wire.read(length)
    if len(content) < length:
        raise BrokenWireError
    return content


def write_job(wire: IO[bytes], job: Job) -> None:
    """
    Hand over a mail.

    :raises OSError: the other end is gone.
    """
    write_frame(wire, json.dumps([job.sender, job.ruleset, job.authserv_id]).encode())
    write_frame(wire, job.raw)


def read_job(wire: IO[bytes]) -> Job:
    """
    The next mail to read.

    :raises BrokenWireError: there will be none.
    """
    sender, ruleset, authserv_id = json.loads(read_frame(wire))
    return Job(read_frame(wire), sender, ruleset, authserv_id)


def write_reading(reading: Reading) -> bytes:
    """*reading* as JSON."""
    return json.dumps(asdict(reading), default=_plain).encode()


def read_reading(content: bytes) -> Reading:
    """
    The reading in *content*.

    :raises BrokenWireError: there is none.
    """
    try:
        values = {name: _tuples(value) for name, value in json.loads(content).items()}
        stamped_at, report = values.pop("stamped_at"), values.pop("report")
        return Reading(
            **values
            | {
                "mail_class": MailClass(values["mail_class"]),
                "verdict": Verdict(values["verdict"]),
                "orders": _orders(values["orders"]),
            },
            stamped_at=datetime.fromisoformat(stamped_at) if stamped_at else None,
            report=Report(**report | {"kind": ReportKind(report["kind"])}) if report else None,
        )
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise BrokenWireError from error


def _orders(values: dict[str, Any]) -> Orders:
    plain = {name: _tuples(value) for name, value in values.items()}
    return Orders(**plain | {"acts": tuple(Act(act) for act in plain["acts"])})


def _tuples(value: Any) -> Any:  # noqa: ANN401 - whatever JSON holds
    return tuple(map(_tuples, value)) if isinstance(value, list) else value


def _plain(value: object) -> str:
    assert isinstance(value, datetime)
    return value.isoformat()
