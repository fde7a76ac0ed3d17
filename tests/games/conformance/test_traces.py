"""What a board shows of an action: its path, and what it captures or merges."""

import random

from corr.games.seats import FIRST, SECOND

from .cases import Case, every_case, moments, some
from .tracing import assert_trace_fits

_FEW = 12


@every_case
def test_a_trace_goes_where_its_action_goes_and_shows_what_became_of_pieces(case: Case) -> None:
    chance = random.Random(12)
    for draft in moments(case):
        for action in some(draft, chance, _FEW):
            assert_trace_fits(case.rules, draft, action)


@every_case
def test_a_trace_shows_no_more_than_its_viewer_sees(case: Case) -> None:
    chance, rules = random.Random(13), case.rules
    for draft in moments(case):
        begun = rules.begin(draft.position, draft.seat)
        seen = [rules.begin(rules.observe(draft.position, viewer), draft.seat) for viewer in (FIRST, SECOND, None)]

        for action in some(begun, chance, _FEW):
            assert [rules.trace(view, action) for view in seen] == [rules.trace(begun, action)] * len(seen)


@every_case
def test_a_check_names_a_piece_and_others_that_attack_it(case: Case) -> None:
    for draft in moments(case):
        scene = case.rules.scene(draft)
        owners = {square.name: [piece.owner for piece in square.pieces] for square in scene.squares}

        for check in scene.checks:
            assert check.by
            assert all(owners[name] for name in (check.king, *check.by))
            assert all(owners[name][-1] != owners[check.king][-1] for name in check.by)
            assert scene.alerts
