"""Tests of `corr.service`."""
