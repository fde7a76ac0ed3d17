"""Measures of how well the house is in order: each a command, so that anybody can count it again."""
