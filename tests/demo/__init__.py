"""Tests of `corr.demo`."""
