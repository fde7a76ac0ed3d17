"""Turns that are typed as lists: numbers, bullets and emphasis around actions mean nothing."""

import re
from collections.abc import Callable, Iterator

from corr.games.notation import LONGEST

WRAPPING = " \t*_`\"'“”„‘’«»"
"""What people put around words to make them stand out."""
_SIGN = re.compile(r"^\s*(?:[-*•·‣▪◦–—]\s+|\(?\d{1,3}[.):]\s+|\(?[A-Za-z][.)]\s+)")
_INNER_NUMBER = re.compile(r"(?:^|(?<=\s))\(?\d{1,3}[.)]\s+")
_SLASHED = re.compile(r"^\s*/(?:move|turn|play)\b[\s:]*", re.IGNORECASE)


def unlisted_turn(text: str, formed: Callable[[str], bool]) -> str:
    """
    *text* without what surrounds the actions on its lines; a line that is not made of actions stays as it is.

    :param formed: whether a text is one or more actions by its form and nothing else.
    """
    if is_turn(text, formed):
        return text
    lines = text.split("\n")
    return "\n".join(next((form for form in forms(line) if is_turn(form, formed)), line) for line in lines)


def is_turn(text: str, formed: Callable[[str], bool]) -> bool:
    """Whether *text* may be the turn or a part of it, by its length and form."""
    return len(text) <= LONGEST and formed(text)


def forms(line: str) -> Iterator[str]:
    """A line as it stands, then without what surrounds actions in lists and in emphasis."""
    yield line.strip()
    inner = unwrapped(line)
    yield inner
    yield _INNER_NUMBER.sub(" ", inner).strip()
    yield inner.strip("()[]").strip(WRAPPING)


def unwrapped(line: str) -> str:
    """A line without its list sign and without emphasis."""
    return without_sign(_SLASHED.sub("", line.strip())).strip(WRAPPING)


def without_sign(line: str) -> str:
    """A line without the number, letter or bullet that makes it an item of a list."""
    return _SIGN.sub("", line)
