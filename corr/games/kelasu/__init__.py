"""Kelasu."""

from corr.games.kelasu.rules import KelasuRules

RULES = KelasuRules
