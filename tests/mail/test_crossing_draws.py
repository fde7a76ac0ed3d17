"""Draw offers that cross a turn by email: the turn is played, the offer stands, and both are told."""

from collections.abc import Iterator

import pytest

from corr.play.endings import offer_draw, withdraw_draw
from corr.store.tables.mails import HeldOrder
from tests.mail.office import PROVED, Office, an_office
from tests.playing import DAY, STRICT, Room, a_room

pytestmark = pytest.mark.both_databases


@pytest.fixture
def office(database_url: str) -> Iterator[Office]:
    """A game in which Bob is due, with its post."""
    with a_room(database_url) as room:
        yield an_office(room, "B3-C3", agreed=STRICT)


def offer(office: Office, seat: int = 0) -> None:
    """Offer a draw on the page, a while after the last turn."""
    office.room.clock.move(DAY / 24)
    with office.room.workshop.open() as uow:
        offer_draw(uow, office.game.id, office.game.players[seat], "web")


def test_an_answer_to_an_older_letter_is_played_and_the_offer_stands(office: Office) -> None:
    before = office.reply_address("Bob")
    offer(office)
    office.send_all()

    assert office.answer("Bob", "I3-H3", recipient=before) == "played"

    assert (office.turns(), office.game.draw_offered_by()) == (["B3-C3", "I3-H3"], 0)
    told = "The email that you answered did not show Ada’s draw offer yet. So your turn does not decline it"
    assert told in office.last_words("Bob")
    assert "Ada offers you a draw. Reply with “accept draw” or “decline draw”" in office.last_words("Bob")
    assert (
        "Your draw offer still stands: Bob had not seen it when playing by email. Your next turn withdraws it."
        in office.last_words("Ada")
    )


def test_the_next_turn_of_its_maker_withdraws_an_offer_that_stood(office: Office) -> None:
    before = office.reply_address("Bob")
    offer(office)
    office.answer("Bob", "I3-H3", recipient=before)

    office.answer("Ada", "C3-D3")

    assert office.game.draw_offered_by() is None
    assert "Your turn withdrew your draw offer, which Bob had not seen in time." in office.last_words("Ada")
    assert "Ada’s last turn withdrew the draw offer." in office.last_words("Bob")
    assert [str(event.sentence) for event in office.game.view().events] == [
        "Blue offered a draw.",
        "Red had not seen the draw offer when playing by email, so it stayed open.",
        "Blue withdrew the draw offer by playing on.",
    ]


def test_an_offer_that_stood_can_still_be_accepted(office: Office) -> None:
    before = office.reply_address("Bob")
    offer(office)
    office.answer("Bob", "I3-H3", recipient=before)

    assert office.answer("Bob", "accept draw") == "accept-draw"

    assert office.game.view().reason == "agreement"


def test_an_answer_to_the_letter_with_the_offer_declines_it(office: Office) -> None:
    office.send_all()
    offer(office)

    assert office.answer("Bob", "I3-H3") == "played"

    assert office.game.draw_offered_by() is None
    assert "You declined the draw by playing on." in office.last_words("Bob")
    assert "Bob declined your draw offer by playing on." in office.last_words("Ada")


def test_a_turn_with_an_offer_that_crosses_an_offer_is_played(office: Office) -> None:
    before = office.reply_address("Bob")
    offer(office)

    assert office.answer("Bob", "I3-H3\noffer draw", recipient=before) == "played"

    assert (office.turns(), office.game.draw_offered_by()) == (["B3-C3", "I3-H3"], 0)
    assert "Blue has offered a draw: you can accept or decline it." in office.last_words("Bob")


def test_a_letter_about_an_earlier_offer_does_not_accept_the_next_one(office: Office) -> None:
    offer(office)
    about_first = office.reply_address("Bob")
    office.answer("Bob", "decline draw", recipient=about_first)
    office.game.play("I3-H3")
    office.game.play("C3-D3")
    offer(office)

    office.answer("Bob", "accept draw\n", recipient=about_first)

    assert not office.game.view().is_over


def test_an_offer_made_with_a_turn_outlives_it_and_the_letter_shows_it(office: Office) -> None:
    office.answer("Bob", "I3-H3\noffer draw")

    assert office.game.draw_offered_by() == 1
    office.answer("Ada", "C3-D3")
    assert office.game.draw_offered_by() is None
    assert "Ada declined your draw offer by playing on." in office.last_words("Bob")


def test_a_letter_about_a_message_shows_an_offer_too(office: Office) -> None:
    offer(office)
    office.send_all()
    office.answer("Ada", "say: Enough?", recipient=office.new_address("Ada"))

    assert "offers you a draw" in office.last_words("Bob")
    office.answer("Bob", "I3-H3")
    assert office.game.draw_offered_by() is None


def test_an_offer_withdrawn_before_the_turn_is_said_to_be_withdrawn(office: Office) -> None:
    offer(office)
    with office.room.workshop.open() as uow:
        withdraw_draw(uow, office.game.id, office.game.players[0], "web")

    office.answer("Bob", "I3-H3")

    assert "draw" not in office.answers()[-1]["title"]  # type: ignore[operator]  # a text
    assert [str(event.sentence) for event in office.game.view().events] == [
        "Blue offered a draw.",
        "Blue took the draw offer back.",
    ]


@pytest.mark.parametrize("proof", [PROVED, ""], ids=["proved", "unproved"])
def test_a_turn_that_wins_is_played_whatever_offer_stands_beside_it(database_url: str, proof: str) -> None:
    with a_room(database_url) as room:
        office = both_hide(room)

        raw = f"{proof}From: Ada <ada@example.org>\nSubject: Re\n\nB2\noffer draw\n"
        office.arrive(raw, office.reply_address("Ada"), "ada@example.org")

        assert (office.reasons()[-1], office.turns()[-1], office.game.view().winner) == ("played", "B2", 0)
        assert "offer draw: The game is over, so no draw is offered." in office.last_words("Ada")
        assert room.rows(HeldOrder) == []


def test_no_question_about_a_turn_and_an_offer_tells_what_is_hidden(database_url: str) -> None:
    with a_room(database_url) as room:
        office = both_hide(room)

        outcomes = [office.answer("Ada", f"{search}?\noffer draw") for search in ("C3", "B2")]

        assert outcomes == ["asked", "asked"]
        assert office.answer("Ada", "yes") == "played"
        assert office.game.view().winner == 0


def both_hide(room: Room) -> Office:
    """A game in which Bob hides on B2, and Ada is to search."""
    office = an_office(room, ruleset="hide/1")
    office.answer("Ada", "hide A1")
    office.answer("Bob", "hide B2")
    return office
