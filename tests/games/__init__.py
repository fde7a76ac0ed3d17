"""Tests of `corr.games`."""
