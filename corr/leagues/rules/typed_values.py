"""
Words that people typed for settings, key by key: in a form, in a file, in a test.

All faults are collected, so that whoever typed them hears of each at once.
"""

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from enum import StrEnum
from typing import TypeVar

from corr.errors import CorrError, InputError
from corr.games.notation import shown

T = TypeVar("T")
E = TypeVar("E", bound=StrEnum)

Typed = Mapping[str, str | Sequence[str]]
"""What was typed, by the paths of keys such as "points.win"; a list where one setting has several words."""

_NUMBER = re.compile(r"[0-9]{1,6}")
_ALIKE = 0.8
"""How much of a key has to be right to know which one was meant."""
_YES = frozenset({"yes", "true", "on", "1"})
_NO = frozenset({"no", "false", "off", "0"})


@dataclass(frozen=True, slots=True)
class SettingFault:
    """What is wrong with one setting."""

    field: str
    """The path of its key; empty for the whole."""
    sentence: str


class FaultsError(InputError):
    """Several settings cannot be used; the sentence and the field are those of the first."""

    def __init__(self, faults: Sequence[SettingFault]) -> None:
        super().__init__(faults[0].sentence, field=faults[0].field)
        self.faults = tuple(faults)


class SettingReader:
    """What was typed, being read: faults are kept until `check` tells them all."""

    def __init__(self, typed: Typed) -> None:
        self._typed = typed
        self.faults: list[SettingFault] = []

    def check(self) -> None:
        """
        Refuse the whole if anything in it was wrong.

        :raises FaultsError: so it is.
        """
        if self.faults:
            raise FaultsError(self.faults)

    def has(self, key: str) -> bool:
        """Whether anything was typed for *key*, be it an empty text."""
        return key in self._typed

    def has_fault(self, *keys: str) -> bool:
        """Whether one of *keys* was wrong."""
        return any(fault.field in keys for fault in self.faults)

    def refuse(self, key: str, sentence: str) -> None:
        """Keep a fault of *key*."""
        self.faults.append(SettingFault(key, sentence))

    def read(self, key: str, read: Callable[[str], T], default: T) -> T:
        """What *read* makes of the words of *key*; the *default* if there are none, or if they were wrong."""
        words = self._typed.get(key)
        if words is None:
            return default
        if not isinstance(words, str):
            self.refuse(key, f"One value goes here, not a list of {len(words)}.")
            return default
        return self.attempt(key, lambda: read(words), default)

    def read_list(self, key: str, read: Callable[[Sequence[str]], T], default: T) -> T:
        """The same for a setting of several words, which may also be typed as one text with commas between them."""
        words = self._typed.get(key)
        if words is None:
            return default
        several = words.split(",") if isinstance(words, str) else words
        return self.attempt(key, lambda: read([word.strip() for word in several if word.strip()]), default)

    def below(self, key: str) -> dict[str, str]:
        """The words of all keys below *key*: those of "options.start" are "start"."""
        prefix = f"{key}."
        found = {path.removeprefix(prefix): words for path, words in self._typed.items() if path.startswith(prefix)}
        return {name: words if isinstance(words, str) else ", ".join(words) for name, words in found.items()}

    def attempt(self, key: str, work: Callable[[], T], default: T) -> T:
        """What *work* gives; the *default* if it refuses, which is kept as a fault of *key*."""
        try:
            return work()
        except CorrError as refused:
            self.refuse(key, refused.sentence)
            return default

    def check_keys(self, known: Collection[str], open_ended: Iterable[str] = (), *, listed: str = "") -> None:
        """
        Keep a fault for each key that is not *known*, unless it lies below an *open_ended* one.

        :param listed: where all are listed, for whoever typed one that is like none of them.
        """
        prefixes = tuple(f"{key}." for key in open_ended)
        for path in self._typed:
            if path not in known and not path.startswith(prefixes):
                self.refuse(path, unknown_key(path, known, listed))


def unknown_key(path: str, known: Collection[str], listed: str = "") -> str:
    """What to say of a key that there is not: the nearest one or two that there are, or where all are *listed*."""
    above = path.rpartition(".")[0]
    if above in known and not any(key.startswith(f"{above}.") for key in known):
        return f"Nothing lies below “{above}”; its value stands behind the colon."
    near = " or ".join(f"“{key}”" for key in _near(path.lower(), known))
    meant = f"; did you mean {near}?" if near else f"; {listed}." if listed else "."
    return f"There is no setting “{shown(path)}”{meant}"


def _near(path: str, known: Collection[str]) -> list[str]:
    """The keys that are most likely meant: one if that is clear, two at most."""
    ends = [key for key in known if key.rpartition(".")[2] == path]
    return ends or get_close_matches(path, known, n=1, cutoff=_ALIKE) or get_close_matches(path, known, n=2)


def number(subject: str, least: int, most: int) -> Callable[[str], int]:
    """What reads a whole number from *least* to *most*."""

    def read(text: str) -> int:
        words = text.strip()
        if _NUMBER.fullmatch(words) is None or not least <= int(words) <= most:
            raise InputError(f"{subject} is a whole number from {least} to {most}, not {_quoted(text)}.")
        return int(words)

    return read


def choice(subject: str, choices: type[E]) -> Callable[[str], E]:
    """What reads one of several words."""

    def read(text: str) -> E:
        wanted = "-".join(text.lower().replace("_", " ").split())
        for each in choices:
            if wanted == each.value:
                return each
        words = " or ".join(each.value for each in choices)
        raise InputError(f"{subject} is {words}, not {_quoted(text)}.")

    return read


def yes_or_no(subject: str) -> Callable[[str], bool]:
    """What reads a yes or a no."""

    def read(text: str) -> bool:
        wanted = text.strip().lower()
        if wanted not in _YES | _NO:
            raise InputError(f"{subject} is yes or no, not {_quoted(text)}.")
        return wanted in _YES

    return read


def _quoted(text: str) -> str:
    return f"“{shown(text)}”" if text.strip() else "nothing"
