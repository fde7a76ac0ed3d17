"""
What somebody wrote, cut out of the mail that it came in: without quotes, signatures and what clients add.

Lines are looked at once, in order, and each by a bounded piece of text, so that time grows with the length alone. What
introduces a quote is recognised by its form (a date, an address, a colon at the end) as much as by words, so that it
works in languages that nobody listed.
"""

import re
from dataclasses import dataclass

from corr.mail.reading.hypertext import HARD_END
from corr.mail.reading.language import FIELDS, FROM, ORIGINAL, SENT_FROM, WROTE

MARKER = re.compile(r"#[a-z0-9]{6,10}#")
"""In the first line of every letter of ours, whatever becomes of the words around it."""

_SHOWN = 400
"""Letters of a line, or of lines put together, that are looked at."""
_READ = 100_000
_LINES = 2000
"""What lies beyond is nobody's answer to a letter."""
_UNSEEN = re.compile("[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]")
_ADDRESS = re.compile(r"[^\s<>@]{1,64}@[^\s<>@]{1,100}")
_MOMENT = re.compile(
    r"\b(?:19|20)\d\d\b|\d{1,2}[./-]\d{1,2}[./-]\d{2,4}|\b\d{1,2}[:.h]\d{2}\b|(?:20)\d\d\s?[年년]|\b25\d\d\b"
)
_WROTE = re.compile(
    "|".join(rf"\b{re.escape(word)}\b" if word.isascii() else re.escape(word) for word in sorted(WROTE, key=len)[::-1]),
    re.IGNORECASE,
)
_FIELD = re.compile(r"^[\s*_]{0,6}([^:：\n]{1,30}?)[\s*_]{0,4}[:：]\s?(.*)$")
_DASHED = re.compile(r"^[\s*]*[-_=—]{2,40}\s*([^-_=—][^\n]{2,80}?)\s*[-_=—]{2,40}[\s*]*$")
_RULE = re.compile(r"^\s*[-_=*~—]{3,}\s*$")
_SIGNED = re.compile(r"^(?:--|—|–|__|--\xa0)\s?$")
_LINK = re.compile(r"<(?:https?|mailto):[^>\s]{0,300}>|\[(?:https?|cid):[^\]\s]{0,300}\]")
_FROM = frozenset(FROM)
_FIELDS = frozenset(FIELDS)
_ORIGINAL = frozenset(ORIGINAL)
_LONG_QUOTE = 60
"""From this length on a client may have broken off the end of a quoted line: it then stands below without its sign."""
_BLOCK_LINES = 8
_ATTRIBUTION_LINES = 4


@dataclass(frozen=True, slots=True)
class NewText:
    """The writer's own words."""

    above: str
    """What stands above everything quoted."""
    below: str
    """What stands between and below quoted lines, where it is certain that it is not quoted."""

    @property
    def text(self) -> str:
        """The words above; where there are none, those below."""
        return self.above or self.below


def new_text(text: str) -> NewText:
    """The own words in *text*, the plain text of a mail."""
    given = text[:_READ].replace("\r\n", "\n").replace("\r", "\n").split("\n", _LINES)[:_LINES]
    lines = _without_armour([_plain(line) for line in given])
    own: list[tuple[int, str]] = []
    first_quote, number = len(lines), 0
    while number < len(lines):
        length = _quote_length(lines, number)
        if length is None:
            first_quote = min(first_quote, number)
            break
        if length:
            first_quote = min(first_quote, number)
            number += length
        else:
            own.append((number, lines[number]))
            number += 1
    above = [line for at, line in own if at < first_quote]
    below = [line for at, line in own if at > first_quote]
    return NewText(_unsigned(above), _unsigned(below))


def _plain(line: str) -> str:
    line = _UNSEEN.sub("", line).replace("\xa0", " ").rstrip()
    return line.replace("&gt;", ">") if line.startswith("&gt;") else line


def _quote_length(lines: list[str], number: int) -> int | None:
    """How many lines from *number* on are quoted or introduce a quote; 0 for none, None if all the rest is."""
    line = lines[number]
    if _is_quoted(line):
        return 1
    if not line.strip():
        return 0
    if line == HARD_END or MARKER.search(line[:_SHOWN]) or _is_original(lines, number) or _is_block(lines, number):
        return None
    if number and _is_quoted(lines[number - 1]) and len(lines[number - 1]) >= _LONG_QUOTE:
        return 1
    return _attribution(lines, number)


def _is_quoted(line: str) -> bool:
    bare = line.lstrip()
    return bare[:1] == ">" or bare == "|" or bare.startswith("| ")


def _is_original(lines: list[str], number: int) -> bool:
    """Whether the line is a client's "-----Original Message-----"; in a language unknown here, by what follows it."""
    line = lines[number][:_SHOWN]
    dashed = _DASHED.match(line)
    words = (dashed[1] if dashed else line).strip(" *:").casefold()
    if words in _ORIGINAL and (dashed or line.rstrip(" *").endswith(":")):
        return True
    after = next((at for at in range(number + 1, min(number + 3, len(lines))) if lines[at].strip()), None)
    return dashed is not None and after is not None and _is_block(lines, after)


def _is_block(lines: list[str], number: int) -> bool:
    """Whether the fields of a quoted mail begin here: "From: …, Sent: …, To: …" in any language."""
    labels: list[str] = []
    has_address = has_moment = False
    for line in lines[number : number + _BLOCK_LINES]:
        field = _FIELD.match(line[:_SHOWN])
        if field is None and labels and line.strip() and not _ADDRESS.search(line[:_SHOWN]):
            break
        if field is None:
            has_address = has_address or _ADDRESS.search(line[:_SHOWN]) is not None
            continue
        labels.append(field[1].strip(" *_").casefold())
        has_address = has_address or _ADDRESS.search(field[2]) is not None
        has_moment = has_moment or _MOMENT.search(field[2]) is not None
    return _FIELD.match(lines[number][:_SHOWN]) is not None and _reads_as_block(
        labels, has_address=has_address, has_moment=has_moment
    )


def _reads_as_block(labels: list[str], *, has_address: bool, has_moment: bool) -> bool:
    known = {label for label in labels if label in _FROM or label in _FIELDS}
    if labels and labels[0] in known and known & _FROM and len(known) > 1 and (has_address or len(known) > 2):  # noqa: PLR2004 - two may be chance
        return True
    enough = 3
    return len(set(labels)) >= enough and labels[0] in known and has_address and has_moment


def _attribution(lines: list[str], number: int) -> int | None:
    """How many lines introduce a quote here ("On … wrote:"), or None if what they introduce carries no signs."""
    joined = ""
    if not _signs(lines[number][:_SHOWN]):
        return 0
    for count in range(1, _ATTRIBUTION_LINES + 1):
        here = number + count - 1
        if here >= len(lines) or (not lines[here].strip() and count > 1):
            return 0
        joined = f"{joined} {lines[here].strip()}".strip()
        if len(joined) > _SHOWN:
            return 0
        after = next((line for line in lines[here + 1 : here + 6] if line.strip()), "")
        leads_on = _is_quoted(after) or after == HARD_END or MARKER.search(after[:_SHOWN]) is not None
        if _introduces(joined, leads_on=leads_on):
            return count if leads_on else None
    return 0


def _signs(text: str) -> int:
    """How many of the three signs of an attribution there are: an address, a moment, a word for writing."""
    return sum(pattern.search(text) is not None for pattern in (_ADDRESS, _MOMENT, _WROTE))


def _introduces(joined: str, *, leads_on: bool) -> bool:
    """Whether *joined* has the signs and the ending of an attribution; fewer are enough right above a quote."""
    ending = joined.rstrip(" *_")
    signs = _signs(joined)
    if ending.endswith((":", "：", ":>", "-")) or _WROTE.search(ending[-15:]) is not None:
        return signs >= (1 if leads_on else 2)
    return leads_on and ending.endswith(">") and signs > 1


def _unsigned(lines: list[str]) -> str:
    """*lines* without a signature, and without rules and blank lines at the ends."""
    kept: list[str] = []
    for line in lines:
        if _SIGNED.match(line):
            break
        if _is_sent_from(line):
            if any(before.strip() for before in kept):
                break
            continue
        kept.append(line)
    while kept and (not kept[-1].strip() or _RULE.match(kept[-1])):
        kept.pop()
    return "\n".join(kept).strip("\n").rstrip()


def _is_sent_from(line: str) -> bool:
    words = _LINK.sub("", line[:_SHOWN]).strip(" \t*_[]()-.!").strip()
    return bool(words) and SENT_FROM.fullmatch(words) is not None


def _without_armour(lines: list[str]) -> list[str]:
    """*lines* without the frame of an inline PGP signature."""
    begin = "-----BEGIN PGP SIGNED MESSAGE-----"
    if begin not in lines:
        return lines
    start = lines.index(begin)
    text = next((at for at in range(start, len(lines)) if not lines[at].strip()), start) + 1
    end = next((at for at in range(text, len(lines)) if lines[at] == "-----BEGIN PGP SIGNATURE-----"), len(lines))
    return [*lines[:start], *(line.removeprefix("- ") for line in lines[text:end])]
