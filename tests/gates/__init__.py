"""Tests over the whole tree: what must hold in every file."""
