"""Tests of Kelasu."""
