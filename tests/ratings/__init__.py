"""Tests of what is counted from finished games."""
