"""The far end of the mail: the sink into which the service lays its letters, and a player who answers them."""

import re
import smtplib
import time
from collections.abc import Callable
from dataclasses import dataclass
from email import message_from_bytes, policy
from email.message import EmailMessage
from functools import cached_property
from pathlib import Path
from uuid import uuid4

PATIENCE = 120.0
JUDGE = "mx.example.org"
"""The mail server in front of the service, which finds out who really wrote a mail."""


@dataclass(frozen=True)
class Letter:
    """One letter as it lies in the sink."""

    file: str
    raw: bytes

    @cached_property
    def message(self) -> EmailMessage:
        """Its headers and parts."""
        message = message_from_bytes(self.raw, policy=policy.default)
        assert isinstance(message, EmailMessage)
        return message

    @cached_property
    def to(self) -> str:
        """The bare address that it goes to."""
        return _bare(str(self.message["To"]))

    @property
    def reply_to(self) -> str:
        """The bare address that answers go to."""
        return _bare(str(self.message["Reply-To"] or self.message["From"]))

    @property
    def message_id(self) -> str:
        """Its Message-ID."""
        return str(self.message["Message-ID"]).strip()

    @property
    def subject(self) -> str:
        """Its subject."""
        return str(self.message["Subject"])

    @cached_property
    def text(self) -> str:
        """Its plain text."""
        part = self.message.get_body(("plain",))
        assert part is not None
        return str(part.get_content())

    def link(self, part: str) -> str:
        """The path of the first link whose address holds *part*."""
        found = re.search(rf"https?://[^/\s]+(\S*{re.escape(part)}\S*)", self.text)
        assert found, f"no link “{part}” in “{self.subject}”:\n{self.text}"
        return found[1]


class Sink:
    """The folder into which the service lays what it would have sent."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._seen: set[str] = set()
        self._letters: dict[str, Letter] = {}

    def letters(self) -> list[Letter]:
        """All letters so far, the oldest first."""
        files = [file for part in ("new", "cur") for file in (self._folder / part).glob("*")]
        files.sort(key=lambda file: (file.stat().st_mtime_ns, file.name))
        return [self._letter(file) for file in files]

    def find(self, message_id: str) -> Letter | None:
        """A letter by its Message-ID."""
        for letter in self.letters():
            if message_id.encode() in letter.raw and letter.message_id == message_id:
                return letter
        return None

    def wait_for(self, address: str, matching: Callable[[Letter], bool]) -> Letter:
        """The next letter to *address* that is *matching* and was not given out before."""
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            for letter in self.letters():
                if letter.file not in self._seen and letter.to == address and matching(letter):
                    self._seen.add(letter.file)
                    return letter
            time.sleep(0.1)
        subjects = [(letter.to, letter.subject) for letter in self.letters()]
        raise AssertionError(f"no such letter to {address} came; there are {subjects}")

    def _letter(self, file: Path) -> Letter:
        """A letter, read once: nobody changes what lies in the sink."""
        if file.name not in self._letters:
            self._letters[file.name] = Letter(file.name, file.read_bytes())
        return self._letters[file.name]


def answer_to(letter: Letter, sender: str, text: str) -> bytes:
    """The mail by which *sender* answers *letter* with *text*, quoting it as common mail programs do."""
    message = EmailMessage()
    message["Authentication-Results"] = f"{JUDGE}; dmarc=pass header.from={sender.rpartition('@')[2]}"
    message["From"] = sender
    message["To"] = letter.reply_to
    message["Subject"] = f"Re: {letter.subject}"
    message["In-Reply-To"] = letter.message_id
    message["Message-ID"] = f"<{uuid4().hex}@mail.example.org>"
    quoted = "\n".join(f"> {line}" for line in letter.text.splitlines())
    message.set_content(f"{text}\n\nOn Friday, Corr wrote:\n{quoted}\n")
    return message.as_bytes(policy=policy.SMTP)


def send(raw: bytes, sender: str, recipient: str, port: int) -> None:
    """Hand a mail to the service, as a mail server would."""
    with smtplib.SMTP("127.0.0.1", port, timeout=PATIENCE) as client:
        client.sendmail(sender, [recipient], raw)


def _bare(address: str) -> str:
    return address.rpartition("<")[2].rstrip("> ").strip()
