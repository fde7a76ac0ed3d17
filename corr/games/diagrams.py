"""
Diagrams of a rules page: positions, what was picked in each, and where that may go.

They lie beside the engine in `data/diagrams.txt`, a paragraph each: a name, a line of words, and then lines that begin
with the name of a field: `position`, `options`, `begun`, `picks`, `targets`, `window`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Diagram:
    """One picture of a rules page."""

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
    options: Mapping[str, str] = field(default_factory=dict)
    """The options of the game that differ from the usual, as `read_options` takes them."""
    window: tuple[str, str] | None = None
    """The top left and the bottom right square of the part that is shown; None for the whole board."""


def read_diagrams(text: str) -> tuple[Diagram, ...]:
    """
    The diagrams of a game's file.

    :raises ValueError: a paragraph is none.
    """
    return tuple(_read_diagram(*paragraph.splitlines()) for paragraph in text.strip().split("\n\n") if paragraph)


def _read_diagram(name: str, *lines: str) -> Diagram:
    fields: dict[str, str] = dict(line.split(" ", 1) for line in lines[1:])
    if "position" not in fields:
        raise ValueError(name)
    top_left, _, bottom_right = fields.get("window", "").partition(" ")
    return Diagram(
        name,
        lines[0],
        fields["position"],
        tuple(fields.get("picks", "").split()),
        frozenset(fields.get("targets", "").split()),
        fields.get("begun", ""),
        dict(option.split("=") for option in fields.get("options", "").split()),
        (top_left, bottom_right) if bottom_right else None,
    )
