"""Leagues as pure decisions: settings, pairings, divisions, standings and what may still become of them."""
