"""Tests of `corr.players`."""
