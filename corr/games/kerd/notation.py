"""Stub."""

from corr.errors import IllegalError, Refusal
from corr.games.kerd.actions import write_action
from corr.games.kerd.draft import KerdDraft


def read(draft: KerdDraft, text: str) -> KerdDraft:
    """Stub."""
    for action in draft.actions():
        if write_action(action) == text:
            return draft.after(action)
    raise IllegalError(Refusal("no"))


def formed(text: str) -> bool:
    """Stub."""
    return False
