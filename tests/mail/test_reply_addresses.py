"""Reply addresses as they come back, and mails that reach more than one of them."""

import smtplib
from collections.abc import Iterator

import pytest

from tests.mail.listener import a_listener
from tests.mail.office import IDENTITY, Office, an_office, understand_next
from tests.playing import Room, a_room, another_game

TOKEN = "abcdefghijklmnopqrstuvwxyz"


@pytest.fixture
def room(sqlite_url: str) -> Iterator[Room]:
    """A service on an empty database."""
    with a_room(sqlite_url) as room:
        yield room


def deliver(room: Room, recipients: list[str], text: str) -> None:
    """Let one mail of Bob come in over the wire and be understood."""
    raw = f"From: bob@example.org\r\nMessage-ID: <one@example.org>\r\n\r\n{text}\r\n".encode()
    with a_listener(room.workshop) as port, smtplib.SMTP("127.0.0.1", port) as client:
        client.sendmail("bob@example.org", recipients, raw)
    while understand_next(room):
        pass


@pytest.mark.parametrize(
    "spelled",
    [
        "r+{}@play.example",
        "R+{}@PLAY.EXAMPLE",
        "<r+{}@play.example>",
        " r+{}@play.example\t",
        "r+{}@play.example.",
        '"r+{}"@play.example',
        "r=2B{}@play.example",
    ],
)
def test_a_token_is_found_however_its_address_comes_back(spelled: str) -> None:
    assert IDENTITY.reply.token(spelled.format(TOKEN)) == TOKEN
    assert IDENTITY.reply.token(spelled.format(TOKEN.upper())) == TOKEN


@pytest.mark.parametrize("address", ["r+{}x{}@play.example", "r+{}@play.example.org", "x r+{}@play.example", "r+{}"])
def test_what_is_no_reply_address_holds_no_token(address: str) -> None:
    assert IDENTITY.reply.token(address.format(TOKEN, TOKEN)) == ""


def test_a_recipient_in_capitals_plays_the_turn(room: Room) -> None:
    office = an_office(room, "B3-C3")

    deliver(room, [office.reply_address("Bob").upper()], "I3-H3")

    assert office.reasons() == ["played"]


def test_a_mail_to_two_games_is_handled_once_for_each(room: Room) -> None:
    office = an_office(room, "B3-C3")
    first = office.reply_address("Bob")
    other = Office(another_game(room, office.game.players, "B3-C3", ruleset="kelasu/1"))

    deliver(room, [first, other.reply_address("Bob")], "I3-H3")

    assert office.reasons() == ["played", "played"]
    assert (office.game.view().turn_number, other.game.view().turn_number) == (3, 3)
    assert len(office.answers()) == 2


def test_the_address_that_letters_come_from_takes_mail(room: Room) -> None:
    an_office(room, "B3-C3")

    with a_listener(room.workshop) as port, smtplib.SMTP("127.0.0.1", port) as client:
        client.ehlo()
        client.mail("eve@example.org")

        assert client.rcpt("Game@play.example")[0] == 250
