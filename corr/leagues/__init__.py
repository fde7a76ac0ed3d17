"""Leagues: seasons, divisions, standings, and the acts of those who run them."""
