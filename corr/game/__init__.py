"""A game as it stands: its row and seats, its history, and what is given out of it."""
