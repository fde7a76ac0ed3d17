"""Positions of any pieces anywhere, for each game that has so many that its own games come to few of them."""

from dataclasses import dataclass

import pytest
from hypothesis import strategies as st

from corr.games.api import AnyDraft, AnyRules
from corr.games.perft import next_turn
from tests.games.conformance.cases import first
from tests.games.kelasu import samples as kelasu
from tests.games.kerd import samples as kerd
from tests.games.kyo import samples as kyo

_CHOSEN_FROM = 400
"""Actions among which one is chosen, at most."""


@dataclass(frozen=True, slots=True)
class Crowd:
    """The positions of one game, as text."""

    rules: AnyRules
    full: st.SearchStrategy[str]
    """With very many pieces."""
    usual: st.SearchStrategy[str]
    few_ways: st.SearchStrategy[str]
    """In which every way of picking an action can be gone."""

    def moments(self, positions: st.SearchStrategy[str], *, most: int = 6) -> st.SearchStrategy[AnyDraft]:
        """Half-made and finished turns, after so many actions at most."""
        numbers = st.lists(st.integers(0, 2**32), max_size=most)
        return st.builds(self._moment, positions, numbers)

    def _moment(self, position: str, numbers: list[int]) -> AnyDraft:
        draft: AnyDraft = self.rules.empty_turn(self.rules.parse_position(position))
        for number in numbers:
            if draft.made and not draft.has_action() and number % 2:
                draft = next_turn(self.rules, draft)
            actions = first(draft, _CHOSEN_FROM)
            if not actions:
                break
            draft = draft.after(actions[number % len(actions)])
        return draft


CROWDS = (
    Crowd(
        kelasu.RULES,
        kelasu.positions(most=100),
        kelasu.positions(),
        kelasu.positions(letters="BBWRDCGSbwrdcgs", most=12),
    ),
    Crowd(
        kerd.RULES,
        kerd.crowds(most=60).map(kerd.RULES.format_position),
        kerd.crowds().map(kerd.RULES.format_position),
        kerd.crowds(letters="PPCCHJTBpch").map(kerd.RULES.format_position),
    ),
    Crowd(kyo.RULES, kyo.positions(most=60), kyo.positions(), kyo.positions()),
)

every_crowd = pytest.mark.parametrize("crowd", CROWDS, ids=lambda crowd: crowd.rules.info.game)
