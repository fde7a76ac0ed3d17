"""Choices that are made at the same time, by mail: asked for, kept, changed, and told when both are in."""

import re
from collections.abc import Iterator
from hashlib import sha256

import pytest

from corr.store.tables.games import Message
from corr.store.tables.mails import Outbox
from tests.mail.office import Office, an_office, html_of, text_of
from tests.playing import a_room


@pytest.fixture
def office(sqlite_url: str) -> Iterator[Office]:
    """A game in which Ada and Bob hide at the same time, with its post."""
    with a_room(sqlite_url) as room:
        yield an_office(room, ruleset="hide/1")


def test_both_are_asked_at_once(office: Office) -> None:
    for name, other in (("Ada", "Bob"), ("Bob", "Ada")):
        words = office.last_words(name)
        assert "has begun, and you both make a choice first." in words
        assert f"Where do you hide? You and {other} choose at the same time" in words
        assert "For example: | hide A1" in words


def test_a_choice_is_kept_and_told_to_nobody_else(office: Office) -> None:
    office.letters("Bob")

    assert office.answer("Ada", "hide A1") == "sealed"

    words = office.last_words("Ada")
    assert "Your choice is kept. | hide A1 Bob has not chosen yet." in words
    assert "you can change your choice by replying again" in words
    assert len(office.letters("Bob")) == 1


def test_a_choice_is_changed_by_answering_the_same_letter_again(office: Office) -> None:
    first = office.reply_address("Ada")
    office.answer("Ada", "hide A1")

    assert office.answer("Ada", "hide C3", recipient=first) == "sealed"

    assert "Your choice is changed. | hide C3" in office.last_words("Ada")
    assert office.game.view(office.game.players[0]).sealed_text == "hide C3"


def test_a_choice_is_changed_by_answering_the_answer(office: Office) -> None:
    office.answer("Ada", "hide A1")

    office.answer("Ada", "hide B2")

    assert office.game.view(office.game.players[0]).sealed_text == "hide B2"


def test_the_same_choice_again_is_said_to_be_made(office: Office) -> None:
    office.answer("Ada", "hide A1")

    assert office.answer("Ada", "hide A1") == "repeated"

    assert "That choice had been made already. | hide A1" in office.last_words("Ada")


def test_who_asks_for_the_board_sees_the_own_choice(office: Office) -> None:
    office.answer("Ada", "hide A1")

    office.answer("Ada", "board")

    words = office.last_words("Ada")
    assert "| Your choice: hide A1" in words
    assert "A R . . A" in words


def test_who_asks_for_help_may_choose_anew(office: Office) -> None:
    office.answer("Ada", "hide A1")

    office.answer("Ada", "help")

    assert "| you can: hide C3" in office.last_words("Ada")


@pytest.mark.parametrize("names", [("Ada", "Bob"), ("Bob", "Ada")])
def test_when_both_are_in_whoever_is_due_gets_a_letter(office: Office, names: tuple[str, str]) -> None:
    for name, choice in zip(names, ("hide A1", "hide B2"), strict=True):
        office.answer(name, choice)

    (words,) = (text_of(letter) for letter in office.letters("Ada") if "your turn against Bob" in text_of(letter))
    assert "| Turn 1, Green: hide ?" in words
    assert [row["kind"] for row in office.room.rows(Outbox) if row["player_id"] == office.game.players[1]] == [
        "your-turn",
        "answer",
    ]


def test_a_choice_is_final_when_both_are_in(office: Office) -> None:
    office.answer("Bob", "hide B2")
    first = office.reply_address("Bob")
    office.answer("Ada", "hide A1")

    assert office.answer("Bob", "hide C3", recipient=first) == "stale"

    assert "You have already played turn 1: hide B2." in office.last_words("Bob")


def test_what_binds_a_choice_is_told_before_the_other_has_chosen(office: Office) -> None:
    office.answer("Ada", "hide A1")
    (first,) = digests(office.last_words("Ada"))
    office.answer("Bob", "board")
    assert digests(office.last_words("Bob")) == [first]

    office.answer("Ada", "hide C3")
    office.answer("Bob", "board")

    (second,) = digests(office.last_words("Bob"))
    assert second != first
    assert "Turn 1, Red, changed" in office.last_words("Bob")


def test_what_binds_the_choices_is_told_and_can_be_checked_at_the_end(office: Office) -> None:
    office.answer("Ada", "hide A1")
    office.answer("Bob", "hide B2")
    told = digests(office.last_words("Ada"))

    office.answer("Ada", "resign")

    letter = text_of(office.letters("Bob")[-1])
    commands = re.findall(r"printf '%s %s %s' (\w+) (\w+) \\\n\s*(\w{32}) \| sha256sum", letter)
    assert [word for _, word, _ in commands] == ["A1", "B2"]
    assert [sha256(" ".join(parts).encode()).hexdigest() for parts in commands] == told == digests(letter)


def test_who_moves_second_is_told_what_binds_the_choices_too(office: Office) -> None:
    office.answer("Ada", "hide A1")
    office.answer("Bob", "hide B2")
    office.answer("Ada", "C3")

    assert len(digests(office.last_words("Bob"))) == 2
    office.answer("Bob", "C2")
    assert digests(office.last_words("Ada")) == []


def test_an_alarm_stands_above_the_board(office: Office) -> None:
    office.answer("Ada", "hide A1")
    office.answer("Bob", "hide B2")
    office.answer("Ada", "C3")
    office.answer("Bob", "C2")

    letter = office.letters("Ada")[-1]

    words = text_of(letter)
    assert words.index("*** 2 squares were searched. ***") < words.index("| Turn 3, Green: C2")
    assert 'class="alert"' in html_of(letter)


def test_no_letter_is_wider_than_a_mail_program_shows(office: Office) -> None:
    office.answer("Ada", "hide A1")
    office.answer("Bob", "hide B2")
    office.answer("Ada", "resign")

    lines = [line for name in ("Ada", "Bob") for letter in office.letters(name) for line in text_of(letter).split("\n")]

    assert max(map(len, lines)) <= 76


def digests(text: str) -> list[str]:
    return re.findall(r"\b[0-9a-f]{64}\b", text)


@pytest.mark.parametrize("choice", ["hide A1", "hide C3"])
def test_words_beside_a_choice_that_was_delayed_stay_where_they_are_after_the_yes(sqlite_url: str, choice: str) -> None:
    with a_room(sqlite_url) as room:
        office = an_office(room, ruleset="hide/1")

        assert office.answer("Ada", f"{choice}\n\nYou will never find me there!") == "delayed"
        told = " ".join(text_of(office.letters("Ada")[-1]).split())
        assert "It counts from when your mail came in. Anything else" in told
        assert "before it is played" not in told
        assert office.answer("Ada", "yes") == "sealed"

        assert office.game.view(office.game.players[1]).messages == ()
        assert not any("find me" in text_of(letter) for letter in office.letters("Bob"))


@pytest.mark.parametrize(
    ("ruleset", "choices"), [("hide/1", ("hide A1", "hide B2")), ("kerd/1", ("infiltrator F11", "infiltrator E2"))]
)
@pytest.mark.parametrize("is_last", [False, True])
def test_words_beside_a_choice_reach_nobody_whoever_chooses_last(
    sqlite_url: str, ruleset: str, choices: tuple[str, str], *, is_last: bool
) -> None:
    with a_room(sqlite_url) as room:
        office = an_office(room, ruleset=ruleset)
        address = office.reply_address("Bob")
        if is_last:
            office.answer("Ada", choices[0])

        code = office.answer("Bob", f"{choices[1]}\n\nHave fun!", recipient=address)

        assert code == ("played" if is_last else "sealed")
        assert room.count(Message) == 0
        assert not any("Have fun" in text_of(letter) for letter in office.letters("Ada"))
        assert "Beside a secret choice, only lines that begin with “say:” are passed on." in office.last_words("Bob")
