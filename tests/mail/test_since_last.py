"""What a letter tells of the time since its reader's last turn."""

from collections.abc import Iterator
from email.message import Message

import pytest

from corr.render.text import text_board
from tests.mail.composing import GAMES, claimed, composed, read_letter, tell
from tests.mail.office import Office, an_office, html_of, text_of
from tests.patient_game import SQUARES, PatientRules
from tests.playing import Room, a_room


@pytest.fixture
def room(sqlite_url: str) -> Iterator[Room]:
    """A service on an empty database."""
    with a_room(sqlite_url, PatientRules) as room:
        yield room


@pytest.fixture
def office(room: Room) -> Office:
    """A game in which Bob is due after one turn."""
    return an_office(room, *GAMES["kelasu/1"], ruleset="kelasu/1")


def absent(room: Room, turns: int) -> Office:
    """A game in which Ada made so many turns while Bob had none."""
    return an_office(room, *SQUARES[:turns], ruleset="patient/1")


def text(office: Office) -> str:
    return text_of(composed(office, "draw-declined"))


def pictures(letter: Message) -> list[str]:
    return [part["Content-ID"] for part in letter.walk() if part.get_content_type() == "image/png"]


def test_one_turn_is_told_beside_the_board_that_shows_it(office: Office) -> None:
    letter = composed(office, "draw-declined")

    assert "  | Turn 1, Blue: B3-C3, B4-C4, B5-C5, B6-C6\n" in text_of(letter)
    assert len(pictures(letter)) == 1


def test_each_of_several_turns_has_a_board_of_its_own(room: Room) -> None:
    office = absent(room, 3)
    boards = [
        text_board(view.scene, flipped=view.you != view.bottom, last=view.course.touched).partition("\n\n")[0]
        for view in (office.game.view(office.game.players[1], at_turn=number) for number in (2, 3))
    ]

    letter = composed(office, "draw-declined")

    told = text_of(letter)
    places = [told.index(words) for words in ("Turn 1,", boards[0], "Turn 2,", boards[1], "Turn 3,", "It is Ada")]
    assert places == sorted(places)
    assert len(pictures(letter)) == 3


def test_a_long_absence_is_cut_to_the_last_few_turns_with_a_link(room: Room) -> None:
    office = absent(room, 8)

    letter = composed(office, "draw-declined")

    told = text_of(letter)
    assert f"\n4 earlier turns: http://127.0.0.1:8000/games/{office.game.id}\n" in told
    assert [number for number in range(1, 9) if f"Turn {number}," in told] == [5, 6, 7, 8]
    assert "4 earlier turns</a>" in html_of(letter)


def test_an_absence_that_a_letter_can_tell_is_not_cut(room: Room) -> None:
    assert "earlier" not in text(absent(room, 4))


def test_one_turn_more_is_one_turn(room: Room) -> None:
    assert "\n1 earlier turn: " in text(absent(room, 5))


def test_no_more_boards_are_worked_out_than_are_shown(room: Room) -> None:
    office = absent(room, 8)

    boards = read_letter(office, claimed(office, "draw-declined")).boards

    assert [board.turn_number for board in boards] == [5, 6, 7]


def test_the_small_boards_are_those_that_the_games_pages_show_their_reader(room: Room) -> None:
    office = absent(room, 3)
    views = [office.game.view(office.game.players[1], at_turn=number) for number in (2, 3)]

    boards = read_letter(office, claimed(office, "draw-declined")).boards

    assert [(board.scene, board.course.touched) for board in boards] == [
        (view.scene, view.course.touched) for view in views
    ]


def test_what_was_said_with_a_turn_stands_below_it(office: Office) -> None:
    tell(office, "Good luck!\nI3-H3 would be bad.", number=1)

    assert (
        "  | Turn 1, Blue: B3-C3, B4-C4, B5-C5, B6-C6\n  | Ada wrote:\n  | Good luck!\n  | I3-H3 would be bad.\n"
    ) in text(office)


def test_what_was_said_without_a_turn_stands_below_them_all(office: Office) -> None:
    tell(office, "Are you still there?")

    told = text_of(composed(office, "your-turn"))

    assert (
        told.index("Turn 1, Blue") < told.index("Ada wrote:\n  | Are you still there?") < told.index("You have until")
    )


def test_ones_own_words_are_not_told(office: Office) -> None:
    tell(office, "A secret plan of mine", seat=1)

    assert "secret plan" not in text(office)


def test_what_was_said_before_ones_last_turn_is_not_told_again(office: Office) -> None:
    tell(office, "Old words")
    office.room.clock.move(office.room.clock.now() - office.game.view().created_at)
    office.game.play("I3-H3")
    office.game.play("C3-D3")

    assert "Old words" not in text(office)


def test_only_the_last_few_of_many_messages_are_told(office: Office) -> None:
    for number in range(12):
        tell(office, f"message {number}: {'&' * 900}")

    letter = composed(office, "draw-declined")

    assert [number for number in range(12) if f"message {number}:" in text_of(letter)] == list(range(4, 12))
    assert len(html_of(letter)) < 90_000


def test_long_words_and_bars_in_a_message_are_laid_out_within_the_letter(office: Office) -> None:
    tell(office, "x" * 500 + "\n\n| y\nFrom now on " + "z" * 100)

    lines = text(office).split("\n")

    assert all(len(line) <= 72 for line in lines if "x" in line or "z" in line)
    assert all(line.startswith("  | ") for line in lines if "xxx" in line or "zzz" in line)
