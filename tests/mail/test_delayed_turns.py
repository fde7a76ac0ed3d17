"""A turn beside other words: it is played an hour after the letter that says so, unless its writer says no."""

from collections.abc import Iterator
from datetime import timedelta

import pytest
from sqlalchemy import update

from corr.clocks.outages import credit_next
from corr.clocks.reminders import remind_next
from corr.mail.letters.transport import RelayError
from corr.mail.reading.words.verdicts import VerdictRow
from corr.play.endings import offer_draw, resign
from corr.store.base import table
from corr.store.tables.games import Game, Message, Turn
from corr.store.tables.mails import HeldOrder
from corr.store.tables.player_accounts import Player
from tests.living import BOTH, alive
from tests.mail.asking import doubted
from tests.mail.delaying import CHATTY, HOUR, MINUTE, delay, delay_unsent, fates, tick
from tests.mail.office import Office, an_office, html_of, text_of
from tests.playing import STRICT, a_room, terms


@pytest.fixture
def office(database_url: str) -> Iterator[Office]:
    """A game in which Bob is due, with its post."""
    with a_room(database_url) as room:
        yield an_office(room, "B3-C3", agreed=STRICT)


@pytest.fixture
def untimed(database_url: str) -> Iterator[Office]:
    """The same without a time limit."""
    with a_room(database_url) as room:
        yield an_office(room, "B3-C3", agreed=terms("untimed"))


@pytest.mark.both_databases
def test_it_is_played_an_hour_after_its_letter(office: Office) -> None:
    assert delay(office) == "delayed"

    office.room.clock.move(59 * MINUTE)
    assert tick(office.room) == 0
    assert office.turns() == ["B3-C3"]
    office.room.clock.move(MINUTE)
    assert tick(office.room) == 1

    assert office.turns() == ["B3-C3", "I3-H3"]
    assert fates(office) == ["played"]
    assert [row["orders"] for row in office.room.rows(HeldOrder)] == ["{}"]


def test_the_letter_begins_with_when_it_is_played_and_how_to_stop_that(office: Office) -> None:
    delay(office)

    told = office.last_words()
    assert "I3-H3 will be played for you at 15:00 CET (Europe/Berlin)." in told
    assert "These words for Ada go with it: | My dog is ill. Answer “no” to stop it, “yes” to play it now:" in told
    assert told.count("to stop it") == 1
    assert "drops it" not in told
    assert "will be played for you at 15:00 CET" in html_of(office.letters("Bob")[-1])


def test_the_moment_in_the_letter_is_an_hour_after_it_goes_out(office: Office) -> None:
    delay_unsent(office)
    office.room.clock.move(5 * HOUR + timedelta(seconds=10))

    assert "will be played for you at 20:01 CET" in office.last_words()
    (row,) = office.room.rows(HeldOrder)
    assert row["plays_at"] == row["received_at"] + 6 * HOUR + MINUTE


def test_a_letter_that_has_to_be_tried_again_tells_the_later_moment(office: Office) -> None:
    delay_unsent(office)
    office.transport.fault = RelayError("out of order")
    office.send_all()
    office.room.clock.move(3 * HOUR)
    office.transport.fault = None

    assert "will be played for you at 18:00 CET" in office.last_words()


def test_when_it_is_played_its_writer_and_the_other_player_are_told(office: Office) -> None:
    delay(office)
    letters = len(office.letters("Ada"))
    office.room.clock.move(HOUR)
    tick(office.room)

    assert "Your turn 2 was played. | I3-H3" in office.last_words()
    assert "This is what Ada is told: | My dog is ill." in office.last_words()
    assert "It is your turn against Bob." in office.last_words("Ada")
    assert "My dog is ill." in office.last_words("Ada")
    assert len(office.letters("Ada")) == letters + 1
    assert office.room.count(Message) == 1


def test_it_counts_from_when_the_mail_came(office: Office) -> None:
    delay(office)
    office.room.clock.move(HOUR)
    tick(office.room)

    assert office.room.rows(Turn)[-1]["received_at"] == office.room.rows(HeldOrder)[0]["received_at"]


def test_an_offer_of_a_draw_waits_with_it(office: Office) -> None:
    delay(office, "I3-H3\noffer draw\n\nMy dog is ill.", is_proved=True)
    assert "This goes with it: | offer draw" in office.last_words()
    before = office.room.rows(Game)[0]["draw_offer"]
    office.room.clock.move(HOUR)
    tick(office.room)

    assert before is None
    assert office.room.rows(Game)[0]["draw_offer"] == 1


def test_an_offer_of_a_draw_that_came_after_the_letter_stands(office: Office) -> None:
    delay(office)
    with office.room.workshop.open() as uow:
        offer_draw(uow, office.game.id, office.game.players[0], "web")
    office.room.clock.move(HOUR)
    tick(office.room)

    assert office.turns() == ["B3-C3", "I3-H3"]
    assert office.room.rows(Game)[0]["draw_offer"] == 0


def test_what_cannot_be_played_anyway_is_refused_at_once(office: Office) -> None:
    assert delay(office, "I3-E3\n\nMy dog is ill.") == "illegal"

    assert fates(office) == []


def test_a_fourth_within_an_hour_is_asked_about(office: Office) -> None:
    codes = []
    for _ in range(4):
        codes.append(delay(office))
        office.answer("Bob", "no")

    assert codes == ["delayed"] * 3 + ["asked"]


def test_its_letter_does_not_count_as_an_answer(office: Office) -> None:
    for _ in range(20):
        office.answer("Bob", "board")
    letters = len(office.letters("Bob"))

    assert delay(office) == "delayed"

    assert len(office.letters("Bob")) == letters + 1


def test_without_a_letter_it_waits_for_the_deadline(office: Office) -> None:
    delay_unsent(office)
    office.room.clock.move(timedelta(days=2, hours=23, minutes=59))
    assert tick(office.room) == 0
    office.room.clock.move(MINUTE)

    assert tick(office.room) == 1
    assert office.turns() == ["B3-C3", "I3-H3"]


@pytest.mark.both_databases
def test_without_a_letter_and_a_deadline_it_becomes_a_question(untimed: Office) -> None:
    delay_unsent(untimed)
    untimed.room.clock.move(59 * MINUTE)
    assert tick(untimed.room) == 0
    untimed.room.clock.move(MINUTE)

    assert tick(untimed.room) == 1
    assert fates(untimed) == ["waiting"]
    assert "Do you mean this? This is what we read in your mail: | I3-H3" in untimed.last_words()
    untimed.room.clock.move(2 * HOUR)
    assert tick(untimed.room) == 0
    assert untimed.answer("Bob", "yes") == "played"


@pytest.mark.both_databases
def test_after_an_outage_the_hour_begins_anew(office: Office) -> None:
    alive(office.room, "one", BOTH)
    delay(office)
    office.room.clock.move(2 * HOUR)
    assert tick(office.room) == 0
    alive(office.room, "two", BOTH)
    with office.room.workshop.open() as uow:
        while credit_next(uow):
            pass
    for _ in range(59):
        office.room.clock.move(MINUTE)
        alive(office.room, "two", BOTH)
        assert tick(office.room) == 0

    office.room.clock.move(MINUTE)
    alive(office.room, "two", BOTH)
    assert tick(office.room) == 1
    assert office.turns() == ["B3-C3", "I3-H3"]


def test_while_it_waits_nobody_is_reminded(office: Office) -> None:
    delay_unsent(office)
    office.room.clock.move(timedelta(days=2, hours=1))

    with office.room.workshop.open() as uow:
        assert remind_next(uow) is False
    assert office.answer("Bob", "no") == "reject"
    with office.room.workshop.open() as uow:
        assert remind_next(uow) is True


def test_a_game_that_ends_meanwhile_overtakes_it_and_its_writer_is_told(office: Office) -> None:
    delay(office)
    with office.room.workshop.open() as uow:
        resign(uow, office.game.id, office.game.players[0], "web")

    assert tick(office.room) == 1
    assert fates(office) == ["overtaken"]
    assert office.turns() == ["B3-C3"]
    assert "Your turn was not played." in " ".join(map(text_of, office.letters("Bob")[-2:]))


def test_one_of_an_account_that_was_closed_meanwhile_is_not_played(office: Office) -> None:
    delay(office)
    players = table(Player)
    with office.room.workshop.open() as uow:
        bob = players.c.id == office.game.players[1]
        uow.connection.execute(update(players).where(bob).values(closed_at=uow.now))
    office.room.clock.move(HOUR)

    assert tick(office.room) == 1
    assert (fates(office), office.turns()) == (["overtaken"], ["B3-C3"])
    assert office.room.count(Message) == 0


def test_the_history_does_not_mention_it(office: Office) -> None:
    delay(office)

    assert office.room.events() == []


def test_a_turn_that_is_in_doubt_is_still_asked_about(office: Office) -> None:
    assert doubted(office, "Bob", CHATTY, VerdictRow.QUESTION) == "asked"

    office.room.clock.move(2 * HOUR)
    assert tick(office.room) == 0
