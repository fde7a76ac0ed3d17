"""How wide words stand where every letter has the same width: terminals, and letters as plain text."""

from unicodedata import category, east_asian_width

_WIDE = {"W", "F"}
_UNSEEN = {"Mn", "Me", "Cf"}
"""Marks above or below another sign, and signs that only direct."""


def width_of(text: str) -> int:
    """The columns that *text* takes: Chinese, Japanese and Korean signs take two each."""
    return sum(2 if east_asian_width(sign) in _WIDE else 1 for sign in text if category(sign) not in _UNSEEN)


def filled(text: str, width: int) -> str:
    """*text* with spaces after it, as wide as *width*."""
    return text + " " * (width - width_of(text))
