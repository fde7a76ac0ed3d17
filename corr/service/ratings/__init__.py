"""Ratings and conduct: worked out from finished games, shown, and worked out anew."""
