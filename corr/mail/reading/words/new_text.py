"""
The new words of a mail: without quotations, signatures and what mail programs add.

Lines are read once, in order, and only a bounded beginning of each, so that the time grows with the length alone.
"""

import re
from dataclasses import dataclass, field

from corr.games.notation import TURNING_SIGNS
from corr.mail.reading.words.harmless import is_greeting
from corr.mail.reading.words.hypertext import HARD_END, MARKER, SOFT_QUOTE, STRUCK
from corr.mail.reading.words.quotations import (
    SHOWN,
    attribution,
    ends_ours,
    ends_the_new,
    is_by_hand,
    is_heading,
    is_quoted,
    words_before,
    words_behind,
)
from corr.mail.reading.words.signatures import turns_below_device, unsigned

_LENGTH = 256 * 1024
_LINES = 20_000
"""The most lines of a text that are read."""
_LONGEST = 50_000
"""Letters of a line that are read: more than are understood."""
_OWN_LENGTH = 100_000
_LINE = 50
"""Letters of somebody's own words that are read, for each line some more: what lies beyond is nobody's answer."""
_UNSEEN = re.compile("[\u00ad\u034f\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufe00-\ufe0f\ufeff]+")
_WITHIN = "-=+>:"
_BROKEN = 50
"""The most lines into which a mail program breaks one."""
_LONG_QUOTE = 60
"""The length from which on a mail program may have broken a quoted line, whose end then has no quotation mark."""


@dataclass(frozen=True, slots=True)
class NewText:
    """The writer's own words."""

    above: str
    """The words above all quotations."""
    below: str
    """The words between and below quoted lines that are certainly not quoted, and turns below the line of a device."""
    cut: str = field(default="", compare=False)
    """The rest of the mail, in order: quotations, their attributions, signatures."""
    is_whole: bool = True
    """Whether the words above are complete: the mail was read to their end."""
    struck: str = ""
    """What the writer struck through, line by line."""

    @property
    def text(self) -> str:
        """The words above; if there are none, or only a greeting, those below too."""
        if self.below and is_greeting_alone(self.above):
            return f"{self.above}\n\n{self.below}" if self.above else self.below
        return self.above


def new_text(text: str, *, is_whole: bool = True) -> NewText:
    """
    The new words in *text*, the plain text of a mail.

    :param is_whole: whether *text* is all of it; without its end, words above a quote are known all the same.
    """
    given = text[:_LENGTH].replace("\r\n", "\n").replace("\r", "\n").split("\n", _LINES)
    first = next((at for at, line in enumerate(given) if not line.startswith(STRUCK)), len(given))
    struck = "\n".join(line.removeprefix(STRUCK) for line in given[:first])
    is_whole = is_whole and len(text) <= _LENGTH and len(given) <= _LINES and max(map(len, given)) <= _LONGEST
    lines = _parted(_without_armour([_plain(line[:_LONGEST]) for line in given[first:_LINES]]))
    own, inner, first_quote = _unquoted(lines)
    # Own words go on below a quote within them; but not where the end may be missing, as half a turn may be another.
    end = first_quote if is_whole else min(first_quote, inner)
    above = [at for at in own if at < end]
    below = [at for at in own if at > first_quote] if is_whole else []
    kept_above = [above[place] for place in unsigned([lines[at] for at in above])]
    kept_below = [above[place] for place in turns_below_device([lines[at] for at in above])]
    kept_below += [below[place] for place in unsigned([lines[at] for at in below])]
    own_above = _joined(lines, kept_above)
    kept = {*kept_above, *(kept_below if is_greeting_alone(own_above) else ())}
    cut = [line for at, line in enumerate(lines) if at not in kept and line not in {HARD_END, SOFT_QUOTE}]
    is_known = is_whole or end < len(lines)
    return NewText(own_above, _joined(lines, kept_below), "\n".join(cut).strip("\n").rstrip(), is_known, struck)


def is_greeting_alone(text: str) -> bool:
    """Whether *text* is empty or only a greeting."""
    return all(is_greeting(line) for line in text.split("\n") if line.strip())


def _unquoted(lines: list[str]) -> tuple[list[int], int, int]:
    """
    The places of lines that are not quoted, as many as are read, of the first one that is, and of where the quoted
    letter begins: at what introduces it, or at our own first line. What is quoted above that are mere words.
    """
    own: list[int] = []
    inner = first_quote = len(lines)
    number, left, start = 0, _OWN_LENGTH, -1
    while number < len(lines) and left > 0:
        length = _quote_length(lines, number)
        if length is None:
            first_quote = min(first_quote, number)
            break
        if length:
            inner = min(inner, number)
            start = number if start < 0 else start
            is_introduced = not is_quoted(lines[number]) and not is_by_hand(lines[number : number + length])
            if is_introduced or _begins_letter(lines[number]):
                first_quote = min(first_quote, start)
            number += length
        else:
            left -= len(lines[number]) + _LINE
            own += [number] if left >= 0 else []
            start = start if not lines[number].strip() else -1
            number += 1
    return own, inner, first_quote


def _begins_letter(line: str) -> bool:
    """Whether a quoted line tells that the letter is quoted: by our own first line, or by a client's block of HTML."""
    return line == SOFT_QUOTE or MARKER.search(line[:SHOWN]) is not None


def _parted(lines: list[str]) -> list[str]:
    """*lines* with what introduces a quote on a line of its own, below what somebody wrote on the same line."""
    parted: list[str] = []
    for number, line in enumerate(lines):
        if at := words_before(lines, number):
            parted += [line[:at].rstrip(), line[at:]]
        elif at := words_behind(lines, number):
            parted += [line[at:].lstrip(), line[:at]]
        else:
            parted.append(line)
    return parted


def _joined(lines: list[str], places: list[int]) -> str:
    return "\n".join(lines[at] for at in places).rstrip()


def _plain(line: str) -> str:
    kept = line if line.isascii() else _UNSEEN.sub(_seen, line).replace("\xa0", " ")
    kept = kept.rstrip()
    return kept.replace("&gt;", ">") if kept.lstrip().startswith("&gt;") else kept


def _seen(found: re.Match[str]) -> str:
    """What is left of invisible signs: within a word those that turn it round, as it is not what it seems."""
    before, after = found.string[max(0, found.start() - 1) : found.start()], found.string[found.end() : found.end() + 1]
    is_within = all(sign and (sign.isalnum() or sign in _WITHIN) for sign in (before, after))
    return found[0] if is_within and TURNING_SIGNS.search(found[0]) else ""


def _quote_length(lines: list[str], number: int) -> int | None:
    """How many lines from *number* on are quoted or introduce a quote; 0 for none, None if all the rest is."""
    line = lines[number]
    if is_heading(lines, number):
        return None
    if is_quoted(line):
        return _list_length(lines, number)
    if not line.strip():
        return 0
    is_below_quote = number > 0 and is_quoted(lines[number - 1]) and len(lines[number - 1]) >= _LONG_QUOTE
    if is_below_quote and (ends_ours(line) or not ends_the_new(lines, number)):
        return 1
    return None if ends_the_new(lines, number) else attribution(lines, number)


def _list_length(lines: list[str], number: int) -> int:
    """How many lines a quoted one goes on for where a client has broken a list behind a bar: until no comma follows."""
    length = 1
    if lines[number].lstrip().startswith("|"):
        rest = lines[number : number + _BROKEN]
        while (
            length < len(rest)
            and rest[length - 1].endswith((",", ":"))
            and rest[length]
            and not is_quoted(rest[length])
        ):
            length += 1
    return length


def _without_armour(lines: list[str]) -> list[str]:
    """*lines* without the frame of an inline PGP signature."""
    begin = "-----BEGIN PGP SIGNED MESSAGE-----"
    if begin not in lines:
        return lines
    start = lines.index(begin)
    text = next((at for at in range(start, len(lines)) if not lines[at].strip()), start) + 1
    end = next((at for at in range(text, len(lines)) if lines[at] == "-----BEGIN PGP SIGNATURE-----"), len(lines))
    return [*lines[:start], *(line.removeprefix("- ") for line in lines[text:end])]
