"""The start or the opening of a season that the death of its process cuts off is made up for, once and as a whole."""

import subprocess
import sys
import time
from dataclasses import replace
from datetime import timedelta

import pytest

from corr.states import SeasonState
from corr.store.tables.games import Game, GameSeat
from corr.store.tables.leagues import Division, Pairing, Season
from corr.store.tables.mails import Outbox
from tests.league_builders import SETTINGS, TestSeason, a_league, a_running_season, look_after
from tests.leagues.starter import COMMITTED, OPENING, POINTS
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


@pytest.mark.parametrize("point", OPENING)
def test_an_opening_that_is_killed_undoes_nothing_of_the_end_and_is_made_up_for(room: Room, point: str) -> None:
    season = a_running_season(room, PLAYERS, replace(SETTINGS, rolls_over=True))
    season.end_all()

    left = killed_at(room, point)
    found = (season.row.state, room.count(Season), len(room.letters("season-ended")))
    room.clock.move(timedelta(days=31))
    until = time.monotonic() + 60
    while look_after(room) == 0 and room.count(Season) == 1:
        assert time.monotonic() < until, "it never opened"
        time.sleep(0.05)

    assert left == -9
    assert found == (SeasonState.OVER, 1, PLAYERS)
    assert (room.count(Season), len(room.letters("season-opens"))) == (2, PLAYERS)
    assert len(room.letters("season-ended")) == PLAYERS


def killed_at(room: Room, point: str) -> int:
    """Let a process look after the season and die at that point; gives how it ended."""
    url = room.database.engine.url.render_as_string(hide_password=False)
    command = [sys.executable, "-m", "tests.leagues.starter", url, point]
    return subprocess.run(command, check=False, timeout=120).returncode


def start_at_last(room: Room, season: TestSeason) -> None:
    """Look after seasons until it runs: the database may still hold what the dead process had locked."""
    until = time.monotonic() + 60
    while look_after(room) == 0 and not season.row.is_running:
        assert time.monotonic() < until, "it never began"
        time.sleep(0.05)
