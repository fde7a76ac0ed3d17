"""Helping people to an action, as far as it is the same in all games: few of many, hints, and clicks."""

from collections.abc import Iterable, Sequence
from itertools import islice

from corr.errors import IllegalError, Refusal
from corr.games.api import FEW, MOST_HINTS, A, Choices, Pick


def few(actions: Iterable[str], most: int = FEW) -> tuple[tuple[str, ...], bool]:
    """The first few *actions*, sorted, and whether there are more: what a refusal shows."""
    first = list(islice(actions, most + 1))
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
