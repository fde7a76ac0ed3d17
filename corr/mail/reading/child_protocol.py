"""
The protocol between the service and the child process that reads mails: frames of JSON with plain values.

The answer of a process that has read hostile mail is checked like any input: a value of a wrong type is an error.
"""

import json
import struct
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import IO, Any

from corr.mail.reading.mail_facts import LeftOut, MailClass, Reading, Report, ReportKind, SenderVerdict
from corr.mail.reading.words.acts import Act, Beside, Doubt
from corr.mail.reading.words.orders import Orders

_LENGTH = struct.Struct(">I")
_LONGEST = 64 * 1024 * 1024
_LISTS = frozenset({"from_addresses", "addressed", "shown_to", "references", "typed", "rivals", "left_out"})
"""The fields that are lists of texts."""


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
    """*reading* as JSON."""
    return json.dumps(asdict(reading), default=_plain).encode()


def read_reading(content: bytes) -> Reading:
    """
    The reading in *content*.

    :raises BrokenWireError: it is malformed.
    """
    try:
        values = json.loads(content)
        stamped_at, report, left_out = (values.pop(name) for name in ("stamped_at", "report", "left_out"))
        return Reading(
            mail_class=MailClass(values.pop("mail_class")),
            verdict=SenderVerdict(values.pop("verdict")),
            orders=_orders(values.pop("orders")),
            stamped_at=None if stamped_at is None else _moment(stamped_at),
            left_out=tuple(map(LeftOut, _texts({"left_out": left_out}, lists=_LISTS)["left_out"])),
            report=None if report is None else Report(ReportKind(report.pop("kind")), **_texts(report)),
            **_texts(values, lists=_LISTS),
        )
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        raise BrokenWireError from error


def _orders(values: dict[str, Any]) -> Orders:
    acts = tuple(map(Act, values.pop("acts")))
    doubt, beside = Doubt(values.pop("doubt")), Beside(values.pop("beside"))
    orders = Orders(acts=acts, doubt=doubt, beside=beside, **_texts(values, lists=_LISTS))
    if len(orders.typed) not in {0, len(acts)}:
        raise ValueError("there is a text for each act, or for none")
    return orders


def _moment(value: str) -> datetime:
    moment = datetime.fromisoformat(value)
    if moment.tzinfo is None:
        raise ValueError("a moment has a zone")
    return moment


def _texts(values: dict[str, Any], *, lists: frozenset[str] = frozenset()) -> dict[str, Any]:
    """
    *values* checked to be texts, or tuples of texts for the names in *lists*.

    :raises TypeError: one is not.
    """
    for name, value in values.items():
        texts = value if name in lists else [value]
        if not isinstance(texts, list) or not all(isinstance(text, str) for text in texts):
            raise TypeError(f"{name} is no text")
    return {name: tuple(value) if name in lists else value for name, value in values.items()}


def _plain(value: object) -> str:
    assert isinstance(value, datetime)
    return value.isoformat()
