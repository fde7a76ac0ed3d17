"""Pictures of a rules page: positions, from which the board's own drawing makes a diagram."""

from collections.abc import Mapping
from dataclasses import dataclass, field


def squares(names: str) -> frozenset[str]:
    """The squares of a list of names with spaces between them: "C4 D5"."""
    return frozenset(names.split())


@dataclass(frozen=True, slots=True)
class Diagram:
    """One picture: a position, what was picked in it, and where that may go."""

    name: str
    """How the page asks for it: "bishop"."""
    caption: str
    """What it shows, in a sentence or two."""
    position: str
    """In the game's notation."""
    picks: tuple[str, ...] = ()
    """What was clicked, as `Rules.choices` takes it: ("C4",), or ("C4", "2") for a stack and a count."""
    targets: frozenset[str] = frozenset()
    """The squares that are marked: exactly those that `Rules.choices` offers after `picks`, written down by hand."""
    begun: str = ""
    """The actions of the turn before the picks, in canonical notation."""
    options: Mapping[str, bool | str] = field(default_factory=dict)
    """The options of the game that differ from the usual."""
    window: tuple[str, str] | None = None
    """The top left and the bottom right square of the part that is shown; None for the whole board."""
