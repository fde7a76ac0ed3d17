"""Statements that several use cases share; a statement for only one of them stands in its module."""
