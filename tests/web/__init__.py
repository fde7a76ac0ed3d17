"""Tests of `corr.web`."""
