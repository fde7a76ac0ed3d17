"""Tests of how seasons are opened, begin, end, and follow each other."""
