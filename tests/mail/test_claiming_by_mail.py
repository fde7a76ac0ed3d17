"""A game whose opponent’s time ran out, claimed by answering a letter."""

from collections.abc import Iterator
from datetime import timedelta

import pytest

from corr.core.pace import Late
from corr.mail.queues.inbox import claim_mail, park_mail
from corr.mail.reading.words.verdicts import VerdictRow
from corr.play.deadlines import enforce_next_deadline
from corr.store.tables.games import Game
from corr.store.tables.mails import HeldOrder
from tests.mail.asking import doubted
from tests.mail.office import IDENTITY, Office, an_office
from tests.playing import a_room, terms

TO_CLAIM = terms("3d/turn", late=Late.CLAIM, leave=False)


@pytest.fixture
def office(database_url: str) -> Iterator[Office]:
    """A game in which Bob’s time has run out, and Ada may claim it."""
    with a_room(database_url) as room:
        office = an_office(room, "B3-C3", "I3-H3", "C3-D3", agreed=TO_CLAIM)
        office.room.clock.move(timedelta(days=3, hours=1))
        with room.workshop.open() as uow:
            enforce_next_deadline(uow)
        yield office


def test_the_letter_says_how_and_the_word_ends_the_game(office: Office) -> None:
    assert "| claim ends the game: you win on time" in office.last_words("Ada")

    assert office.answer("Ada", "claim") == "claim"

    assert (office.game.view().reason, office.game.view().winner) == ("time", 0)
    assert "Blue won: Red’s time ran out." in office.last_words("Ada")
    assert "time" in office.last_words("Bob")


def test_a_claim_that_comes_again_ends_nothing_twice(office: Office) -> None:
    asked = office.reply_address("Ada")
    office.answer("Ada", "claim", recipient=asked, mail_id="first")
    office.answer("Ada", "I claim the game", recipient=asked, mail_id="second")

    assert [row["state"] for row in office.room.rows(Game)] == ["over"]
    assert office.room.events().count("time-claimed") == 1


def test_a_claim_in_doubt_waits_for_its_yes(office: Office) -> None:
    assert doubted(office, "Ada", "claim", VerdictRow.OTHER_WORDS) == "asked"
    assert not office.game.view().is_over

    assert office.answer("Ada", "yes") == "claim"
    assert office.game.view().winner == 0


@pytest.mark.both_databases
@pytest.mark.parametrize("is_known", [True, False])
def test_a_claim_waits_for_a_mail_that_came_before_it_and_not_for_itself(office: Office, *, is_known: bool) -> None:
    # One that comes to the address in From of all letters may be for any game.
    address = office.new_address("Bob") if is_known else IDENTITY.sender_address
    office.store("From: bob@example.org\n\nI4-H4\n", address)
    with office.room.workshop.open() as uow:
        bobs = claim_mail(uow, "another reader")
    assert bobs is not None
    assert office.answer("Ada", "claim") == "nothing-to-claim"
    assert "may still be on its way" in office.last_words("Ada")

    with office.room.workshop.open() as uow:
        park_mail(uow, bobs.id, "for-people")

    assert office.answer("Ada", "claim") == "claim"
    assert office.game.view().winner == 0


@pytest.mark.both_databases
def test_a_claim_in_doubt_is_too_late_once_the_other_player_has_played(office: Office) -> None:
    doubted(office, "Ada", "claim", VerdictRow.OTHER_WORDS)
    asked = office.reply_address("Ada")
    office.game.play("I4-H4")

    assert office.answer("Ada", "yes", recipient=asked) == "nothing-to-claim"
    assert not office.game.view().is_over


def test_where_nothing_can_be_claimed_that_is_said_at_once(database_url: str) -> None:
    with a_room(database_url) as room:
        office = an_office(room, "B3-C3", agreed=TO_CLAIM)

        assert doubted(office, "Ada", "claim", VerdictRow.OTHER_WORDS, recipient=office.new_address("Ada")) == (
            "nothing-to-claim"
        )
        assert "Bob has time left, so there is nothing to claim yet." in office.last_words("Ada")
        assert room.count(HeldOrder) == 0


def test_the_help_says_nothing_of_claiming_where_nothing_can_be_claimed(database_url: str) -> None:
    with a_room(database_url) as room:
        office = an_office(room, "B3-C3", agreed=TO_CLAIM)
        office.answer("Bob", "help")

        assert "| claim" not in office.last_words()


def test_the_help_says_how_to_claim_where_it_can_be_done(office: Office) -> None:
    office.answer("Ada", "help")

    assert "| claim ends the game: you win on time" in office.last_words("Ada")
