"""The clocks of games: how they run, stand still, are given time, and what happens when they run out."""
