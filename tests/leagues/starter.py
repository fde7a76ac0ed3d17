"""
A process that looks after seasons and dies at a certain point: `python -m tests.leagues.starter URL POINT`.

Its clock stands a month after that of tests, so that the start of every season has come.
"""

import os
import signal
import sys
from datetime import timedelta

from sqlalchemy import event

from tests.league_builders import look_after
from tests.playing import Room, a_room

POINTS = {
    "games": "INSERT INTO game ",
    "pairings": "INSERT INTO pairing",
    "letters": "INSERT INTO outbox",
}
"""The process dies just after the statement of a start that begins so."""
OPENING = {
    "season": "INSERT INTO season ",
    "questions": "INSERT INTO season_ask",
}
"""The same for the opening of the season after one that is over."""
COMMITTED = "committed"
"""It dies just after the commit."""


def main() -> None:
    """Work until the point is reached."""
    url, point = sys.argv[1:]
    with a_room(url) as room:
        room.clock.move(timedelta(days=31))
        _die_at(room, point)
        look_after(room)


def _die_at(room: Room, point: str) -> None:
    begun = {**POINTS, **OPENING}.get(point, POINTS["letters"])
    has_begun = []

    def see(_connection: object, _cursor: object, statement: str, *_more: object) -> None:
        if statement.startswith(begun):
            has_begun.append(statement)
            if point != COMMITTED:
                _die()

    def done(*_: object) -> None:
        if has_begun:
            _die()

    event.listen(room.database.engine, "after_cursor_execute", see)
    # Just after a commit, the connection goes back to where it came from.
    event.listen(room.database.engine, "checkin", done)


def _die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


if __name__ == "__main__":
    main()
