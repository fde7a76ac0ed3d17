"""Ratings by Glicko-2, their lists, and how reliably players keep to their games."""
