"""Whole stories over real sockets."""
