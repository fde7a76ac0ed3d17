"""
Mail addresses in headers and envelopes.

Reading is strict on purpose: the author of a mail decides whether a turn is played, so a From that can be read in two
ways has no author.
"""

import re
from collections.abc import Sequence
from email.header import Header
from email.utils import quote
from functools import lru_cache

_LONGEST = 1000
_ADDRESS = re.compile(r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~.-]{1,64}@[^\s@<>()\[\],;:\\\"]{1,253}")
_DOMAIN = re.compile(r"@[^\s>]*")
_WORD = re.compile(r"[^\W\d_]{2,40}")
_LABEL = re.compile(r"[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?")
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\ud800-\udfff]+")
_DEEPEST_COMMENT = 3
_SHOWN = 200
_KEPT = 1024
"""How many encoded lines are kept: all letters about one game have the same subject."""


def author(fields: Sequence[str]) -> str | None:
    """
    The one address in the one From field, or None if it is not clear without doubt.

    Two fields, two mailboxes, a group, `alice@here <bob@there>` and anything malformed give None.
    """
    if len(fields) != 1 or len(fields[0]) > _LONGEST:
        return None
    parts = _mailbox(fields[0])
    if parts is None:
        return None
    before, inside = parts
    if inside is None:
        return clean_address(before)
    if "@" in before and before.strip() != inside.strip():
        return None
    return clean_address(inside)


def names_in(fields: Sequence[str]) -> frozenset[str]:
    """The words in From by which its writer may sign, in small letters; words of the domain are left out."""
    named = (_DOMAIN.sub(" ", field[:_LONGEST]) for field in fields)
    return frozenset(word.casefold() for field in named for word in _WORD.findall(field))


def clean_address(text: str) -> str | None:
    """*text* as an address with its domain in lower-case ASCII (IDNA), or None if it is not an address."""
    text = text.strip()
    if not _ADDRESS.fullmatch(text):
        return None
    local, _, domain = text.rpartition("@")
    if local.startswith(".") or local.endswith(".") or ".." in local:
        return None
    try:
        ascii_domain = domain.encode("idna").decode("ascii").lower()
    except UnicodeError:
        return None
    labels = ascii_domain.split(".")
    return f"{local}@{ascii_domain}" if all(_LABEL.fullmatch(label) for label in labels) else None


def one_line(text: str, longest: int = _SHOWN) -> str:
    """*text* as one line for a header: without control characters, direction marks and lone surrogates, and cut."""
    return " ".join(_CONTROL.sub(" ", text).split())[:longest].rstrip()


def with_name(name: str, address: str) -> str:
    """A From, To or Reply-To field: the display name encoded where needed, the address never."""
    shown = one_line(name, 60)
    if not shown:
        return address
    if shown.isascii():
        return f'"{quote(shown)}" <{address}>'
    return f"{encoded_words(shown)} <{address}>"


@lru_cache(maxsize=_KEPT)
def encoded_words(text: str) -> str:
    """*text* as one line for a header: unchanged if ASCII, else in encoded words (RFC 2047)."""
    shown = one_line(text)
    if shown.isascii():
        return shown
    return " ".join(Header(shown, "utf-8", maxlinelen=70).encode(linesep="\n").split())


def _mailbox(text: str) -> tuple[str, str | None] | None:
    """
    The text outside and inside the angle brackets; None if malformed.

    Outside, a quotation mark stands for a quoted name and a blank for a comment, so that neither joins two words.
    """
    scan = _Scan()
    for letter in text:
        if not scan.accepts(letter):
            return None
    return scan.result()


class _Scan:
    """A mailbox read character by character, in linear time."""

    def __init__(self) -> None:
        self._outside: list[str] = []
        self._inside: list[str] | None = None
        self._is_quoted = self._is_escaped = self._in_angle = False
        self._comments = 0

    def accepts(self, letter: str) -> bool:
        """Take one more character; False if the text cannot be one mailbox."""
        if self._is_escaped:
            self._is_escaped = False
            return True
        if self._is_quoted or self._comments:
            return self._hidden(letter)
        if self._in_angle:
            return self._angled(letter)
        return self._open(letter)

    def result(self) -> tuple[str, str | None] | None:
        """The two parts, or None if a quote, a comment or a bracket was not closed."""
        if self._is_quoted or self._comments or self._in_angle:
            return None
        return "".join(self._outside), None if self._inside is None else "".join(self._inside)

    def _hidden(self, letter: str) -> bool:
        if letter == "\\":
            self._is_escaped = True
        elif self._is_quoted:
            self._is_quoted = letter != '"'
        elif letter in "()":
            self._comments += 1 if letter == "(" else -1
        return self._comments <= _DEEPEST_COMMENT

    def _angled(self, letter: str) -> bool:
        if letter == ">":
            self._in_angle = False
        elif letter in '<"(,;:\\':
            return False
        elif self._inside is not None:
            self._inside.append(letter)
        return True

    def _open(self, letter: str) -> bool:
        if letter == "(":
            self._comments = 1
            self._outside.append(" ")
        elif self._inside is not None:
            # Only comments and blanks may follow the address.
            return letter.isspace()
        elif letter == '"':
            self._is_quoted = True
            self._outside.append(letter)
        elif letter == "<":
            self._in_angle, self._inside = True, []
        elif letter in ",;:>)\\":
            return False
        else:
            self._outside.append(letter)
        return True
