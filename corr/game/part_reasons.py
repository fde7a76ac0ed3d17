"""Reasons that somebody gives for what is done to a game: one line that both players read."""

from corr.errors import InputError

LONGEST_REASON = 300
"""In letters."""


def read_reason(text: str) -> str:
    """
    A reason on one line.

    :raises InputError: none is given, or it cannot be shown.
    """
    reason = " ".join(text.split())
    if not reason:
        raise InputError("Write a short reason: both players read it.", field="reason")
    if len(reason) > LONGEST_REASON:
        raise InputError(f"A reason has at most {LONGEST_REASON} letters; this one has {len(reason)}.", field="reason")
    if not reason.isprintable():
        raise InputError("The reason has characters that cannot be shown; please type it again.", field="reason")
    return reason
