"""Statements that several use cases share; what only one needs stands beside it."""
