"""Mails understood: each has its effect once and one answer, robots have none."""

from collections.abc import Iterator
from datetime import timedelta

import pytest

from corr.store.tables.mails import Inbox
from tests.mail.office import IDENTITY, PROVED, Office, an_office
from tests.mail.test_poisoned_letters import poison
from tests.playing import a_room

OPENING = "B3-C3, B4-C4, B5-C5, B6-C6"
LINE = "On Mon, 4 Jan 2027 at 10:00, Ada via Corr <game@play.example> wrote:"


@pytest.fixture
def office(database_url: str) -> Iterator[Office]:
    """A game in which Bob is due, with its post."""
    with a_room(database_url) as room:
        yield an_office(room, OPENING)


def test_a_turn_is_played_and_confirmed(office: Office) -> None:
    reason = office.answer("Bob", f"I3-H3\nI4-H4\n\n{LINE}\n> B9-C9\n")

    assert reason == "played"
    assert office.turns() == [OPENING, "I3-H3, I4-H4"]
    assert " was played." in office.last_text()
    assert "I3-H3, I4-H4" in office.last_text()


def test_the_answer_says_what_was_given_away(office: Office) -> None:
    office.answer("Bob", "I3-H3")

    assert "3 energy unused" in office.last_text()


def test_the_other_player_is_told(office: Office) -> None:
    before = len(office.letters("Ada"))

    office.answer("Bob", "I3-H3")

    assert len(office.letters("Ada")) == before + 1
    assert "I3-H3" in office.last_text("Ada")


def test_an_illegal_turn_is_explained_and_nothing_of_it_is_played(office: Office) -> None:
    reason = office.answer("Bob", "I3-H3, I4-E4")

    assert reason == "illegal"
    assert office.turns() == [OPENING]
    assert "Action 2, “I4-E4”" in office.last_text()
    assert "\n  | Possible instead: I4-H4" in office.last_text()


def test_an_unreadable_turn_is_explained(office: Office) -> None:
    assert office.answer("Bob", "I3-H33") == "unreadable"
    assert "I3-H33" in office.last_text()


def test_a_refused_turn_can_be_mended_by_answering_the_refusal(office: Office) -> None:
    office.answer("Bob", "I3-E3")

    assert office.answer("Bob", "I3-H3") == "played"


@pytest.mark.parametrize(
    ("text", "code"),
    [(f"\n{LINE}\n> I3-H3", "empty"), ("What a position!", "nothing-found"), ("-- \nI3-H3", "empty")],
)
def test_a_mail_without_a_turn_gets_help(office: Office, text: str, code: str) -> None:
    reason = office.answer("Bob", text)

    assert reason == code
    assert office.turns() == [OPENING]
    assert "HOW TO ANSWER" in office.last_text()
    assert "from I3:" in office.last_text()


def test_two_turns_are_asked_back(office: Office) -> None:
    reason = office.answer("Bob", "I3-H3\n\nor rather\n\nI4-H4")

    assert reason == "unclear"
    assert office.turns() == [OPENING]
    assert "Which one do you mean?" in office.last_text()


def test_the_same_mail_again_changes_and_answers_nothing(office: Office) -> None:
    address = office.reply_address("Bob")
    office.answer("Bob", "I3-H3", recipient=address, mail_id="one")
    letters = len(office.letters("Bob"))

    reason = office.answer("Bob", "I3-H3", recipient=address, mail_id="one")

    assert reason == "duplicate"
    assert len(office.turns()) == 2
    assert len(office.letters("Bob")) == letters


def test_the_same_turn_in_another_mail_is_said_to_be_played_already(office: Office) -> None:
    address = office.reply_address("Bob")
    office.answer("Bob", "I3-H3", recipient=address, mail_id="one")

    reason = office.answer("Bob", "i3-h3", recipient=address, mail_id="two")

    assert reason == "repeated"
    assert len(office.turns()) == 2
    assert "played already" in office.last_text()


def test_another_turn_to_an_old_letter_is_not_played(office: Office) -> None:
    address = office.reply_address("Bob")
    office.answer("Bob", "I3-H3", recipient=address)
    office.game.play("C3-D3")

    reason = office.answer("Bob", "I4-H4", recipient=address)

    assert reason == "stale"
    assert len(office.turns()) == 3
    assert "You have already played turn 2: I3-H3. It is your turn again, turn 4." in office.last_text()


def test_the_answer_about_an_old_letter_can_itself_be_answered(office: Office) -> None:
    address = office.reply_address("Bob")
    office.answer("Bob", "I3-H3", recipient=address)
    office.game.play("C3-D3")
    office.answer("Bob", "I4-H4", recipient=address)

    assert office.answer("Bob", "I4-H4") == "played"


def test_a_stranger_with_the_right_address_plays_nothing(office: Office) -> None:
    raw = "From: Eve <eve@example.org>\n\nI3-H3\n"

    office.arrive(raw, office.reply_address("Bob"))

    assert office.reasons() == ["held"]
    assert office.turns() == [OPENING]
    assert "eve@example.org" in office.last_text()
    assert office.letters("Eve") == []


@pytest.mark.parametrize(
    "author",
    ["", "From: Bob <bob@example.org>, Eve <eve@example.org>\n", "From: bob@example.org <eve@example.org>\n",
     "From: bob@example.org\nFrom: eve@example.org\n"],
)  # fmt: skip
def test_a_mail_of_nobody_in_particular_is_dropped(office: Office, author: str) -> None:
    address = office.reply_address("Bob")
    letters = len(office.letters("Bob"))

    office.arrive(f"{author}Subject: x\n\nI3-H3\n", address)

    assert office.reasons() == ["no-author"]
    assert office.turns() == [OPENING]
    assert len(office.letters("Bob")) == letters


@pytest.mark.parametrize("headers", ["Auto-Submitted: auto-replied", "X-Autoreply: yes", "Precedence: junk"])
def test_robots_play_nothing_and_get_no_answer(office: Office, headers: str) -> None:
    address = office.reply_address("Bob")
    letters = len(office.letters("Bob"))

    office.answer("Bob", "I3-H3", recipient=address, headers=headers)

    assert office.turns() == [OPENING]
    assert len(office.letters("Bob")) == letters


def test_a_bounce_to_a_reply_address_plays_nothing(office: Office) -> None:
    office.arrive("From: bob@example.org\n\nI3-H3\n", office.reply_address("Bob"), sender="")

    assert office.reasons() == ["bounce"]
    assert office.turns() == [OPENING]


def test_resigning_ends_the_game(office: Office) -> None:
    assert office.answer("Bob", "Resign.") == "resign"
    assert office.game.view().winner == 0


def test_a_draw_is_offered_and_accepted_by_mail(office: Office) -> None:
    office.answer("Bob", "offer draw")
    office.answer("Ada", "accept draw")

    assert office.reasons() == ["offer-draw", "accept-draw"]
    assert office.game.view().reason == "agreement"


def test_a_turn_with_an_offer_is_all_or_nothing(office: Office) -> None:
    office.answer("Bob", "I3-E3\noffer draw")

    assert office.game.draw_offered_by() is None


def test_what_cannot_be_done_is_explained(office: Office) -> None:
    assert office.answer("Bob", "accept draw") == "conflict"
    assert "Nothing has been changed." in office.last_text()


@pytest.mark.parametrize(("command", "title"), [("board", "This is the board."), ("help", "How to play by mail")])
def test_board_and_help_change_nothing(office: Office, command: str, title: str) -> None:
    assert office.answer("Bob", command) == command
    assert title in office.last_text()
    assert office.turns() == [OPENING]


def test_after_the_end_the_result_is_told(office: Office) -> None:
    address = office.reply_address("Bob")
    office.answer("Bob", "resign")

    reason = office.answer("Bob", "I3-H3", recipient=address)

    assert reason == "game-over"
    assert "resigned" in office.last_text()
    assert "To play" not in office.last_text()


def test_a_letter_that_is_too_old_gets_a_fresh_one(office: Office) -> None:
    address = office.reply_address("Bob")
    office.room.clock.move(timedelta(days=91))

    assert office.answer("Bob", "I3-H3", recipient=address) == "expired"
    assert office.turns() == [OPENING]


def test_text_and_html_that_contradict_each_other_are_asked_back(office: Office) -> None:
    body = "--b\nContent-Type: text/plain\n\nI3-H3\n--b\nContent-Type: text/html\n\n<p>I4-H4</p>\n--b--\n"

    reason = office.answer("Bob", body, headers="Content-Type: multipart/alternative; boundary=b")

    assert reason == "unclear"
    assert "Which one do you mean? | I3-H3 | I4-H4" in office.last_words()
    assert "Please write out the one that you mean, and nothing else." in office.last_words()


def test_an_attached_turn_is_not_played(office: Office) -> None:
    body = "--b\n\n\n--b\nContent-Disposition: attachment; filename=turn.txt\n\nI3-H3\n--b--\n"

    assert office.answer("Bob", body, headers="Content-Type: multipart/mixed; boundary=b") == "attachments"


def test_a_turn_in_the_subject_is_not_played(office: Office) -> None:
    assert office.answer("Bob", "", headers="Subject: I3-H3") == "empty"


SUBJECT = "The subject of a mail is not read. Please write your turn into the mail itself"


@pytest.mark.parametrize(
    "text",
    [
        "Z99-A1", "I play Z99-A1 now.", "Hello Ada,\n\nmy turn is Z99 - A1.\n\nBye", "My turn: z99-a1",
        "Z99-A1 because it is good", "I would like to play (Z99–A1), if I may.",
    ],
)  # fmt: skip
def test_a_turn_off_the_board_is_explained_with_words_around_it_too(office: Office, text: str) -> None:
    assert office.answer("Bob", text) == "unreadable"

    assert "Z99 is not on the board: rows are A to J, files 0 to 9." in office.last_words()
    assert office.turns() == [OPENING]


@pytest.mark.parametrize(
    "text",
    [
        "Is A4/B5 the format?", "We meet at B12, C13.", "See http://a.example/Z99-A1", "A B12-C3-D4 thing",
        "Ask z99-a1@example.org",
    ],
)  # fmt: skip
def test_what_only_looks_a_little_like_a_turn_is_none(office: Office, text: str) -> None:
    assert office.answer("Bob", text) == "nothing-found"


def test_whoever_is_not_due_is_not_told_of_squares_off_the_board(office: Office) -> None:
    address = office.reply_address("Bob")
    office.answer("Bob", "I3-H3")

    assert office.answer("Bob", "See you in room B12 - C14 tomorrow.", recipient=address) == "nothing-found"

    assert "begin a line with “say:”" in office.last_words()


def test_a_turn_is_played_although_a_square_off_the_board_is_named_beside_it(office: Office) -> None:
    words = "The cat of the neighbours sat down on Z99-A1 yesterday, in the sun, and has slept there all the afternoon."

    assert office.play("Bob", f"I3-H3\n\n{words}") == "played"


@pytest.mark.parametrize(
    "subject", ["I3-H3", "Re: I3-H3", "AW: Re: My move: I3-H3", "[Kelasu] I3-H3", "resign", "say: Hello!"]
)
def test_an_empty_mail_that_asks_in_its_subject_is_told_that_the_subject_is_not_read(
    office: Office, subject: str
) -> None:
    address = office.reply_address("Bob")

    office.arrive(f"{PROVED}From: Bob <bob@example.org>\nSubject: {subject}\n\n> quoted\n", address)

    assert office.reasons()[-1] == "empty"
    assert SUBJECT in office.last_words()
    assert office.turns() == [OPENING]


@pytest.mark.parametrize("subject", ["Re: [{game}] Kelasu: Ada – Bob", "Kelasu", "Re:", ""])
def test_an_empty_mail_that_asks_for_nothing_in_its_subject_is_told_nothing_of_it(office: Office, subject: str) -> None:
    written = subject.format(game=office.game.id)
    address = office.reply_address("Bob")

    office.arrive(f"{PROVED}From: Bob <bob@example.org>\nSubject: {written}\n\n> quoted\n", address)

    assert office.reasons()[-1] == "empty"
    assert "The subject" not in office.last_words()


def test_a_mail_with_too_many_parts_is_answered_in_words(office: Office) -> None:
    body = "--b\n\nI3-H3\n" * 300

    reason = office.answer("Bob", body, headers="Content-Type: multipart/mixed; boundary=b")

    assert reason == "too-complex"
    assert "too many parts" in office.last_text()


@pytest.mark.slow
def test_answers_stop_after_twenty_in_an_hour_but_turns_are_still_played(office: Office) -> None:
    address = office.reply_address("Bob")
    before = len(office.letters("Bob"))
    for number in range(25):
        office.answer("Bob", f"hello {number}", recipient=address)
    letters = len(office.letters("Bob"))

    office.answer("Bob", "I3-H3", recipient=address)

    assert letters == before + 20
    assert office.turns()[-1] == "I3-H3"


def test_a_mail_that_trips_up_the_program_is_laid_aside_at_the_fifth_try_and_no_sooner(office: Office) -> None:
    poison(office.room, "inbox", "UPDATE", "NEW.state = 'done'")
    office.store(f"{PROVED}From: bob@example.org\n\nI3-H3\n", office.reply_address("Bob"))
    states = []
    for _ in range(5):
        office.understand_all()
        states += [row["state"] for row in office.room.rows(Inbox)]
        office.room.clock.move(timedelta(hours=1))

    assert states == ["new"] * 4 + ["parked"]
    assert office.reasons() == ["fault"]
    assert office.turns() == [OPENING]


def test_a_mail_to_the_postmaster_waits_for_a_person(office: Office) -> None:
    office.arrive("From: eve@example.org\n\nHello\n", "postmaster@play.example")

    assert office.reasons() == ["for-people"]


def test_an_answer_belongs_to_the_thread_of_the_mail(office: Office) -> None:
    office.answer("Bob", "I3-H3", mail_id="mine")

    letter = office.letters("Bob")[-1]
    assert letter["In-Reply-To"] == "<mine@example.org>"
    assert IDENTITY.root_id(office.game.id) in letter["References"]
    assert letter["Auto-Submitted"] == "auto-replied"


def test_no_token_reaches_a_log(office: Office, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("DEBUG")
    address = office.reply_address("Bob")

    office.answer("Bob", "I3-H3", recipient=address)
    office.answer("Bob", "hello")

    token = address.partition("+")[2].partition("@")[0]
    assert "played" in caplog.text
    assert token not in caplog.text
    assert "I3-H3" not in caplog.text


def test_the_names_of_both_players_are_harmless_beside_a_turn_however_they_are_written(office: Office) -> None:
    assert office.answer("Bob", "ada!\n\nI3-H3\n\nbob") == "played"


def test_a_name_that_is_of_neither_player_delays_a_turn(office: Office) -> None:
    assert office.answer("Bob", "Cleo!\n\nI3-H3") == "delayed"
