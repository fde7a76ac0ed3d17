"""
Typed values of settings, by key: words from a form or a file, and the kinds of values that they are read as.

All faults are collected, so that whoever typed them sees them all at once.
"""

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from enum import StrEnum
from typing import Any, Generic, TypeVar

from corr.errors import CorrError, InputError
from corr.games.notation import shown

T = TypeVar("T")
E = TypeVar("E", bound=StrEnum)
W = TypeVar("W")

Typed = Mapping[str, str | Sequence[str]]
"""The typed words by the paths of keys such as "points.win"; a list where one setting has several words."""
Choices = tuple[tuple[str, str], ...]
"""What a form offers: (value, words)."""

_NUMBER = re.compile(r"[0-9]{1,6}")
_ALIKE = 0.8
"""How similar a typed key has to be to a known one to suggest only that one (a ratio as in difflib)."""
YES_OR_NO = {True: "yes", False: "no"}
_YES = frozenset({"yes", "true", "on", "1"})
_NO = frozenset({"no", "false", "off", "0"})


@dataclass(frozen=True, slots=True)
class SettingFault:
    """A fault of one setting."""

    field: str
    """The path of its key; empty for the whole."""
    sentence: str


class FaultsError(InputError):
    """Several settings cannot be used; the sentence and the field are those of the first."""

    def __init__(self, faults: Sequence[SettingFault]) -> None:
        super().__init__(faults[0].sentence, field=faults[0].field)
        self.faults = tuple(faults)


class SettingReader:
    """A reader of typed words, which keeps faults until `check` raises them all."""

    def __init__(self, typed: Typed) -> None:
        self._typed = typed
        self.faults: list[SettingFault] = []

    def check(self) -> None:
        """
        Raise all faults.

        :raises FaultsError: there is one.
        """
        if self.faults:
            raise FaultsError(self.faults)

    def has(self, key: str) -> bool:
        """Whether anything was typed for *key*, even an empty text."""
        return key in self._typed

    def has_fault(self, *keys: str) -> bool:
        """Whether one of *keys* has a fault."""
        return any(fault.field in keys for fault in self.faults)

    def refuse(self, key: str, sentence: str) -> None:
        """Keep a fault of *key*."""
        self.faults.append(SettingFault(key, sentence))

    def read(self, key: str, read: Callable[[str], T], default: T) -> T:
        """The words of *key* as *read* gives them; the *default* if there are none, or if they are wrong."""
        words = self._typed.get(key)
        if words is None:
            return default
        if not isinstance(words, str):
            self.refuse(key, f"One value goes here, not a list of {len(words)}.")
            return default
        return self._attempt(key, read, words, default)

    def read_list(self, key: str, read: Callable[[Sequence[str]], T], default: T) -> T:
        """The same for a setting of several words, which may also be one text with commas."""
        words = self._typed.get(key)
        if words is None:
            return default
        several = words.split(",") if isinstance(words, str) else words
        return self._attempt(key, read, [word.strip() for word in several if word.strip()], default)

    def _attempt(self, key: str, read: Callable[[W], T], words: W, default: T) -> T:
        try:
            return read(words)
        except CorrError as refused:
            self.refuse(key, refused.sentence)
            return default

    def below(self, key: str) -> list[str]:
        """The names of all keys below *key*: "options.start" as "start"."""
        return [path.removeprefix(f"{key}.") for path in self._typed if path.startswith(f"{key}.")]

    def check_keys(self, known: Collection[str], *, open_ended: str, listed: str = "") -> None:
        """
        Keep a fault for each key that is not *known*, unless it lies below the *open_ended* one.

        :param listed: a hint where all keys are listed, for a key that is similar to none of them.
        """
        for path in self._typed:
            if path not in known and not path.startswith(f"{open_ended}."):
                self.refuse(path, unknown_key(path, known, listed))


def unknown_key(path: str, known: Collection[str], listed: str = "") -> str:
    """The sentence about an unknown key: with the most similar one or two, or where all are *listed*."""
    above = path.rpartition(".")[0]
    if above in known and not any(key.startswith(f"{above}.") for key in known):
        return f"Nothing lies below “{above}”; its value stands behind the colon."
    near = " or ".join(f"“{key}”" for key in _near(path.lower(), known))
    meant = f"; did you mean {near}?" if near else f"; {listed}." if listed else "."
    return f"There is no setting “{shown(path)}”{meant}"


def _near(path: str, known: Collection[str]) -> list[str]:
    """The most similar keys: one if it is clear which one is meant, else up to two."""
    ends = [key for key in known if key.rpartition(".")[2] == path]
    return ends or get_close_matches(path, known, n=1, cutoff=_ALIKE) or get_close_matches(path, known, n=2)


def _same(value: T) -> T:
    return value


@dataclass(frozen=True, slots=True)
class Kind(Generic[T]):
    """A kind of value: how a form shows it, how it is read from typed words, and how it is written and stored."""

    field: str
    """The field of a form, by its macro in `templates/macros/settings.html`."""
    read: Callable[[Any], T]
    """Reads a word, or several of a list; refuses with an InputError."""
    write: Callable[[T], str | list[str]] = str
    """Writes what *read* reads."""
    store: Callable[[T], object] = _same
    """Gives a value that JSON can hold."""
    restore: Callable[[Any], T] = _same
    """Reads what *store* gave."""
    choices: Choices = ()
    is_list: bool = False


def number(subject: str, least: int, most: int) -> Kind[int]:
    """A whole number from *least* to *most*."""

    def read(text: str) -> int:
        words = text.strip()
        if _NUMBER.fullmatch(words) is None or not least <= int(words) <= most:
            raise InputError(f"{subject} is a whole number from {least} to {most}, not {_quoted(text)}.")
        return int(words)

    return Kind("number", read)


def choice(subject: str, titles: Mapping[E, str]) -> Kind[E]:
    """One of several words, each with its title in a form."""
    known = {each.value: each for each in titles}

    def read(text: str) -> E:
        wanted = "-".join(text.lower().replace("_", " ").split())
        if wanted not in known:
            raise InputError(f"{subject} is {' or '.join(known)}, not {_quoted(text)}.")
        return known[wanted]

    choices = tuple((each.value, title) for each, title in titles.items())
    return Kind("choice", read, store=str, restore=known.__getitem__, choices=choices)


def yes_or_no(subject: str, choices: Choices = (("yes", "yes"), ("no", "no"))) -> Kind[bool]:
    """A yes or a no."""

    def read(text: str) -> bool:
        wanted = text.strip().lower()
        if wanted not in _YES | _NO:
            raise InputError(f"{subject} is yes or no, not {_quoted(text)}.")
        return wanted in _YES

    return Kind("choice", read, YES_OR_NO.__getitem__, choices=choices)


def _quoted(text: str) -> str:
    return f"“{shown(text)}”" if text.strip() else "nothing"
