"""Tests of `corr.base`."""
