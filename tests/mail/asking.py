"""Builders for mails that are asked back: a reader that doubts whatever it reads."""

from dataclasses import dataclass, replace

from corr.games.registry import Registry
from corr.mail.answering import gateway
from corr.mail.reading.child import InProcess
from corr.mail.reading.reading import Reading
from corr.mail.reading.words.acts import Doubt
from tests.mail.office import POST, Office


@dataclass(frozen=True)
class Doubting:
    """Reads mails, and is in doubt about all of them."""

    registry: Registry
    doubt: Doubt

    def read(self, raw: bytes, *, sender: str, ruleset: str | None, authserv_id: str) -> Reading:
        """What there is to know about the mail in *raw*, and that it must be asked back."""
        reads = InProcess(self.registry)
        reading = reads.read(raw, sender=sender, ruleset=ruleset, authserv_id=authserv_id)
        return replace(reading, orders=replace(reading.orders, doubt=self.doubt))


def doubted(office: Office, name: str, text: str, doubt: Doubt = Doubt.FOLLOW_UP, *, recipient: str = "") -> str:
    """Let *name* reply to the last letter in words that may not be meant; what became of the mail."""
    raw = f"From: {name} <{name.lower()}@example.org>\nSubject: Re\n\n{text}\n"
    office.store(raw, recipient or office.reply_address(name))
    workshop = office.room.workshop
    while gateway.understand_next(workshop, POST, Doubting(workshop.registry, doubt), "reader"):
        pass
    return office.reasons()[-1]
