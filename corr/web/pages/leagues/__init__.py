"""The pages of leagues: for players, for the public, and those on which organisers run them."""
