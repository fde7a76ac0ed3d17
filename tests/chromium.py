"""The system's browser."""

import shutil

_NAMES = ("chromium", "chromium-browser", "google-chrome")


def find_chromium() -> str | None:
    """The path of the browser; None where none is installed."""
    return next(filter(None, map(shutil.which, _NAMES)), None)
