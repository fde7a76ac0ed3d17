"""Tests of `corr.cli`."""
