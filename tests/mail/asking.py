"""Builders for mails that are asked back: a reader that doubts whatever it reads."""

from dataclasses import dataclass, replace

from corr.games.registry import Registry
from corr.mail.answering import gateway
from corr.mail.reading.mail_facts import Reading
from corr.mail.reading.words.verdicts import VerdictRow
from tests.mail.in_process_reader import InProcessReader
from tests.mail.office import IDENTITY, Office


@dataclass(frozen=True)
class Doubting:
    """Reads mails, and is in doubt about all of them."""

    registry: Registry
    row: VerdictRow

    def read(
        self, raw: bytes, *, sender: str, ruleset: str | None, authserv_id: str, names: tuple[str, ...] = ()
    ) -> Reading:
        """What there is to know about the mail in *raw*, and that it must be asked back."""
        reads = InProcessReader(self.registry)
        reading = reads.read(raw, sender=sender, ruleset=ruleset, authserv_id=authserv_id, names=names)
        return replace(reading, orders=replace(reading.orders, row=self.row))


def doubted(
    office: Office, name: str, text: str, row: VerdictRow = VerdictRow.LED_INTO, *, recipient: str = "", head: str = ""
) -> str:
    """
    Let *name* reply to the last letter in words that may not be meant; what became of the mail.

    :param head: header fields above the others.
    """
    raw = f"{head}From: {name} <{name.lower()}@example.org>\nSubject: Re\n\n{text}\n"
    office.store(raw, recipient or office.reply_address(name))
    while understand_doubting(office, row):
        pass
    return office.reasons()[-1]


def understand_doubting(office: Office, row: VerdictRow, owner: str = "reader") -> bool:
    """Understand the mail that has waited longest, and be in doubt about it; False if none waits."""
    workshop = office.room.workshop
    return gateway.understand_next(workshop, IDENTITY, Doubting(workshop.registry, row), owner)
