"""Sample games of a demo: their turns lie in the folders of the games, in `data/demo.txt`."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

from corr.games.api import AnyRules, Info
from corr.games.shown_turns import USUAL, shown_turns


@dataclass(frozen=True, slots=True)
class Sample:
    """A game as far as it was played."""

    game: str
    turns: str = USUAL
    """The name of its turns: that of a paragraph in `data/demo.txt`; none were played if there is no such one."""
    most: int | None = None
    """How many of them were played; None for all."""
    is_given_up: bool = False
    """Whether the player who is due resigns in the end."""
    pace: str = "7d/turn"
    has_weekends_off: bool = False
    has_to_be_claimed: bool = False
    """Whether a game whose deadline passed has to be claimed, and no leave stops the clock."""
    ago: timedelta = timedelta(0)
    """How long ago these turns were played."""


RUNNING = Sample("kelasu")
FINISHED = Sample("kelasu", "finished")
OVERSLEPT = Sample("kelasu", most=3, pace="2d/turn", has_to_be_claimed=True, ago=timedelta(days=3))
"""The player who is due is a day late."""
STACKS = Sample("kyo", pace="3d/turn", has_weekends_off=True)
AWAY = Sample("kyo", most=3, pace="10d+1d/20d", ago=timedelta(days=4))
"""The player who is due is on leave."""
IN_CHECK = Sample("kerd")
REVEALED = Sample("kerd", "revealed", is_given_up=True)
CHOOSING = Sample("kerd", "choosing", pace="untimed")
"""Only one of the players has made the choice that both make at the same time."""
BY_MAIL = Sample("kelasu", "none")
"""Nobody has played yet: the first turn comes by mail."""
_TOLD = {sample.game for sample in (RUNNING, STACKS, IN_CHECK)}
"""The games of which more than one state is shown."""


def others(games: Sequence[Info]) -> list[Sample]:
    """A sample of each of *games* that has no part in the demo's story."""
    return [Sample(info.game) for info in games if info.game not in _TOLD]


def turns_of(sample: Sample, rules: AnyRules) -> list[str]:
    """The turns of *sample*, one after the other."""
    return shown_turns(rules).get(sample.turns, [])[: sample.most]
