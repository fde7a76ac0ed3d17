"""Tests of `corr.core`."""
