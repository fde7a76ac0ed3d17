"""Who plays: accounts, sessions, names, preferences, and what is known of mail addresses."""
