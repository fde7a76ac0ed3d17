"""What can be asked for by mail besides turns, and how each is answered."""

import re
from collections.abc import Iterator

import pytest

from corr.store.tables.games import Message
from corr.store.tables.mails import Inbox, Outbox
from corr.store.tables.moderation import SanctionKind
from tests.builders import forbid
from tests.clocks.test_giving import freeze
from tests.mail.office import Office, an_office, html_of, text_of
from tests.playing import a_room, another_game

_TALK = "We spent all of Sunday on the boat, and came home when it was dark."


@pytest.fixture
def office(sqlite_url: str) -> Iterator[Office]:
    """A game in which Bob is due, with its post."""
    with a_room(sqlite_url) as room:
        yield an_office(room, "B3-C3")


def test_the_rules_are_told_in_short_with_their_page(office: Office) -> None:
    assert office.answer("Bob", "rules") == "rules"

    assert "Kelasu in short" in office.last_words()
    assert "all four victory squares were taken" in office.last_words()
    assert "http://127.0.0.1:8000/rules/kelasu" in office.last_words()
    assert '<a href="http://127.0.0.1:8000/rules/kelasu"' in html_of(office.letters("Bob")[-1])


def test_ones_games_are_listed_by_time_left_each_with_its_page(office: Office) -> None:
    slow = another_game(office.room, office.game.players, "B3-C3", ruleset="kelasu/1", pace="7d/turn")
    theirs = another_game(office.room, office.game.players, ruleset="kelasu/1")

    assert office.answer("Bob", "games", recipient=office.new_address("Bob")) == "games"

    found = office.last_words()
    places = [found.index(f"/games/{game.id}") for game in (office.game, slow, theirs)]
    assert places == sorted(places)
    assert "Kelasu against Ada: your turn, 2 days" in found
    assert "Kelasu against Ada: Ada’s turn" in found


def test_a_game_without_a_time_limit_is_listed_without_one(office: Office) -> None:
    another_game(office.room, office.game.players, "B3-C3", ruleset="kelasu/1", pace="untimed")

    office.answer("Bob", "games", recipient=office.new_address("Bob"))

    assert re.search(r"Kelasu against Ada: your turn(?!,)", office.last_words())


def test_words_are_said_to_the_other_player(office: Office) -> None:
    assert office.answer("Bob", "say: What a start!") == "say"

    assert "Your message is passed on to Ada. This is what Ada is told: | What a start!" in office.last_words()
    assert "What a start!" in office.last_words("Ada")


def test_words_below_a_turn_go_with_it(office: Office) -> None:
    office.play("Bob", f"I3-H3\n\n{_TALK}")

    assert f"This is what Ada is told: | {_TALK}" in office.last_words()
    assert _TALK in office.last_words("Ada")
    assert [row["kind"] for row in office.room.rows(Outbox)].count("message") == 0


def test_words_of_who_may_write_none_are_passed_on_neither_alone_nor_below_a_turn(office: Office) -> None:
    ada, bob = office.game.players
    forbid(office.room, bob, SanctionKind.WORDS, by=ada)

    alone = office.answer("Bob", "say: Hello")

    assert alone == "forbidden"
    assert "cannot write messages for another 7 days" in office.last_words("Bob")
    assert office.play("Bob", f"I3-H3\n\n{_TALK}") == "played"
    assert "cannot write messages for another 7 days" in office.last_words("Bob")
    assert office.room.count(Message) == 0


def test_nothing_is_passed_on_with_a_turn_that_is_refused(office: Office) -> None:
    letters = len(office.letters("Ada"))

    assert office.answer("Bob", f"I3-E3\n\n{_TALK}") == "illegal"

    assert "Nothing was passed on to the other player." in office.last_words()
    assert len(office.letters("Ada")) == letters


def test_words_that_are_too_long_do_not_keep_the_turn_from_being_played(office: Office) -> None:
    assert office.answer("Bob", f"I3-H3\n\nsay: {'very ' * 300}") == "played"

    assert "at most 1,000 are possible" in office.last_words().replace(" | ", " ")


def test_words_alone_that_are_too_long_are_refused(office: Office) -> None:
    assert office.answer("Bob", f"say: {'very ' * 300}") == "input"
    assert "Your words were not passed on." in office.last_words()


def test_a_mail_that_was_sent_twice_says_its_words_once(office: Office) -> None:
    address = office.reply_address("Bob")
    for number in range(2):
        office.answer("Bob", "I3-H3\nsay: Good luck!", recipient=address, mail_id=f"mail{number}")

    assert office.reasons() == ["played", "repeated"]
    assert len(office.game.view(office.game.players[0]).messages) == 1


def test_words_beside_a_secret_choice_stay_where_they_are(sqlite_url: str) -> None:
    with a_room(sqlite_url) as room:
        office = an_office(room, ruleset="hide/1")
        office.answer("Ada", "hide A1\n\nYou will never look into that corner, as long as the sun rises over the sea!")

        assert "Beside a secret choice, only lines that begin with “say:” are passed on." in office.last_words("Ada")
        office.answer("Bob", "hide B2\n\nAnd you will not look into the middle of it, as long as the moon shines!")
        assert "Beside a secret choice, only lines that begin with “say:” are passed on." in office.last_words()
        assert "corner" not in office.last_words()
        assert room.rows(Outbox)
        assert office.game.view(office.game.players[0]).messages == ()


def test_words_after_say_go_through_beside_a_secret_choice(sqlite_url: str) -> None:
    with a_room(sqlite_url) as room:
        office = an_office(room, ruleset="hide/1")

        office.answer("Ada", "hide A1\nsay: Good luck!")

        assert [line.text for line in office.game.view(office.game.players[1]).messages] == ["Good luck!"]


def test_each_of_several_commands_has_its_line(office: Office) -> None:
    office.answer("Bob", "I3-H3\noffer draw\nsay: Enough?\nboard")

    found = office.last_words()
    assert " was played. | I3-H3" in found
    for line in ("| offer draw: You have offered a draw.", "| board: "):
        assert line in found


def test_a_draw_offered_with_a_turn_is_told_in_the_letter_about_the_turn(office: Office) -> None:
    office.answer("Bob", "I3-H3\noffer draw")

    [told] = [words for letter in office.letters("Ada") if "offers you a draw" in (words := text_of(letter))]
    assert "It is your turn against Bob." in told
    assert "accept draw" in told


@pytest.mark.parametrize("beside", ["I3-H3", "offer draw", "I3-H3\noffer draw\nboard"])
def test_the_answer_shows_what_was_passed_on_and_says_nothing_more_of_it(office: Office, beside: str) -> None:
    office.answer("Bob", f"{beside}\nsay: Enough?")

    assert "This is what Ada is told: | Enough? " in office.last_words()
    assert "passed on" not in office.last_words()


def test_of_several_commands_either_all_or_none_change_the_game(office: Office) -> None:
    assert office.answer("Bob", "I3-E3\noffer draw\nboard") == "illegal"

    assert office.room.events() == []
    assert "| offer draw: Not done." in office.last_words()
    assert "| board: The board is below." in office.last_words()


def test_two_commands_that_contradict_each_other_are_asked_back(office: Office) -> None:
    assert office.answer("Bob", "resign\noffer draw") == "unclear"

    assert "Which one do you mean?" in office.last_words()
    assert not office.game.view().is_over


def test_an_answer_without_a_command_says_how_a_turn_can_begin(office: Office) -> None:
    office.answer("Bob", "What shall I write?")

    assert "| Blank from I3: to H3" in office.last_words()
    assert "begin a line with “say:”" in office.last_words()


def test_the_secret_of_a_choice_is_kept_with_its_mail_and_in_no_log(
    sqlite_url: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("DEBUG")
    with a_room(sqlite_url) as room:
        office = an_office(room, ruleset="hide/1")
        office.answer("Ada", "hide A1")

        assert room.rows(Inbox)[0]["player_id"] == office.game.players[0]
        assert "A1" not in caplog.text


@pytest.mark.parametrize(
    ("text", "shown"), [("What I will not do:\n\nresign", "| resign"), ("I played I3-H3, did I not?", "| I3-H3")]
)
def test_what_may_be_a_sentence_is_asked_back_with_how_to_say_it(office: Office, text: str, shown: str) -> None:
    assert office.answer("Bob", text) == "asked"

    asked = office.last_words()
    assert "Do you mean this?" in asked
    assert shown in asked
    assert "| yes " in asked


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("draw", "Did you mean “offer draw” or “accept draw”? Write it alone on a line."),
        ("Quit!", "Did you mean “resign”?"),
        ("exit", "Did you mean “resign”?"),
    ],
)
def test_a_word_used_elsewhere_is_answered_with_the_one_used_here_and_does_nothing(
    office: Office, text: str, words: str
) -> None:
    before = office.game.view()

    office.answer("Bob", f"{text}\n")

    assert words in office.last_words().replace(" | ", " ")
    assert office.game.view() == before


FEWER = "To get no more letters like the one that you answered, write “unsubscribe”, alone on a line"
SETTINGS = "http://127.0.0.1:8000/account/mail"


@pytest.mark.parametrize(
    "text",
    [
        "How do I unsubscribe?", "Please stop sending me these mails!", "STOP these e-mails",
        "Hi,\n\nno more letters, please.",
        "Please don’t send me any more of this.", "I want to opt out.", "Take me off your list!",
    ],
)  # fmt: skip
def test_whoever_wants_no_more_letters_is_told_what_ends_them(office: Office, text: str) -> None:
    assert office.answer("Bob", text) == "nothing-found"

    assert FEWER in office.last_words()
    assert f"Email settings {SETTINGS} " in office.last_words()


@pytest.mark.parametrize("text", ["What shall I write?", "I will write you a letter.", "Stop that, you are too good!"])
def test_nobody_else_is_told_where_to_choose_letters(office: Office, text: str) -> None:
    office.answer("Bob", text)

    assert FEWER not in office.last_words()
    assert f"Email settings {SETTINGS}" not in office.last_words()


def test_whoever_wants_no_more_letters_after_the_end_is_told_too(office: Office) -> None:
    address = office.reply_address("Bob")
    office.answer("Bob", "resign")

    assert office.answer("Bob", "Stop these mails!", recipient=address) == "nothing-found"

    assert "The game is over." in office.last_words()
    assert FEWER in office.last_words()
    assert f"Email settings {SETTINGS} " in office.last_words()


def test_whoever_wants_no_more_letters_at_their_own_address_is_told_too(office: Office) -> None:
    office.answer("Bob", "help")
    own = re.findall(r"^(r\+\w+@play\.example)$", office.last_text("Bob"), re.MULTILINE)[-1]

    assert office.answer("Bob", "Stop these mails!", recipient=own) == "nothing-found"

    assert "No command was found in your mail." in office.last_words()
    assert FEWER in office.last_words()
    assert f"Email settings {SETTINGS} " in office.last_words()


PLAYED = "Your turn was played already and cannot be taken back."


@pytest.mark.parametrize(
    "text",
    [
        "Please ignore my last mail", "Please ignore my last mail.\n\nBob", "undo", "Undo, please!", "take back",
        "Can I take back my last turn?", "I want to take my turn back.", "Take it back", "Cancel my move",
    ],
)  # fmt: skip
@pytest.mark.parametrize("has_gone_on", [True, False])
def test_whoever_takes_a_turn_back_is_told_that_it_was_played(office: Office, text: str, *, has_gone_on: bool) -> None:
    office.answer("Bob", "I3-H3")
    if has_gone_on:
        office.answer("Ada", "B4-C4")

    assert office.answer("Bob", text, recipient=office.new_address("Bob")) == "nothing-found"

    assert f"{PLAYED} | I3-H3 Nothing was changed" in office.last_words()
    assert "begin a line with “say:”" in office.last_words()
    assert "No turn was found" not in office.last_words()
    assert "This is what we read in your mail" in office.last_words()
    assert "About new games" not in office.last_words()


@pytest.mark.parametrize("text", [
    "I forgot my umbrella.", "Ignore the noise!", "Nice move, and a nice letter.", "I will never forget that move!",
    "Please delete my email address from your lists.",
])  # fmt: skip
def test_nobody_else_is_told_that_a_turn_cannot_be_taken_back(office: Office, text: str) -> None:
    office.answer("Bob", "I3-H3")

    office.answer("Bob", text)

    assert "taken back" not in office.last_words()


def test_whoever_also_wants_fewer_letters_is_shown_where_they_are_chosen(office: Office) -> None:
    office.answer("Bob", "I3-H3")

    office.answer("Bob", "Ignore my last mail. And please stop sending me letters.")

    assert PLAYED in office.last_words()
    assert "/account/mail" in office.last_words()


def test_before_the_first_turn_there_is_nothing_to_take_back(office: Office) -> None:
    office.answer("Bob", "undo")

    assert "No turn was found in your mail." in office.last_words()


def test_where_a_question_waits_an_undo_is_not_about_the_turn_before(office: Office) -> None:
    office.answer("Bob", "I3-H3")
    office.answer("Ada", "B4-C4")
    office.answer("Bob", "Would this be legal?\n\nI4-H4")

    office.answer("Bob", "undo")

    assert PLAYED not in office.last_words()
    assert "no drops it" in office.last_words()


def test_a_choice_that_waits_can_be_changed_instead_of_taken_back(sqlite_url: str) -> None:
    with a_room(sqlite_url) as room:
        office = an_office(room, ruleset="hide/1")
        office.answer("Bob", "hide A1")

        office.answer("Bob", "undo")

        assert "Your choice can still be changed. Nothing was changed" in office.last_words()
        assert "Reply with another choice" in office.last_words()


def test_a_choice_in_a_frozen_game_cannot_be_changed(sqlite_url: str) -> None:
    with a_room(sqlite_url) as room:
        office = an_office(room, ruleset="hide/1")
        office.answer("Bob", "hide A1")
        freeze(office.game)

        office.answer("Bob", "undo")

        assert "another choice" not in office.last_words()
