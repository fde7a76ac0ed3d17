"""Every letter about one game can be answered, whatever it tells."""

from collections.abc import Iterator
from datetime import timedelta

import pytest

from corr.clocks.reminders import remind_next
from corr.players.mail_preferences import MailPreferences, set_preferences
from corr.store.tables.games import Turn
from corr.store.tables.mails import TurnMail
from tests.mail.office import Office, an_office, html_of, text_of
from tests.playing import Room, a_room, another_game


@pytest.fixture
def room(sqlite_url: str) -> Iterator[Room]:
    """A service on an empty database."""
    with a_room(sqlite_url) as room:
        yield room


def reminded(office: Office) -> Office:
    """*office* when the players who are due have just been reminded."""
    office.send_all()
    office.room.clock.move(timedelta(days=2, hours=1))
    with office.room.workshop.open() as uow:
        assert remind_next(uow)
    return office


def test_a_turn_before_it_is_ones_turn_is_answered_plainly(room: Room) -> None:
    office = an_office(room)

    assert office.answer("Bob", "I3-H3") == "not-your-turn"
    assert "It is Ada’s turn. You will get a letter as soon as it is your turn." in office.last_text()
    assert "To play, reply" not in office.last_text()


@pytest.mark.parametrize(
    ("way", "words"),
    [
        (TurnMail.ONE, "You will get a letter as soon as it is your turn."),
        (TurnMail.DIGEST, "Your digest will tell you when it is your turn."),
        (TurnMail.NONE, "You get no letters about turns, so please check the site."),
    ],
)
def test_no_answer_promises_a_letter_that_its_player_does_not_want(room: Room, way: TurnMail, words: str) -> None:
    office = an_office(room)
    office.send_all()
    with room.workshop.open() as uow:
        set_preferences(uow, office.game.players[1], MailPreferences(turns=way))

    office.answer("Bob", "I3-H3")

    assert f"It is Ada’s turn. {words}" in office.last_words()
    assert ("get a letter" in office.last_words()) is (way is TurnMail.ONE)


@pytest.mark.parametrize(
    ("command", "words"),
    [
        ("board", "This is the board."),
        ("help", "How to play by mail"),
        ("resign", "Blue won: Red resigned."),
        ("offer draw", "You have offered a draw."),
    ],
)
def test_the_letter_that_tells_of_a_new_game_takes_commands(room: Room, command: str, words: str) -> None:
    office = an_office(room)

    office.answer("Bob", command)

    assert words in office.last_text()


def test_a_turn_to_the_letter_that_told_of_the_game_is_not_played_unseen(room: Room) -> None:
    office = an_office(room)
    first = office.reply_address("Bob")
    office.game.play("B3-C3")

    reason = office.answer("Bob", "I3-H3", recipient=first)

    assert reason == "stale"
    assert room.count(Turn) == 1
    assert "| Turn 1, Blue: B3-C3\n" in office.last_text()
    assert office.answer("Bob", "I3-H3") == "played"


@pytest.mark.parametrize("text", ["I3-H3", "Good game!", "help", "offer draw", "resign"])
def test_an_answer_to_the_last_letter_of_a_game_tells_the_result(room: Room, text: str) -> None:
    office = an_office(room, "B3-C3")
    office.answer("Bob", "resign")

    office.answer("Ada", text, recipient=office.reply_address("Ada"))

    letter = office.last_text("Ada")
    assert "The game is over." in letter
    assert letter.count("Blue won: Red resigned.") == 1
    assert "HOW TO ANSWER" not in letter


def test_the_last_letter_of_a_game_asks_for_nothing(room: Room) -> None:
    office = an_office(room, "B3-C3")
    office.answer("Bob", "resign")

    letter = office.letters("Ada")[-1]

    assert letter["Reply-To"] is not None
    assert "above this line" not in text_of(letter)


def test_a_reminder_of_one_game_can_be_answered_with_the_turn(room: Room) -> None:
    office = reminded(an_office(room, "B3-C3"))

    letter = office.letters("Bob")[-1]

    assert f"#{office.game.id}#" in text_of(letter)
    assert "from I3:" in text_of(letter)
    assert office.answer("Bob", "I3-H3") == "played"


def test_a_reminder_of_several_games_leads_to_each_of_them(room: Room) -> None:
    office = an_office(room, "B3-C3")
    other = another_game(room, office.game.players, "B3-C3", ruleset="kelasu/1")
    reminded(office)

    letter = office.letters("Bob")[-1]

    assert letter["Reply-To"] is None
    assert f"/games/{office.game.id}\n" in text_of(letter)
    assert f"/games/{other.id}\n" in text_of(letter)
    follows = "After that the game is cancelled without a result, unless automatic leave gives another day."
    assert " ".join(text_of(letter).split()).count(follows) == 2
    assert " ".join(html_of(letter).split()).count(follows) == 2
