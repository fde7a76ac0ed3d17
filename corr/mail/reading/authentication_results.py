"""
Authentication-Results and Received of our own mail server: whether From can be believed, and when a mail came.

Anybody can write such fields. Only the topmost one counts, and only with our own server's name, since our server writes
above everything that came with the mail.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

from corr.mail.reading.mail_facts import SenderVerdict
from corr.mail.reading.structure import without_comments

_LONGEST = 8 * 1024
_RESULT = re.compile(r"\s*(dmarc|dkim|spf)\s*(?:/\s*\d{1,4}\s*)?=\s*([a-z]{1,20})")
_PROPERTY = r"\b{}\s*=\s*([^\s;]{{1,255}})"
_ABOUT = re.compile(_PROPERTY.format(r"header\.from"))
_SIGNED_FOR = re.compile(_PROPERTY.format(r"header\.[di]"))
_SENT_FOR = re.compile(_PROPERTY.format(r"smtp\.mailfrom"))
_WITHOUT_DMARC = frozenset({"none", "bestguesspass"})
"""DMARC results for a domain without a policy."""
_FAILED_SPF = frozenset({"fail", "hardfail"})
_BY = re.compile(r"(?:^|\s)by\s+([^\s;]{1,255})", re.IGNORECASE)
_MOMENT = re.compile(
    r"(?:[A-Za-z]{3},\s*)?\d{1,2}\s+[A-Za-z]{3}\s+2\d{3}\s+\d{1,2}:\d\d(?::\d\d)?\s+(?:[+-]\d{4}|[A-Z]{1,4})"
)


@dataclass(frozen=True, slots=True)
class _Findings:
    """The results in one field about the domain in From."""

    dmarc: frozenset[str]
    """The DMARC results; "other" for a pass of another domain."""
    is_signed: bool
    """Whether a signature for the domain is valid (DKIM)."""
    is_sent: bool
    """Whether a server that may send for the domain sent the mail (SPF)."""
    is_disowned: bool
    """Whether a server sent the mail that may not send for the envelope sender's domain (SPF)."""


def verdict(fields: Sequence[str], authserv_id: str, written_by: str) -> SenderVerdict:
    """
    The verdict of the topmost Authentication-Results in *fields* with our own name (RFC 8601, section 5).

    DMARC decides if the domain has a policy; else DKIM or SPF for the domain itself.

    :param authserv_id: the name of our own server; empty if it does not judge.
    :param written_by: the author's address; a pass for any other domain does not count.
    """
    own = [field for field in fields if authserv_id and _signed_by(field) == authserv_id.lower()]
    if not own:
        return SenderVerdict.UNKNOWN
    if len(own[0]) >= _LONGEST:
        # Its end is lost, and a server writes so much only if somebody made it do so.
        return SenderVerdict.FAIL
    domain = written_by.rpartition("@")[2].lower()
    top, *below = (_findings(field, domain) for field in own)
    if top.dmarc == {"pass"}:
        return SenderVerdict.PASS
    # Some servers write one field for each method. A lower one may be forged, but nobody forges a failure.
    dmarc = top.dmarc or frozenset().union(*(found.dmarc & {"fail"} for found in below))
    is_disowned = any(found.is_disowned for found in (top, *below))
    if "fail" in dmarc or (is_disowned and not top.is_signed):
        return SenderVerdict.FAIL
    return SenderVerdict.PASS if dmarc <= _WITHOUT_DMARC and (top.is_signed or top.is_sent) else SenderVerdict.UNKNOWN


def stamped_at(fields: Sequence[str], authserv_id: str) -> datetime | None:
    """When our own server accepted the mail by the topmost Received of *fields*; None if it is not ours."""
    if not fields or not authserv_id:
        return None
    trace, separator, moment = without_comments(fields[0]).rpartition(";")
    by = _BY.search(trace)
    if not separator or by is None or by[1].rstrip(".").lower() != authserv_id.lower():
        return None
    return _moment(moment)


def _signed_by(field: str) -> str:
    words = without_comments(field).partition(";")[0].lower().split()
    return words[0] if words else ""


def _findings(field: str, domain: str) -> _Findings:
    results = [
        (match[1], match[2], part)
        for part in without_comments(field).lower().split(";")
        if (match := _RESULT.match(part))
    ]
    spf = [(result, part) for method, result, part in results if method == "spf"]
    return _Findings(
        dmarc=frozenset(_about_dmarc(result, part, domain) for method, result, part in results if method == "dmarc"),
        is_signed=any(
            method == "dkim" and result == "pass" and _is_for(_SIGNED_FOR.findall(part), domain)
            for method, result, part in results
        ),
        is_sent=any(result == "pass" and _is_for(_SENT_FOR.findall(part), domain) for result, part in spf),
        is_disowned=any(result in _FAILED_SPF for result, _ in spf),
    )


def _about_dmarc(result: str, part: str, domain: str) -> str:
    about = _ABOUT.search(part)
    is_other = result == "pass" and about is not None and _domain_of(about[1]) != domain
    return "other" if is_other else result


def _is_for(values: Sequence[str], domain: str) -> bool:
    """
    Whether there are *values*, and all of them are of *domain* or of a domain above it.

    The owner of a domain owns those below it. For domains below or beside *domain* only a public suffix list could tell
    whether the owner is the same, so they do not count.
    """
    return bool(values) and all(_stands_for(_domain_of(value), domain) for value in values)


def _stands_for(one: str, domain: str) -> bool:
    return "." in one and (domain == one or domain.endswith(f".{one}"))


def _domain_of(value: str) -> str:
    return value.rpartition("@")[2].rstrip(".")


def _moment(text: str) -> datetime | None:
    found = _MOMENT.fullmatch(" ".join(text.split()))
    if found is None:
        return None
    try:
        moment = parsedate_to_datetime(found[0])
    except (ValueError, OverflowError):
        return None
    # An unknown zone gives a moment without a zone (RFC 5322, 3.3: "-0000").
    return moment.astimezone(UTC) if moment.tzinfo is not None else None
