"""Answers to digests and to test letters."""

from collections.abc import Iterator
from datetime import timedelta

import pytest

from corr.players.reply_tokens import find_account_target
from corr.store.tables.mails import AccountToken, Outbox
from tests.mail.office import IDENTITY, Office, an_office
from tests.playing import a_room
from tests.posting import mint_account_token

BOB = "From: Bob <bob@example.org>\n"


@pytest.fixture
def office(database_url: str) -> Iterator[Office]:
    """A game in which Bob is due, with its post."""
    with a_room(database_url) as room:
        yield an_office(room, "B3-C3")


def address(office: Office, purpose: str) -> str:
    """The reply address of a letter to Bob that belongs to no game."""
    letter = office.room.rows(Outbox)[-1]["id"]
    with office.room.workshop.open() as uow:
        return IDENTITY.reply.address(mint_account_token(uow, office.game.players[1], purpose, letter))


def is_answered(office: Office) -> bool:
    """Whether an answer to the letter was noted."""
    return office.room.rows(AccountToken)[-1]["answered_at"] is not None


def test_an_answer_to_a_test_letter_completes_the_round_trip(office: Office) -> None:
    office.arrive(f"{BOB}\nIt works!\n", address(office, "test"))

    assert office.reasons() == ["test"]
    assert is_answered(office)
    assert "The round trip is complete." in office.last_words()


@pytest.mark.parametrize(
    ("head", "reason"),
    [
        ("From: Eve <eve@example.org>\n", "stranger"),
        (f"{BOB}Auto-Submitted: auto-replied\n", "auto-reply"),
        (f"{BOB}List-Id: <x.y>\n", "list"),
        ("", "no-author"),
    ],
)
def test_nobody_else_and_no_robot_completes_it(office: Office, head: str, reason: str) -> None:
    letters = len(office.letters("Bob"))

    office.arrive(f"{head}Subject: x\n\nIt works!\n", address(office, "test"))

    assert office.reasons() == [reason]
    assert not is_answered(office)
    assert len(office.letters("Bob")) == letters


def test_a_test_letter_that_is_too_old_is_said_to_be(office: Office) -> None:
    recipient = address(office, "test")
    office.room.clock.move(timedelta(days=91))

    office.arrive(f"{BOB}\nIt works!\n", recipient)

    assert office.reasons() == ["expired"]
    assert not is_answered(office)
    assert "That test letter is too old." in office.last_words()


@pytest.mark.parametrize("text", ["I3-H3", "resign", "Hello!"])
def test_a_digest_cannot_be_answered_with_a_turn_and_the_answer_says_so(office: Office, text: str) -> None:
    office.arrive(f"{BOB}\n{text}\n", address(office, "digest"))

    assert office.reasons() == ["digest"]
    assert "A digest cannot be answered with a turn." in office.last_words()
    assert f"Kelasu against Ada: your turn, 3 days left {IDENTITY.url}/games/{office.game.id}" in office.last_words()
    assert office.game.view().turn_number == 2
    assert not office.game.view().is_over


def test_a_token_is_known_in_capitals_too(office: Office) -> None:
    token = IDENTITY.reply.token(address(office, "digest"))

    with office.room.workshop.look() as reader:
        found = find_account_target(reader, token.upper())
        assert find_account_target(reader, "\0" * 200) is None

    assert found is not None
    assert (found.player_id, found.purpose, found.is_test) == (office.game.players[1], "digest", False)
