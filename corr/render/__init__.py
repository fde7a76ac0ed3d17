"""Scenes turned into SVG, text and PNG."""
