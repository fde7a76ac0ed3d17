"""When a season is looked after next: worked out from the season and the moment alone."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from corr.leagues.rows import EVERY, SeasonRow, next_check
from corr.leagues.rules.settings import Dates
from corr.states import SeasonState
from tests.league_builders import SETTINGS

START = datetime(2026, 3, 16, tzinfo=UTC)
DAY = timedelta(days=1)
SEASON = SeasonRow(
    id=1,
    league_id="cup",
    league="Cup",
    number=1,
    state=SeasonState.SIGN_UP,
    settings=SETTINGS,
    dates=Dates(START - DAY, START, START + 60 * DAY),
    planned_ends_at=None,
    started_at=None,
    ended_at=None,
    paused_at=None,
    tighter_pace=None,
    tighter_from=None,
    tightened_at=None,
    seed="",
    version=0,
    report_at=None,
    look_at=None,
)
RUNNING = replace(SEASON, state=SeasonState.RUNNING)
MINUTE = timedelta(minutes=1)


@pytest.mark.parametrize(
    ("now", "expected"),
    [
        (START - 9 * DAY, START - DAY),
        (START - DAY - MINUTE, START - DAY),
        (START - DAY, START),
        (START - MINUTE, START),
        (START, START),
        (START + DAY, START + DAY),
    ],
)
def test_a_season_that_begins_is_looked_at_when_its_sign_up_ends_and_when_it_starts(
    now: datetime, expected: datetime
) -> None:
    assert next_check(SEASON, now) == expected


def test_a_season_that_runs_is_looked_at_every_few_minutes() -> None:
    assert next_check(RUNNING, START) == START + EVERY


@pytest.mark.parametrize(
    "season",
    [
        replace(RUNNING, report_at=START + MINUTE),
        replace(RUNNING, tighter_from=START + MINUTE),
        replace(RUNNING, dates=replace(RUNNING.dates, ends_at=START + MINUTE)),
    ],
)
def test_what_comes_sooner_is_looked_at_sooner(season: SeasonRow) -> None:
    assert next_check(season, START) == START + MINUTE


def test_what_is_due_already_is_due_at_once() -> None:
    assert next_check(replace(RUNNING, report_at=START - DAY), START) == START


def test_what_was_done_already_is_not_waited_for() -> None:
    tightened = replace(RUNNING, tighter_from=START - DAY, tightened_at=START - DAY)

    assert next_check(tightened, START) == START + EVERY
    assert next_check(RUNNING, START + 61 * DAY) == START + 61 * DAY + EVERY


def test_while_a_season_is_paused_nothing_comes_sooner() -> None:
    paused = replace(RUNNING, paused_at=START, report_at=START + MINUTE, tighter_from=START + MINUTE)

    assert next_check(paused, START) == START + EVERY


@pytest.mark.parametrize("state", [SeasonState.OVER, SeasonState.CALLED_OFF])
def test_what_is_over_is_looked_at_no_more(state: SeasonState) -> None:
    assert next_check(replace(SEASON, state=state), START) is None
