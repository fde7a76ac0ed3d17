"""Tests of `corr.core.leagues`."""
