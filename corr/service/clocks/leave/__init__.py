"""Leave: what players have and take, what it does to their clocks, and the day that begins by itself."""
