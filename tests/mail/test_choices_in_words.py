"""What is chosen in secret does not slip out with words for the other player."""

from collections.abc import Iterator

import pytest

from corr.store.tables.games import Message
from tests.mail.office import Office, an_office
from tests.playing import a_room


@pytest.fixture
def office(sqlite_url: str) -> Iterator[Office]:
    """A game in which Ada and Bob hide at the same time, with its post."""
    with a_room(sqlite_url) as room:
        yield an_office(room, ruleset="hide/1")


def said(office: Office) -> list[str]:
    """What was passed on."""
    return [row["text"] for row in office.room.rows(Message)]


@pytest.mark.parametrize(
    "words",
    [
        "say: Good luck!\nMy secret: hide A1",
        "say: Good luck!\nhide A1, please",
        "say: Good luck!\nhid A1",
        "say: Good luck!\nhide A-1",
        "say:\n(hide A1)",
        "say: ｈｉｄｅ Ａ１!!",
        "board\nsay: Good luck!\nI take a1.",
    ],
)
def test_a_choice_that_was_not_understood_is_not_passed_on(office: Office, words: str) -> None:
    office.answer("Ada", words)

    assert said(office) == []
    assert len(office.letters("Bob")) == 1


def test_whoever_names_a_choice_is_told_why_nothing_was_passed_on(office: Office) -> None:
    office.answer("Ada", "say: Good luck!\nhid A1")

    words = office.last_words("Ada")
    assert "Your words were not passed on. They name something that can be chosen in secret" in words


def test_a_choice_that_was_made_just_now_is_not_passed_on_with_it(office: Office) -> None:
    office.answer("Bob", "hide B2")

    office.answer("Ada", "hide A1\nsay: You will never look into A1!")

    assert said(office) == []
    assert office.game.view(office.game.players[0]).turn_number == 2


def test_a_choice_that_waits_is_not_passed_on_either(office: Office) -> None:
    office.answer("Ada", "hide A1")

    office.answer("Ada", "say: I sit in A1.")

    assert said(office) == []


def test_all_other_words_are_passed_on(office: Office) -> None:
    office.answer("Ada", "hide A1\nsay: Good luck in A10 and A, 1 friend!")

    assert said(office) == ["Good luck in A10 and A, 1 friend!"]


def test_later_on_the_same_words_are_nobody_elses_business(office: Office) -> None:
    office.answer("Bob", "hide B2")
    office.answer("Ada", "hide A1")

    office.answer("Ada", "say: Who knows what is in C3?")

    assert said(office) == ["Who knows what is in C3?"]
