"""
The system's browser: its shell without windows, if that is installed, since of the whole browser every window and page
costs twice the time.
"""

import shutil

_NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")


def find_chromium() -> str | None:
    """The path of the browser; None where none is installed."""
    return next(filter(None, map(shutil.which, _NAMES)), None)
