"""The protocol between the service and the child process that reads mails: frames of JSON with plain values."""

import json
import struct
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import IO

from corr.mail.reading.mail_facts import Reading

_LENGTH = struct.Struct(">I")
_LONGEST = 64 * 1024 * 1024


class BrokenWireError(Exception):
    """The other end is gone, or what it sent is malformed."""


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
    The next frame from the other end.

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
    Send a mail to be read.

    :raises OSError: the other end is gone.
    """
    write_frame(wire, json.dumps([job.sender, job.ruleset, job.authserv_id]).encode())
    write_frame(wire, job.raw)


def read_job(wire: IO[bytes]) -> Job:
    """
    The next mail to read.

    :raises BrokenWireError: the other end is gone.
    """
    sender, ruleset, authserv_id = json.loads(read_frame(wire))
    return Job(read_frame(wire), sender, ruleset, authserv_id)


def write_reading(reading: Reading) -> bytes:
    """*reading* as JSON; the other end checks it as it comes from a process that has read hostile mail."""
    return json.dumps(asdict(reading), default=_plain).encode()


def _plain(value: object) -> str:
    assert isinstance(value, datetime)
    return value.isoformat()
