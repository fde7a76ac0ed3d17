"""Words that stand beside a turn or another act in the game go to the other player with it, at once or after a yes."""

from collections.abc import Iterator

import pytest

from corr.mail.answering.received_mail import unpacked
from corr.mail.reading.words.verdicts import VerdictRow
from corr.play.blocking import block_player
from corr.play.endings import offer_draw
from corr.play.messages import SendMessage, send_message
from corr.store.tables.games import Message
from tests.mail.asking import doubted
from tests.mail.office import Office, an_office
from tests.playing import a_room

LONG = "We spent all of Sunday on the boat, and came home when it was dark."
DIED = "Dear Ada, my mother has died, sorry for being late."
SHOWN = "This was not passed on:"


@pytest.fixture
def office(database_url: str) -> Iterator[Office]:
    """A game in which Bob is due, with its post."""
    with a_room(database_url) as room:
        yield an_office(room, "B3-C3")


def said(office: Office) -> list[str]:
    """What was passed on."""
    return [str(row["text"]) for row in office.room.rows(Message)]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (f"{DIED}\n\nI3-H3", DIED),
        (f"Hi Ada,\n\n{DIED}\n\nHere is my turn:\n\nI3-H3\n\nBob", DIED),
        ("Thanks for your nice long letter. My turn:\n\nI3-H3", "Thanks for your nice long letter."),
        (f"{DIED}\n\nI3-H3\n\n{LONG}\n\nBest wishes,\nBob", f"{DIED}\n\n{LONG}"),
        (f"How are you?\n\nI3-H3\n\n{LONG}", f"How are you?\n\n{LONG}"),
    ],
)
@pytest.mark.both_databases
def test_words_above_and_below_a_turn_go_with_it(office: Office, text: str, words: str) -> None:
    assert office.play("Bob", text) == "played"

    assert said(office) == [words]
    shown = " | ".join(filter(None, words.split("\n")))
    assert f"This is what Ada is told: | {shown} " in office.last_words()
    assert "passed on" not in office.last_words()
    assert words.rpartition("\n")[2] in office.last_words("Ada")


@pytest.mark.parametrize(
    "above", ["Hi Ada,", "Dear Ada,", "Good morning!", "Hello Ada, here is my turn:", "My turn:", "Ahoy Captain,"]
)
def test_of_a_mere_greeting_above_a_turn_nothing_goes_with_it(office: Office, above: str) -> None:
    assert office.answer("Bob", f"{above}\n\nI3-H3\n\nBest wishes,\nBob") == "played"

    assert said(office) == []
    assert "is told" not in office.last_words()


@pytest.mark.parametrize(
    "text", ["I3-H3\n\nIs that legal?", "Is that legal?\n\nI3-H3", f"{DIED}\n\nI3-H3\n\nIs that legal?"]
)
def test_a_question_beside_a_turn_goes_with_it_after_the_yes(office: Office, text: str) -> None:
    assert office.answer("Bob", text) == "asked"
    assert said(office) == []

    assert office.answer("Bob", "yes") == "played"

    [words] = said(office)
    assert "Is that legal?" in words
    assert (DIED in words) == (DIED in text)
    assert "Is that legal?" in office.last_words("Ada")


@pytest.mark.parametrize(
    ("text", "reason", "words"),
    [
        ("accept draw\n\nGood game!", "accept-draw", "Good game!"),
        ("You were far too strong for me.\n\nresign", "resign", "You were far too strong for me."),
        ("I resign, and thank you for a game that I will remember.", "resign", "I resign, and thank you for a game"),
    ],
)
@pytest.mark.both_databases
def test_words_beside_an_act_that_was_confirmed_go_with_it(office: Office, text: str, reason: str, words: str) -> None:
    with office.room.workshop.open() as uow:
        offer_draw(uow, office.game.id, office.game.players[0], "web")
    doubted(office, "Bob", text, VerdictRow.OTHER_WORDS)
    assert f"With these words for Ada: | {words}" in office.last_words()
    assert said(office) == []

    assert office.answer("Bob", "yes") == reason

    assert [text[: len(words)] for text in said(office)] == [words]
    assert f"This is what Ada is told: | {words}" in office.last_words()
    assert words in office.last_words("Ada")


def test_words_beside_an_act_that_was_rejected_go_nowhere(office: Office) -> None:
    doubted(office, "Bob", "resign\n\nYou were far too strong for me.")

    assert office.answer("Bob", "no") == "reject"

    assert said(office) == []


@pytest.mark.parametrize("act", ["offer draw", "decline draw"])
def test_words_beside_an_act_that_is_done_at_once_go_with_it(office: Office, act: str) -> None:
    if act == "decline draw":
        with office.room.workshop.open() as uow:
            offer_draw(uow, office.game.id, office.game.players[0], "web")

    office.answer("Bob", f"Hi Ada,\n\n{LONG}\n\n{act}\n\nAda, I think this is dead equal.\n\nBob")

    assert office.reasons()[-1] == act.replace(" ", "-")
    assert said(office) == [f"{LONG}\n\nAda, I think this is dead equal."]
    assert "passed on" not in office.last_words()


def test_words_that_were_held_by_an_earlier_version_go_with_their_turn() -> None:
    kept = {"acts": ["turn"], "turn": "I3-H3", "rest": LONG, "not_passed_on": "Is it legal?", "other_words": "Oh."}

    assert unpacked(kept).message == LONG


def test_words_beside_a_repeated_turn_are_not_passed_on_twice(office: Office) -> None:
    address = office.reply_address("Bob")
    office.play("Bob", f"I3-H3\n\n{LONG}", recipient=address)

    assert office.answer("Bob", f"I3-H3\n\n{LONG}", recipient=address, mail_id="again") == "repeated"

    assert said(office) == [LONG]
    assert "The rest of your mail was not passed on. To write to the other player, put “say:”" in office.last_words()
    assert f"{SHOWN} | {LONG} " in office.last_words()


@pytest.mark.parametrize("act", ["I3-H3", "offer draw"])
def test_an_act_is_done_even_if_its_words_cannot_be_passed_on(office: Office, act: str) -> None:
    with office.room.workshop.open() as uow:
        block_player(uow, office.game.players[1], office.game.players[0])

    office.play("Bob", f"{act}\n\n{LONG}")

    assert said(office) == []
    assert "Your words were not passed on." in office.last_words()
    assert f"{SHOWN} | {LONG} " in office.last_words()
    assert office.turns() == ["B3-C3", *(["I3-H3"] if act == "I3-H3" else [])]


def test_a_game_is_over_even_if_the_words_beside_its_end_cannot_be_passed_on(office: Office) -> None:
    doubted(office, "Bob", f"resign\n\n{'very ' * 300}")

    assert office.answer("Bob", "yes") == "resign"

    assert "The game is over. Blue won: Red resigned." in office.last_words()
    assert "Your words were not passed on. The message has" in office.last_words()
    assert f"{SHOWN} | very very" in office.last_words()


def test_beyond_the_most_messages_of_an_hour_a_turn_is_played_without_its_words(office: Office) -> None:
    for number in range(20):
        with office.room.workshop.open() as uow:
            send_message(uow, SendMessage(office.game.id, office.game.players[1], "Hello", "web", str(number)))

    assert office.play("Bob", f"I3-H3\n\n{LONG}") == "played"

    assert "You have written 20 messages in this game" in office.last_words()
    assert LONG not in said(office)


def test_a_token_among_words_above_a_turn_reaches_nobody(office: Office) -> None:
    address = office.reply_address("Bob")

    office.play("Bob", f"It rains all day here. You can write to {address} as well.\n\nI3-H3", recipient=address)

    assert said(office) == ["It rains all day here. You can write to […] as well."]


@pytest.mark.parametrize("words", ["\u200b\u2060", "\x07\x08", "\u202e"])
def test_words_of_invisible_signs_are_none(office: Office, words: str) -> None:
    assert office.answer("Bob", f"{words}\n\nI3-H3\n\n{words}") == "played"

    assert said(office) == []


def test_five_megabytes_of_words_beside_a_turn_are_answered(office: Office) -> None:
    office.answer("Bob", f"I3-H3\n\n{'It rains. ' * 500_000}")

    assert said(office) == []
    assert office.last_words()


@pytest.mark.parametrize("text", [f"{LONG}\n\nhide A1", f"hide A1\n\n{LONG}", f"{LONG}\n\nhide A1\n\nsay: Good luck!"])
def test_beside_a_secret_choice_only_lines_with_say_pass(sqlite_url: str, text: str) -> None:
    with a_room(sqlite_url) as room:
        secret = an_office(room, ruleset="hide/1")

        secret.answer("Ada", text)
        told = secret.last_words("Ada")
        secret.answer("Ada", "yes")

        assert said(secret) == (["Good luck!"] if "say:" in text else [])
        assert "Beside a secret choice, only lines that begin with “say:” are passed on." in told
        assert f"{SHOWN} | {LONG} " in told


def test_a_letter_about_a_turn_promises_what_is_passed_on(office: Office) -> None:
    assert "What you write beside your turn goes to Ada with it." in office.last_words()


def test_a_letter_about_a_secret_choice_promises_no_more_than_is_passed_on(sqlite_url: str) -> None:
    with a_room(sqlite_url) as room:
        secret = an_office(room, ruleset="hide/1")

        told = secret.last_words("Ada")
        assert "Beside your choice, only lines that begin with “say:” go to Bob." in told
        assert "beside your turn" not in told


def test_a_secret_choice_that_is_asked_back_promises_no_more_than_lines_with_say(sqlite_url: str) -> None:
    with a_room(sqlite_url) as room:
        secret = an_office(room, ruleset="hide/1")
        doubted(secret, "Ada", f"hide A1\n\n{LONG}\n\nsay: Good luck!")
        asked = secret.last_words("Ada")
        assert "With these words for Bob: | Good luck! Nothing has been done yet." in asked
        assert "Beside a secret choice, only lines that begin with “say:” are passed on." in asked
        assert f"{SHOWN} | {LONG} " in asked

        assert secret.answer("Ada", "yes") == "sealed"

        assert said(secret) == ["Good luck!"]


def test_words_beside_another_act_name_no_secret_choice(sqlite_url: str) -> None:
    with a_room(sqlite_url) as room:
        secret = an_office(room, ruleset="kerd/1")

        assert secret.answer("Ada", "offer draw\n\nI sit in (F11) now.") == "offer-draw"

        assert said(secret) == []
        assert "They name something that can be chosen in secret" in secret.last_words("Ada")
        assert f"{SHOWN} | I sit in (F11) now." in secret.last_words("Ada")
