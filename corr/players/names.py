"""
Display names: which may be used, and which could be taken for each other.

A name has two keys, and both are unique. `name_key` makes names equal that differ only in case, or by a Latin and a
Cyrillic “а”; `look_key` makes names equal that look alike as they are written, such as “Ian” and “lan”.
"""

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from corr.errors import InputError
from corr.lazy_import import LazyImport

SHORTEST, LONGEST = 2, 30
LONGEST_OF_LEAGUE = 60
_MOST_MARKS = 2
_SIGNS = frozenset(" .-_'’·")
_MORE_SIGNS = frozenset(" &()+,:!#/–")
"""Further signs that the name of a league may hold."""
_UNSEEN = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180d\u180f\u3164\ufe00-\ufe0f\uffa0"
    "\U00013441\U00013442\U00016fe4\U000e0100-\U000e01ef]"
)
"""Invisible characters that Unicode counts as letters or marks; those of other kinds are refused anyway."""
_WEB_ADDRESS = re.compile(r"[^\W_]\.[^\W\d_]{2}|\bwww\.|://", re.IGNORECASE)
"""Text that mail programs turn into a link: a letter or a digit, a dot, and two letters."""
_TURNING = frozenset({"R", "AL", "AN", "RLE", "RLO", "RLI", "LRE", "LRO", "LRI", "FSI", "PDF", "PDI"})
"""The bidirectional classes of Unicode whose characters can change the order of the text around them."""
_TWINS = {"I": "l", "1": "l", "|": "l", "0": "o", "’": "'", "·": "."}
"""The commonest characters that look alike."""
_CONFUSABLES: LazyImport[Mapping[str, Sequence[Mapping[str, str]]]] = LazyImport(
    "confusable_homoglyphs.confusables:confusables_data"
)
"""The characters that look alike, by the list of Unicode. Loaded only when somebody is given a name: it is long."""
_PAIRS = (("rn", "m"), ("vv", "w"))
_PARTED = re.compile(r"[ .\-_'’·]+")
"""What parts the words of a player's name: none begins with one of these and more."""
_FORMULA = frozenset("+-–")
"""Signs with which the formulas of spreadsheets begin, or what looks like them."""
_KEPT = "That name is kept for the service itself. Choose another."
_RESERVED = (
    "abuse",
    "admin",
    "administrator",
    "anonymous",
    "corr",
    "everybody",
    "help",
    "hostmaster",
    "mailer-daemon",
    "moderator",
    "nobody",
    "noreply",
    "no-reply",
    "postmaster",
    "root",
    "security",
    "staff",
    "support",
    "system",
    "webmaster",
    "you",
)


@dataclass(frozen=True, slots=True)
class Name:
    """A display name that may be used, with the two keys that make it unique."""

    name: str
    name_key: str
    look_key: str


def read_name(text: str) -> Name:
    """
    The display name in *text*, with spaces in order.

    :raises InputError: it cannot be used as one.
    """
    name = _read(text, LONGEST, _SIGNS, ". - _ '")
    parts = _PARTED.split(name.name)
    if any(look_key("".join(parts[:count])) in _reserved_looks() for count in range(1, len(parts))):
        raise InputError(_KEPT, field="name")
    return name


def read_league_name(text: str) -> Name:
    """
    The name of a league in *text*: it may be longer than a player's, and may have more signs.

    :raises InputError: it cannot be used as one.
    """
    name = _read(text, LONGEST_OF_LEAGUE, _SIGNS | _MORE_SIGNS, ". , : ! - _ / & ( ) + # '")
    if name.name[0] in _FORMULA:
        raise InputError(f"The name of a league cannot begin with “{name.name[0]}”.", field="name")
    return name


def _read(text: str, longest: int, signs: frozenset[str], signs_told: str) -> Name:
    name = " ".join(unicodedata.normalize("NFC", text[: longest * 10]).split(" ")).strip()
    name = re.sub(r" {2,}", " ", name)
    if not SHORTEST <= len(name) <= longest:
        raise InputError(f"A name has {SHORTEST} to {longest} letters.", field="name")
    for sign in name:
        if _UNSEEN.match(sign) or (unicodedata.category(sign)[0] not in "LMN" and sign not in signs):
            raise InputError(f"A name is made of letters, digits, spaces and {signs_told}{_told(sign)}.", field="name")
    if not any(sign.isalnum() for sign in name):
        raise InputError("A name needs a letter or a digit.", field="name")
    if _most_marks(name) > _MOST_MARKS:
        raise InputError("That name has too many marks above or below one letter.", field="name")
    if _WEB_ADDRESS.search(name):
        raise InputError("A name must not look like a web address. Write a space after the dot.", field="name")
    if look_key(name) in _reserved_looks():
        raise InputError(_KEPT, field="name")
    return Name(name, name_key(name), look_key(name))


def name_key(name: str) -> str:
    """A key that is equal for names that differ only in case, width, alphabet or the encoding of their letters."""
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    return "".join(sign if sign.isascii() else _plain_twin(sign) or sign for sign in folded)


def isolated(name: str) -> str:
    """The name for use inside a plain sentence: one written from right to left does not reorder the text around it."""
    is_turning = any(unicodedata.bidirectional(sign) in _TURNING for sign in name)
    return f"\N{FIRST STRONG ISOLATE}{name}\N{POP DIRECTIONAL ISOLATE}" if is_turning else name


def look_key(name: str) -> str:
    """A key that is equal for names that look alike. Signs between the words do not count."""
    parts = unicodedata.normalize("NFKD", name)
    plain = "".join(_twin(sign) for sign in parts if not unicodedata.combining(sign) or not _is_small(sign))
    look = "".join(_twin(sign) for sign in plain.casefold() if sign not in _SIGNS | _MORE_SIGNS)
    for pair, letter in _PAIRS:
        look = look.replace(pair, letter)
    # The look may be empty for unusual letters; a name of signs alone is refused before.
    return look or name_key(name)


def _is_small(mark: str) -> bool:
    """Whether a mark is easily overlooked, such as a dot or a stroke, unlike an accent that makes another letter."""
    return mark in "\u0307\u0323\u0335\u0336\u0337\u0338"


@cache
def _twin(sign: str) -> str:
    """The one letter that represents all letters that look like *sign*."""
    if sign in _TWINS:
        return _TWINS[sign]
    if sign.isascii():
        return sign
    plain = _plain_twin(sign)
    if plain:
        return _TWINS.get(plain, plain)
    return min([sign, *(letter for letter in _alike(sign) if letter.isalpha())])


@cache
def _plain_twin(sign: str) -> str:
    """The plain letter or digit that *sign* looks like; empty if there is none."""
    return min((letter for letter in _alike(sign) if letter.isascii() and letter.isalnum()), default="")


def _alike(sign: str) -> Iterator[str]:
    """The single characters that look like *sign*."""
    return (found["c"] for found in _CONFUSABLES.load().get(sign, ()) if len(found["c"]) == 1)


@cache
def _reserved_looks() -> frozenset[str]:
    return frozenset(look_key(name) for name in _RESERVED)


def _most_marks(name: str) -> int:
    """The largest number of marks in a row."""
    most = row = 0
    for sign in unicodedata.normalize("NFD", name):
        row = row + 1 if unicodedata.category(sign)[0] == "M" else 0
        most = max(most, row)
    return most


def _told(sign: str) -> str:
    if _UNSEEN.match(sign):
        return ", and not of signs that nobody sees"
    return f", not “{sign}”" if sign.isprintable() else ", and not of control signs"
