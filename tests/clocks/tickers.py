"""
Where processes that enforce deadlines come from: `python -m tests.clocks.tickers`.

All are forked from one that has the program in its memory: to load it takes longer than most of them live. On its
standard input it is told the place; on its standard output it says how many died.
"""

import json
import signal
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from corr.base.uow import Workshop
from corr.play.deadlines import enforce_next_deadline
from corr.store.db import Database
from tests.known_games import registry_with
from tests.mail.crashing.danger import Danger
from tests.mail.crashing.deliverer import ClockInAFile, Place
from tests.mail.crashing.forks import forked
from tests.playing import SECRET
from tests.sealed_game import HideRules
from tests.tiny_game import TinyRules

PROCESSES = 4
MOST_LIVES = 300
"""Of one line of processes; one that needs more gets nowhere."""


def main() -> None:
    """Let all that is due be done by several processes at once, each of which has followers if it dies."""
    place = Place(**json.load(sys.stdin))
    lines = [forked(_Line(place, number).work) for number in range(PROCESSES)]
    ended = [line.heard() for line in lines]
    assert all(code == 0 for _, code in ended)
    sys.stdout.write(str(sum(int(deaths) for deaths, _ in ended)))


@dataclass(frozen=True, slots=True)
class _Line:
    """Processes of which each goes on where the dead before it left off."""

    place: Place
    number: int

    def work(self, say: Callable[[str], None]) -> None:
        """Do all that is due, and say how many died over it."""
        for deaths in range(MOST_LIVES):
            _, code = forked(_Life(self.place, f"{self.number}.{deaths}").live).heard()
            assert code in {0, -signal.SIGKILL}
            if code == 0:
                say(str(deaths))
                return
        raise AssertionError("all of them died")


@dataclass(frozen=True, slots=True)
class _Life:
    """One process that enforces deadlines until none is left."""

    place: Place
    name: str

    def live(self, _say: Callable[[str], None]) -> None:
        """Tick."""
        database = Database(self.place.url)
        Danger(self.name, self.place.once_in).lurk(database)
        registry = registry_with(TinyRules, HideRules)
        workshop = Workshop(database, ClockInAFile(Path(self.place.clock)), registry, SECRET)
        acted: str | None = ""
        while acted is not None:
            with workshop.open() as uow:
                acted = enforce_next_deadline(uow)
        database.close()


if __name__ == "__main__":
    main()
