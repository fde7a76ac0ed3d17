"""Corr: a self-hosted service for slow board games, played on the web and by mail."""
