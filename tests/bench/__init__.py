"""Benchmarks, each against a baseline timed in the same run."""
