"""Kerd from shortly before its end: for what takes long to come to on a full board."""

from dataclasses import replace
from typing import ClassVar

from corr.games.api import Info
from corr.games.kerd.position import Position
from corr.games.kerd.rules import KerdRules


class LateRules(KerdRules):
    """The rules of Kerd, with a start in which White has a Pawn beside the King."""

    info: ClassVar[Info] = replace(KerdRules.info, ruleset="late/1", title="Late Kerd")

    def start(self) -> Position:
        """Black’s Hussar and Bishop can give a check from which nothing helps but to reveal one of them."""
        return self.parse_position("1t3k6/12/12/12/2h2b1p4/12/12/12/12/10P1/11t/K11 * - - - ?,?")
