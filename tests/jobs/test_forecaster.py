"""Forecasts are worked out when results have changed, and next to nothing is asked while none have."""

from collections.abc import Iterator

import pytest

from corr.jobs.tasks import Forecaster
from corr.store.tables.leagues import Forecast
from tests.leagues.running import a_running_season
from tests.playing import DAY, Room, a_room, statements_of


@pytest.fixture
def room(database_url: str) -> Iterator[Room]:
    with a_room(database_url) as found:
        yield found


def stamps(room: Room) -> list[str]:
    return [row["stamp"] for row in room.rows(Forecast)]


@pytest.mark.both_databases
def test_a_result_leads_to_a_new_forecast(room: Room) -> None:
    season = a_running_season(room)
    forecaster = Forecaster(room.workshop)
    forecaster.look_after()
    forecaster.look_after()
    before = stamps(room)

    room.clock.move(DAY)
    season.win("Ada-Bob")
    forecaster.look_after()

    assert len(before) == len(stamps(room)) == 1
    assert stamps(room) != before


def test_while_nothing_changes_one_statement_is_asked_and_sometimes_all_are_looked_at(room: Room) -> None:
    a_running_season(room)
    forecaster = Forecaster(room.workshop)
    forecaster.look_after()
    forecaster.look_after()

    asked = []
    for _ in range(130):
        with statements_of(room) as seen:
            forecaster.look_after()
        asked.append(sum(statement.startswith("SELECT") for statement in seen))

    assert set(asked) == {1, 3}
    assert asked.count(3) == 2
