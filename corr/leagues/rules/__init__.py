"""The pure rules of leagues: settings, standings, explanations, divisions, possible places."""
