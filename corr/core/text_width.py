"""The width of text where all letters are equally wide: in terminals and in plain-text mail."""

from unicodedata import category, east_asian_width

_WIDE = {"W", "F"}
_UNSEEN = {"Mn", "Me", "Cf"}
"""Marks above or below another character, and invisible control characters."""


def width_of(text: str) -> int:
    """The columns that *text* takes: Chinese, Japanese and Korean characters take two each."""
    return sum(2 if east_asian_width(sign) in _WIDE else 1 for sign in text if category(sign) not in _UNSEEN)


def filled(text: str, width: int) -> str:
    """*text* with spaces after it, as wide as *width*."""
    return text + " " * (width - width_of(text))
