"""Tests of `corr.play`."""
