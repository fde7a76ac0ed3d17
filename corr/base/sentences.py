"""Sentences with moments in them, which are put into the reader's time zone when they are shown."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence, or a few, in parts."""

    parts: tuple[str | datetime, ...]
    """Words, and moments between them."""

    @staticmethod
    def of(*parts: str | datetime) -> "Sentence":
        """The sentence of these parts."""
        return Sentence(parts)

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
    parts: list[str | datetime] = []
    for sentence in filter(None, sentences):
        parts += [" ", *sentence.parts] if parts else sentence.parts
    return Sentence(tuple(parts))


def stored(sentence: Sentence) -> list[Any]:
    """The sentence as a JSON value; `restored` reads it."""
    return [part if isinstance(part, str) else {"at": part.isoformat()} for part in sentence.parts]


def restored(parts: Iterable[Any]) -> Sentence:
    """The sentence that `stored` wrote."""
    return Sentence(tuple(part if isinstance(part, str) else datetime.fromisoformat(part["at"]) for part in parts))
