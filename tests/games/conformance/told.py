"""What is said and drawn of random games, to be compared with what another process says and draws."""

import json
import sys

from corr.games.api import AnyRules
from corr.games.seats import FIRST, SECOND
from corr.render.svg import svg_board

from .cases import CASES, Case, games, moments

_FEW = 40
_STEP = 6
"""Every so many moments are drawn."""


def report() -> dict[str, list[str]]:
    """The games of every case, what its engine lists, hints at and asks in the middle of turns, and boards."""
    return {str(case): _told(case) for case in CASES}


def _told(case: Case) -> list[str]:
    rules = case.rules
    lines = [text for game in games(case) for one in game.rounds for _, text in sorted(one.texts.items())]
    lines += [rules.format_position(position) for game in games(case) for position in game.positions]
    for draft in moments(case):
        lines += [*rules.listing(draft).actions[:_FEW], *rules.hints(draft), rules.choices(draft, ()).question]
        lines += _seen(rules, draft.position)
    return [*lines, *(svg_board(rules.scene(draft)) for draft in moments(case)[::_STEP])]


def _seen(rules: AnyRules, position: object) -> list[str]:
    return [rules.format_position(rules.observe(position, viewer)) for viewer in (FIRST, SECOND, None)]


if __name__ == "__main__":
    json.dump(report(), sys.stdout)
