"""What benchmarks play, by game: how counting begins, and the longest turns that were found."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class LongTurn:
    """A turn that takes long to read and to check."""

    name: str
    position: str
    text: str


OPENINGS = {"kerd": ((0, "infiltrator F11"), (1, "infiltrator E2"))}
"""Turns that come before anything that can be counted: the seat and what it hands in."""

TURNS: dict[str, tuple[LongTurn, ...]] = {}
"""The longest turns of each game."""

CROWDED = {
    "kelasu": "WRDCGSWRDC/BBBBBBBBBB/SBSBSBSBSB/5BBBBB/10/10/bbbbb5/sbsbsbsbsb/bbbbbbbbbb/wrdcgswrdc b 0",
}
"""Positions with as much on the board as there can be."""
