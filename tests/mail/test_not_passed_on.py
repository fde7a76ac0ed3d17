"""Words that reach nobody: whoever wrote them is told so, reads them again, and reads how to pass them on."""

from collections.abc import Iterator
from datetime import timedelta

import pytest

from corr.store.tables.games import Challenge
from tests.mail.asking import doubted
from tests.mail.office import Office, an_office, text_of
from tests.play.proposing import propose
from tests.playing import a_room

REST = "The rest of your mail was not passed on. To write to the other player, put “say:” before the words."
SHOWN = "This was not passed on:"
AFTERWARDS = (
    "What you wrote was not passed on. To write to the other player, begin a line with “say:”: that works after the "
    "game too."
)


@pytest.fixture
def office(sqlite_url: str) -> Iterator[Office]:
    """A game in which Bob is due, with its post."""
    with a_room(sqlite_url) as room:
        yield an_office(room, "B3-C3")


@pytest.mark.parametrize(
    ("text", "lost"),
    [
        ("away 2d\n\nI am ill, sorry.", "I am ill, sorry."),
        ("Hi Ada,\n\nWe spent Sunday on the boat.\n\nboard\n\nBest wishes\nBob", "We spent Sunday on the boat."),
        ("away 2d\n\nI am ill.\n\nBack on Monday!\n\nBob", "I am ill. | Back on Monday!"),
        ("board\n\nThanks!", "Thanks!"),
    ],
)
def test_words_beside_a_command_are_told_not_to_be_passed_on(office: Office, text: str, lost: str) -> None:
    office.answer("Bob", text)

    told = office.last_words()
    assert REST in told
    assert f"{SHOWN} | {lost}" in told
    assert "Bob" not in told.partition(SHOWN)[2].partition(lost)[0]
    assert office.game.view(office.game.players[0]).messages == ()


@pytest.mark.parametrize(
    "text",
    [
        "offer draw", "Hi Ada,\n\noffer draw\n\nBest wishes,\nBob", "Ahoy Captain,\n\noffer draw\n\nBob",
        "offer draw\n\nbob", "away 2d\n-- \nBob Miller, Rome", "Dear Ada,\naway 2d\n\nCheers, Bob",
    ],
)  # fmt: skip
def test_of_greetings_and_signatures_beside_a_command_nothing_is_told(office: Office, text: str) -> None:
    office.answer("Bob", text)

    assert "not passed on" not in office.last_words()


def test_words_beside_a_wish_for_a_rematch_are_told_not_to_be_passed_on(office: Office) -> None:
    address = office.reply_address("Bob")
    office.answer("Bob", "resign")

    assert office.answer("Bob", "rematch\n\nThanks!", recipient=address) == "rematch"

    assert f"{REST} " in office.last_words()
    assert f"{SHOWN} | Thanks! " in office.last_words()


def test_words_beside_a_yes_are_told_not_to_be_passed_on(office: Office) -> None:
    doubted(office, "Bob", "I3-H3")

    assert office.answer("Bob", "Yes!\n\nHave fun, Ada!") == "played"

    assert REST in office.last_words()
    assert f"{SHOWN} | Have fun, Ada! " in office.last_words()


def test_words_that_ask_for_what_is_done_are_not_told_again(office: Office) -> None:
    assert office.answer("Bob", "Very well, then I resign.") == "asked"

    assert office.answer("Bob", "yes") == "resign"

    assert "not passed on" not in office.last_words()


def test_only_the_beginning_of_long_words_is_read_again(office: Office) -> None:
    office.answer("Bob", "away 2d\n\n" + "\n".join(f"This is line {number} of many." for number in range(9)))

    assert "line 2 of many. | … " in office.last_words()
    assert "line 3 of many" not in office.last_words()


def test_words_beside_a_command_that_was_refused_are_read_again(office: Office) -> None:
    assert office.answer("Bob", "accept draw\n\nAda, I think this is dead equal.") == "conflict"

    assert "Nothing was passed on to the other player." in office.last_words()
    assert f"{SHOWN} | Ada, I think this is dead equal. " in office.last_words()


@pytest.mark.parametrize("words", ["Thanks for asking me!", "say: Thanks for asking me!"])
def test_words_beside_the_answer_to_a_challenge_are_told_to_reach_nobody(office: Office, words: str) -> None:
    propose(office.room, office.game.players[0], game="kelasu", options={})

    if office.answer("Bob", f"accept\n\n{words}") == "asked":
        office.answer("Bob", "yes")

    assert office.room.rows(Challenge)[0]["state"] == "accepted"
    assert "With these words" not in "".join(map(text_of, office.letters("Bob")))
    [told] = [text for letter in office.letters("Bob") if (text := " ".join(text_of(letter).split())).count(SHOWN)]
    assert "To write to another player, reply to a letter of your game with “say:” and the words." in told
    assert f"{SHOWN} | Thanks for asking me! " in told


@pytest.mark.parametrize(
    ("text", "lost"),
    [
        ("Thanks for the game, Ada!", "Thanks for the game, Ada!"),
        ("I3-H3\n\nWe spent all of Sunday on the boat, and came home when it was dark.", "We spent all of Sunday on"),
        ("I3-H3\n\nsay: Thanks for the game!", "Thanks for the game!"),
    ],
)
def test_words_after_the_end_are_told_not_to_be_passed_on(office: Office, text: str, lost: str) -> None:
    address = office.reply_address("Bob")
    office.answer("Bob", "resign")

    office.answer("Bob", text, recipient=address)

    told = office.last_words()
    assert "The game is over. Blue won: Red resigned." in told
    assert AFTERWARDS in told
    assert f"{SHOWN} | {lost}" in told
    assert "This is what we read" not in told


def test_nobody_is_told_how_to_write_in_a_game_that_ended_long_ago(office: Office) -> None:
    address = office.reply_address("Bob")
    office.answer("Bob", "resign")
    office.room.clock.move(timedelta(days=30, hours=1))

    office.answer("Bob", "Thanks for the game, Ada!", recipient=address)

    assert "What you wrote was not passed on, since the game ended more than 30 days ago." in office.last_words()
    assert "begin a line with" not in office.last_words()


def test_a_turn_alone_after_the_end_says_nothing_of_words(office: Office) -> None:
    address = office.reply_address("Bob")
    office.answer("Bob", "resign")

    office.answer("Bob", "I3-H3", recipient=address)

    assert "passed on" not in office.last_words()


def test_words_after_say_are_passed_on_after_the_end(office: Office) -> None:
    address = office.reply_address("Bob")
    office.answer("Bob", "resign")

    assert office.answer("Bob", "say: Thanks for the game, Ada!", recipient=address) == "say"

    assert "not passed on" not in office.last_words()
    assert "Thanks for the game, Ada!" in office.last_words("Ada")


@pytest.mark.parametrize(
    ("text", "passed", "lost"),
    [
        (
            "say: Hello Ada!\n\nI will be in Rome next week.\n\nBob",
            ["Hello Ada!"],
            "I will be in Rome next week.",
        ),
        (
            "We spent all of Sunday on the boat.\n\nsay: Hello!\n\nsay: How are you?\n\nI am well.",
            ["Hello! How are you?"],
            "We spent all of Sunday on the boat. | I am well.",
        ),
    ],
)
def test_paragraphs_without_say_beside_one_with_it_are_told_not_to_be_passed_on(
    office: Office, text: str, passed: list[str], lost: str
) -> None:
    assert office.answer("Bob", text) == "say"

    told = office.last_words()
    assert REST in told
    assert f"{SHOWN} | {lost}" in told
    assert [" ".join(line.text.split()) for line in office.game.view(office.game.players[0]).messages] == passed


def test_words_after_say_that_are_refused_are_read_again(office: Office) -> None:
    assert office.answer("Bob", f"say: {'very ' * 300}\n\nI will be in Rome next week.") == "input"

    assert "Your words were not passed on. The message has" in office.last_words()
    assert f"{SHOWN} | very very" in office.last_words()


def test_words_below_a_turn_are_passed_on_beside_those_after_say(office: Office) -> None:
    assert (
        office.play(
            "Bob", "I3-H3\n\nsay: Hello Ada!\n\nWe spent all of Sunday on the boat, and came home when it was dark."
        )
        == "played"
    )

    assert "not passed on" not in office.last_words()
    assert "We spent all of Sunday on the boat" in office.last_words("Ada")


LONG = "We spent all of Sunday on the boat, and came home when it was dark."
DIED = "Dear Ada, my mother has died, sorry for being late."


def test_words_above_a_turn_that_is_refused_are_read_again(office: Office) -> None:
    assert office.answer("Bob", f"{DIED}\n\nI3-E3") == "illegal"

    assert "Nothing was passed on to the other player." in office.last_words()
    assert f"{SHOWN} | {DIED} " in office.last_words()


@pytest.mark.parametrize("text", [f"{LONG}\n\nhide A1", f"hide A1\n\n{LONG}"])
def test_words_beside_a_secret_choice_are_read_again_by_their_writer_alone(sqlite_url: str, text: str) -> None:
    with a_room(sqlite_url) as room:
        secret = an_office(room, ruleset="hide/1")

        secret.answer("Ada", text)

        told = secret.last_words("Ada")
        assert "Beside a secret choice, only lines that begin with “say:” are passed on." in told
        assert f"{SHOWN} | {LONG} " in told
        assert secret.game.view(secret.game.players[1]).messages == ()


def test_words_beside_a_yes_to_nothing_are_read_again(office: Office) -> None:
    assert office.answer("Bob", "Yes!\n\nHave fun, Ada!") == "conflict"

    assert f"{SHOWN} | Have fun, Ada! " in office.last_words()


def test_words_beside_a_no_are_read_again(office: Office) -> None:
    doubted(office, "Bob", "I3-H3")

    assert office.answer("Bob", "No!\n\nHave fun, Ada!") == "reject"

    assert f"{SHOWN} | Have fun, Ada! " in office.last_words()
