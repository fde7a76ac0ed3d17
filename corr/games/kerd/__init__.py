"""Kerd."""

from corr.games.kerd.rules import KerdRules

RULES = KerdRules
