"""Building an action click by click, as far as it is the same in all games."""

from collections.abc import Sequence

from corr.errors import IllegalError, Refusal
from corr.games.api import A, Choices, Pick


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
    """What is said about picks that lead nowhere."""
    return IllegalError(Refusal("These clicks do not lead to a legal action here; please begin it again."))
