"""The pure decisions of leagues: settings, standings, explanations, divisions, possible places."""
