"""Tests of the pages of those who run leagues."""
