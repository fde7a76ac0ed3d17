"""The tables, one module for each subject. Importing this package registers all of them in the metadata."""

from corr.store.tables import clocks, follows, games, leagues, mails, moderation, player_accounts, ratings

__all__ = ["clocks", "follows", "games", "leagues", "mails", "moderation", "player_accounts", "ratings"]
