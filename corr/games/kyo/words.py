"""Pieces, chips and stacks of Kyo in words."""

from corr.games.kyo.position import SIDES
from corr.games.kyo.stacks import DARK, LIGHT, SHIELD, TITLES, owner, pawn_of

_SHORT = {DARK: "Dark", LIGHT: "Light", SHIELD: "Shield"}
_MOST_RUNS = 26
"""No side has more Mana than that; only a text that was made up has taller stacks."""
MANA_LEFT = (f"{_SHORT[DARK]} Mana", f"{_SHORT[LIGHT]} Mana")
"""What a Mana move leaves on top: by orthogonal steps, and by diagonal ones."""


def title(piece: str) -> str:
    """What people call a piece, without its owner: "Heavy Pawn"."""
    return TITLES[piece.upper()]


def actor_title(stack: str) -> str:
    """What acts, of a stack that somebody owns: its pawn, or its Mana."""
    return TITLES[pawn_of(stack)] if pawn_of(stack) else "Mana"


def owned(piece: str) -> str:
    """A piece with its owner: "Red's Heavy Pawn"; a Shield has none."""
    return "a Shield" if piece == SHIELD else f"{SIDES[owner(piece)]}’s {title(piece)}"


def number(count: int, noun: str) -> str:
    """A count and what is counted: "1 chip", "2 chips"; of Mana there is no plural."""
    return f"{count} {noun}" if count == 1 or noun == "Mana" else f"{count} {noun}s"


def chips(letters: str) -> str:
    """Chips one by one, bottom to top: "Dark, Light, Shield"; many alike are counted."""
    runs: list[tuple[str, int]] = []
    for letter in letters:
        name = _SHORT[letter.upper()]
        if runs and runs[-1][0] == name:
            runs[-1] = (name, runs[-1][1] + 1)
        else:
            runs.append((name, 1))
    said = [name if count == 1 else f"{count} × {name}" for name, count in runs[:_MOST_RUNS]]
    return ", ".join(said) + (" …" if len(runs) > _MOST_RUNS else "")
