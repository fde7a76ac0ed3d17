"""Ratings and conduct: counted from finished games, and shown to everybody."""
