"""Use cases of leagues: for players, for organisers, and for what happens by itself."""
