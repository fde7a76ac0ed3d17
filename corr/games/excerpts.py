"""What is shown of lists that may be long."""

from collections.abc import Iterable, Sequence
from itertools import islice

from corr.games.api import FEW, MOST_HINTS


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
