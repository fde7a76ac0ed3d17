"""Answers to letters that time has overtaken: nothing of them is played, and each is told why and what is so now."""

from collections.abc import Iterator
from datetime import timedelta

import pytest

from corr.play.deadlines import enforce_next_deadline
from corr.players.reply_tokens import find_reply_target
from tests.mail.office import IDENTITY, Office, an_office
from tests.playing import STRICT, a_room
from tests.racing import together

HOUR = timedelta(hours=1)


@pytest.fixture
def office(database_url: str) -> Iterator[Office]:
    """A game in which Bob is due, with its post."""
    with a_room(database_url) as room:
        yield an_office(room, "B3-C3", agreed=STRICT)


def test_an_answer_to_an_old_letter_says_which_turn_it_was_for_and_shows_the_board(office: Office) -> None:
    address = office.reply_address("Bob")
    for text in ("I3-H3", "C3-D3"):
        office.game.play(text)

    assert office.answer("Bob", "I4-H4", recipient=address) == "stale"

    assert office.turns() == ["B3-C3", "I3-H3", "C3-D3"]
    assert "You answered the letter about turn 2; by now the game is at turn 4." in office.last_words()
    assert "| Turn 3, Blue: C3-D3" in office.last_words()
    assert "D . . . [B]" in office.last_words()


def test_the_answer_brings_a_fresh_reply_address(office: Office) -> None:
    address = office.reply_address("Bob")
    for text in ("I3-H3", "C3-D3"):
        office.game.play(text)
    office.answer("Bob", "I4-H4", recipient=address)

    fresh = office.reply_address("Bob")

    assert fresh != address
    assert office.answer("Bob", "I4-H4", recipient=fresh) == "played"


def test_an_answer_to_a_letter_that_is_too_old_gets_a_fresh_one_at_the_registered_address(office: Office) -> None:
    address = office.new_address("Bob")
    office.room.clock.move(timedelta(days=91))

    assert office.answer("Bob", "resign", recipient=address) == "expired"

    assert not office.game.view().is_over
    assert "That letter was too old to be answered. Nothing was played." in office.last_words()
    fresh = office.reply_address("Bob")
    with office.room.workshop.look() as reader:
        target = find_reply_target(reader, IDENTITY.reply.token(fresh))
    assert fresh != address
    assert target is not None
    assert (target.turn_number, target.is_expired) == (2, False)


@pytest.mark.parametrize("text", ["I3-H3", "offer draw", "help", "What a game!"])
def test_an_answer_to_a_finished_game_is_told_the_result(office: Office, text: str) -> None:
    address = office.reply_address("Bob")
    office.answer("Ada", "resign", recipient=office.new_address("Ada"))

    office.answer("Bob", text, recipient=address)

    assert "The game is over. Red won: Blue resigned." in office.last_words()
    assert office.turns() == ["B3-C3"]


def test_words_to_the_other_player_go_through_after_the_end(office: Office) -> None:
    address = office.reply_address("Bob")
    office.answer("Bob", "resign", recipient=address)

    assert office.answer("Bob", "say: Well played.", recipient=address) == "say"
    assert "Well played." in office.last_words("Ada")


def test_who_pressed_send_twice_is_told_that_it_was_done(office: Office) -> None:
    address = office.reply_address("Bob")
    office.answer("Bob", "I3-H3", recipient=address, mail_id="one")

    assert office.answer("Bob", "I3-H3", recipient=address, mail_id="two") == "repeated"

    assert office.turns() == ["B3-C3", "I3-H3"]
    assert "That turn had been played already." in office.last_words()
    assert "not played" not in office.last_words()


def test_who_changed_their_mind_is_told_what_was_played(office: Office) -> None:
    address = office.reply_address("Bob")
    office.answer("Bob", "I3-H3", recipient=address, mail_id="one")

    assert office.answer("Bob", "I4-H4", recipient=address, mail_id="two") == "stale"

    assert office.turns() == ["B3-C3", "I3-H3"]
    assert "You have already played turn 2: I3-H3." in office.last_words()


@pytest.mark.both_databases
def test_of_a_turn_on_the_page_and_one_by_mail_at_the_same_moment_one_is_played(office: Office) -> None:
    address = office.reply_address("Bob")
    order = office.game.order("I4-H4")

    office.store("From: bob@example.org\n\nI3-H3\n", address)

    def race(owner: str) -> bool:
        if owner == "worker 0":
            office.submit(order)
        else:
            office.understand_all()
        return False

    together(race, 2)

    played = office.turns()[1:]
    assert played in (["I3-H3"], ["I4-H4"])
    assert office.reasons() == (["played"] if played == ["I3-H3"] else ["stale"])
    if played == ["I4-H4"]:
        assert "You have already played turn 2: I4-H4." in office.last_words()


@pytest.mark.parametrize("is_mail_first", [True, False])
def test_around_the_deadline_one_thing_happens_and_the_answer_says_which(
    office: Office, *, is_mail_first: bool
) -> None:
    due_at = office.game.view().due_at
    assert due_at is not None
    address = office.new_address("Bob")
    office.room.clock.move(due_at - office.room.clock.now() - timedelta(seconds=1))
    if is_mail_first:
        office.store("From: bob@example.org\n\nI3-H3\n", address)
        office.room.clock.move(HOUR / 10)
    else:
        office.room.clock.move(HOUR / 10)
        office.store("From: bob@example.org\n\nI3-H3\n", address)

    with office.room.workshop.open() as uow:
        ended = enforce_next_deadline(uow)
    office.understand_all()

    assert (ended, office.turns()) == ((None, ["B3-C3", "I3-H3"]) if is_mail_first else (office.game.id, ["B3-C3"]))
    said = (
        "Your turn 2 was played." if is_mail_first else "The game was cancelled, because a first turn was never made."
    )
    assert said in office.last_words()


def test_a_stamp_of_our_own_mail_server_from_before_the_deadline_counts(office: Office) -> None:
    due_at = office.game.view().due_at
    assert due_at is not None
    address = office.new_address("Bob")
    stamp = due_at - HOUR
    office.room.clock.move(due_at + HOUR - office.room.clock.now())
    received = f"Received: from x.example.org by mx.play.example; {stamp:%a, %d %b %Y %H:%M:%S} +0000\n"

    with office.signed_by("mx.play.example"):
        office.arrive(f"{received}From: bob@example.org\n\nI3-H3\n", address, door="lmtp")

    assert office.reasons() == ["played"]


@pytest.mark.parametrize("door", ["smtp", "imap", "hook"])
def test_a_stamp_that_a_stranger_could_have_written_does_not_count(office: Office, door: str) -> None:
    due_at = office.game.view().due_at
    assert due_at is not None
    address = office.new_address("Bob")
    office.room.clock.move(due_at + HOUR - office.room.clock.now())
    received = f"Received: from x by mx.play.example; {due_at - HOUR:%a, %d %b %Y %H:%M:%S} +0000\n"

    with office.signed_by("mx.play.example"):
        office.arrive(f"{received}From: bob@example.org\n\nI3-H3\n", address, door=door)

    assert office.reasons() == ["late"]


@pytest.mark.parametrize("away", [timedelta(days=-6), timedelta(minutes=1)])
def test_a_stamp_that_cannot_be_true_does_not_count(office: Office, away: timedelta) -> None:
    due_at = office.game.view().due_at
    assert due_at is not None
    address = office.new_address("Bob")
    office.room.clock.move(due_at + HOUR - office.room.clock.now())
    stamp = office.room.clock.now() + away
    received = f"Received: from x.example.org by mx.play.example; {stamp:%a, %d %b %Y %H:%M:%S} +0000\n"

    with office.signed_by("mx.play.example"):
        office.arrive(f"{received}From: bob@example.org\n\nI3-H3\n", address, door="lmtp")

    assert office.reasons() == ["late"]


@pytest.mark.parametrize("date", ["Mon, 4 Jan 1999 10:00:00 +0000", "Mon, 4 Jan 2099 10:00:00 +0000", "yesterday"])
def test_the_date_that_a_mail_gives_itself_counts_for_nothing(office: Office, date: str) -> None:
    address = office.new_address("Bob")
    office.room.clock.move(timedelta(days=3, hours=1))

    office.arrive(f"Date: {date}\nFrom: bob@example.org\n\nI3-H3\n", address)

    assert office.reasons() == ["late"]
