"""Tests of clocks: what moves deadlines, and what is told of them."""
