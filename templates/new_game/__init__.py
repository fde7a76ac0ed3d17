"""Newgame."""

from .rules import NewgameRules

RULES = NewgameRules
