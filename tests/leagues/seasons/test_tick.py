"""What happens in seasons by itself, one thing at a time; a season that meets a fault stops no other."""

import logging
from collections import Counter
from dataclasses import replace
from datetime import timedelta

import pytest
from sqlalchemy import update

from corr.base.sentences import restored
from corr.leagues.acts.organiser_act import ActRequest
from corr.leagues.acts.season_changes import Pause, Resume, Tighten
from corr.leagues.rows import SEASON
from corr.leagues.rules.settings import Unfinished
from corr.leagues.rules.settings_conversion import mapping_of
from corr.leagues.season_tick import advance_next_season
from corr.states import SeasonState
from corr.store.tables.games import Game
from corr.store.tables.mails import Outbox
from tests.league_builders import LASTS, SETTINGS, SIGN_UP, TestSeason, a_league, a_running_season, look_after
from tests.playing import DAY, Room
from tests.racing import at_once

LAST = LASTS + SIGN_UP + DAY + timedelta(minutes=1)
"""How long after its opening the end date of a season that was begun at once has come."""


def look_once(room: Room) -> bool:
    with room.workshop.open() as uow:
        return advance_next_season(uow)


def titles(room: Room, player_id: int) -> list[str]:
    return [row["facts"].get("title", row["kind"]) for row in room.rows(Outbox) if row["player_id"] == player_id]


def spoil(season: TestSeason) -> None:
    """Let the season be for a game that is not there any more."""
    with season.room.workshop.open() as uow:
        settings = SEASON.c.settings
        row = uow.connection.execute(SEASON.select().where(SEASON.c.id == season.id)).mappings().one()
        broken = {**row["settings"], "ruleset": "gone/1"}
        uow.connection.execute(update(SEASON).where(SEASON.c.id == season.id).values({settings: broken}))


def test_nothing_is_looked_at_before_its_moment(room: Room) -> None:
    a_league(room)
    a_running_season(room, name="Winter Cup")

    assert not look_once(room)


def test_when_the_sign_up_ends_the_organisers_are_told_to_look_at_the_divisions(room: Room) -> None:
    season = a_league(room, 5)
    room.clock.move(SIGN_UP)

    look_after(room)
    look_after(room)

    (letter,) = (row for row in room.rows(Outbox) if row["kind"] == "league-news")
    words = " ".join(str(restored(one)) for one in letter["facts"]["sentences"])
    assert (letter["player_id"], letter["facts"]["title"]) == (season.organiser, "The sign-up is over")
    assert words.startswith("The sign-up is over, and 5 players have joined. The season begins on 2026-03-17 12:00.")
    assert season.row.look_at == season.row.dates.starts_at


def test_organisers_of_too_few_players_are_warned_in_time(room: Room) -> None:
    season = a_league(room, 2)
    room.clock.move(SIGN_UP)

    look_after(room)

    (letter,) = (row for row in room.rows(Outbox) if row["player_id"] == season.organiser)
    assert "With fewer than 3 it will be called off." in str(letter["facts"]["sentences"])


def test_a_report_goes_out_each_week_to_everybody_who_plays(room: Room) -> None:
    season = a_running_season(room, 4, replace(SETTINGS, has_reports=True))

    counts = []
    for _ in range(3):
        room.clock.move(7 * DAY)
        look_after(room)
        counts.append(len(room.letters("season-report")))

    assert counts == [4, 8, 12]
    assert season.row.report_at == room.clock.now() + 7 * DAY


def test_after_a_long_outage_one_report_is_told(room: Room) -> None:
    season = a_running_season(room, 4, replace(SETTINGS, has_reports=True))
    begun = room.clock.now()
    room.clock.move(24 * DAY)

    look_after(room)

    assert len(room.letters("season-report")) == 4
    assert season.row.report_at == begun + 28 * DAY


def test_no_report_goes_out_where_none_is_wished_for(room: Room) -> None:
    a_running_season(room)
    room.clock.move(15 * DAY)

    look_after(room)

    assert room.letters("season-report") == []


@pytest.mark.both_databases
def test_at_the_end_date_the_seasons_rule_holds_and_the_season_ends(room: Room) -> None:
    season = a_running_season(room, 3, replace(SETTINGS, unfinished=Unfinished.DRAW))
    season.beat("Ada", "Bob")
    room.clock.move(LAST)

    look_after(room)

    assert season.row.state is SeasonState.OVER
    assert Counter(row["reason"] for row in room.rows(Game)) == {"resignation": 1, "adjudicated": 2}
    assert season.places()[0] == (1, "Ada")


@pytest.mark.both_databases
def test_turns_that_came_in_time_are_waited_for_at_the_end_date(room: Room) -> None:
    season = a_running_season(room, 3, replace(SETTINGS, unfinished=Unfinished.DRAW))
    room.clock.move(season.row.dates.ends_at - room.clock.now())
    look_after(room)
    at_once_on_its_day = season.row.state

    room.clock.move(timedelta(seconds=6))
    look_after(room)

    assert (at_once_on_its_day, season.row.state) == (SeasonState.RUNNING, SeasonState.OVER)


def test_games_that_are_played_on_hold_the_end_up(room: Room) -> None:
    season = a_running_season(room, 3, replace(SETTINGS, unfinished=Unfinished.PLAY_ON))
    room.clock.move(LAST)
    look_after(room)
    on_its_day = season.row.state

    season.end_all()
    room.clock.move(timedelta(minutes=5))
    look_after(room)

    assert (on_its_day, season.row.state) == (SeasonState.RUNNING, SeasonState.OVER)


@pytest.mark.both_databases
def test_games_that_wait_for_the_organiser_hold_the_end_up_and_stop_no_loop(room: Room) -> None:
    season = a_running_season(room, 3)
    room.clock.move(LAST)

    times = look_after(room)

    assert season.row.state is SeasonState.RUNNING
    assert times < 5
    assert season.row.look_at is not None
    assert season.row.look_at > room.clock.now()


def test_a_tighter_pace_comes_into_force_on_its_day(room: Room) -> None:
    season = a_running_season(room)
    with room.workshop.open() as uow:
        act, request = (
            Tighten(season.id, "2d/turn"),
            ActRequest(season.organiser, "It takes too long.", season.row.version),
        )
        act.carry_out(uow, request)
    room.clock.move(8 * DAY)

    look_after(room)

    assert season.row.tightened_at == room.clock.now()


def test_a_tighter_pace_that_is_announced_holds_no_report_up(room: Room) -> None:
    season = a_running_season(room, 4, replace(SETTINGS, has_reports=True))
    holds_from = room.clock.now() + 20 * DAY
    with room.workshop.open() as uow:
        act, request = (
            Tighten(season.id, "2d/turn", holds_from),
            ActRequest(season.organiser, "It is slow.", season.row.version),
        )
        act.carry_out(uow, request)
    room.clock.move(7 * DAY)

    look_after(room)

    assert len(room.letters("season-report")) == 4
    assert season.row.tightened_at is None


def test_a_paused_season_neither_ends_nor_reports(room: Room) -> None:
    season = a_running_season(room, 3, replace(SETTINGS, has_reports=True, unfinished=Unfinished.DRAW))
    with room.workshop.open() as uow:
        Pause(season.id).carry_out(uow, ActRequest(season.organiser, "A holiday."))
    room.clock.move(LAST + 10 * DAY)

    look_after(room)
    paused = season.row.state
    reports = room.letters("season-report")
    with room.workshop.open() as uow:
        Resume(season.id).carry_out(uow, ActRequest(season.organiser, "It is over."))
    room.clock.move(LAST + 2 * DAY)
    look_after(room)

    assert (paused, reports) == (SeasonState.RUNNING, [])
    assert season.row.state is SeasonState.OVER


def test_a_season_that_meets_a_fault_is_put_off_and_stops_no_other(
    room: Room, caplog: pytest.LogCaptureFixture
) -> None:
    first, second = a_league(room), a_league(room, name="Winter Cup")
    spoil(first)
    room.clock.move(SIGN_UP + DAY)

    with caplog.at_level(logging.ERROR):
        look_after(room)

    assert (first.row.state, second.row.state) == (SeasonState.SIGN_UP, SeasonState.RUNNING)
    assert first.row.look_at == room.clock.now() + timedelta(hours=1)
    assert [f"season {first.id} is put off" in record.message for record in caplog.records] == [True]
    assert room.count(Game) == 6


def test_a_season_that_was_put_off_is_tried_again(room: Room) -> None:
    season = a_league(room)
    good = season.row.settings
    spoil(season)
    room.clock.move(SIGN_UP + DAY)
    look_after(room)
    with room.workshop.open() as uow:
        uow.connection.execute(update(SEASON).values(settings=mapping_of(good)))

    room.clock.move(timedelta(hours=1))
    look_after(room)

    assert season.row.state is SeasonState.RUNNING


@pytest.mark.both_databases
def test_what_a_fault_says_is_not_in_the_log(room: Room, caplog: pytest.LogCaptureFixture) -> None:
    spoil(a_league(room))
    room.clock.move(SIGN_UP + DAY)

    with caplog.at_level(logging.DEBUG):
        look_after(room)

    assert "NotFoundError" in caplog.text
    assert "gone/1" not in caplog.text


@pytest.mark.both_databases
def test_several_processes_look_after_many_seasons_and_each_begins_once(room: Room) -> None:
    seasons = [a_league(room, 3, name=f"Cup number {number}", organiser=f"Olga {number}") for number in range(4)]
    room.clock.move(SIGN_UP + DAY)

    at_once(*[lambda: look_after(room)] * 4)

    assert {season.row.state for season in seasons} == {SeasonState.RUNNING}
    assert room.count(Game) == 12
    assert len(room.letters("season-started")) == 12


def test_the_loop_of_seasons_rests_when_nothing_is_due(room: Room) -> None:
    season = a_running_season(room)
    room.clock.move(timedelta(minutes=5))

    assert [look_once(room), look_once(room)] == [True, False]
    assert season.row.look_at == room.clock.now() + timedelta(minutes=5)


@pytest.mark.both_databases
def test_half_a_year_of_a_season_needs_nobody(room: Room) -> None:
    season = a_league(room, 5, replace(SETTINGS, has_reports=True, rolls_over=True, unfinished=Unfinished.NO_RESULT))

    for _ in range(26):
        room.clock.move(7 * DAY)
        look_after(room)

    assert season.row.state is SeasonState.OVER
    assert season.next().row.state in {SeasonState.CALLED_OFF, SeasonState.SIGN_UP}
    keys = [row["key"] for row in room.rows(Outbox)]
    assert len(keys) == len(set(keys))
    assert titles(room, season.player("Ada")).count("season-ended") == 1
