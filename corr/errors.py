"""
Refusals: errors that a person may cause and correct.

A refusal is a `CorrError`: a stable `code` for programs, a sentence for people, facts as attributes. A bug is not a
`CorrError`; it is an AssertionError or a crash.
"""

from dataclasses import dataclass
from enum import Enum
from typing import TypeVar

_Choice = TypeVar("_Choice", bound=Enum)


class CorrError(Exception):
    """A refusal: something was asked for that cannot be done as asked."""

    code = "refused"
    field = ""
    """The name of the form field at fault; empty where it is none, or the whole."""

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        """One or more whole sentences for the person who asked: what was wrong, where, and what to write instead."""


class NotFoundError(CorrError):
    """There is no such thing, or the viewer may not know whether there is."""

    code = "not-found"


class NotAllowedError(CorrError):
    """The thing exists, and this player may not do that to it."""

    code = "not-allowed"


class InputError(CorrError):
    """A field was filled in with something that cannot be used; `field` says which."""

    code = "input"

    def __init__(self, sentence: str, *, field: str = "") -> None:
        super().__init__(sentence)
        self.field = field


def read_choice(kind: type[_Choice], word: str, sentence: str, *, field: str) -> _Choice:
    """
    The choice of *kind* that the *word* in a field of a form stands for.

    :raises InputError: it stands for none; the *sentence* says so.
    """
    try:
        return kind(word)
    except ValueError:
        raise InputError(sentence, field=field) from None


class ConflictError(CorrError):
    """It is no longer possible: somebody else, or the same person elsewhere, was faster."""

    code = "conflict"


class TooManyError(CorrError):
    """A limit on how often, or how much, was reached; the sentence says when to try again."""

    code = "too-many"


class ConfigError(CorrError):
    """The settings cannot be used. The sentence names every fault, one a line."""

    code = "config"


class BrokenGameError(ConfigError):
    """An installed game cannot be used. The sentence names it, with the package that brought it."""


class UnreachableError(Exception):
    """
    The data could not be reached, or not in time, and nothing was changed. It is no refusal: the request was right, and
    may work in a moment.
    """


class UnsureError(UnreachableError):
    """The data could not be reached any more while a change was committed, so it is unknown whether it was stored."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why one action cannot be played, without raising: the rule it breaks and what would be possible instead."""

    rule: str
    """One plain sentence that names squares and pieces, without the action's number."""
    legal: tuple[str, ...] = ()
    """Canonical actions that would be legal instead, from the same square where that helps; empty where it does not."""
    more: bool = False
    """Whether `legal` was cut short."""


class TurnError(CorrError):
    """
    A turn that is refused as a whole: nothing of it is applied.

    Only an action after others is said by its number: many a turn has but one.
    """

    code = "turn"

    def __init__(self, refusal: Refusal, *, index: int = 0, typed: str = "", begun: str = "") -> None:
        number = f"Action {index + 1}, " if index else ""
        super().__init__(f"{number}“{typed}”: {refusal.rule}" if typed else refusal.rule)
        self.refusal = refusal
        self.index = index
        """Which action of the turn, from 0."""
        self.typed = typed
        """The action as it was typed, cut to a showable length; empty where the turn as a whole is at fault."""
        self.begun = begun
        """The actions before it in canonical notation: they are legal, and something else may follow them."""


class UnreadableError(TurnError):
    """The text is not a turn of this game."""

    code = "unreadable"


class IllegalError(TurnError):
    """The text is a turn, and the rules do not allow it here."""

    code = "illegal"


class AmbiguousError(TurnError):
    """The text can be read as more than one legal action; `refusal.legal` lists them."""

    code = "ambiguous"


class PositionError(CorrError):
    """A text that describes no position of this game; the sentence names the place."""

    code = "position"


class OptionError(CorrError):
    """An option of a game that does not exist, or a value that it cannot have."""

    code = "option"
