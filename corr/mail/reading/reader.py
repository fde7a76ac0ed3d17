"""
The reading of one mail, from its bytes to what its writer asks for.

It never raises: the reading says what cannot be read. It may take long or much memory on a mail made for that,
so it happens in a process of its own, see `child`.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial

from corr.games.registry import Registry
from corr.mail.envelope_addresses import author, names_in
from corr.mail.reading.authentication_results import stamped_at, verdict
from corr.mail.reading.mail_facts import LeftOut, MailClass, Reading
from corr.mail.reading.parsed_mail import ParsedMail, body_hash, decoded, read_head, read_mail
from corr.mail.reading.robots import classify, report_of
from corr.mail.reading.structure import TooComplexError, addresses_in, without_comments
from corr.mail.reading.words.command_lines import reply
from corr.mail.reading.words.commands import Act
from corr.mail.reading.words.harmless import is_salutation
from corr.mail.reading.words.hypertext import text_of_html
from corr.mail.reading.words.new_text import NewText, new_text
from corr.mail.reading.words.orders import Orders, read_both, read_both_of_any

_SHOWN = ("to", "cc", "bcc", "resent-to", "resent-cc")
_ADDRESSED = ("to", "cc", "delivered-to", "x-original-to", "envelope-to", "x-envelope-to")
_REFERENCES = ("in-reply-to", "references")
_FAULTS = {
    "encrypted": "It is encrypted.",
    "opaque": "It is signed in a way that wraps up its words.",
    "winmail": "Its words are wrapped up in a file that only Outlook can read (“winmail.dat”).",
}
_TOO_LONG = "Only the beginning of so long a mail is read, and your own words did not end within it."
_HEARD = frozenset({MailClass.HUMAN, MailClass.LIST})
"""Mails whose words are read as orders; those of a list are held, not carried out."""
_NO_FIRST = re.compile(r"^\s{0,9}(?:no|nope)(?:\s{0,9}[,.;:!–—-]{1,3}\s{0,9}|\s{1,9}(?=\S{0,9}\d))", re.IGNORECASE)
"""A no before a turn on the same line; it is looked for at the beginning alone."""


@dataclass(frozen=True, slots=True)
class _Opened:
    """A mail with its writer's own words, in both of its forms."""

    mail: ParsedMail
    text: NewText
    html: NewText
    fault: str
    """Why it cannot be read, in a sentence; empty if it can."""
    fault_code: str


def read(
    raw: bytes,
    *,
    sender: str,
    ruleset: str | None,
    authserv_id: str,
    names: Sequence[str] = (),
    registry: Registry,
) -> Reading:
    """
    The reading of the mail in *raw*.

    :param sender: the envelope sender; empty for bounces.
    :param ruleset: of the game that the mail is for; None lets the form of a turn of any game count.
    :param authserv_id: the name of our own mail server in its Authentication-Results; empty if there is none.
    :param names: of the players, by which they may greet and sign.
    """
    opened = _opened(raw)
    mail, text, html = opened.mail, opened.text, opened.html
    mail_class, reason = classify(mail, sender)
    written_by = author(mail.all("from")) or ""
    known = names_in((*map(decoded, mail.all("from")), *names))
    understood = partial(_orders, ruleset=ruleset, registry=registry, names=known)
    is_heard = mail_class in _HEARD and not opened.fault
    return Reading(
        mail_class=mail_class,
        reason=reason,
        written_by=written_by,
        from_addresses=addresses_in(mail.all("from")),
        verdict=verdict(mail.all("authentication-results"), authserv_id, written_by),
        subject=mail.subject,
        message_id=mail.message_id,
        body_hash=body_hash(raw),
        addressed=addresses_in(_fields(mail, _ADDRESSED)),
        # Display names may look like addresses too.
        shown_to=addresses_in(tuple(map(without_comments, _fields(mail, _SHOWN)))),
        references=addresses_in(_fields(mail, _REFERENCES)),
        stamped_at=stamped_at(mail.all("received"), authserv_id),
        fault=opened.fault,
        fault_code=opened.fault_code,
        left_out=_left_out(mail),
        new_text=text.text or html.text,
        cut_text=text.cut if text.text or not html.text else html.cut,
        orders=understood(text, html) if is_heard else Orders(),
        orders_after_no=_orders_after_no(text, html, understood) if is_heard else None,
        report=report_of(mail, mail_class),
    )


def _opened(raw: bytes) -> _Opened:
    try:
        mail = read_mail(raw)
        fault = _FAULTS.get(mail.fault_code, "")
    except TooComplexError as error:
        mail, fault = read_head(raw), error.sentence
    text = new_text(mail.text, is_whole=mail.is_text_whole)
    html = new_text(text_of_html(mail.html), is_whole=mail.is_html_whole)
    if not html.is_whole and text.is_whole and text.text:
        # The text part says the same, and was read to the end of the writer's words.
        return _Opened(mail, text, NewText("", ""), fault, mail.fault_code)
    if not fault and not (text.is_whole and html.is_whole):
        # Half of a turn may be another turn.
        return _Opened(mail, text, html, _TOO_LONG, "too-long")
    return _Opened(mail, text, html, fault, mail.fault_code)


def _left_out(mail: ParsedMail) -> tuple[LeftOut, ...]:
    is_cut = not (mail.is_text_whole and mail.is_html_whole)
    found = ((LeftOut.ATTACHMENTS, mail.has_attachments), (LeftOut.END, is_cut))
    return tuple(what for what, is_missing in found if is_missing)


def _fields(mail: ParsedMail, names: Sequence[str]) -> tuple[str, ...]:
    return tuple(field for name in names for field in mail.all(name))


def _orders_after_no(text: NewText, html: NewText, understood: Callable[[NewText, NewText], Orders]) -> Orders | None:
    """What the words ask for without the no before them, if that is a turn; None if they do not begin with a no."""
    rest = (_after_no(text), _after_no(html))
    found = None if rest == (text, html) else understood(*rest)
    return found if found and Act.TURN in found.acts and not found.beside else None


def _after_no(words: NewText) -> NewText:
    """*words* without the no that they begin with, if they do; a greeting may stand above it."""
    lines = words.text.split("\n")
    for at, line in enumerate(lines):
        said = reply(line)
        if said is not None and said.act is Act.REJECT:
            lines[at] = ""
        elif line.strip() and not is_salutation(line):
            lines[at] = _NO_FIRST.sub("", line)
            break
    rest = "\n".join(lines)
    below = words.below if words.text == words.above else ""
    return words if rest == words.text else replace(words, above=rest, below=below)


def _orders(text: NewText, html: NewText, *, ruleset: str | None, registry: Registry, names: frozenset[str]) -> Orders:
    if ruleset not in {info.ruleset for info in registry.rulesets()} or ruleset is None:
        return read_both_of_any(text, html, registry, names)
    return read_both(text, html, registry.get_rules(ruleset), names)
