"""
What somebody wrote, cut out of the mail that it came in: without quotes, signatures and what clients add.

Lines are looked at once, in order, and each by a bounded piece of text, so that time grows with the length alone.
"""

import re
from dataclasses import dataclass, field

from corr.mail.reading.words.attributions import attribution, ends_the_new, is_quoted
from corr.mail.reading.words.headings import is_heading
from corr.mail.reading.words.hypertext import HARD_END, MARKER, SOFT_QUOTE
from corr.mail.reading.words.signing import unsigned
from corr.mail.reading.words.speech import is_greeting

__all__ = ["MARKER", "NewText", "new_text"]

_LENGTH = 256 * 1024
_LINES = 20_000
"""What is read of a text at most."""
_OWN_LENGTH = 100_000
_LINE = 50
"""Letters of somebody's own words that are read, for each line some more: what lies beyond is nobody's answer."""
_UNSEEN = re.compile("[\u00ad\u034f\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufe00-\ufe0f\ufeff]+")
_TURNING = re.compile("[\u202a-\u202e\u2066-\u2069]")
"""Signs that turn round what is seen."""
_WITHIN = "-=+>:"
_LONG_QUOTE = 60
"""From this length on a client may have broken off the end of a quoted line: it then stands below without its sign."""


@dataclass(frozen=True, slots=True)
class NewText:
    """The writer's own words."""

    above: str
    """What stands above everything quoted."""
    below: str
    """What stands between and below quoted lines, where it is certain that it is not quoted."""
    cut: str = field(default="", compare=False)
    """All the rest of the mail, in order: quotes, what introduces them, signatures."""
    is_whole: bool = True
    """Whether the mail was read to the end of the words above, so that they are all there."""

    @property
    def text(self) -> str:
        """The words above; where there are none, or no more than a greeting, those below."""
        if self.below and is_greeting_alone(self.above):
            return f"{self.above}\n\n{self.below}" if self.above else self.below
        return self.above


def new_text(text: str, *, is_whole: bool = True) -> NewText:
    """
    The own words in *text*, the plain text of a mail.

    :param is_whole: whether *text* is all of it; without its end, words above a quote are known all the same.
    """
    given = text[:_LENGTH].replace("\r\n", "\n").replace("\r", "\n").split("\n", _LINES)
    is_whole = is_whole and len(text) <= _LENGTH and len(given) <= _LINES
    lines = _without_armour([_plain(line) for line in given[:_LINES]])
    own, first_quote = _unquoted(lines)
    above = [at for at in own if at < first_quote]
    below = [at for at in own if at > first_quote] if is_whole else []
    kept_above = [above[place] for place in unsigned([lines[at] for at in above])]
    kept_below = [below[place] for place in unsigned([lines[at] for at in below])]
    own_above = _joined(lines, kept_above)
    kept = {*kept_above, *(kept_below if is_greeting_alone(own_above) else ())}
    cut = [line for at, line in enumerate(lines) if at not in kept and line not in {HARD_END, SOFT_QUOTE}]
    is_known = is_whole or first_quote < len(lines)
    return NewText(own_above, _joined(lines, kept_below), "\n".join(cut).strip("\n").rstrip(), is_known)


def is_greeting_alone(text: str) -> bool:
    """Whether there is nothing in *text* but a greeting, or nothing at all."""
    return all(is_greeting(line) for line in text.split("\n") if line.strip())


def _unquoted(lines: list[str]) -> tuple[list[int], int]:
    """The places of lines that are not quoted, as many as are read, and that of the first one that is."""
    own: list[int] = []
    first_quote, number, left = len(lines), 0, _OWN_LENGTH
    while number < len(lines) and left > 0:
        length = _quote_length(lines, number)
        if length is None:
            first_quote = min(first_quote, number)
            break
        if length:
            first_quote = min(first_quote, number)
            number += length
        else:
            left -= len(lines[number]) + _LINE
            own += [number] if left >= 0 else []
            number += 1
    return own, first_quote


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
    return found[0] if is_within and _TURNING.search(found[0]) else ""


def _quote_length(lines: list[str], number: int) -> int | None:
    """How many lines from *number* on are quoted or introduce a quote; 0 for none, None if all the rest is."""
    line = lines[number]
    if is_heading(lines, number):
        return None
    if is_quoted(line):
        return 1
    if not line.strip():
        return 0
    if ends_the_new(lines, number):
        return None
    if number and is_quoted(lines[number - 1]) and len(lines[number - 1]) >= _LONG_QUOTE:
        return 1
    return attribution(lines, number)


def _without_armour(lines: list[str]) -> list[str]:
    """*lines* without the frame of an inline PGP signature."""
    begin = "-----BEGIN PGP SIGNED MESSAGE-----"
    if begin not in lines:
        return lines
    start = lines.index(begin)
    text = next((at for at in range(start, len(lines)) if not lines[at].strip()), start) + 1
    end = next((at for at in range(text, len(lines)) if lines[at] == "-----BEGIN PGP SIGNATURE-----"), len(lines))
    return [*lines[:start], *(line.removeprefix("- ") for line in lines[text:end])]
