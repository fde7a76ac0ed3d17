"""Ratings by Glicko-2, their lists, and the reliability of players."""
