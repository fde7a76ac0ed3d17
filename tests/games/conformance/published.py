"""The games and counts that lie in the folders of the games."""

import json
from dataclasses import dataclass
from typing import Any

from corr.games.api import AnyRules
from corr.games.game_files import RecordedGame, read_games
from corr.resources import game_folder

from .cases import REGISTRY


@dataclass(frozen=True, slots=True)
class PublishedGame:
    """One whole game."""

    rules: AnyRules
    game: RecordedGame

    def __str__(self) -> str:
        return f"{self.rules.info.game}, {self.game.what}"


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
    every = [REGISTRY.get_rules_of_game(info.game) for info in REGISTRY.games()]
    return [PublishedGame(rules, game) for rules in every for game in read_games(_data(rules, "games.txt"))]


def published_counts() -> list[PublishedCounts]:
    """Every count of every ruleset."""
    every = [REGISTRY.get_rules_of_game(info.game) for info in REGISTRY.games()]
    return [_counts(rules, case) for rules in every for case in json.loads(_data(rules, "perft.json") or "[]")]


def _data(rules: AnyRules, name: str) -> str:
    path = game_folder(type(rules)) / "data" / name
    return path.read_text(encoding="ascii") if path.is_file() else ""


def _counts(rules: AnyRules, case: dict[str, Any]) -> PublishedCounts:
    bound = REGISTRY.get_rules_of_game(rules.info.game, case.get("options"))
    return PublishedCounts(bound, case.get("what", case["position"]), case["position"], case["counts"])
