"""What is known of a mail once it is read: plain values, since reading happens in a process of its own."""

from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from corr.mail.reading.words.orders import Orders


class MailClass(StrEnum):
    """What kind of thing a mail is; only what a person wrote to us is obeyed and answered."""

    HUMAN = "human"
    AUTO = "auto"
    BOUNCE = "bounce"
    COMPLAINT = "complaint"
    RECEIPT = "receipt"
    REPORT = "report"
    """Any other report of a machine."""
    LIST = "list"
    REACTION = "reaction"
    CALENDAR = "calendar"
    OWN = "own"
    """A letter of ours that came back to us."""


class SenderVerdict(StrEnum):
    """Whether the From field is to be believed, by what our own mail server found out (DMARC, DKIM, SPF)."""

    PASS = "pass"  # noqa: S105 - a verdict, not a password
    """The domain in From stands for the mail."""
    FAIL = "fail"
    """The domain in From disowns the mail."""
    UNKNOWN = "unknown"
    """Neither, or nobody of ours has judged."""


class LeftOut(StrEnum):
    """What of a mail is not read."""

    ATTACHMENTS = "attachments"
    """Files, pictures, other mails."""
    END = "end"
    """Of a text that goes on for very long."""


class ReportKind(StrEnum):
    """What a report about a letter of ours says."""

    FAILED = "failed"
    DELAYED = "delayed"
    DELIVERED = "delivered"
    COMPLAINT = "complaint"


@dataclass(frozen=True, slots=True)
class Report:
    """What a bounce or a complaint says of a letter of ours; which letter, its address tells."""

    kind: ReportKind
    status: str
    """Such as "5.1.1" (RFC 3463); empty if it gives none."""
    words: str
    """The far end's own words on one line, cut to 200 letters."""


@dataclass(frozen=True, slots=True)
class Reading:
    """A mail, read. Nothing in it was judged against a game's position or the database."""

    mail_class: MailClass
    reason: str
    """A code for the class: "auto-submitted", "vacation-subject", "list-id" …; empty for a person's mail."""
    written_by: str
    """The one address in the one From field; empty if there is not exactly one that can be read in one way."""
    from_addresses: tuple[str, ...]
    """Everything in From that looks like an address, to know our own letters by."""
    verdict: SenderVerdict
    subject: str
    """Decoded, on one line."""
    message_id: str
    """Without angle brackets; empty if there is none that is usable."""
    body_hash: str
    """SHA-256 of the mail without what servers write on it on its way."""
    addressed: tuple[str, ...]
    """Addresses in To, Cc, Delivered-To, X-Original-To and their like, for a token in them."""
    shown_to: tuple[str, ...]
    """Addresses in To and Cc: whoever reads the mail there sees all the others."""
    references: tuple[str, ...]
    """Ids in In-Reply-To and References."""
    stamped_at: datetime | None
    """When our own mail server accepted it, by its Received field; None if none of ours stands on top."""
    fault: str = ""
    """Why its words cannot be read, in one sentence for its writer; empty if they can."""
    fault_code: str = ""
    """The same as a code: "too-complex", "too-long", "encrypted", "opaque" or "winmail"."""
    left_out: tuple[LeftOut, ...] = ()
    new_text: str = field(default="", repr=False)
    """The writer's own words."""
    cut_text: str = field(default="", repr=False)
    """What was taken for quotes and signatures."""
    orders: Orders = field(default_factory=Orders)
    """What it asks for; nothing unless a person wrote it, by a list perhaps."""
    report: Report | None = None
    """Of a bounce or a complaint."""
