"""What may still become of a division: worked out off the request, stored, and read by pages."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from sqlalchemy import update

from corr.games.seats import Seat
from corr.leagues.division_forecasts import DivisionForecast, forecast_of, work_out_next
from corr.leagues.division_tables import division_tables
from corr.leagues.rows import show_season_anew
from corr.leagues.rules.possible_places import Certain
from corr.leagues.rules.settings import SeasonSettings
from corr.leagues.rules.tiebreaks import TieBreak
from corr.leagues.season_stamps import stamps_at
from corr.leagues.views.division_view import history_of, schedule_view
from corr.store.base import table
from corr.store.tables.leagues import Forecast, Season
from tests import league_builders as leagues
from tests.league_builders import SETTINGS
from tests.leagues.running import RunningSeason, a_running_season
from tests.playing import DAY, Room, terms
from tests.racing import at_once, meanwhile

FIVE = "Ada Bob Cleo Dan Eve"
SIX = f"{FIVE} Fay"


def forecast(season: RunningSeason) -> DivisionForecast:
    """What pages are told of the first division."""
    with season.room.workshop.look() as reader:
        divisions = division_tables(reader, season.row)
        return forecast_of(reader, divisions[0], len(divisions))


def by_name(season: RunningSeason) -> dict[str, tuple[int, int]]:
    """The best and the worst place of everybody."""
    names, found = season.division.names(), forecast(season)
    return {names[entry]: (each.best, each.worst) for entry, each in found.entries.items()}


def stored(room: Room) -> list[dict[str, Any]]:
    return [row for row in room.rows(Forecast) if row["stamp"]]


def test_before_anything_is_worked_out_places_are_told_and_no_simulation(room: Room) -> None:
    season = a_running_season(room)

    found = forecast(season)

    assert found.simulation is None
    assert (found.is_exact, found.open) == (True, 6)
    assert {(each.best, each.worst, each.shares) for each in found.entries.values()} == {(1, 4, ())}


@pytest.mark.both_databases
def test_a_simulation_is_stored_once_and_told_with_its_moment(room: Room) -> None:
    season = a_running_season(room, FIVE)

    assert work_out_next(room.workshop)
    assert not work_out_next(room.workshop)

    found = forecast(season)
    assert found.simulation is not None
    assert found.simulation.is_current
    assert found.simulation.worked_out_at == room.clock.now()
    assert {sum(each.shares) for each in found.entries.values()} == {Fraction(1)}


def test_a_result_makes_a_simulation_old_until_it_is_worked_out_anew(room: Room) -> None:
    season = a_running_season(room)
    work_out_next(room.workshop)
    season.win("Ada-Bob")

    before = forecast(season)
    assert work_out_next(room.workshop)
    after = forecast(season)

    assert before.simulation is not None
    assert after.simulation is not None
    assert (before.simulation.is_current, after.simulation.is_current) == (False, True)
    assert before.open == 5
    assert len(stored(room)) == 1


def test_what_is_stored_says_the_same_as_what_is_worked_out_for_a_page(room: Room) -> None:
    season = a_running_season(room)
    season.win("Ada-Bob", "Ada-Cleo", "Bob-Dan")

    before = by_name(season)
    work_out_next(room.workshop)

    assert by_name(season) == before
    assert before["Ada"] == (1, 2)


@pytest.mark.both_databases
def test_with_many_open_games_places_are_bounds(room: Room) -> None:
    season = a_running_season(room, SIX)

    before = forecast(season)
    work_out_next(room.workshop)

    assert not before.is_exact
    assert not forecast(season).is_exact
    assert {(each.best, each.worst) for each in before.entries.values()} == {(1, 6)}


def test_who_cannot_be_caught_is_sure_of_the_championship(room: Room) -> None:
    usual = SeasonSettings("tiny/1", terms=terms("3d/turn", leave=False), tie_breaks=(TieBreak.WINS,))
    season = a_running_season(room, "Ada Bob Cleo", settings=usual)
    season.win("Ada-Bob", "Ada-Cleo")

    names = season.division.names()

    certain = {names[entry]: each.certain for entry, each in forecast(season).entries.items()}
    assert certain == {"Ada": (Certain.CHAMPION,), "Bob": (), "Cleo": ()}


def test_pages_that_are_kept_learn_of_a_new_forecast(room: Room) -> None:
    season = a_running_season(room)

    def stamp() -> str:
        with room.workshop.look() as reader:
            return stamps_at(reader, season.row.league_id, season.row.number).forecasts

    first = stamp()
    work_out_next(room.workshop)
    second = stamp()
    room.clock.move(DAY)
    season.win("Ada-Bob")
    work_out_next(room.workshop)

    assert len({first, second, stamp()}) == 3


def test_a_season_that_is_over_is_left_alone(room: Room) -> None:
    a_running_season(room)
    with room.workshop.open() as uow:
        uow.connection.execute(update(table(Season)).values(state="over"))

    assert not work_out_next(room.workshop)


def test_a_division_that_fails_keeps_none_of_the_others_waiting(room: Room) -> None:
    season = a_running_season(room)
    (row,) = room.rows(Season)
    with room.workshop.open() as uow:
        uow.connection.execute(update(table(Season)).values(settings={}))
    with pytest.raises(KeyError):
        work_out_next(room.workshop)

    # The try was noted before the work, so that the next one takes another division; nothing false is told meanwhile.
    assert [(each["tried_at"], each["stamp"]) for each in room.rows(Forecast)] == [(room.clock.now(), "")]
    with room.workshop.open() as uow:
        uow.connection.execute(update(table(Season)).values(settings=row["settings"]))
    assert forecast(season).simulation is None
    assert work_out_next(room.workshop)
    assert forecast(season).simulation is not None


@pytest.mark.both_databases
def test_only_the_division_with_a_new_result_is_worked_out_anew(room: Room) -> None:
    settings = replace(SETTINGS, players_per_division=3)
    seasons = [leagues.a_running_season(room, 6, settings, name=name) for name in ("Summer Cup", "Winter Cup")]
    times = 0
    while work_out_next(room.workshop):
        times += 1
    before = {row["division_id"]: row["stamp"] for row in room.rows(Forecast)}

    leagues.end(room, seasons[1].tables()[1].table.meetings[0].game_id, Seat(0))
    changed = seasons[1].tables()[1].id

    assert times == len(before) == 4
    assert work_out_next(room.workshop)
    assert not work_out_next(room.workshop)
    after = {row["division_id"]: row["stamp"] for row in room.rows(Forecast)}
    assert {division for division in before if before[division] != after[division]} == {changed}


def test_a_season_whose_forecast_fails_keeps_no_other_waiting(room: Room) -> None:
    seasons = [leagues.a_running_season(room, 4, name=name) for name in ("Summer Cup", "Winter Cup")]
    with room.workshop.open() as uow:
        broken = update(table(Season)).where(table(Season).c.id == seasons[0].id).values(settings={})
        uow.connection.execute(broken)
    with pytest.raises(KeyError):
        work_out_next(room.workshop)
    room.clock.move(DAY)

    assert work_out_next(room.workshop)

    assert [row["division_id"] for row in stored(room)] == [seasons[1].tables()[0].id]


@pytest.mark.both_databases
def test_of_two_at_once_the_one_that_began_later_counts(room: Room) -> None:
    season = a_running_season(room)

    def later() -> None:
        room.clock.move(DAY)
        season.win("Ada-Bob")
        work_out_next(room.workshop)

    # The first has worked, and is about to store it.
    with meanwhile(room, "UPDATE forecast SET stamp", work=later):
        work_out_next(room.workshop)

    found = forecast(season)
    assert found.simulation is not None
    assert found.simulation.is_current
    assert not work_out_next(room.workshop)
    assert len(room.rows(Forecast)) == 1


@pytest.mark.both_databases
def test_two_processes_at_once_do_no_harm(room: Room) -> None:
    season = a_running_season(room)

    at_once(*[lambda: work_out_next(room.workshop)] * 3)

    found = forecast(season)
    assert found.simulation is not None
    assert found.simulation.is_current
    assert len(room.rows(Forecast)) == 1


@pytest.mark.both_databases
def test_an_act_of_an_organiser_lets_it_be_worked_out_anew(room: Room) -> None:
    season = a_running_season(room)
    work_out_next(room.workshop)
    with room.workshop.open() as uow:
        show_season_anew(uow, season.id)

    assert work_out_next(room.workshop)


@pytest.mark.both_databases
def test_the_history_has_a_day_for_each_day_with_results(room: Room) -> None:
    season = a_running_season(room)
    season.win("Ada-Bob")
    room.clock.move(2 * DAY)
    season.win("Ada-Cleo", "Bob-Dan")

    days = history_of(season.division)

    ada = season.entry("Ada")["id"]
    assert [(day.day, day.points[ada]) for day in days] == [
        ((room.clock.now() - 2 * DAY).date(), Fraction(1)),
        (room.clock.now().date(), Fraction(2)),
    ]


def test_the_last_games_of_a_division_hold_it_up_and_the_slowest_is_listed_first(room: Room) -> None:
    season = a_running_season(room)
    season.win("Ada-Bob", "Ada-Cleo", "Bob-Cleo", "Bob-Dan")
    room.clock.move(DAY)
    season.games["Ada-Dan"].play("B2")

    with room.workshop.look() as reader:
        schedule = schedule_view(reader, season.row, 1, None)

    assert schedule.head.division.held_up_by == 2
    assert [game.id for game in schedule.games] == [season.games["Cleo-Dan"].id, season.games["Ada-Dan"].id]
