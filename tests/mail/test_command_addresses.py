"""The address for commands: told in the first letter and on request, and replaced once others have seen it."""

from collections.abc import Iterator

import pytest

from corr.mail.inbound.intake import find_recipients
from corr.players.reply_tokens import renew_command_address
from tests.mail.office import IDENTITY, PROVED, Office, an_office
from tests.mail.test_playing_by_mail import commands_of, send, words_of
from tests.playing import a_room


@pytest.fixture
def office(database_url: str) -> Iterator[Office]:
    with a_room(database_url) as room:
        yield an_office(room, "B3-C3")


def test_a_new_address_for_commands_replaces_the_one_before(office: Office) -> None:
    before = commands_of(office)
    with office.room.workshop.open() as uow:
        renew_command_address(uow, office.game.players[1])
        found = find_recipients(uow, IDENTITY, [before])
    office.answer("Bob", "help", recipient=office.new_address("Bob"))

    assert found == {before: None}
    assert commands_of(office) != before


def test_an_address_for_commands_that_others_have_seen_is_replaced(office: Office) -> None:
    before = commands_of(office)
    raw = f"{PROVED}From: <bob@example.org>\nTo: {before}\nCc: eve@example.net\nMessage-ID: <1@x.org>\n\noffers\n"

    office.arrive(raw, before)

    with office.room.workshop.look() as reader:
        assert find_recipients(reader, IDENTITY, [before]) == {before: None}
    assert "you have a new one" in office.last_words("bob")
    assert commands_of(office) not in {"", before}


def test_the_address_for_commands_stands_in_the_first_letter_and_in_the_answer_to_help_alone(office: Office) -> None:
    office.answer("Bob", "board", recipient=office.new_address("Bob"))
    office.answer("Bob", "help", recipient=office.new_address("Bob"))
    office.answer("Bob", "I3-H3", recipient=office.new_address("Bob"))
    office.game.play("C3-D3")

    told = ["Keep it to yourself" in words_of(letter) for letter in office.letters("bob")]

    assert told == [True, False, True, False, False]


def test_help_at_the_address_for_commands_tells_it(office: Office) -> None:
    address = commands_of(office)

    send(office, "help", address)

    assert office.last_text("bob").rstrip().endswith(address)
