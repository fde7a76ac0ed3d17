"""`corr league`: leagues as files, rosters, standings and simulated seasons."""
