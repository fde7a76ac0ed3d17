"""What two players agree about time before their game begins."""

from dataclasses import dataclass
from enum import StrEnum

from corr.core.pace import Pace


class Late(StrEnum):
    """What becomes of a game whose deadline has passed."""

    LOSE = "lose"
    """The service ends it by itself."""
    CLAIM = "claim"
    """Nothing, until the other player claims it; until then the late player may still play."""


@dataclass(frozen=True, slots=True)
class Terms:
    """The agreement about time."""

    pace: Pace
    has_weekends_off: bool = False
    """Whether each player's clock stands still on that player's rest days."""
    late: Late = Late.LOSE
    allows_leave: bool = True
    """Whether clocks stand still while their player is on leave."""
