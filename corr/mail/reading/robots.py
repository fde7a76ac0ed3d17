"""
The class of a mail, and the reports in bounces and complaints about letters of ours.

Only mails that a person wrote to us are carried out and answered. Two robots that answer each other never stop, so one
sign of a program is enough to count as automatic, and a mail without an envelope sender never counts as a person's.

Of a report only three things are read, as the recipient address tells which letter it is about: whether the letter
failed for good, the status code, and the far end's words. Many programs write no standard report (RFC 3464).
"""

import re

from corr.mail.envelope_addresses import one_line
from corr.mail.reading.mail_facts import MailClass, Report, ReportKind
from corr.mail.reading.parsed_mail import ParsedMail
from corr.mail.reading.structure import addresses_in, first_word
from corr.mail.reading.words.vocabulary import WordPattern, word_set

_READ = 32 * 1024
_LONGEST = 200
_STATUS = re.compile(r"(?<![\d.])([245])\.(\d{1,3})\.(\d{1,3})(?![\d.])")
_TROUBLE = re.compile(_STATUS.pattern.replace("245", "45"))
_REPLY = re.compile(r"(?<![\d.#-])([45])[0-5]\d(?![\d.])(?=[ -])")
_ORIGINAL = re.compile(
    r"\n[^\na-z]{0,80}(?:(?:this is|the next line is|below [^\n]{0,20}is) a copy|original message|returned mail)",
    re.IGNORECASE,
)
_FIELD = re.compile(r"([A-Za-z-]{1,40})[ \t]{0,20}:([^\n]*)")
_ACTIONS = {
    "failed": ReportKind.FAILED,
    "failure": ReportKind.FAILED,
    "delayed": ReportKind.DELAYED,
    "delivered": ReportKind.DELIVERED,
    "relayed": ReportKind.DELIVERED,
    "expanded": ReportKind.DELIVERED,
}
_CLASSES = {"5": ReportKind.FAILED, "4": ReportKind.DELAYED, "2": ReportKind.DELIVERED}
_GRAVEST = (ReportKind.FAILED, ReportKind.DELAYED, ReportKind.DELIVERED)
_BY_WORDS = (
    ("5.1.2", WordPattern("{bounces.no_domain}", re.IGNORECASE)),
    ("5.1.1", WordPattern("{bounces.no_mailbox}", re.IGNORECASE)),
    ("5.2.1", WordPattern("{bounces.mailbox_closed}", re.IGNORECASE)),
    ("5.2.2", WordPattern("{bounces.mailbox_full}", re.IGNORECASE)),
)
"""Phrases of older programs, each with its code of RFC 3463."""
_STILL_TRYING = WordPattern("{bounces.still_trying}", re.IGNORECASE)
_COMPLAINTS = frozenset({"abuse", "fraud", "virus", "other", "opt-out", "opt-out-list", "miscategorized", ""})


def report_of(mail: ParsedMail, mail_class: MailClass) -> Report | None:
    """The report in *mail*; None if it is neither a bounce nor a complaint."""
    if mail_class is MailClass.COMPLAINT:
        return _complaint(mail.report)
    if mail_class is not MailClass.BOUNCE:
        return None
    found = [report for block in mail.report[:_READ].split("\n\n") if (report := _recipient(block)) is not None]
    # A letter of ours goes to one address; if that stands for several, the gravest report counts.
    gravest = next((report for kind in _GRAVEST for report in found if report.kind is kind), None)
    return gravest or _by_words(f"{mail.subject}\n{mail.text or mail.html}"[:_READ])


def is_complaint(mail: ParsedMail) -> bool:
    """Whether a feedback report is a complaint; some say that a mail was wanted, or that a signature failed."""
    return first_word(_fields(mail.report[:_READ]).get("feedback-type", "")) in _COMPLAINTS


def _complaint(text: str) -> Report:
    fields = _fields(text[:_READ])
    words = " ".join(filter(None, (fields.get("feedback-type", ""), fields.get("user-agent", ""))))
    return Report(ReportKind.COMPLAINT, "", one_line(words, _LONGEST))


def _recipient(block: str) -> Report | None:
    """The report in one block of a delivery report (RFC 3464, 2.3); None if it is about no recipient."""
    fields = _fields(block)
    action, diagnosis = first_word(fields.get("action", "")), fields.get("diagnostic-code", "")
    # Some reports have only "5.0.0" in Status, and the far end's code in Diagnostic-Code.
    codes = [match[0] for match in map(_STATUS.search, (fields.get("status", ""), diagnosis)) if match]
    status = next((code for code in codes if not code.endswith(".0.0")), codes[0] if codes else "")
    kind = _ACTIONS.get(action) or _CLASSES.get(status[:1])
    if kind is None:
        return None
    words = diagnosis.partition(";")[2].strip() or diagnosis
    return Report(kind, status or _status_in(f"{fields.get('status', '')} {words}"), one_line(words, _LONGEST))


def _by_words(text: str) -> Report:
    """The report in a bounce without a standard report, read from its words above the returned mail."""
    text = _ORIGINAL.split(text, maxsplit=1)[0]
    lines = [line.strip() for line in text.split("\n")]
    told = next((line for line in lines if _TROUBLE.search(line) or _REPLY.search(line)), "")
    status = _status_in(told) or _status_in(text)
    if not told:
        told = next((line for line in lines if any(words.search(line) for _, words in _BY_WORDS)), "")
    is_trying = status.startswith("4") or _STILL_TRYING.search(text) is not None
    kind = ReportKind.DELAYED if is_trying and not status.startswith("5") else ReportKind.FAILED
    return Report(kind, status, one_line(told, _LONGEST))


def _status_in(text: str) -> str:
    """The status code in *text*: an enhanced one, that of a known phrase, or one made of an old three-digit code."""
    enhanced = _TROUBLE.search(text)
    if enhanced:
        return enhanced[0]
    known = next((status for status, words in _BY_WORDS if words.search(text)), "")
    reply = _REPLY.search(text)
    if known and reply:
        return f"{reply[1]}{known[1:]}"
    return known or (f"{reply[1]}.0.0" if reply else "")


def _fields(block: str) -> dict[str, str]:
    """The fields of a block, unfolded, by lower-case name; the first of several with one name."""
    fields: dict[str, str] = {}
    for found in _FIELD.finditer(block.replace("\r", "").replace("\n ", " ").replace("\n\t", " ")):
        fields.setdefault(found[1].lower(), found[2].strip())
    return fields


INSTANCE_FIELD = "x-corr-instance"
"""A header that every letter of ours carries."""
_MOST_HOPS = 50
_AGAIN = r"\s*(?:(?:re|aw|sv|antw|fwd?|wg)\s*:\s*)?(?:\[[^\]]{0,40}\]\s*)?"
# Services that hold a mail back until its sender proves to be a person (challenge and response).
_AUTO_SUBJECT = WordPattern(_AGAIN + "{programs.vacation_subjects}", re.IGNORECASE)
_BOUNCE_SUBJECT = WordPattern(_AGAIN + "{programs.bounce_subjects}", re.IGNORECASE)
_CHALLENGE = WordPattern(_AGAIN + "{programs.challenge_subjects}", re.IGNORECASE)
_BOUNCERS = frozenset({"mailer-daemon", "postmaster", "mail-daemon", "maildaemon", "mailerdaemon"})
_AUTO_FIELDS = word_set("programs.automatic_fields")
_CHALLENGE_FIELDS = word_set("programs.challenge_fields")
_AUTO_PRECEDENCES = frozenset({"auto_reply", "auto-reply", "autoreply", "junk"})
_LIST_PRECEDENCES = frozenset({"bulk", "list"})
_LIST_FIELDS = ("list-id", "list-post", "x-beenthere", "x-mailing-list", "x-mailman-version", "x-google-group-id")


def classify(mail: ParsedMail, sender: str) -> tuple[MailClass, str]:
    """
    What kind of mail this is, and a code that says by what it is known; the code is empty for a person's mail.

    :param sender: the envelope sender; empty for bounces.
    """
    is_without_sender = not sender.strip("<> ") or mail.first("return-path").replace(" ", "") == "<>"
    for mail_class, reason in (
        _report(mail),
        _own(mail),
        _bounce(mail),
        _automatic(mail),
        (MailClass.BOUNCE, "no-sender" if is_without_sender else ""),
        (MailClass.LIST, _list(mail)),
        (MailClass.REACTION, "reaction" if "text/vnd.google.email-reaction+json" in mail.kinds else ""),
        (MailClass.CALENDAR, "calendar" if "text/calendar" in mail.kinds else ""),
    ):
        if reason:
            return mail_class, reason
    return MailClass.HUMAN, ""


def _report(mail: ParsedMail) -> tuple[MailClass, str]:
    """The class of a report by a program (RFC 3464, 5965, 8098), by its parts or its declared type."""
    claim = mail.report_type
    if "message/feedback-report" in mail.kinds or claim == "feedback-report":
        return (MailClass.COMPLAINT if is_complaint(mail) else MailClass.REPORT), "feedback-report"
    if "message/disposition-notification" in mail.kinds or claim == "disposition-notification":
        return MailClass.RECEIPT, "disposition-notification"
    statuses = {"message/delivery-status", "message/global-delivery-status"}
    if statuses & mail.kinds or claim in {"delivery-status", "global-delivery-status"}:
        return MailClass.BOUNCE, "delivery-status"
    # A report that does not say what it reports is a bounce of an older program.
    if "multipart/report" in mail.kinds:
        return (MailClass.REPORT, "report") if claim else (MailClass.BOUNCE, "report")
    return MailClass.REPORT, ""


def _own(mail: ParsedMail) -> tuple[MailClass, str]:
    if mail.all(INSTANCE_FIELD):
        return MailClass.OWN, "own-letter"
    return MailClass.OWN, "loop" if len(mail.all("received")) > _MOST_HOPS else ""


def _bounce(mail: ParsedMail) -> tuple[MailClass, str]:
    if any(address.partition("@")[0].lower() in _BOUNCERS for address in addresses_in(mail.all("from"))):
        return MailClass.BOUNCE, "mailer-daemon"
    if mail.all("x-failed-recipients"):
        return MailClass.BOUNCE, "failed-recipients"
    return MailClass.BOUNCE, "bounce-subject" if _BOUNCE_SUBJECT.match(mail.subject) else ""


def _automatic(mail: ParsedMail) -> tuple[MailClass, str]:
    """The class of automatic mails, with the sign that tells it: a field or the subject (RFC 3834, section 5)."""
    found = ""
    if any(first_word(field) not in {"", "no"} for field in mail.all("auto-submitted")):
        found = "auto-submitted"
    elif any(first_word(field) not in {"", "no"} for name in _AUTO_FIELDS for field in mail.all(name)):
        found = "auto-field"
    elif _precedences(mail) & _AUTO_PRECEDENCES:
        found = "precedence"
    elif "autoresponder" in (first_word(field) for field in mail.all("delivered-to")):
        found = "autoresponder"
    elif any("autoresponder" in field.lower() for field in mail.all("x-post-messageclass")):
        found = "auto-field"
    elif any(mail.all(name) for name in _CHALLENGE_FIELDS) or _CHALLENGE.match(mail.subject):
        found = "challenge"
    elif _AUTO_SUBJECT.match(mail.subject):
        found = "vacation-subject"
    return MailClass.AUTO, found


def _list(mail: ParsedMail) -> str:
    if _precedences(mail) & _LIST_PRECEDENCES:
        return "precedence"
    return next((name for name in _LIST_FIELDS if mail.all(name)), "")


def _precedences(mail: ParsedMail) -> set[str]:
    return {first_word(field) for name in ("precedence", "x-precedence") for field in mail.all(name)}
