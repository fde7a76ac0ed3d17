"""Breaks of notices and letters: told too late or twice, marked too early, sent under another name."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from email.utils import make_msgid
from typing import Any

from sqlalchemy import Connection, Table, insert, update

from corr.base import notices
from corr.base.uow import UnitOfWork, Workshop
from corr.mail.letters.dispatch import _Batch
from corr.mail.letters.transport import SmtpTransport
from corr.mail.queues.outbox import Attempt, ClaimedLetter, mark_sent
from corr.store.base import table
from corr.store.tables.mails import Outbox
from tests.crash.replacing import drop_key, put

_OUTBOX = table(Outbox)


def tell_after_commit() -> None:
    """Notices are written in a transaction of their own, after that of what they tell."""
    opened, write = Workshop.open, UnitOfWork.write_notices

    @contextmanager
    def open_twice(workshop: Workshop) -> Iterator[UnitOfWork]:
        with opened(workshop) as uow:
            yield uow
        with opened(workshop) as later:
            later._told = uow._told
            write(later)

    put(Workshop, "open", open_twice)
    put(UnitOfWork, "write_notices", lambda _: None)


def tell_twice_without_key() -> None:
    """Nothing keeps a notice from being told twice, and each is."""

    def add_all(connection: Connection, rows: Table, values: Sequence[Mapping[str, Any]], *, unique: str) -> None:
        if rows is _OUTBOX:
            drop_key(connection, "outbox", f"uq_outbox_{unique}")
            values = [*values, *values]
        connection.execute(insert(rows), [dict(value) for value in values])

    put(notices, "add_new", add_all)


def mark_before_sending() -> None:
    """A letter is marked as sent before it is handed over."""
    sent = _Batch._sent

    def marked(batch: _Batch, letter: ClaimedLetter) -> bool:
        with batch.workshop.open() as uow:
            mark_sent(uow, Attempt(letter.id, letter.recipient, uow.now))
        return sent(batch, letter)

    put(_Batch, "_sent", marked)


def make_identities_late() -> None:
    """A letter gets its Message-ID when it is handed over, anew at each try."""
    sent = _Batch._sent

    def sent_renamed(batch: _Batch, letter: ClaimedLetter) -> bool:
        assert letter.rendered is not None
        identity = make_msgid(domain="play.example")
        with batch.workshop.open() as uow:
            uow.connection.execute(update(_OUTBOX).where(_OUTBOX.c.id == letter.id).values(message_id=identity))
        renamed = replace(letter.rendered, message=_named(letter.rendered.message, identity))
        return sent(batch, replace(letter, rendered=renamed))

    put(_Batch, "_sent", sent_renamed)


def send_strays() -> None:
    """With every letter goes another one that no notice called for."""
    send = SmtpTransport.send

    def with_stray(transport: SmtpTransport, sender: str, recipient: str, message: bytes) -> str:
        send(transport, sender, recipient, _named(message, make_msgid(domain="play.example")))
        return send(transport, sender, recipient, message)

    put(SmtpTransport, "send", with_stray)


def send_twice() -> None:
    """Every letter is handed over twice, as if nobody had marked it."""
    send = SmtpTransport.send

    def twice(transport: SmtpTransport, sender: str, recipient: str, message: bytes) -> str:
        send(transport, sender, recipient, message)
        return send(transport, sender, recipient, message)

    put(SmtpTransport, "send", twice)


def _named(message: bytes, identity: str) -> bytes:
    """The same letter under another Message-ID."""
    lines = message.splitlines(keepends=True)
    number = next(number for number, line in enumerate(lines) if line.lower().startswith(b"message-id:"))
    return b"".join([*lines[:number], f"Message-ID: {identity}\r\n".encode(), *lines[number + 1 :]])
