"""`corr league`: leagues from files, rosters, standings, and seasons that are played for show."""
