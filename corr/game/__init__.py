"""A single game: its row and seats, its history, and the values that viewers see of it."""
