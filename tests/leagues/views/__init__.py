"""Tests of what leagues show."""
