"""Tests of `corr.wiring`."""
