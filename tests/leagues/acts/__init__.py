"""Tests of what is done while a season runs."""
