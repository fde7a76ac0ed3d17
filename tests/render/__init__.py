"""Tests of `corr.render`."""
