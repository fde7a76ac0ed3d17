"""Tests of the arithmetic of ratings."""
