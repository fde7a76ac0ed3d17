"""Stub."""

from corr.games.kerd.actions import Action
from corr.games.kerd.draft import KerdDraft


def description(draft: KerdDraft, action: Action) -> str:
    """Stub."""
    return "Something"


def hints(draft: KerdDraft) -> tuple[str, ...]:
    """Stub."""
    return ()
