"""Tests of `corr.game`."""
