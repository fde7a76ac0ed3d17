"""A league whose seasons follow each other by themselves: each is as long as was agreed, whatever happens in it."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from datetime import timedelta
from random import Random

import pytest
from alembic import command
from alembic.config import Config
from sqlalchemy import event, update

from corr.base.sentences import restored
from corr.errors import ConflictError
from corr.leagues.acts.before_start import CallOff, StartSeason
from corr.leagues.acts.league_changes import CloseLeague
from corr.leagues.acts.organiser_act import ActRequest, SeasonAct
from corr.leagues.acts.season_changes import MoveEnd, Pause, Resume
from corr.leagues.rows import SEASON
from corr.leagues.rules.settings import Unfinished
from corr.leagues.rules.settings_conversion import mapping_of
from corr.leagues.seasons.entry_requests import AskPlayers, ask_players
from corr.leagues.seasons.season_opening import OpenSeason, open_season, suggested_next
from corr.resources import migrations_folder
from corr.states import EntryState, SeasonState
from corr.store.migrate import upgrade
from corr.store.tables.games import Game
from corr.store.tables.leagues import Season
from corr.store.tables.mails import Outbox
from tests.league_builders import (
    LASTS,
    SETTINGS,
    SIGN_UP,
    TestSeason,
    a_league,
    a_running_season,
    dates_from,
    look_after,
    some_players,
)
from tests.playing import DAY, Room, terms
from tests.racing import at_once

ROLLING = replace(SETTINGS, rolls_over=True, unfinished=Unfinished.DRAW, sign_up_days=7)
WEEK = timedelta(days=7, hours=4)


def pass_time(room: Room, span: timedelta = DAY) -> None:
    """Let time pass, and all happen that is due by then."""
    room.clock.move(span)
    look_after(room)


def act(season: TestSeason, what: SeasonAct) -> None:
    with season.room.workshop.open() as uow:
        what.carry_out(uow, ActRequest(season.organiser, "It has to be.", season.row.version))


def finish(season: TestSeason) -> TestSeason:
    """Let all its games be over; the season that follows."""
    season.end_all()
    pass_time(season.room)
    return season.next(season.row.number + 1)


def sign_up(season: TestSeason, first: TestSeason) -> None:
    """Let those who played the first season join another."""
    season.join(*(entry.player_id for entry in first.entries()))


def begin(season: TestSeason) -> None:
    """Let the day come on which it begins."""
    room = season.room
    pass_time(room, season.row.dates.starts_at - room.clock.now())


def length(season: TestSeason) -> timedelta:
    dates = season.row.dates
    return dates.ends_at - dates.starts_at


def news(season: TestSeason, player_id: int | None = None) -> list[tuple[str, str]]:
    """Titles and words of news of a season, to its organiser or to a player."""
    return [
        (row["facts"]["title"], " ".join(str(restored(one)) for one in row["facts"]["sentences"]))
        for row in season.room.rows(Outbox)
        if row["kind"] == "league-news"
        and row["player_id"] == (player_id or season.organiser)
        and row["facts"]["season_id"] == season.id
    ]


@pytest.mark.both_databases
def test_a_league_rolls_over_with_the_agreed_length_whatever_happens_in_between(room: Room) -> None:
    first = a_running_season(room, 4, ROLLING)
    act(first, MoveEnd(first.id, room.clock.now() + WEEK))

    second = finish(first)
    lengths = [length(second)]
    sign_up(second, first)
    begin(second)
    pass_time(room, timedelta(hours=1))
    assert (second.row.state, len(second.open_games())) == (SeasonState.RUNNING, 6)
    act(second, MoveEnd(second.id, second.row.dates.ends_at + 30 * DAY))

    third = finish(second)
    lengths.append(length(third))
    sign_up(third, first)
    begin(third)
    act(third, Pause(third.id))
    pass_time(room, 10 * DAY)
    act(third, Resume(third.id))
    pass_time(room, third.row.dates.ends_at - room.clock.now() + timedelta(minutes=1))

    fourth = third.next(4)
    lengths.append(length(fourth))
    begin(fourth)
    assert fourth.row.state is SeasonState.CALLED_OFF
    pass_time(room, ROLLING.sign_up_days * DAY)

    fifth = fourth.next(5)
    lengths.append(length(fifth))
    sign_up(fifth, first)
    act(fifth, StartSeason(fifth.id))

    sixth = finish(fifth)
    lengths.append(length(sixth))
    begin(sixth)
    pass_time(room, ROLLING.sign_up_days * DAY)
    seventh = sixth.next(7)
    lengths.append(length(seventh))
    begin(seventh)
    pass_time(room, 500 * DAY)

    assert lengths == [LASTS] * 6
    assert [row["state"] for row in room.rows(Season)] == ["over"] * 3 + ["called-off", "over"] + ["called-off"] * 2
    # Only the third season was played to its end date.
    drawn = [row["season_id"] for row in room.rows(Game) if row["reason"] == "adjudicated"]
    assert drawn == [third.id] * 6


@pytest.mark.parametrize("seed", range(12))
def test_the_next_season_is_as_long_as_was_agreed_whatever_organisers_do(quick: Room, seed: int) -> None:
    chance = Random(seed)
    season = a_league(quick, 3, ROLLING)
    quick.clock.move(chance.choice((0, 3, 10)) * DAY)
    act(season, StartSeason(season.id))
    for _ in range(6):
        pass_time(quick, chance.choice((1, 30, 200)) * timedelta(hours=1))
        row, now = season.row, quick.clock.now()
        if row.paused_at is not None:
            act(season, Resume(season.id))
        elif chance.random() < 0.5 and now < row.dates.ends_at:
            act(season, Pause(season.id))
        elif row.is_running and now < row.dates.ends_at:
            act(season, MoveEnd(season.id, chance.choice((now + WEEK, row.dates.ends_at + 40 * DAY))))
    if season.row.paused_at is not None:
        act(season, Resume(season.id))
    if season.row.is_running:
        finish(season)
    with quick.workshop.look() as reader:
        _, suggested = suggested_next(season.row, reader)

    assert length(season.next()) == suggested.ends_at - suggested.starts_at == LASTS


@pytest.mark.parametrize("late", [timedelta(hours=5), 3 * DAY])
def test_a_season_that_began_late_makes_the_next_no_longer(room: Room, late: timedelta) -> None:
    season = a_league(room, 3, ROLLING)
    pass_time(room, SIGN_UP + DAY + late)

    assert length(finish(season)) == LASTS


@contextmanager
def a_fault_in(room: Room, words: str) -> Iterator[None]:
    """A while in which statements that begin with *words* fail."""

    def fail(_connection: object, _cursor: object, statement: str, *_more: object) -> None:
        if statement.startswith(words):
            raise RuntimeError("a fault")

    event.listen(room.database.engine, "before_cursor_execute", fail)
    yield
    event.remove(room.database.engine, "before_cursor_execute", fail)


@pytest.mark.both_databases
@pytest.mark.parametrize("words", ["INSERT INTO season ", "INSERT INTO season_ask"])
def test_a_fault_in_opening_undoes_nothing_of_the_end_and_is_made_up_for(
    room: Room, caplog: pytest.LogCaptureFixture, words: str
) -> None:
    season = a_running_season(room, 4, ROLLING)
    season.end_all()
    with a_fault_in(room, words), caplog.at_level(logging.ERROR):
        pass_time(room)

    assert season.row.state is SeasonState.OVER
    assert [entry.final_place for entry in season.entries()] == [1, 2, 3, 4]
    assert len(room.letters("season-ended")) == 4
    assert (room.count(Season), room.letters("season-opens")) == (1, [])
    assert f"season {season.id} is put off" in caplog.text

    pass_time(room, timedelta(hours=1))
    pass_time(room)

    assert (room.count(Season), len(room.letters("season-opens"))) == (2, 4)
    assert len(room.letters("season-ended")) == 4


@pytest.mark.both_databases
def test_a_season_is_opened_once_however_many_look_after_it(room: Room) -> None:
    season = a_running_season(room, 4, ROLLING)
    season.end_all()
    room.clock.move(DAY)

    at_once(*[lambda: look_after(room)] * 4)
    look_after(room)

    assert (room.count(Season), len(room.letters("season-opens"))) == (2, 4)


@pytest.mark.both_databases
def test_what_a_form_would_refuse_is_not_opened_and_the_organisers_are_told_once(room: Room) -> None:
    season = a_running_season(room, 4, ROLLING)
    # As seasons were opened before lengths were kept and checked.
    _write(season, planned_ends_at=season.row.dates.starts_at - DAY)
    season.end_all()

    pass_time(room)
    pass_time(room, 100 * DAY)

    assert (season.row.state, room.count(Season)) == (SeasonState.OVER, 1)
    assert [title for title, _ in news(season)] == ["The season is over", "The next season could not open"]
    assert news(season)[-1][1] == (
        "The next season of Summer Cup could not open by itself. The end date has to be at least a day after the "
        "start. Choose a later one. No season opens by itself until you open one."
    )


def test_a_season_that_is_too_short_for_its_pace_does_not_open_by_itself(room: Room) -> None:
    season = a_running_season(room, 4, ROLLING)
    _write(season, settings=mapping_of(replace(ROLLING, terms=terms("61d/turn"))))
    season.end_all()

    pass_time(room)

    assert room.count(Season) == 1
    assert "too short for its pace, 61 days for each turn" in news(season)[-1][1]


def test_a_season_that_would_end_before_it_starts_does_not_begin(room: Room) -> None:
    season = a_league(room, 4, ROLLING)
    right = season.row.dates.ends_at
    _write(season, ends_at=season.row.dates.starts_at - DAY)

    pass_time(room, SIGN_UP + DAY)
    waiting = season.row.state
    _write(season, ends_at=right)
    pass_time(room, timedelta(minutes=5))

    assert (waiting, season.row.state) == (SeasonState.SIGN_UP, SeasonState.RUNNING)


def _write(season: TestSeason, **values: object) -> None:
    with season.room.workshop.open() as uow:
        uow.connection.execute(update(SEASON).where(SEASON.c.id == season.id).values(**values))


@pytest.mark.both_databases
def test_a_season_that_too_few_join_is_tried_once_more_and_then_the_league_rests(room: Room) -> None:
    season = a_running_season(room, 4, ROLLING)
    second = finish(season)
    ada = season.player("Ada")
    second.join(ada)
    begin(second)
    called_off_at = room.clock.now()

    pass_time(room, ROLLING.sign_up_days * DAY - timedelta(seconds=1))
    before = room.count(Season)
    pass_time(room, timedelta(seconds=1))
    third = second.next(3)
    begin(third)
    pass_time(room, 400 * DAY)

    assert (before, room.count(Season)) == (2, 3)
    until = third.row.dates.sign_up_until - called_off_at
    assert 2 * ROLLING.sign_up_days * DAY <= until < (2 * ROLLING.sign_up_days + 1) * DAY
    assert (second.row.state, third.row.state) == (SeasonState.CALLED_OFF, SeasonState.CALLED_OFF)
    opens = f"The next sign-up opens by itself on {called_off_at + 7 * DAY:%Y-%m-%d %H:%M}."
    off = "Summer Cup, season 2 will not take place. Fewer than 3 players have joined."
    assert news(second, ada)[-1][1] == f"{off} {opens} You can join again then."
    assert news(second)[-1][1] == f"{off} {opens} It lasts 7 days. You can also open the next season sooner."
    assert news(third)[-1][1] == (
        "Summer Cup, season 3 will not take place. Fewer than 3 players have joined, for the second time in a row. "
        "The league rests now: no season opens by itself until you open one."
    )


def test_those_who_joined_a_season_that_was_called_off_are_asked_again(room: Room) -> None:
    season = a_league(room, ["Ada", "Bob"], ROLLING)
    begin(season)

    pass_time(room, ROLLING.sign_up_days * DAY)

    asked = {who for who, _ in room.letters("season-opens")}
    assert asked == {season.player("Ada"), season.player("Bob")}


def test_a_league_that_rests_rolls_on_once_a_season_was_opened_by_hand(room: Room) -> None:
    first = a_league(room, 0, ROLLING)
    begin(first)
    pass_time(room, ROLLING.sign_up_days * DAY)
    begin(first.next(2))
    with room.workshop.open() as uow:
        order = OpenSeason(first.organiser, first.league_id, ROLLING, dates_from(room))
        open_season(uow, order)

    begin(first.next(3))
    pass_time(room, ROLLING.sign_up_days * DAY)

    assert [row["state"] for row in room.rows(Season)] == ["called-off"] * 3 + ["sign-up"]


@pytest.mark.parametrize("is_tried_again", [False, True])
def test_what_an_organiser_calls_off_stays_called_off(room: Room, *, is_tried_again: bool) -> None:
    season = a_league(room, 0, ROLLING)
    if is_tried_again:
        begin(season)
        pass_time(room, ROLLING.sign_up_days * DAY)
        season = season.next()
    act(season, CallOff(season.id))

    pass_time(room, 400 * DAY)

    assert room.count(Season) == season.row.number
    assert "The league rests now" in news(season)[-1][1]


def test_a_league_that_was_closed_meanwhile_opens_nothing(room: Room) -> None:
    season = a_league(room, 0, ROLLING)
    begin(season)
    with room.workshop.open() as uow:
        CloseLeague(season.league_id).carry_out(uow, ActRequest(season.organiser))

    pass_time(room, 400 * DAY)

    assert room.count(Season) == 1


@pytest.mark.both_databases
def test_opening_by_hand_and_trying_once_more_at_once_make_one_further_season(room: Room) -> None:
    season = a_league(room, 0, ROLLING)
    begin(season)
    room.clock.move(ROLLING.sign_up_days * DAY)

    def by_hand() -> None:
        with suppress(ConflictError), room.workshop.open() as uow:
            open_season(uow, OpenSeason(season.organiser, season.league_id, ROLLING, dates_from(room)))

    at_once(lambda: look_after(room), by_hand)

    assert room.count(Season) == 2


def test_organisers_are_told_only_of_what_they_can_do(room: Room) -> None:
    season = a_league(room, 2, ROLLING)

    pass_time(room, SIGN_UP)

    (words,) = [words for title, words in news(season) if title == "The sign-up is over"]
    assert words.endswith(
        "Until then you can change the divisions, and ask more players, who may still join. With fewer than 3 it will "
        "be called off."
    )
    (kim,) = some_players(room, ["Kim"])
    with room.workshop.open() as uow:
        ask_players(uow, AskPlayers(season.organiser, season.id, ["Kim"]))
    season.join(kim)
    begin(season)
    assert {entry.name for entry in season.entries(EntryState.PLAYING)} == {"Ada", "Bob", "Kim"}


@pytest.mark.both_databases
def test_the_agreed_length_of_seasons_that_ran_before_it_was_kept_is_found_in_the_journal(room: Room) -> None:
    season, early = a_league(room, 3, ROLLING), a_running_season(room, 3, ROLLING, name="Winter Cup")
    act(early, MoveEnd(early.id, room.clock.now() + WEEK))
    a_league(room, 3, ROLLING, name="Spring Cup")
    # It begins three days late, is paused past its end, which moves it, and moved twice.
    pass_time(room, SIGN_UP + 4 * DAY)
    act(season, MoveEnd(season.id, room.clock.now() + WEEK))
    act(season, Pause(season.id))
    pass_time(room, 9 * DAY + timedelta(hours=5))
    act(season, Resume(season.id))
    act(season, MoveEnd(season.id, season.row.dates.ends_at + 30 * DAY))
    before = [(row["id"], row["planned_ends_at"]) for row in room.rows(Season)]

    with room.database.writing() as connection:
        config = Config()
        config.set_main_option("script_location", str(migrations_folder()))
        config.attributes["connection"] = connection
        command.downgrade(config, "0041")
    upgrade(room.database)

    assert season.row.dates.ends_at - season.row.dates.starts_at != LASTS
    assert [(row["id"], row["planned_ends_at"]) for row in room.rows(Season)] == before
    assert [season.row.length, early.row.length] == [LASTS] * 2
