"""Stub."""

from corr.games.api import Choices
from corr.games.kerd.actions import Action
from corr.games.kerd.draft import KerdDraft


def choices(draft: KerdDraft, picks: tuple[str, ...]) -> Choices[Action]:
    """Stub."""
    raise NotImplementedError
