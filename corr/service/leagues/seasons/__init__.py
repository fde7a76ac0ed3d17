"""The life of a season: sign-up, divisions, start, end, and the next one."""
