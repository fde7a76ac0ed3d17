"""
Corr with the clock of `wound`, whose loops tick and whose hearts beat twenty times as often:
`python -m tests.journeys.hurried` is `corr`.

Whoever winds that clock on waits so much less until what has fallen due is done.
"""

import sys
from collections.abc import Callable, Mapping, Sequence

from corr import wiring
from corr.base.faults import LoopFault
from corr.base.uow import Workshop
from corr.cli import life, main
from corr.jobs import runner
from corr.jobs.heartbeat_loop import EVERY, HeartbeatLoop
from corr.jobs.runner import Every
from tests.journeys.wound import WoundClock

_HURRY = 20


class HurriedEvery(Every):
    """Ticks so much more often."""

    __slots__ = ()

    def __init__(self, seconds: float) -> None:
        super().__init__(seconds / _HURRY)


class HurriedHeart(HeartbeatLoop):
    """Beats so much more often: between two beats the clock may be wound on by eight days at most."""

    def __init__(
        self,
        workshop: Workshop,
        owner: str,
        turned: Callable[[], Sequence[str]],
        failing: Callable[[], Mapping[str, LoopFault]],
    ) -> None:
        super().__init__(workshop, owner, turned, failing, every=EVERY / _HURRY)


if __name__ == "__main__":
    vars(wiring)[wiring.SystemClock.__name__] = WoundClock
    vars(runner)[Every.__name__] = HurriedEvery
    vars(life)[HeartbeatLoop.__name__] = HurriedHeart
    sys.exit(main())
