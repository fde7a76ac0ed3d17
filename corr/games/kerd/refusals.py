"""Why an action of Kerd cannot be played: the sentences that teach the rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

from corr.errors import Refusal

if TYPE_CHECKING:
    from corr.games.kerd.draft import Action, KerdDraft


def refusal(draft: KerdDraft, action: Action) -> Refusal:
    """Why *action*, which is not legal, cannot be played next in *draft*, and what could instead."""
    return Refusal("illegal")
