"""What a mail does whose sender our own mail server can neither prove nor disprove."""

from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from corr.store.tables.clocks import Leave
from corr.store.tables.games import Game, Message
from corr.store.tables.mails import HeldOrder
from tests.mail.office import PROVED, Office, an_office, html_of
from tests.playing import a_room

BOB = "From: Bob <bob@example.org>\n"
UNSURE = "We cannot be sure that the mail is from you, so we ask you first."


@pytest.fixture
def office(database_url: str) -> Iterator[Office]:
    """A game in which Bob is due, with its post."""
    with a_room(database_url) as room:
        yield an_office(room, "B3-C3")


@dataclass(frozen=True)
class Done:
    """What of a mail of Bob's was done."""

    turn: bool = False
    draw: bool = False
    leave: bool = False
    words: bool = False


def done(office: Office) -> Done:
    """What was done so far."""
    room = office.room
    return Done(
        turn=office.turns() == ["B3-C3", "I3-H3"],
        draw=room.rows(Game)[0]["draw_offer"] == 1,
        leave=room.count(Leave) == 1,
        words=room.count(Message) == 1,
    )


@dataclass(frozen=True)
class Case:
    """A mail of Bob's, and what becomes of it without a proof."""

    text: str
    code: str
    at_once: Done
    later: Done = Done()
    """What is done only after a yes."""


TABLE = [
    Case("I3-H3", "played", Done(turn=True)),
    Case("I3-H3\n\nsay: Well played!", "played", Done(turn=True, words=True)),
    Case("I3-H3\n\nThank you for the cake.", "played", Done(turn=True, words=True)),
    Case("I3-H3\noffer draw", "played", Done(turn=True), Done(draw=True)),
    Case("I3-H3\noffer draw\n\nsay: What do you think?", "played", Done(turn=True, words=True), Done(draw=True)),
    Case("I3-H3\naway 7d", "played", Done(turn=True), Done(leave=True)),
    Case("I3-H3\noffer draw\naway 7d", "played", Done(turn=True), Done(draw=True, leave=True)),
    Case("offer draw", "asked", Done(), Done(draw=True)),
    Case("offer draw\n\nsay: What do you think?", "asked", Done(), Done(draw=True, words=True)),
    Case("away 7d", "asked", Done(), Done(leave=True)),
    Case("say: Well played!", "asked", Done(), Done(words=True)),
    Case("say: Well played!\n\naway 7d", "asked", Done(), Done(leave=True, words=True)),
]


def _both(first: Done, second: Done) -> Done:
    return Done(
        turn=first.turn or second.turn,
        draw=first.draw or second.draw,
        leave=first.leave or second.leave,
        words=first.words or second.words,
    )


def write(office: Office, text: str, proof: str = "", recipient: str = "") -> str:
    """Let a mail from Bob's address arrive; what became of it."""
    office.arrive(f"{proof}{BOB}Subject: {text[:9]!r}\n\n{text}\n", recipient or office.new_address("Bob"))
    return office.reasons()[-1]


@pytest.mark.both_databases
@pytest.mark.parametrize("case", TABLE, ids=lambda case: case.text.replace("\n", "_"))
def test_turns_are_played_and_what_else_stands_in_the_players_name_is_asked(office: Office, case: Case) -> None:
    assert write(office, case.text) == case.code
    assert done(office) == case.at_once
    assert office.room.count(HeldOrder) == (case.later != Done())
    if case.later == Done():
        return
    assert UNSURE in office.last_words()
    assert UNSURE in " ".join(html_of(office.letters("Bob")[-1]).split())

    write(office, "yes", recipient=office.reply_address("Bob"))
    write(office, "confirm", recipient=office.reply_address("Bob"))

    assert done(office) == _both(case.at_once, case.later)


@pytest.mark.parametrize("case", TABLE, ids=lambda case: case.text.replace("\n", "_"))
def test_with_a_proof_nothing_is_asked(office: Office, case: Case) -> None:
    write(office, case.text, PROVED)

    assert done(office) == _both(case.at_once, case.later)
    assert office.room.count(HeldOrder) == 0


def test_a_question_about_words_alone_names_only_them(office: Office) -> None:
    write(office, "say: Well played!")

    letter = office.last_words()
    assert "Do you mean this? These words would be passed on to Ada: | Well played! Nothing has been done" in letter
    assert "| yes passes them on" in letter


def test_a_no_drops_what_was_asked_beside_a_turn_and_not_the_turn(office: Office) -> None:
    write(office, "I3-H3\noffer draw")

    assert write(office, "no", recipient=office.reply_address("Bob")) == "reject"

    assert done(office) == Done(turn=True)


def test_the_question_beside_a_turn_says_what_was_not_done_and_how_to_do_it(office: Office) -> None:
    write(office, "I3-H3\noffer draw\n\nsay: What do you think?")

    words = office.last_words()
    assert " was played." in words
    assert f"The rest has not been done yet. {UNSURE}" in words
    assert "offer draw" in words
    assert "yes does it" in words
    assert "no drops it" in words
    assert "Or reply with another turn" not in words
    assert "This is what Ada is told:" in words


def test_ending_leave_is_asked_too(office: Office) -> None:
    write(office, "away 7d", PROVED)
    before = office.game.seats()[1]["due_at"]

    assert write(office, "back") == "asked"
    assert office.game.seats()[1]["due_at"] == before

    write(office, "yes", recipient=office.reply_address("Bob"))
    assert office.game.seats()[1]["due_at"] < before


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("away 99d", "You have 10 days of leave, and that would take 99 days"),
        ("back", "You are not on leave"),
        ("say: " + "x" * 3000, "Nothing was passed on to the other player."),
    ],
)
def test_what_cannot_be_done_is_told_at_once(office: Office, text: str, why: str) -> None:
    write(office, text)

    assert why in office.last_words()
    assert office.room.count(HeldOrder) == 0


def test_words_beside_a_turn_that_was_played_before_are_asked(office: Office) -> None:
    address = office.new_address("Bob")
    write(office, "I3-H3", recipient=address)

    assert write(office, "I3-H3\n\nsay: I am an idiot.", recipient=address) == "repeated"

    assert done(office) == Done(turn=True)
    assert "I am an idiot." in office.last_words()
    write(office, "yes", recipient=office.reply_address("Bob"))
    assert done(office) == Done(turn=True, words=True)


def test_beside_a_turn_that_is_refused_only_leave_is_asked(office: Office) -> None:
    write(office, "I3-A9\noffer draw\naway 7d\n\nsay: Hello there!")

    assert done(office) == Done()
    words = office.last_words()
    assert "Your turn was not played." in words
    assert "Hello there!" in words
    write(office, "yes", recipient=office.reply_address("Bob"))
    assert done(office) == Done(leave=True)


def test_words_in_answer_to_a_question_go_with_its_yes(office: Office) -> None:
    write(office, "offer draw")

    write(office, "yes\n\nsay: Shall we?", recipient=office.reply_address("Bob"))

    assert done(office) == Done(draw=True, words=True)
