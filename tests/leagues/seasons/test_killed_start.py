"""A season whose start is cut off by the death of its process begins all the same, once and as a whole."""

import subprocess
import sys
import time
from datetime import timedelta

import pytest

from corr.states import SeasonState
from corr.store.tables.games import Game, GameSeat
from corr.store.tables.leagues import Division, Pairing
from corr.store.tables.mails import Outbox
from tests.league_builders import TestSeason, a_league, look_after
from tests.leagues.starter import COMMITTED, POINTS
from tests.playing import Room

pytestmark = [pytest.mark.slow, pytest.mark.both_databases]

PLAYERS = 7
GAMES = 21


@pytest.mark.parametrize("point", [*POINTS, COMMITTED])
def test_a_start_that_is_killed_leaves_nothing_and_is_made_up_for(room: Room, point: str) -> None:
    season = a_league(room, PLAYERS)

    left = killed_at(room, point)
    found = (room.count(Game), room.count(Pairing), season.row.state)
    room.clock.move(timedelta(days=31))
    start_at_last(room, season)

    assert left == -9
    is_done = point == COMMITTED
    assert found == ((GAMES, GAMES, SeasonState.RUNNING) if is_done else (0, 0, SeasonState.SIGN_UP))
    assert (room.count(Game), room.count(GameSeat), room.count(Pairing)) == (GAMES, 2 * GAMES, GAMES)
    assert (room.count(Division), len(room.letters("season-started"))) == (1, PLAYERS)
    assert len({row["key"] for row in room.rows(Outbox)}) == room.count(Outbox)


def killed_at(room: Room, point: str) -> int:
    """Let a process begin the season and die at that point; gives how it ended."""
    url = room.database.engine.url.render_as_string(hide_password=False)
    command = [sys.executable, "-m", "tests.leagues.starter", url, point]
    return subprocess.run(command, check=False, timeout=120).returncode


def start_at_last(room: Room, season: TestSeason) -> None:
    """Look after seasons until it runs: the database may still hold what the dead process had locked."""
    until = time.monotonic() + 60
    while look_after(room) == 0 and not season.row.is_running:
        assert time.monotonic() < until, "it never began"
        time.sleep(0.05)
