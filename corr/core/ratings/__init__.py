"""Ratings: how strong players are by the games that they finished, as pure arithmetic."""
