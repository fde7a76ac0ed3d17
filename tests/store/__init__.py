"""Tests of `corr.store`."""
