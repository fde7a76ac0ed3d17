"""Noughts and crosses as the package that an installation would add to its games."""

from tests.tiny_game import TinyRules

RULES = TinyRules
