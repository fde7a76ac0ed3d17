"""Why an action of Kyo cannot be played."""

from __future__ import annotations

from typing import TYPE_CHECKING

from corr.errors import Refusal

if TYPE_CHECKING:
    from corr.games.kyo.draft import KyoDraft
    from corr.games.kyo.steps import Action


def refusal(draft: KyoDraft, action: Action) -> Refusal:
    return Refusal("That is not legal.")
