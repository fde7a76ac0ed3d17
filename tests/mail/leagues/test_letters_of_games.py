"""Letters about games of seasons, as their readers get them."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from corr.clocks.reminders import remind_next
from tests.league_builders import SETTINGS, a_running_season
from tests.mail.office import Office, an_office, html_of, text_of
from tests.playing import DAY, a_room


@pytest.fixture
def office(sqlite_url: str) -> Iterator[Office]:
    """Ada and Bob, who read letters."""
    with a_room(sqlite_url) as room:
        yield an_office(room)


def remind(office: Office) -> None:
    """Let everybody be reminded who is to be now."""
    is_one = True
    while is_one:
        with office.room.workshop.open() as uow:
            is_one = remind_next(uow)


def test_games_that_are_due_at_once_are_reminded_of_with_one_deadline(office: Office) -> None:
    season = a_running_season(office.room, ("Ada", "Bob", "Cleo", "Dan", "Eve"), replace(SETTINGS, ruleset="kelasu/1"))
    office.room.clock.move(2 * DAY)

    remind(office)

    letter = office.letters("Eve")[-1]
    words = " ".join(text_of(letter).split())
    assert letter["Subject"] == "2 games are waiting for your turn"
    assert words.count("In each of them you have until Thursday 5 March 2026, 13:00 CET (Europe/Berlin).") == 1
    assert words.count("Time left when this was written: 1 day.") == 1
    assert html_of(letter).count("you have until") == 1
    mine = [game_id for game_id, first, _ in season.games() if first == "Eve"]
    assert len(mine) == 2
    for game_id in mine:
        assert f"/games/{game_id}" in text_of(letter)
        assert f"/games/{game_id}" in html_of(letter)
