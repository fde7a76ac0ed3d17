"""
The games and counts that the rules publish, as copies in the folders of the games.

A file of games has paragraphs of lines: `game` and what it is there for, `result` and the winner's letter, `draw`, or
`-` if the record stops before the end, `start` and a position, and then every turn, with the position after it behind a
semicolon: of that only the rows and fields that the turn changed, each with its number from 0. A game that is over has
no position: there it says `over`.
"""

import json
import re
from dataclasses import dataclass
from typing import Any

from corr.games.api import AnyRules
from corr.resources import game_folder

from .cases import REGISTRY


@dataclass(frozen=True, slots=True)
class PublishedGame:
    """One whole game."""

    rules: AnyRules
    what: str
    """What it is there for, or how long it is."""
    result: str | None
    """The winner's letter, `draw`, or None if the record stops before the end."""
    start: str
    turns: list[str]
    positions: list[str | None]
    """The position after each turn; None when the game is over."""

    def __str__(self) -> str:
        return f"{self.rules.info.game}, {self.what}"


@dataclass(frozen=True, slots=True)
class PublishedCounts:
    """How many sequences of actions a position has."""

    rules: AnyRules
    what: str
    """What it is there for, or the position itself."""
    position: str
    counts: list[int]
    """Of one action, of two, and so on."""

    def __str__(self) -> str:
        return f"{self.rules.info.game}, {self.what}"


def published_games() -> list[PublishedGame]:
    """Every game of every ruleset."""
    return [
        _game(REGISTRY.get_rules_of_game(info.game), paragraph)
        for info in REGISTRY.games()
        for paragraph in _data(info.game, "games.txt").split("\n\n")
        if paragraph
    ]


def published_counts() -> list[PublishedCounts]:
    """Every count of every ruleset."""
    return [
        _counts(info.game, case)
        for info in REGISTRY.games()
        for case in json.loads(_data(info.game, "perft.json") or "[]")
    ]


def _data(game: str, name: str) -> str:
    path = game_folder(type(REGISTRY.get_rules_of_game(game))) / "data" / name
    return path.read_text(encoding="ascii").strip() if path.is_file() else ""


def _counts(game: str, case: dict[str, Any]) -> PublishedCounts:
    rules = REGISTRY.get_rules_of_game(game, case.get("options"))
    return PublishedCounts(rules, case.get("what", case["position"]), case["position"], case["counts"])


def _game(rules: AnyRules, paragraph: str) -> PublishedGame:
    what, result, start, *rounds = paragraph.splitlines()
    text = start.removeprefix("start ")
    turns, positions = list[str](), list[str | None]()
    for line in rounds:
        turn, _, changes = line.partition("; ")
        text = _changed(text, changes)
        turns.append(turn)
        positions.append(None if changes == "over" else text)
    ended = result.removeprefix("result ")
    winner = None if ended == "-" else ended
    return PublishedGame(rules, what.removeprefix("game "), winner, start.removeprefix("start "), turns, positions)


def _changed(position: str, changes: str) -> str:
    """*position* with some rows and fields replaced."""
    # Every other part is what stands between two of them.
    parts = re.split("([/ ])", position)
    for number, text in re.findall(r"([0-9]+)=(\S+)", changes):
        parts[2 * int(number)] = text
    return "".join(parts)
