"""A yes or a no to a letter that asks, with something else beside it: both are done, or it is said what was not."""

from collections.abc import Iterator
from datetime import timedelta

import pytest

from corr.mail.reading.words.verdicts import VerdictRow
from corr.play.endings import offer_draw
from corr.store.tables.clocks import Leave
from corr.store.tables.mails import HeldOrder, Inbox
from tests.mail.asking import doubted
from tests.mail.office import PROVED, Office, an_office
from tests.playing import a_room

OPEN = "still waits for a yes or a no."
REST = "The rest of your mail was not done either."


@pytest.fixture
def office(database_url: str) -> Iterator[Office]:
    """A game in which Bob is due, with its post."""
    with a_room(database_url) as room:
        yield an_office(room, "B3-C3")


def states(office: Office) -> list[str]:
    """What became of everything that was held, in order."""
    return [str(row["state"]) for row in office.room.rows(HeldOrder)]


@pytest.mark.parametrize(
    ("text", "done"),
    [
        ("yes\noffer draw", "offer draw:"),
        ("offer draw\nyes", "offer draw:"),
        ("Hi,\n\nyes\n\noffer draw\n\nThanks,\nBob", "offer draw:"),
        ("yes\naway 3 days", "away: You are on leave"),
        ("confirm\nboard", "board: The board is below."),
        ("yes\nI3-H3", ""),
        ("yes\nI3 - H3\naway 3 days", "away: You are on leave"),
    ],
)
def test_a_yes_and_what_stands_beside_it_are_both_done(office: Office, text: str, done: str) -> None:
    doubted(office, "Bob", "I3-H3")

    assert office.answer("Bob", text) == "played"

    assert office.turns() == ["B3-C3", "I3-H3"]
    assert states(office) == ["confirmed"]
    assert " was played." in office.last_words()
    assert done in office.last_words()


@pytest.mark.parametrize(
    "text",
    [
        "yes\nI4-H4", "I4-H4\nyes", "yes\nresign", "yes\noffer draw\nI was not sure about it.",
        "yes\n\nno\n\noffer draw", "yes\nclaim",
    ],
)  # fmt: skip
def test_where_not_both_can_be_meant_nothing_is_done_and_the_question_stays(office: Office, text: str) -> None:
    doubted(office, "Bob", "I3-H3")

    assert office.answer("Bob", text) == "unclear"

    assert office.turns() == ["B3-C3"]
    assert states(office) == ["waiting"]
    assert OPEN in office.last_words()
    assert REST in office.last_words()
    assert office.answer("Bob", "yes") == "played"


@pytest.mark.parametrize("text", ["yes\nI3-H3\nresign", "Hm. What was that?", ""])
def test_an_answer_in_which_nothing_is_clear_says_that_the_question_stays(office: Office, text: str) -> None:
    doubted(office, "Bob", "I3-H3")

    assert office.answer("Bob", text) in {"unclear", "nothing-found", "empty"}

    assert states(office) == ["waiting"]
    assert OPEN in office.last_words()


@pytest.mark.parametrize("text", ["I3-H3\nresign", "yes\nI3-H3\nresign", "Hm. What was that?", ""])
@pytest.mark.parametrize("proof", [PROVED, ""])
def test_the_letter_that_says_that_a_question_waits_takes_the_yes(office: Office, text: str, proof: str) -> None:
    doubted(office, "Bob", "I3-H3")

    office.arrive(f"{proof}From: <bob@example.org>\n\n{text}\n", office.reply_address("Bob"))

    assert OPEN in office.last_words()
    assert "This is what we asked about: | I3-H3" in office.last_words()
    assert "yes plays it" in office.last_words()
    assert "/account/mails/1/held" in office.last_words()
    office.arrive(f"{proof}From: <bob@example.org>\n\nyes\n", office.reply_address("Bob"))
    assert office.turns() == ["B3-C3", "I3-H3"]


@pytest.mark.both_databases
def test_a_draw_that_was_asked_back_and_leave_are_both_done(office: Office) -> None:
    doubted(office, "Bob", "offer draw", VerdictRow.OTHER_WORDS)

    office.answer("Bob", "yes\naway 3 days")

    assert states(office) == ["confirmed"]
    assert "offer draw: You have offered a draw." in office.last_words()
    assert "away: You are on leave" in office.last_words()


def test_a_turn_is_not_smuggled_in_beside_a_yes_to_something_else(office: Office) -> None:
    doubted(office, "Bob", "offer draw", VerdictRow.OTHER_WORDS)
    office.room.clock.move(timedelta(hours=5))

    assert office.answer("Bob", "yes\nI3-H3") == "unclear"
    assert office.turns() == ["B3-C3"]


def test_leave_beside_a_yes_begins_when_it_was_asked_for(office: Office) -> None:
    doubted(office, "Bob", "I3-H3")
    office.room.clock.move(timedelta(hours=5))

    office.answer("Bob", "yes\naway 3 days")

    (leave,) = office.room.rows(Leave)
    assert leave["begins_at"] == office.room.clock.now()


def test_a_no_beside_something_else_says_what_was_not_done(office: Office) -> None:
    doubted(office, "Bob", "I3-H3")

    office.answer("Bob", "no\n\naway 3 days")

    assert REST in office.last_words()
    assert office.turns() == ["B3-C3"]


DROPPED = "What we asked you about before was dropped."


@pytest.mark.parametrize(
    "text",
    [
        "no\nI4-H4", "no, I4-H4", "No. I4-H4", "no - I4-H4", "No I4-H4", "Hi,\n\nno\n\nI4-H4\n\nThanks,\nBob",
        "No, that was not me.\nI4-H4", "No.\nThat was not meant.\n\nI4-H4",
    ],
)  # fmt: skip
def test_another_turn_after_a_no_is_played_as_if_it_had_come_alone(office: Office, text: str) -> None:
    doubted(office, "Bob", "I3-H3")
    question = office.reply_address("Bob")

    assert office.answer("Bob", text, recipient=question) == "played"

    assert office.turns() == ["B3-C3", "I4-H4"]
    assert states(office) == ["rejected"]
    assert DROPPED in office.last_words()
    assert office.answer("Bob", text, recipient=question, mail_id="again") == "repeated"
    assert office.turns() == ["B3-C3", "I4-H4"]


def test_a_no_and_the_turn_after_it_are_both_told_of_on_the_page_of_the_mail(office: Office) -> None:
    doubted(office, "Bob", "I3-H3")

    office.answer("Bob", "no, I4-H4")

    told = office.room.rows(Inbox)[-1]["commands"]
    assert told[0] == {"text": "reject", "outcome": DROPPED}
    assert told[1]["text"] == "I4-H4"


@pytest.mark.parametrize("text", ["no\n\nI4-H4\n\nOr is that illegal?", "No, what about I4-H4?"])
def test_another_turn_after_a_no_that_is_in_doubt_is_asked_about(office: Office, text: str) -> None:
    doubted(office, "Bob", "I3-H3")

    assert office.answer("Bob", text) == "asked"

    assert states(office) == ["rejected", "waiting"]
    assert "This is what we read in your mail: | I4-H4" in office.last_words()
    assert office.answer("Bob", "yes") == "played"
    assert office.turns() == ["B3-C3", "I4-H4"]


@pytest.mark.parametrize("text", ["no, C3-D3", "no\nC3-D3"])
def test_after_a_no_the_question_is_dropped_even_if_the_other_turn_is_illegal(office: Office, text: str) -> None:
    doubted(office, "Bob", "I3-H3")

    assert office.answer("Bob", text) == "illegal"

    assert states(office) == ["rejected"]
    assert DROPPED in office.last_words()


_QUOTED = "\n\nOn Mon, 2 Nov 2026, Corr wrote:\n> Do you mean this?\n\n"


@pytest.mark.parametrize(
    ("below", "outcome"), [("Sorry, please do not play it.", "asked"), ("I5-H5", "unclear"), ("resign", "unclear")]
)
def test_words_below_the_quotation_count_after_a_no_too(office: Office, below: str, outcome: str) -> None:
    doubted(office, "Bob", "I3-H3")

    assert office.answer("Bob", f"no\nI4-H4{_QUOTED}{below}") == outcome

    assert office.turns() == ["B3-C3"]


@pytest.mark.parametrize("text", ["no\nI3-H3", "no, I3-H3"])
def test_a_turn_that_was_dropped_is_not_played_by_another_no(office: Office, text: str) -> None:
    doubted(office, "Bob", "I3-H3")
    question = office.reply_address("Bob")
    office.answer("Bob", "no", recipient=question)

    office.answer("Bob", text, recipient=question)

    assert office.turns() == ["B3-C3"]


@pytest.mark.parametrize("text", ["no, I3 to H3", "No, i3 - h3"])
def test_the_same_turn_written_otherwise_is_not_another_one(office: Office, text: str) -> None:
    doubted(office, "Bob", "I3-H3")

    assert office.answer("Bob", text) == "asked"

    assert office.turns() == ["B3-C3"]


@pytest.mark.parametrize("text", ["no\nI3-H3", "I4-H4\nno", "no\nyes\nI4-H4"])
def test_a_no_beside_a_turn_that_may_mean_either_is_asked_about_again(office: Office, text: str) -> None:
    doubted(office, "Bob", "I3-H3")

    assert office.answer("Bob", text) == "unclear"

    assert states(office) == ["waiting"]
    assert office.turns() == ["B3-C3"]


def test_a_turn_after_a_no_to_something_else_is_played(office: Office) -> None:
    doubted(office, "Bob", "offer draw", VerdictRow.OTHER_WORDS)

    assert office.answer("Bob", "no\nI3-H3") == "played"
    assert states(office) == ["rejected"]


def test_a_no_before_a_turn_may_take_it_back_where_nothing_was_asked(office: Office) -> None:
    assert office.answer("Bob", "no\nI3-H3") == "asked"


def test_a_no_without_the_token_of_the_question_drops_nothing(office: Office) -> None:
    doubted(office, "Bob", "I3-H3")
    asked = office.letters("Bob")[-1]["Message-ID"]

    raw = f"From: <bob@example.org>\nTo: game@play.example\nIn-Reply-To: {asked}\n\nno\nI4-H4\n"
    office.arrive(raw, "game@play.example")

    assert states(office)[0] == "waiting"
    assert office.turns() == ["B3-C3"]


def test_a_yes_to_what_was_settled_says_that_the_rest_was_not_done(office: Office) -> None:
    doubted(office, "Bob", "I3-H3")
    question = office.reply_address("Bob")
    office.answer("Bob", "yes", recipient=question)

    assert office.answer("Bob", "yes\naway 3 days", recipient=question) == "repeated"
    assert REST in office.last_words()


def test_a_yes_beside_a_turn_is_talk_where_nothing_was_asked(office: Office) -> None:
    with office.room.workshop.open() as uow:
        offer_draw(uow, office.game.id, office.game.players[0], "web")

    assert office.answer("Bob", "yes\nI3-H3") == "played"
