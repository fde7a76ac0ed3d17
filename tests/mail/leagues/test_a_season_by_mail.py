"""A season from the sign-up to the next one, played by people who only read and write mails."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta

import pytest

from corr.leagues.season_tick import advance_next_season
from corr.states import EntryState
from tests.league_builders import SETTINGS, TestSeason, a_league
from tests.mail.office import Office, an_office, text_of
from tests.playing import DAY, a_room

NAMES = ("Ada", "Bob", "Cleo", "Dan")


@pytest.fixture
def office(database_url: str) -> Iterator[Office]:
    """Ada and Bob, who have a game that gives them letters to answer."""
    with a_room(database_url) as room:
        yield an_office(room)


def pass_time(office: Office, span: timedelta) -> None:
    """Let time pass, everything that is due in leagues happen, and the letters about it go out."""
    office.room.clock.move(span)
    is_due = True
    while is_due:
        with office.room.workshop.open() as uow:
            is_due = advance_next_season(uow)
    office.send_all()


def open_to_all(office: Office) -> TestSeason:
    """A league of Olga's with weekly reports that rolls over; Cleo and Dan have joined it on its page."""
    settings = replace(SETTINGS, ruleset="kelasu/1", has_reports=True, rolls_over=True)
    return a_league(office.room, ("Cleo", "Dan"), settings)


def subjects(office: Office, name: str) -> list[str]:
    """The subjects of the letters about leagues that a player got."""
    return [subject for letter in office.letters(name) if "Summer Cup" in (subject := str(letter["Subject"]))]


@pytest.mark.slow
def test_a_season_can_be_joined_played_and_followed_by_mail_alone(office: Office) -> None:
    season = open_to_all(office)
    assert office.answer("Bob", "join summer-cup", recipient=office.new_address("Bob")) == "join"
    assert office.answer("Ada", "Hi,\n\njoin summer-cup", recipient=office.new_address("Ada")) == "join"
    assert {entry.name for entry in season.entries(EntryState.JOINED)} == set(NAMES)

    pass_time(office, 15 * DAY)
    assert subjects(office, "Bob") == ["Summer Cup, season 1 has begun"]
    assert "Summer Cup, season 1, Division 1, round" in "".join(map(text_of, office.letters("Bob")))

    season.beat("Bob", "Ada")
    pass_time(office, 7 * DAY)
    assert subjects(office, "Bob")[-1] == "Summer Cup, season 1: the week in Division 1"
    assert "Bob beat Ada." in office.last_words("Dan")

    season.end_all(("Bob", "Ada", "Cleo", "Dan"))
    pass_time(office, timedelta(minutes=10))
    ended, asked = subjects(office, "Bob")[-2:]
    assert (ended, asked) == ("Summer Cup, season 1 is over", "Summer Cup, season 2: will you play?")

    assert office.answer("Bob", "join") == "join"
    assert office.answer("Dan", "no thanks") == "no-thanks"
    assert [entry.name for entry in season.next().entries(EntryState.JOINED)] == ["Bob"]


@pytest.mark.slow
@pytest.mark.both_databases
def test_however_often_the_tick_runs_everybody_is_told_each_thing_once(office: Office) -> None:
    season = open_to_all(office)
    season.join(*office.game.players)
    for span in (15 * DAY, timedelta(0), 7 * DAY, timedelta(0), 7 * DAY):
        pass_time(office, span)
    season.end_all()
    for span in (timedelta(minutes=10), timedelta(0), DAY):
        pass_time(office, span)

    assert subjects(office, "Cleo") == [
        "Summer Cup, season 1 has begun",
        "Summer Cup, season 1: the week in Division 1",
        "Summer Cup, season 1: the week in Division 1",
        "Summer Cup, season 1 is over",
        "Summer Cup, season 2: will you play?",
    ]
