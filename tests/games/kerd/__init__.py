"""Tests of Kerd."""
