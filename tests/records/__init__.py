"""Tests of `corr.records`."""
