"""
What our own mail server says about a mail: whether its From can be believed, and when it came.

Everybody can write such fields. Only the topmost one counts, and only if it bears our own server's name: our server
writes above everything that came with the mail.
"""

import re
from collections.abc import Sequence
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

from corr.mail.reading.form.fields import without_comments
from corr.mail.reading.reading import Verdict

_LONGEST = 8 * 1024
_RESULT = re.compile(r"\s*dmarc\s*(?:/\s*\d{1,4}\s*)?=\s*([a-z]{1,20})")
_JUDGED = re.compile(r"\bheader\.from\s*=\s*([^\s;]{1,255})")
_BY = re.compile(r"(?:^|\s)by\s+([^\s;]{1,255})", re.IGNORECASE)
_MOMENT = re.compile(
    r"(?:[A-Za-z]{3},\s*)?\d{1,2}\s+[A-Za-z]{3}\s+2\d{3}\s+\d{1,2}:\d\d(?::\d\d)?\s+(?:[+-]\d{4}|[A-Z]{1,4})"
)


def verdict(fields: Sequence[str], authserv_id: str, written_by: str) -> Verdict:
    """
    What the topmost Authentication-Results of *fields* with our own name says about DMARC (RFC 8601, section 5).

    :param authserv_id: the name of our own server; empty if none judges.
    :param written_by: the address that was read from From; a pass for any other domain is none.
    """
    own = [field for field in fields if authserv_id and _signed_by(field) == authserv_id.lower()]
    if not own:
        return Verdict.GRAY
    if len(own[0]) >= _LONGEST:
        # What it says at its end is lost, and only a server that was led astray writes as much.
        return Verdict.FAIL
    found = _judgement(own[0], written_by)
    if found is None:
        # Some servers write one field for each method. One further down may be forged, but nobody forges a failure.
        others = [_judgement(field, written_by) for field in own[1:]]
        return Verdict.FAIL if Verdict.FAIL in others else Verdict.GRAY
    return found


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


def _judgement(field: str, written_by: str) -> Verdict | None:
    """What one field says about DMARC; None if nothing."""
    results = [
        (match[1], part) for part in without_comments(field).lower().split(";") if (match := _RESULT.match(part))
    ]
    if not results:
        return None
    if any(result == "fail" for result, _ in results):
        return Verdict.FAIL
    domain = written_by.rpartition("@")[2].lower()
    judged = [_JUDGED.search(part) for result, part in results if result == "pass"]
    is_about_us = bool(judged) and all(about is None or about[1].rpartition("@")[2] == domain for about in judged)
    return Verdict.PASS if is_about_us and len(judged) == len(results) else Verdict.GRAY


def _moment(text: str) -> datetime | None:
    found = _MOMENT.fullmatch(" ".join(text.split()))
    if found is None:
        return None
    try:
        moment = parsedate_to_datetime(found[0])
    except (ValueError, OverflowError):
        return None
    # A zone that is not known makes a moment of no zone (RFC 5322, 3.3: "-0000").
    return moment.astimezone(UTC) if moment.tzinfo is not None else None
