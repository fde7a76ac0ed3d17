"""Leagues, seasons and divisions as one viewer may see them."""
