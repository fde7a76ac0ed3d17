"""Turns to show: short games and positions that each game brings in `data/demo.txt`, for a demo and the front page."""

from corr.games.api import AnyRules
from corr.games.registry import game_text

TURNS = "data/demo.txt"
USUAL = "running"
"""The name of the turns that are shown of any game."""


def shown_turns(rules: AnyRules) -> dict[str, list[str]]:
    """
    All turns that a demo may show of a game, by their names.

    Where several seats choose at the same time, their choices come in the order of the seats.
    """
    paragraphs = game_text(rules, TURNS).split("\n\n")
    return {lines[0]: lines[1:] for lines in map(str.splitlines, paragraphs) if lines}
