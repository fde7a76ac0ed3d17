"""Helping people to an action, as far as it is the same in all games: listings, few of many, hints, and clicks."""

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Generic, TypeVar

from corr.errors import IllegalError, Refusal

A = TypeVar("A", bound=Hashable)
"""The actions of one game: frozen and hashable."""
FEW = 12
"""How many legal actions a refusal shows at most."""
LISTED = 1000
"""How many actions of one kind a listing shows at most: merges can be astronomically many."""
_LAST = (1000, "")
MOST_HINTS = 60
"""How many lines of hints a letter has at most."""


@dataclass(frozen=True, slots=True)
class Cut:
    """A kind of action of which a listing shows only the first `LISTED`."""

    kind: str
    """What was cut, for people: "merges to a General"."""
    more: int | None
    """How many are missing; None where counting them would take too long."""


@dataclass(frozen=True, slots=True)
class Listing:
    """Legal next actions in canonical notation, sorted, with the astronomical kinds cut short."""

    actions: tuple[str, ...]
    cuts: tuple[Cut, ...] = ()


@dataclass(frozen=True, slots=True)
class Pick:
    """One thing that can be chosen next while an action is built click by click."""

    value: str
    """What stands in the address: a square's name, a count, or another short word without spaces."""
    label: str
    """What the link says: "C4", "2 chips", "merge to a Runner". On a square it begins with its name: "C4 – strike"."""
    square: str = ""
    """The square of the board that this pick is a click on; empty for a button beside the board."""


@dataclass(frozen=True, slots=True)
class Choices(Generic[A]):
    """The next choices; exactly one of `picks` and `action` is filled unless nothing is possible at all."""

    question: str
    """What to do now, for people: "Choose a piece.", "Where to?"."""
    picks: tuple[Pick, ...] = ()
    action: A | None = None
    """The finished action, once the picks determine it."""


def few(actions: Iterable[object], most: int = FEW) -> tuple[tuple[str, ...], bool]:
    """The first few *actions* as text, sorted, and whether there are more: what a refusal shows."""
    first = list(islice(map(str, actions), most + 1))
    return tuple(sorted(first[:most])), len(first) > most


def hint_lines(lines: Sequence[str], last: Sequence[str] = (), *, left: str) -> tuple[str, ...]:
    """
    *lines* and then *last*, as far as a letter has room for them.

    :param left: what a line says about those that are left out, after their number: "more pieces can move".
    """
    room = MOST_HINTS - len(last)
    if len(lines) <= room:
        return (*lines, *last)
    return (*lines[: room - 1], f"and {len(lines) - room + 1} {left}", *last)


def square_pick(name: str) -> Pick:
    """A click on a square that says no more than its name."""
    return Pick(name, name, name)


def sorted_picks(picks: Iterable[Pick]) -> tuple[Pick, ...]:
    """Each of *picks* once: squares by their numbers and letters, then the others in their order."""
    single = {pick.value: pick for pick in picks}.values()
    return tuple(sorted(single, key=lambda pick: (int(pick.square[1:]), pick.square) if pick.square else _LAST))


def offered(picks: Sequence[Pick], question: str) -> Choices[A]:
    """
    *picks* as what may be chosen next.

    :raises IllegalError: there are none.
    """
    if not picks:
        raise stale_picks()
    return Choices(question, tuple(picks))


def stale_picks() -> IllegalError:
    """The error about picks that lead nowhere."""
    return IllegalError(Refusal("These clicks do not lead to a legal action here; please begin it again."))
