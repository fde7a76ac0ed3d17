"""Tests of `corr.mail`."""
