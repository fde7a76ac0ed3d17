"""A mail that ends whatever reads it: laid aside for a person, and its player told once."""

from collections.abc import Iterator

import pytest

from corr.mail.answering import gateway
from corr.mail.reading.child import ReaderKilledError
from corr.mail.reading.mail_facts import Reading
from corr.store.tables.games import Turn
from corr.store.tables.mails import Inbox
from tests.mail.office import IDENTITY, Office, an_office, text_of
from tests.playing import a_room


class Dying:
    """A reader that dies of every mail."""

    def read(self, raw: bytes, **_: object) -> Reading:  # noqa: ARG002
        """Die."""
        raise ReaderKilledError("time")


@pytest.fixture
def office(database_url: str) -> Iterator[Office]:
    """A game in which Bob is due, with its post."""
    with a_room(database_url) as room:
        yield an_office(room, "B3-C3")


def die_of(office: Office, raw: str, *, sender: str = "bob@example.org", address: str = "") -> None:
    """Let a mail come in that cannot be read."""
    office.store(raw, address or office.new_address("Bob"), sender)
    while gateway.understand_next(office.room.workshop, IDENTITY, Dying(), "reader"):
        pass


def test_it_is_laid_aside_and_the_log_asks_for_a_person(office: Office, caplog: pytest.LogCaptureFixture) -> None:
    die_of(office, "From: bob@example.org\n\nI3-H3\n")

    (row,) = office.room.rows(Inbox)
    assert (row["state"], row["reason"], row["player_id"]) == ("parked", "too-complex", office.game.players[1])
    assert office.room.count(Turn) == 1
    assert "mail 1 waits for a person: too-complex" in caplog.text


def test_whose_token_it_came_to_is_told_once(office: Office) -> None:
    address = office.reply_address("Bob")
    letters = len(office.letters("Bob"))

    for _ in range(3):
        die_of(office, "From: bob@example.org\n\nI3-H3\n", address=address)

    assert office.reasons() == ["too-complex", "duplicate", "duplicate"]
    assert len(office.letters("Bob")) == letters + 1
    assert "A mail for you could not be read." in text_of(office.letters("Bob")[-1])


def test_nobody_is_flooded_by_such_mails(office: Office) -> None:
    letters = len(office.letters("Bob"))

    for number in range(8):
        die_of(office, f"From: eve@example.org\n\nI3-H3 {number}\n")

    assert len(office.letters("Bob")) == letters + 5


def test_a_bounce_like_that_is_not_answered(office: Office) -> None:
    letters = len(office.letters("Bob"))

    die_of(office, "From: bob@example.org\n\nI3-H3\n", sender="")

    assert len(office.letters("Bob")) == letters


def test_one_to_no_game_is_laid_aside_too(office: Office) -> None:
    die_of(office, "From: bob@example.org\n\nI3-H3\n", address=IDENTITY.sender_address)

    assert [row["state"] for row in office.room.rows(Inbox)] == ["parked"]


def test_the_next_mail_is_read_as_ever(office: Office) -> None:
    die_of(office, "From: bob@example.org\n\nI3-H3\n")

    assert office.answer("Bob", "I4-H4") == "played"
