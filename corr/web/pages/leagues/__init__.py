"""The pages of leagues for players and the public."""
