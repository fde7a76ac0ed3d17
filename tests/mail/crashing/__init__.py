"""Processes that take mail in and are killed in the middle of it."""
