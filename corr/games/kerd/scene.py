"""Stub."""

from corr.games.kerd.actions import Action
from corr.games.kerd.draft import KerdDraft
from corr.games.scene import Scene


def scene(draft: KerdDraft) -> Scene:
    """Stub."""
    return Scene((), (), ())


def touched(action: Action) -> tuple[str, ...]:
    """Stub."""
    return ()
