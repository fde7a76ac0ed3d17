"""The letter about a day of leave that began by itself."""

from collections.abc import Iterator
from datetime import timedelta

import pytest

from corr.clocks.take_leave import begin_automatic_leave, lock_leaves
from corr.play.deadlines import enforce_next_deadline
from tests.mail.office import Office, an_office, html_of
from tests.playing import DAY, a_room


@pytest.fixture
def office(database_url: str) -> Iterator[Office]:
    """A game in which Bob is due, with its post."""
    with a_room(database_url) as room:
        yield an_office(room, "B3-C3")


def begin(office: Office) -> None:
    due_at = office.game.seats()[1]["due_at"]
    office.room.clock.move(due_at + timedelta(seconds=10) - office.room.clock.now())
    with office.room.workshop.open() as uow:
        assert begin_automatic_leave(uow, *lock_leaves(uow, office.game.players[1]), due_at)


def test_it_says_until_when_and_which_games_wait(office: Office) -> None:
    begin(office)

    letter = office.letters("Bob")[-1]
    told = office.last_words()
    assert letter["Subject"] == "A day of leave was used for you"
    assert "A day of leave was used for you, so no game was lost." in told
    assert "You are on leave until Friday 6 March 2026, 13:59 CET (Europe/Berlin)" in told
    assert "You have 9 days of leave left." in told
    assert "This game is waiting for your turn:" in told
    assert f"/games/{office.game.id}" in told
    assert "A day of leave was used for you" in html_of(letter)
    assert "A turn that you make on leave adds no time" in " ".join(told.split())
    assert "A turn that you make on leave adds no time" in html_of(letter)


def test_it_can_be_answered_with_back(office: Office) -> None:
    begin(office)
    deadline = office.game.seats()[1]["due_at"]

    assert office.answer("Bob", "back") == "back"

    assert office.game.seats()[1]["due_at"] < deadline
    assert "You are back." in office.last_words()


def test_it_is_sent_though_the_turn_was_made_meanwhile_since_it_cost_a_day(office: Office) -> None:
    begin(office)
    office.room.clock.move(DAY / 2)
    office.game.play("I3-H3")

    told = office.last_words()

    assert "You have 9 days of leave left." in told
    assert "waiting for your turn" not in told


def test_of_a_month_of_such_days_the_last_letter_tells_the_last_few(sqlite_url: str) -> None:
    with a_room(sqlite_url) as room:
        office = an_office(room, "B3-C3")
        room.clock.move(30 * DAY)
        while not office.game.view().is_over:
            with room.workshop.open() as uow:
                enforce_next_deadline(uow)

        words = office.last_words().replace("| ", "")

    assert words.count("so a day of leave began by itself") == 5
    assert words.count("Red never made a first turn.") == 1
