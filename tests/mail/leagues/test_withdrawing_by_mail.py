"""Leaving a season that runs, by answering a letter of a game: it is always asked first."""

from collections.abc import Iterator

import pytest

from tests.mail.leagues.seasons import a_season
from tests.mail.leagues.test_joining_by_mail import Club
from tests.mail.office import an_office
from tests.playing import a_room


@pytest.fixture
def club(database_url: str) -> Iterator[Club]:
    """A league that takes players."""
    with a_room(database_url) as room:
        office = an_office(room, "B3-C3")
        yield Club(office, a_season(room, office.game.players[0]))


def test_a_yes_in_answer_to_a_letter_of_a_game_withdraws_too(club: Club) -> None:
    club.start()
    club.office.answer("Bob", "leave summer-cup")

    assert club.office.answer("Bob", "yes", mail_id="first") == "confirm-withdrawal"
    assert club.office.answer("Bob", "yes", mail_id="second") != "confirm-withdrawal"
    assert club.entries.count("withdrawn") == 1


def test_a_turn_beside_it_is_played_at_once_and_the_withdrawal_asked_about(club: Club) -> None:
    club.start()

    assert club.office.answer("Bob", "I3-H3\n\nleave summer-cup", recipient=club.office.new_address("Bob")) == (
        "played"
    )

    assert " was played." in club.office.last_words()
    assert "Do you want to withdraw from Summer Cup, season 1?" in club.office.last_words()
    assert "withdrawn" not in club.entries
    assert club.office.answer("Bob", "yes") == "confirm-withdrawal"
