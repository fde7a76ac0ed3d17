"""What an administrator has forbidden a player is forbidden by mail too, and whoever wrote it reads so."""

from collections.abc import Iterator

import pytest

from corr.store.tables.games import Challenge, Message, Offer
from corr.store.tables.moderation import SanctionKind
from tests.builders import forbid
from tests.mail.office import Office, an_office
from tests.mail.test_playing_by_mail import commands_of, finished, send
from tests.playing import a_room

DECIDED = "An administrator has decided that you cannot"


@pytest.fixture
def office(database_url: str) -> Iterator[Office]:
    with a_room(database_url) as room:
        made = an_office(room, "B3-C3")
        made.send_all()
        yield made


def forbidden(office: Office, kind: SanctionKind) -> None:
    ada, bob = office.game.players
    forbid(office.room, bob, kind, by=ada)


def test_words_with_a_turn_are_not_passed_on_and_the_turn_is_played(office: Office) -> None:
    forbidden(office, SanctionKind.WORDS)

    office.play("Bob", "I4-H4\n\nYou are an idiot, Ada, and so are all your friends.")

    assert office.room.count(Message) == 0
    assert f"{DECIDED} write messages" in office.last_words("bob")
    assert "idiot" not in office.last_text("ada")


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("offer kelasu 5d/turn", "make offers"),
        ("challenge Ada kelasu", "make challenges"),
        ("rematch", "make challenges"),
    ],
)
def test_nobody_is_asked_to_play_by_whom_that_is_forbidden(office: Office, text: str, what: str) -> None:
    to = commands_of(office)
    if text == "rematch":
        finished(office)
        to = office.new_address("Bob")
    forbidden(office, SanctionKind.OFFERS)

    send(office, text, to)

    assert f"{DECIDED} {what} for another 7 days." in office.last_words("bob")
    assert (office.room.count(Offer), office.room.count(Challenge)) == (0, 0)
