"""Tests of `corr.jobs`."""
