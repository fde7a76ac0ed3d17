"""Helping people to an action, as far as it is the same in all games: listings, few of many, hints, and clicks."""

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from typing import Generic, Literal, TypeVar

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
PickKind = Literal["", "count", "way", "confirm"]
"""
What a pick is for, where it is no square to begin or to end with.

A `count` and a `way` stand between the two: how many go along, with whom, or into what. Where there is only one, a page
may take it by itself. A `confirm` ends an action that cannot be taken back, so a person always makes it.
"""


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
    kind: PickKind = ""
    group: str = ""
    """
    What numbers beside the board mean, of which this is one by the digits at the end of its value: "Chips that go".

    Empty for what stands there alone, by its label.
    """


def is_only_way(picks: Sequence[Pick]) -> bool:
    """Whether *picks* are a single one between the piece and its target, so that a page may take it by itself."""
    return len(picks) == 1 and picks[0].kind in {"count", "way"}


Ways = Iterable[tuple[tuple[Pick, ...], A]] | None
"""Actions, each after all the picks that make it; None where nobody lists them."""


@dataclass(frozen=True, slots=True)
class Gathering:
    """
    Picks that are a set of squares: they may come in any order, and none has to touch the one before.

    The `picks` beside it are those that lead on one by one; whoever goes by them never meets a refusal.
    """

    squares: tuple[str, ...]
    """The squares that may belong to it, those that are chosen already among them."""
    count: int
    """How many it takes in all. Whether just these are legal is judged when there are so many."""
    chosen: tuple[str, ...]
    """Those that are chosen so far."""
    question: str
    """What to do, however many are chosen: "Choose 5 Blanks that touch by edges for the Champion."."""
    last: str = ""
    """What is asked of the whole set at the end, to be answered by one of its squares; empty if nothing is."""
    prefix: str = ""
    """What stands before the name of that square in the pick."""


@dataclass(frozen=True, slots=True)
class Choices(Generic[A]):
    """The next choices; exactly one of `picks` and `action` is filled unless nothing is possible at all."""

    question: str
    """What to do now, for people: "Choose a piece.", "Where to?"."""
    picks: tuple[Pick, ...] = ()
    action: A | None = None
    """The finished action, once the picks determine it."""
    gather: Gathering | None = None
    """The set that the next picks belong to, if they are one."""


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


def hints_of(touched: Iterable[tuple[str, ...]]) -> tuple[str, ...]:
    """Lines of hints from the squares of each legal action: where those go that begin on a square."""
    goals: dict[str, list[str]] = {}
    for source, *further in touched:
        goals.setdefault(source, []).extend(further)
    lines = [f"from {source}: to {', '.join(dict.fromkeys(names))}" for source, names in goals.items() if names]
    single = [source for source, names in goals.items() if not names]
    return hint_lines(lines, [f"on one of {', '.join(single)}"] if single else (), left="more squares")


@lru_cache(maxsize=2048)
def square_pick(name: str, deed: str = "") -> Pick:
    """A click on a square: it says its name, and what it does if that is not plain."""
    return Pick(name, f"{name} – {deed}" if deed else name, name)


def sorted_picks(picks: Iterable[Pick]) -> tuple[Pick, ...]:
    """Each of *picks* once: squares by their numbers and letters, then the others in their order."""
    single = {pick.value: pick for pick in picks}.values()
    return tuple(sorted(single, key=place_of))


def place_of(pick: Pick) -> tuple[int, str]:
    """The place of a pick among others: squares by their numbers and letters, then all else."""
    return _place(pick.square)


@lru_cache(maxsize=2048)
def _place(square: str) -> tuple[int, str]:
    return (int(square[1:]), square) if square else _LAST


def ways_on(picks: tuple[str, ...], ways: Iterable[tuple[tuple[Pick, ...], A]]) -> list[tuple[tuple[Pick, ...], A]]:
    """
    Those of *ways* that begin with *picks*.

    :raises IllegalError: none does, because the picks are old or were made up.
    """
    if not picks:
        return [*ways]
    first, rest = picks[0], picks[1:]
    found = [one for one in ways if one[0][0].value == first]
    if rest:
        found = [one for one in found if rest == tuple([pick.value for pick in one[0][1 : len(picks)]])]
    if not found:
        raise stale_picks()
    return found


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
