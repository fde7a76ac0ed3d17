"""What stands where between two turns of Kyo."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from corr.games.kyo.stacks import shape
from corr.games.seats import Seat

SIDES = ("Gold", "Red")
"""What the seats are called."""


@dataclass(frozen=True, slots=True)
class Position:
    """The moment between two turns."""

    stacks: tuple[str, ...]
    """The stack on each tile, bottom to top; an empty text where there is none."""
    seat: Seat
    """Whose turn is next."""
    planes: int = field(compare=False)
    """The `planes` of the stacks: it says nothing new, but is asked for often."""


def planes(stacks: Iterable[str]) -> int:
    """The facts about all stacks as sets of tiles, in one whole number."""
    return sum(shape(stack) << tile for tile, stack in enumerate(stacks) if stack)
