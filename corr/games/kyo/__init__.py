"""Kyo."""

from corr.games.kyo.rules import KyoRules

RULES = KyoRules
