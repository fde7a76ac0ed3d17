"""What is performed, and how far it has to go."""

from collections.abc import Callable
from dataclasses import dataclass

from tests.crash.house import USUAL, House, Manners
from tests.crash.stage import NOTHING, Laid

Happened = Callable[[House], bool]
"""Tells whether something has happened."""


def nothing_more(_house: House) -> bool:
    """Whether no more has happened than what happens anyway."""
    return True


@dataclass(frozen=True, slots=True)
class Script:
    """What is performed."""

    kinds: tuple[str, ...]
    """The processes, by the command that each is."""
    seconds: float = 60.0
    """How long people play, at least."""
    turns: int = 0
    """How many turns have to be made, at least, however slow the machine is."""
    kills: int = 0
    """How many processes are killed by chance, at least; with none, nothing is disturbed but by a failpoint."""
    players: int = 12
    factor: int = 600
    """How many times as fast time runs."""
    seed: int = 1
    laid: Laid = NOTHING
    until: Happened = nothing_more
    """What has to have happened while people play, too."""
    limit: float = 3600.0
    """Seconds after which play ends, whatever has not happened by then."""
    cut_once_in: int = 60
    """Once in so many letters the far end hangs up after it took one."""
    drain: float = 240.0
    """Seconds within which all has to come to rest."""
    life: float = 1.0
    """Seconds between two blows, at most."""
    is_hurried: bool = False
    """Whether what the dead had in hand is taken from them by the harness, and not when their leases are over."""
    until_died: bool = False
    """Whether play goes on until every failpoint was met, and ends soon after."""
    has_outage: bool = False
    """Whether the service seems to be down for long before all comes to rest."""
    leaves: frozenset[str] = frozenset()
    """The tables in which something is left to do for ever."""
    at_rest: Happened = nothing_more
    """What has to have happened by the time at which all is at rest."""
    manners: Manners = USUAL
    season: float = 0.0
    """Seconds of play after which the end date of a season comes, which is played besides; with 0 there is none."""
    round: float = 20.0
    """Seconds after which a sweep or a sender must have come by."""
