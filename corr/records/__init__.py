"""A whole game as one text: written, read back, and played again."""
