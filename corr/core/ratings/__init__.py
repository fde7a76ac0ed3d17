"""Ratings and conduct as pure arithmetic over finished games."""
