"""Inbox, outbox and held orders in the tables, and what players and administrators see of them."""
