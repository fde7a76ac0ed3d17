"""The result of reading a mail: plain values, since reading happens in a process of its own."""

from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from corr.mail.reading.words.orders import Orders


class MailClass(StrEnum):
    """The kind of a mail; only mails that a person wrote to us are carried out and answered."""

    HUMAN = "human"
    AUTO = "auto"
    BOUNCE = "bounce"
    COMPLAINT = "complaint"
    RECEIPT = "receipt"
    REPORT = "report"
    """Any other report of a program."""
    LIST = "list"
    REACTION = "reaction"
    CALENDAR = "calendar"
    OWN = "own"
    """A letter of ours that came back to us."""


class SenderVerdict(StrEnum):
    """Whether From can be believed, by the results of our own mail server (DMARC, DKIM, SPF)."""

    PASS = "pass"  # noqa: S105 - a verdict, not a password
    """The domain in From stands for the mail."""
    FAIL = "fail"
    """The domain in From disowns the mail."""
    UNKNOWN = "unknown"
    """Neither, or no server of ours has judged."""


class LeftOut(StrEnum):
    """A part of a mail that is not read."""

    ATTACHMENTS = "attachments"
    """Files, pictures, other mails."""
    END = "end"
    """The end of a very long text."""


class ReportKind(StrEnum):
    """The kind of a report about a letter of ours."""

    FAILED = "failed"
    DELAYED = "delayed"
    DELIVERED = "delivered"
    COMPLAINT = "complaint"


@dataclass(frozen=True, slots=True)
class Report:
    """The report of a bounce or a complaint about a letter of ours; the recipient address tells which letter."""

    kind: ReportKind
    status: str
    """The status code (RFC 3463), such as "5.1.1"; empty if there is none."""
    words: str
    """The far end's own words on one line, cut to 200 letters."""


@dataclass(frozen=True, slots=True)
class Reading:
    """A mail that was read, not yet judged against a game's position or the database."""

    mail_class: MailClass
    reason: str
    """A code for the class: "auto-submitted", "vacation-subject", "list-id" …; empty for a person's mail."""
    written_by: str
    """The one address in the one From field; empty if there is not exactly one that can be read in one way."""
    from_addresses: tuple[str, ...]
    """Everything in From that looks like an address, to recognise our own letters."""
    verdict: SenderVerdict
    subject: str
    """Decoded, on one line."""
    message_id: str
    """Without angle brackets; empty if there is none that is usable."""
    body_hash: str
    """SHA-256 of the mail without the fields that servers add on the way."""
    addressed: tuple[str, ...]
    """Addresses in To, Cc, Delivered-To, X-Original-To and similar fields, which may hold a token."""
    shown_to: tuple[str, ...]
    """Addresses in To and Cc, whose readers see all the others."""
    references: tuple[str, ...]
    """Ids in In-Reply-To and References."""
    stamped_at: datetime | None
    """When our own mail server accepted it, by its Received field; None if that is not on top."""
    fault: str = ""
    """Why its words cannot be read, in one sentence for its writer; empty if they can."""
    fault_code: str = ""
    """The same as a code: "too-complex", "too-long", "encrypted", "opaque" or "winmail"."""
    left_out: tuple[LeftOut, ...] = ()
    new_text: str = field(default="", repr=False)
    """The writer's own words."""
    cut_text: str = field(default="", repr=False)
    """What was cut off as quotations and signatures."""
    orders: Orders = field(default_factory=Orders)
    """What it asks for; nothing unless a person wrote it, to us or to a mailing list."""
    orders_after_no: Orders | None = None
    """The same without the no before it, if it asks for a turn then; None if there is no such no."""
    report: Report | None = None
    """The report in a bounce or a complaint."""
