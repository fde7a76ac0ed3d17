"""Tests of Kyo."""
