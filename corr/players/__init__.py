"""Players: accounts, sessions, names, preferences, and the reputation of mail addresses."""
