"""Tests of what players and organisers do in leagues, and of what happens there by itself."""
