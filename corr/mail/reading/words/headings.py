"""
Headings above a quoted mail in mail programs that write neither "… wrote:" nor the usual block of fields.

Notes and GroupWise put the sender and the moment on lines of their own, other clients put the fields into a frame or
behind quote signs and leave the quoted words without any. Whatever is recognised here ends the new text.
"""

import re

from corr.mail.reading.words.attributions import ADDRESS, FIELDS, FROM, MOMENT, SHOWN, is_quoted, tells_of_writing
from corr.mail.reading.words.word_lists import pattern, word_set

_SENDER = re.compile(
    r"^[\s\"'*]{0,4}[^<>@\n]{0,60}<(?:mailto:)?[^\s<>@]{1,64}@[^\s<>@]{1,100}>[\s*]{0,3}(?P<rest>.{0,60})$"
)
_TIME = re.compile(r"\b\d{1,2}[:.]\d{2}\b")
_MOMENT_ALONE = re.compile(
    r"^[\s*]{0,4}(?:[^\W\d_]{1,12}[.,]? )?[\d./ -]{6,12}[,.]? ?\d{1,2}[:.]\d\d(?:[:.]\d\d)?.{0,12}$"
)
_DAY_ALONE = re.compile(
    r"^[\s*]{0,4}(?:[^\W\d_]{2,12}[.,]{0,2} )?"
    r"(?:\d{1,2}\.? [^\W\d_]{3,12}\.?|[^\W\d_]{3,12}\.? \d{1,2}),? (?:19|20)\d\d"
    r"(?:,? (?:at |um |à )?\d{1,2}[:.]\d\d(?:[:.]\d\d)?.{0,12})?$"
)
"""With the month in letters: "Monday, 4 January 2027 10:00"."""
_ARROWS = re.compile(r"^\s{0,3}>>>? .{3,300} >>>?\s*$")
_DASHED_WROTE = re.compile(r"^\s*-{2,20} ?(?:[^-\n]|-(?!-)){3,200}? ?-{2,20}\s*$")
_RUN_ON = re.compile(
    r"^\s*[^\W\d_]{1,8}\b.{0,80}\d.{0,120}<[^\s<>@]{1,64}@[^\s<>@]{1,100}>(?P<words>[^:<>]{2,30}):\s{2,}\S"
)
_ABOVE = pattern(r"^\W{2,20}.{0,60}\b{programs.above_this_line}\b.{0,40}$", re.IGNORECASE)
_SAID = pattern(r"^\s{0,3}[^\s>|:：].{0,60}?\s?{programs.wrote_without_marks}\s?[:：]\s*$")
"""A line that no person writes, but a mail program above quoted words without quotation marks."""
_SIGNS = " \t>|»*"
_FRAME = re.compile(r"^[\s>|+=_-]*$")
_LABEL = re.compile(r"^([^:：]{1,40}?)\s?[:：]")
_DASHED = re.compile(r"^-{2,40}[^-\n]{2,60}-{2,40}$")
_KNOWN = FROM | FIELDS
_HIDDEN = word_set("programs.quotation_hidden")
_RUN = 20
"""Lines at most of fields behind quote signs."""
_BELOW = 3
_FEW = 2


def is_heading(lines: list[str], number: int) -> bool:
    """Whether a quoted mail without quote signs begins on this line."""
    line = lines[number][:SHOWN]
    if line.lstrip().startswith(">"):
        return _is_between_arrows(line) or _is_run_of_fields(lines, number)
    if line.lstrip().startswith("|"):
        return _is_run_of_fields(lines, number)
    return (
        _is_sender(lines, number)
        or _is_dated(lines, number)
        or (_DASHED_WROTE.match(line) is not None and _ends_with_writing(line))
        or _is_run_on(line)
        or _ABOVE.match(line) is not None
        or (_SAID.match(line) is not None and not is_quoted(next(filter(None, lines[number + 1 : number + 3]), "")))
        or _is_hidden(line)
    )


def _is_between_arrows(line: str) -> bool:
    """Whether it is ">>> Ada <ada@example.org> 1/4/2027 10:00 AM >>>"."""
    return _ARROWS.match(line) is not None and ADDRESS.search(line) is not None and MOMENT.search(line) is not None


def _is_sender(lines: list[str], number: int) -> bool:
    """Whether a sender stands here with a moment behind or below it, and a field of a mail or nothing more below."""
    sender = _SENDER.match(lines[number][:SHOWN])
    if sender is None:
        return False
    below = [line for line in lines[number + 1 : number + 1 + _BELOW] if line.strip()]
    if below and not sender["rest"].strip() and _MOMENT_ALONE.match(below[0][:SHOWN]):
        return True
    is_dated = MOMENT.search(sender["rest"]) is not None and _TIME.search(sender["rest"]) is not None
    return is_dated and bool(below) and _field(below[0]) is not None


def _is_dated(lines: list[str], number: int) -> bool:
    """Whether a day and a time stand alone here, with the sender or a field of a mail right below."""
    if _MOMENT_ALONE.match(lines[number][:SHOWN]) is None and _DAY_ALONE.match(lines[number][:SHOWN]) is None:
        return False
    below = next((line for line in lines[number + 1 : number + 1 + _FEW] if line.strip()), "")[:SHOWN]
    sender = _SENDER.match(below)
    return _field(below) in FROM or (sender is not None and not sender["rest"].strip())


def _ends_with_writing(line: str) -> bool:
    words = line.strip(" -")
    return tells_of_writing(words[-20:]) and len(words.split()) > 1


def _is_hidden(line: str) -> bool:
    bare = line.strip(" *_")
    return bare[:1] == "[" and bare[-1:] == "]" and bare[1:-1].strip(" .-").casefold() in _HIDDEN


def _is_run_on(line: str) -> bool:
    """Whether an attribution has the first quoted words behind it on the same line."""
    found = _RUN_ON.match(line)
    return found is not None and MOMENT.search(line) is not None and tells_of_writing(found["words"])


def _is_run_of_fields(lines: list[str], number: int) -> bool:
    """Whether behind the quote signs from here on there is nothing but the fields of a mail, and words below them."""
    if not lines[number].strip(_SIGNS):
        return False
    known, at = 0, number
    while at < min(len(lines), number + _RUN):
        line = lines[at][:SHOWN]
        if line.strip() and not is_quoted(line):
            break
        bare = line.strip(_SIGNS)
        label = _field(bare)
        known += label is not None
        if bare and not _LABEL.match(bare) and not _is_frame(line, bare) and not (known and MOMENT.search(bare)):
            return False
        at += 1
    return known >= _FEW and at < len(lines)


def _is_frame(line: str, bare: str) -> bool:
    return _FRAME.match(line) is not None or _DASHED.match(bare) is not None


def _field(line: str) -> str | None:
    """The label of a field of mails at the beginning of *line*."""
    found = _LABEL.match(line.strip(_SIGNS))
    label = found[1].strip(" *_").casefold() if found else ""
    return label if label in _KNOWN else None
