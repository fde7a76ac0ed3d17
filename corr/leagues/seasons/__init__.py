"""The life of a season, from its opening to its end."""
