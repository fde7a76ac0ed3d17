"""What was read but may not be meant: it is kept, asked about with the reading, and played by one word."""

from collections.abc import Iterator
from datetime import timedelta

import pytest

from corr.core.pace import Late
from corr.mail.queues.held_orders import HoldReason
from corr.mail.reading.words.commands import Act
from corr.mail.reading.words.orders import Orders
from corr.mail.reading.words.verdicts import Verdict, VerdictRow
from corr.play.deadlines import enforce_next_deadline
from corr.play.endings import offer_draw
from corr.store.tables.games import Message
from corr.store.tables.mails import HeldOrder
from tests.mail.asking import doubted
from tests.mail.office import PROVED, Office, an_office, html_of, text_of
from tests.playing import STRICT, a_room, terms

HOUR = timedelta(hours=1)
ROWS = [row for row in VerdictRow if row]
DOUBTS = [row for row in ROWS if Orders((Act.TURN,), row=row).verdict is Verdict.IN_DOUBT]


@pytest.fixture
def office(database_url: str) -> Iterator[Office]:
    """A game in which Bob is due, with its post."""
    with a_room(database_url) as room:
        yield an_office(room, "B3-C3", agreed=STRICT)


def states(office: Office) -> list[str]:
    """What became of each thing that was asked back, oldest first."""
    return [row["state"] for row in office.room.rows(HeldOrder)]


@pytest.mark.parametrize("row", DOUBTS)
def test_a_turn_in_doubt_is_not_played_but_asked_about_with_the_reading(office: Office, row: VerdictRow) -> None:
    assert doubted(office, "Bob", "i3 - h3", row) == "asked"

    assert office.turns() == ["B3-C3"]
    assert "Do you mean this? This is what we read in your mail: | I3-H3" in office.last_words()
    assert "| yes plays it | no drops it" in office.last_words()
    assert "Or reply with another turn, which then replaces this one." in office.last_words()


def test_each_doubt_has_its_own_plain_reason(office: Office) -> None:
    reasons = set()
    for row in DOUBTS:
        doubted(office, "Bob", "I3-H3", row)
        reasons.add(office.last_words().split("Nothing has been done yet. ")[1].split(" Reply to this letter")[0])

    assert len(reasons) == len(DOUBTS)
    assert all(reason.endswith(".") and reason.count(".") == 1 for reason in reasons)


def test_every_doubt_of_the_reading_is_a_reason_to_ask() -> None:
    assert {doubt.value for doubt in ROWS} <= {why.value for why in HoldReason}


def test_the_letter_shows_the_board_after_the_turn(office: Office) -> None:
    doubted(office, "Bob", "I3-H3")
    asked = office.last_text()
    office.answer("Bob", "yes")

    board = asked.split("This would be the board after it:")[1].split("The game")[0].strip()
    assert board.splitlines()[1].strip() in office.last_text()
    assert any(part.get_content_type() == "image/png" for part in office.letters("Bob")[-2].walk())


def test_the_question_is_the_one_answer_to_the_mail(office: Office) -> None:
    letters = len(office.letters("Bob"))

    doubted(office, "Bob", "I3-H3")

    assert len(office.letters("Bob")) == letters + 1


@pytest.mark.parametrize("word", ["yes", "Yes.", "confirm", "YES!"])
def test_one_word_plays_it(office: Office, word: str) -> None:
    doubted(office, "Bob", "I3-H3")

    assert office.answer("Bob", word) == "played"

    assert office.turns() == ["B3-C3", "I3-H3"]
    assert " was played. | I3-H3" in office.last_words()
    assert states(office) == ["confirmed"]


def test_two_yeses_play_once(office: Office) -> None:
    doubted(office, "Bob", "I3-H3")
    asked = office.reply_address("Bob")
    office.answer("Bob", "yes", recipient=asked, mail_id="first")

    assert office.answer("Bob", "yes", recipient=asked, mail_id="second") == "repeated"
    assert "It was confirmed already." in office.last_words()
    assert office.turns() == ["B3-C3", "I3-H3"]


def test_a_yes_with_other_words_is_no_yes(office: Office) -> None:
    doubted(office, "Bob", "I3-H3")

    assert doubted(office, "Bob", "yes", VerdictRow.OTHER_WORDS) == "unclear"

    assert office.turns() == ["B3-C3"]
    assert "Was that a yes, or a no? There were other words beside your answer" in office.last_words()
    assert "This is what we asked about: | I3-H3" in office.last_words()
    assert states(office) == ["waiting"]
    assert office.answer("Bob", "yes") == "played"


def test_a_newer_turn_by_mail_takes_its_place(office: Office) -> None:
    doubted(office, "Bob", "I3-H3")
    asked = office.reply_address("Bob")

    assert office.answer("Bob", "I4-H4") == "played"
    assert office.answer("Bob", "yes", recipient=asked) == "stale"
    assert office.turns() == ["B3-C3", "I4-H4"]


def test_a_newer_turn_on_the_page_takes_its_place(office: Office) -> None:
    doubted(office, "Bob", "I3-H3")
    office.game.play("I4-H4")

    assert office.answer("Bob", "yes", recipient=office.reply_address("Bob")) == "stale"
    assert office.turns() == ["B3-C3", "I4-H4"]


def test_a_newer_turn_in_doubt_takes_its_place_too(office: Office) -> None:
    doubted(office, "Bob", "I3-H3")
    first = office.reply_address("Bob")
    doubted(office, "Bob", "I4-H4")
    second = office.reply_address("Bob")

    assert office.answer("Bob", "yes", recipient=first) == "repeated"
    assert "A newer turn of yours took its place." in office.last_words()
    assert office.turns() == ["B3-C3"]
    assert office.answer("Bob", "yes", recipient=second) == "played"
    assert office.turns() == ["B3-C3", "I4-H4"]
    assert states(office) == ["replaced", "confirmed"]


def test_what_a_stranger_sends_takes_the_place_of_nothing(office: Office) -> None:
    doubted(office, "Bob", "I3-H3")
    asked = office.reply_address("Bob")
    office.arrive("From: eve@example.org\n\nI4-H4\n", office.new_address("Bob"), "eve@example.org")

    assert office.answer("Bob", "yes", recipient=asked) == "played"
    assert office.turns() == ["B3-C3", "I3-H3"]


def test_nothing_of_the_mail_reaches_the_other_player_before_the_yes(office: Office) -> None:
    letters = len(office.letters("Ada"))

    doubted(office, "Bob", "I3-H3\n\nThis one took me a week to find.\n\nsay: What a game!")

    assert len(office.letters("Ada")) == letters
    assert office.room.count(Message) == 0


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("I3-H3\n\nThis one took me a week.\n\nsay: What a game!", "What a game! | This one took me a week."),
        ("I3-H3\n\nSorry it took so long, wait for my next trip", "Sorry it took so long, wait for my next trip"),
        ("Take that!\n\nI3-H3\n\nIs it legal?", "Take that! | Is it legal?"),
    ],
)
def test_after_the_yes_its_words_are_passed_on(office: Office, text: str, words: str) -> None:
    doubted(office, "Bob", text)
    assert f"With these words for Ada: | {words} Nothing has been done yet." in office.last_words()

    office.answer("Bob", "yes")

    assert f"This is what Ada is told: | {words} " in office.last_words()
    assert words.rpartition(" | ")[2] in office.last_words("Ada")
    assert office.room.count(Message) == 1


@pytest.mark.parametrize("text", ["resign", "accept draw", "offer draw"])
def test_what_ends_a_game_waits_for_its_yes(office: Office, text: str) -> None:
    with office.room.workshop.open() as uow:
        if text == "accept draw":
            offer_draw(uow, office.game.id, office.game.players[0], "web")
    events, letters = office.room.events(), len(office.letters("Ada"))

    assert doubted(office, "Bob", text, VerdictRow.OTHER_WORDS) == "asked"

    assert (office.room.events(), len(office.letters("Ada"))) == (events, letters)
    assert f"This is what we read in your mail: | {text}" in office.last_words()
    assert "| yes does it | no drops it" in office.last_words()
    assert office.answer("Bob", "yes") == text.replace(" ", "-")
    assert len(office.room.events()) == len(events) + 1


def test_a_resignation_is_not_confirmed_in_another_position(office: Office) -> None:
    doubted(office, "Bob", "resign", VerdictRow.OTHER_WORDS)
    asked = office.reply_address("Bob")
    office.game.play("I3-H3")
    office.game.play("C3-D3")

    assert office.answer("Bob", "yes", recipient=asked) == "stale"

    assert "The game has gone on since." in office.last_words()
    assert not office.game.view().is_over
    assert states(office) == ["waiting"]


def test_what_cannot_be_done_is_refused_at_once_and_not_asked_about(office: Office) -> None:
    assert doubted(office, "Bob", "I3-E3") == "illegal"

    assert "Your turn was not played." in office.last_words()
    assert office.room.count(HeldOrder) == 0


def test_what_was_done_before_is_not_asked_about(office: Office) -> None:
    office.answer("Bob", "I3-H3")

    assert doubted(office, "Bob", "I3-H3", recipient=office.new_address("Bob", 2)) == "repeated"

    assert "That turn had been played already." in office.last_words()
    assert office.room.count(HeldOrder) == 0


def test_it_counts_from_when_it_came_in(database_url: str) -> None:
    with a_room(database_url) as room:
        office = an_office(room, "B3-C3", agreed=terms("3d/turn", late=Late.CLAIM, leave=False))
        move_to_the_deadline(office, by=HOUR)
        doubted(office, "Bob", "I3-H3")
        room.clock.move(2 * HOUR)
        with room.workshop.open() as uow:
            enforce_next_deadline(uow)

        assert office.answer("Bob", "yes") == "played"


def test_no_clock_waits_for_the_yes(office: Office) -> None:
    move_to_the_deadline(office, by=HOUR)
    doubted(office, "Bob", "I3-H3")
    asked = office.reply_address("Bob")
    office.room.clock.move(2 * HOUR)
    with office.room.workshop.open() as uow:
        enforce_next_deadline(uow)

    assert office.answer("Bob", "yes", recipient=asked) == "game-over"
    assert office.turns() == ["B3-C3"]


def test_after_a_day_it_is_forgotten(office: Office) -> None:
    doubted(office, "Bob", "I3-H3")
    office.room.clock.move(timedelta(days=1))

    assert office.answer("Bob", "yes") == "repeated"
    assert "It is too late to confirm that." in office.last_words()
    assert office.turns() == ["B3-C3"]


def test_a_choice_in_secret_is_told_to_its_player_alone(sqlite_url: str, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("DEBUG")
    with a_room(sqlite_url) as room:
        office = an_office(room, ruleset="hide/1")
        doubted(office, "Bob", "hide B2", recipient=office.new_address("Bob"))

        assert "| hide B2" in office.last_words()
        assert not any("B2" in text_of(letter) + html_of(letter) for letter in office.letters("Ada")[1:])
        assert "B2" not in str(office.game.view(office.game.players[0]).events)
        assert "B2" not in caplog.text
        assert office.answer("Bob", "yes") == "sealed"


def test_a_choice_on_the_page_takes_the_place_of_one_in_doubt(sqlite_url: str) -> None:
    with a_room(sqlite_url) as room:
        office = an_office(room, ruleset="hide/1")
        bob = office.game.players[1]
        doubted(office, "Bob", "hide B2", recipient=office.new_address("Bob"))
        room.clock.move(HOUR)
        office.submit(office.game.order("hide A1", seat=1))

        assert office.answer("Bob", "yes") == "stale"
        assert office.game.view(bob).sealed_text == "hide A1"


@pytest.mark.slow
def test_a_player_with_no_room_for_answers_finds_the_question_on_the_page(office: Office) -> None:
    for _ in range(20):
        office.answer("Bob", "board")
    letters = len(office.letters("Bob"))

    doubted(office, "Bob", "I3-H3")

    assert len(office.letters("Bob")) == letters
    assert states(office) == ["waiting"]


def test_words_beside_the_yes_are_passed_on_too(office: Office) -> None:
    doubted(office, "Bob", "I3-H3\n\nsay: What a game!")

    office.answer("Bob", "yes\n\nsay: Sorry for the wait.")

    assert "This is what Ada is told: | What a game! | Sorry for the wait." in office.last_words()


def test_a_no_drops_it(office: Office) -> None:
    doubted(office, "Bob", "I3-H3")
    asked = office.reply_address("Bob")

    assert office.answer("Bob", "no", recipient=asked) == "reject"
    assert "It was dropped. Nothing was done" in office.last_words()
    assert states(office) == ["rejected"]
    assert office.answer("Bob", "yes", recipient=asked) == "repeated"
    assert office.turns() == ["B3-C3"]


@pytest.mark.parametrize("word", ["yes", "no"])
def test_where_nothing_was_asked_there_is_nothing_to_confirm(office: Office, word: str) -> None:
    assert office.answer("Bob", word) == "conflict"

    assert "There is nothing to confirm." in office.last_words()


DRAW = (
    "Do you accept the draw? Nothing was done, since the end of a game cannot be undone. Write “accept draw”, alone on "
    "a line, and the game ends as a draw. “decline draw” turns the offer down, and so does your next turn."
)


def test_a_yes_to_an_offer_of_a_draw_is_answered_with_the_words_that_decide_it(office: Office) -> None:
    office.answer("Ada", "offer draw", recipient=office.new_address("Ada"))

    assert office.answer("Bob", "yes") == "conflict"

    assert DRAW in office.last_words()
    assert office.answer("Bob", "accept draw") == "accept-draw"


@pytest.mark.parametrize(
    "words",
    [
        "no", "No thanks!", "no, thank you.", "No thanks 😀", "nope 😊", "Nein danke",
        "Hi Ada,\n\nno, thanks!\n\nBob", "No thanks, way too early", "Hi Ada\nnein danke, viel zu früh\nBob",
        "No. I like my position.",
    ],
)  # fmt: skip
@pytest.mark.parametrize("headers", ["", "Authentication-Results: mx.play.example; dmarc=none"])
def test_a_no_to_a_letter_that_shows_an_offer_of_a_draw_declines_it(office: Office, words: str, headers: str) -> None:
    office.answer("Ada", "offer draw", recipient=office.new_address("Ada"))
    address = office.reply_address("Bob")

    office.arrive(f"{headers or PROVED.strip()}\nFrom: Bob <bob@example.org>\nSubject: Re\n\n{words}\n", address)

    assert office.reasons()[-1] == "decline-draw"
    assert office.game.draw_offered_by() is None
    assert "declined" in office.last_words("ada")


@pytest.mark.parametrize("words", ["That wasn't me.", "drop it", "not me"])
def test_a_no_to_something_else_declines_no_draw(office: Office, words: str) -> None:
    office.answer("Ada", "offer draw", recipient=office.new_address("Ada"))

    assert office.answer("Bob", words) == "conflict"

    assert office.game.draw_offered_by() == 0


@pytest.mark.parametrize("words", ["No idea yet", "No, is that fair?", "no wait, I accept", "Is it too early?"])
def test_words_that_are_not_surely_a_no_decline_no_draw(office: Office, words: str) -> None:
    office.answer("Ada", "offer draw", recipient=office.new_address("Ada"))

    office.answer("Bob", words)

    assert office.game.draw_offered_by() == 0


def test_a_no_to_a_letter_that_does_not_show_the_offer_declines_nothing(office: Office) -> None:
    earlier = office.new_address("Bob")
    office.answer("Ada", "offer draw", recipient=office.new_address("Ada"))

    assert office.answer("Bob", "no", recipient=earlier) == "conflict"

    assert DRAW in office.last_words()
    assert office.game.draw_offered_by() == 0


def test_a_no_that_may_mean_a_question_or_a_draw_does_neither(office: Office) -> None:
    office.answer("Ada", "offer draw", recipient=office.new_address("Ada"))
    shown = office.reply_address("Bob")
    doubted(office, "Bob", "I3-H3")

    assert office.answer("Bob", "no", recipient=shown) == "unclear"

    assert "Which one do you mean? “decline draw”, alone on a line, turns the draw down." in office.last_words()
    assert (states(office), office.game.draw_offered_by()) == (["waiting"], 0)


def test_a_no_to_the_letter_that_asks_drops_that_alone_beside_an_offer_of_a_draw(office: Office) -> None:
    office.answer("Ada", "offer draw", recipient=office.new_address("Ada"))
    doubted(office, "Bob", "I3-H3")

    assert office.answer("Bob", "no") == "reject"

    assert (states(office), office.game.draw_offered_by()) == (["rejected"], 0)


def test_a_yes_to_an_offer_of_ones_own_is_answered_with_nothing_about_a_draw(office: Office) -> None:
    office.answer("Bob", "offer draw")

    assert office.answer("Bob", "yes") == "conflict"

    assert "There is nothing to confirm." in office.last_words()


def test_a_yes_after_an_offer_was_declined_is_answered_with_nothing_about_a_draw(office: Office) -> None:
    office.answer("Ada", "offer draw", recipient=office.new_address("Ada"))
    office.answer("Bob", "decline draw")

    assert office.answer("Bob", "yes") == "conflict"

    assert "There is nothing to confirm." in office.last_words()


def test_a_yes_to_what_waits_is_heard_beside_an_offer_of_a_draw(office: Office) -> None:
    office.answer("Ada", "offer draw", recipient=office.new_address("Ada"))
    doubted(office, "Bob", "I3-H3")

    assert office.answer("Bob", "yes") == "played"


def test_a_turn_beside_its_question_is_asked_about_as_it_was_read(office: Office) -> None:
    assert office.answer("Bob", "Would this be legal?\n\nI3-H3") == "asked"

    assert "Do you mean this? This is what we read in your mail: | I3-H3" in office.last_words()
    assert office.answer("Bob", "Hi,\n\nyes\n\nThanks,\nBob") == "played"


def test_yes_that_was_me_confirms(office: Office) -> None:
    office.arrive("From: eve@example.org\n\nI3-H3\n", office.new_address("Bob"), "eve@example.org")

    assert office.answer("Bob", "Yes, that was me.") == "played"


@pytest.mark.parametrize("text", ["yes, but wait", "yes\n\nno, wait, that was a typo", "Yes? Is it legal?"])
def test_a_yes_that_is_in_doubt_itself_plays_nothing(office: Office, text: str) -> None:
    office.answer("Bob", "Would this be legal?\n\nI3-H3")

    office.answer("Bob", text)

    assert office.turns() == ["B3-C3"]
    assert states(office) == ["waiting"]


@pytest.mark.parametrize("text", ["resign\n\nno, wait, that was a typo", "My king is lost, I resign."])
def test_a_resignation_with_other_words_is_asked_about(office: Office, text: str) -> None:
    assert office.answer("Bob", text) == "asked"

    assert "This is what we read in your mail: | resign" in office.last_words()
    assert not office.game.view().is_over
    assert office.answer("Bob", "yes") == "resign"


def move_to_the_deadline(office: Office, *, by: timedelta) -> None:
    """Let it be so long before the deadline."""
    due_at = office.game.view().due_at
    assert due_at is not None
    office.room.clock.move(due_at - by - office.room.clock.now())
