"""What is asked back in answers to letters of no game: leave, and parts in leagues."""

from collections.abc import Iterator

import pytest

from corr.mail.reading.words.verdicts import VerdictRow
from corr.store.tables.clocks import Leave
from corr.store.tables.mails import HeldOrder
from tests.mail.asking import doubted
from tests.mail.leagues.seasons import a_season
from tests.mail.leagues.test_joining_by_mail import Club
from tests.mail.office import an_office
from tests.playing import a_room


@pytest.fixture
def club(database_url: str) -> Iterator[Club]:
    """A league that takes players, about which Bob has a letter."""
    with a_room(database_url) as room:
        office = an_office(room, "B3-C3")
        club = Club(office, a_season(room, office.game.players[0]))
        club.ask()
        yield club


def test_leave_in_doubt_is_taken_by_one_word(club: Club) -> None:
    assert doubted(club.office, "Bob", "away 7d", VerdictRow.TAKEN_BACK) == "asked"
    assert club.office.room.count(Leave) == 0
    assert "This is what we read in your mail: | away 7d" in club.office.last_words()
    assert "Until you say yes, nothing is done." in club.office.last_words()

    assert club.office.answer("Bob", "yes") == "away"
    assert club.office.room.count(Leave) == 1


def test_a_second_yes_takes_no_second_leave(club: Club) -> None:
    doubted(club.office, "Bob", "away 7d", VerdictRow.TAKEN_BACK)
    asked = club.office.reply_address("Bob")
    club.office.answer("Bob", "yes", recipient=asked, mail_id="first")

    assert club.office.answer("Bob", "yes", recipient=asked, mail_id="second") == "repeated"
    assert club.office.room.count(Leave) == 1


def test_a_yes_in_doubt_is_asked_again(club: Club) -> None:
    doubted(club.office, "Bob", "away 7d", VerdictRow.TAKEN_BACK)

    assert doubted(club.office, "Bob", "yes", VerdictRow.OTHER_WORDS) == "unclear"

    assert [row["state"] for row in club.office.room.rows(HeldOrder)] == ["waiting"]
    assert club.office.answer("Bob", "yes") == "away"


@pytest.mark.both_databases
def test_a_league_in_doubt_is_the_one_of_the_answered_letter(club: Club) -> None:
    assert doubted(club.office, "Bob", "join", VerdictRow.OTHER_WORDS) == "asked"
    assert club.entries == []

    assert club.office.answer("Bob", "yes") == "join"
    assert len(club.entries) == 1
