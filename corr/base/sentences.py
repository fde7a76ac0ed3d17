"""
Sentences with named gaps, which are put into the reader's time zone, and language, when they are shown.

A subject has its whole sentences in one module; a language is a catalogue of the same sentences in other words.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from functools import lru_cache
from string import Formatter
from typing import Any

Catalogue = Mapping[str, str]
"""Whole sentences with named gaps in another language, by the English ones."""
ENGLISH: Catalogue = {}
_Part = str | datetime


@dataclass(frozen=True, slots=True)
class Phrase:
    """One whole sentence with named gaps."""

    words: str
    """The sentence: "You have until {until}."."""
    gaps: Mapping[str, _Part]
    """What fills the gaps."""


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence, or a few, in parts."""

    parts: tuple[_Part, ...]
    """Words, and moments between them."""
    phrases: tuple[Phrase | _Part, ...] = field(default=(), compare=False, repr=False)
    """The whole sentences that it was made of; empty if it was put together from parts."""

    @staticmethod
    def of(*parts: _Part) -> "Sentence":
        """The sentence of these parts."""
        return Sentence(parts)

    @staticmethod
    def filled(words: str, /, **gaps: _Part) -> "Sentence":
        """The whole sentence *words* with its named *gaps* filled."""
        return _of_phrases([Phrase(words, gaps)])

    def translated(self, catalogue: Catalogue) -> "Sentence":
        """The same in other words, as far as it is made of whole sentences and *catalogue* has them."""
        if not self.phrases:
            return self
        return _of_phrases(
            Phrase(catalogue.get(part.words, part.words), part.gaps) if isinstance(part, Phrase) else part
            for part in self.phrases
        )

    def told(self, moment: Callable[[datetime], str]) -> str:
        """The text, with moments as *moment* writes them."""
        return "".join(part if isinstance(part, str) else moment(part) for part in self.parts)

    def __str__(self) -> str:
        """The text with moments in UTC, for logs and tests."""
        return self.told(lambda at: f"{at:%Y-%m-%d %H:%M}")

    def __bool__(self) -> bool:
        """Whether it says anything."""
        return bool(self.parts)


def joined(sentences: Iterable[Sentence]) -> Sentence:
    """*sentences* one after the other, with a space between them; empty ones are left out."""
    parts: list[_Part] = []
    phrases: list[Phrase | _Part] = []
    for sentence in filter(None, sentences):
        between = [" "] if parts else []
        parts += [*between, *sentence.parts]
        phrases += [*between, *(sentence.phrases or sentence.parts)]
    return Sentence(_merged(parts), tuple(phrases))


def stored(sentence: Sentence) -> list[Any]:
    """The sentence as a JSON value; `restored` reads it."""
    return [part if isinstance(part, str) else {"at": part.isoformat()} for part in sentence.parts]


def restored(parts: Iterable[Any]) -> Sentence:
    """The sentence that `stored` wrote."""
    return Sentence(tuple(part if isinstance(part, str) else datetime.fromisoformat(part["at"]) for part in parts))


def _of_phrases(phrases: Iterable[Phrase | _Part]) -> Sentence:
    kept, parts = tuple(phrases), list[_Part]()
    for phrase in kept:
        if not isinstance(phrase, Phrase):
            parts.append(phrase)
            continue
        for words, gap in _parsed(phrase.words):
            parts += [words] if gap is None else [words, phrase.gaps[gap]]
    return Sentence(_merged(parts), kept)


def _merged(parts: Iterable[_Part]) -> tuple[_Part, ...]:
    """*parts* with neighbouring words as one part."""
    found: list[_Part] = []
    for part in parts:
        if isinstance(part, str) and found and isinstance(found[-1], str):
            found[-1] += part
        elif part != "":
            found.append(part)
    return tuple(found)


@lru_cache(maxsize=1024)
def _parsed(words: str) -> tuple[tuple[str, str | None], ...]:
    """A whole sentence as words, each with the name of the gap that follows."""
    return tuple((words, gap) for words, gap, *_ in Formatter().parse(words))
