"""Leave that is taken and ended by mail."""

from collections.abc import Iterator
from datetime import timedelta

import pytest
from sqlalchemy import update

from corr.mail.reading.words.commands import Act
from corr.store.base import table
from corr.store.tables.clocks import Leave
from corr.store.tables.games import Game
from corr.store.tables.mails import Outbox
from tests.mail.office import IDENTITY, PROVED, Office, an_office
from tests.playing import DAY, a_room, another_game
from tests.posting import mint_account_token


@pytest.fixture
def office(sqlite_url: str) -> Iterator[Office]:
    """A game in which Bob is due, with its post."""
    with a_room(sqlite_url) as room:
        yield an_office(room, "B3-C3")


def test_away_for_days_begins_now_and_the_answer_says_what_was_understood(office: Office) -> None:
    assert office.answer("Bob", "away 7d") == "away"

    answer = office.last_words()
    assert "You are on leave from now until Mon 9 Mar 2026, 14:00 (Europe/Berlin)." in answer
    assert "That takes 7 days of leave; you have 3 days left." in answer
    assert [row["days"] for row in office.room.rows(Leave)] == [7]


def test_away_between_dates_is_planned_with_its_last_day(office: Office) -> None:
    assert office.answer("Bob", "away 2026-12-20 to 2026-12-24") == "away"

    assert "You will be on leave from Sun 20 Dec 2026 to Thu 24 Dec 2026." in office.last_words()
    assert [row["days"] for row in office.room.rows(Leave)] == [5]


@pytest.mark.parametrize(
    ("command", "days"),
    [("away 7", 7), ("Away for 1 week.", 7), ("/away 2 days", 2), ("I am away until 2026-03-04", 3)],
)
def test_days_are_understood_in_several_ways(office: Office, command: str, days: int) -> None:
    office.answer("Bob", command)

    assert [row["days"] for row in office.room.rows(Leave)] == [days]


@pytest.mark.parametrize(
    ("command", "why"),
    [
        ("away", "That does not say for which days you are away."),
        ("away 0d", "A leave takes whole days, and at least one."),
        ("away -3d", "A leave takes whole days, and at least one."),
        ("away 1.5d", "“1.5d” does not say for which days you are away."),
        ("away 7h", "“7h” does not say for which days you are away."),
        ("away 99d", "You have 10 days of leave, and that would take 99 days"),
        ("away 999999999d", "You have 10 days of leave"),
        ("away 2026-02-30 to 2026-03-05", "There is no day 2026-02-30 in the calendar."),
        ("away 20.12.2026 to 24.12.2026", "“20.12.2026” is not a date. Dates are written as year, month and day"),
        ("away 2026-12-24 to 2026-12-20", "The last day of a leave cannot lie before its first day."),
        ("away 2025-12-20 to 2025-12-24", "A leave cannot begin in the past"),
        ("away 9999-12-20 to 9999-12-31", "A leave can begin up to 365 days ahead."),
        ("away 2026-12-20", "does not say for which days you are away."),
    ],
)
def test_what_cannot_be_is_answered_with_why_and_what_to_write(office: Office, command: str, why: str) -> None:
    office.answer("Bob", command)

    answer = office.last_words()
    assert "No leave was taken." in answer
    assert why in answer
    assert "Write “away 7d” for seven days from now on" in answer
    assert office.room.count(Leave) == 0


def test_the_answer_names_the_games_that_go_on_regardless(office: Office) -> None:
    strict = another_game(office.room, office.game.players)
    games = table(Game)
    with office.room.workshop.open() as uow:
        uow.connection.execute(update(games).where(games.c.id == strict.id).values(allows_leave=False))

    office.answer("Bob", "away 7d")

    assert "In one of your games, named below, leave does not stop your clock" in office.last_words()
    assert f"http://127.0.0.1:8000/games/{strict.id}" in office.last_text()


def test_back_ends_the_leave_and_names_the_deadlines_that_moved(office: Office) -> None:
    due_at = office.game.seats()[1]["due_at"]
    office.answer("Bob", "away 7d")
    office.room.clock.move(2 * DAY)

    assert office.answer("Bob", "back") == "back"

    answer = office.last_words()
    assert "You are back." in answer
    assert "5 days of that leave are given back; you have 8 days of leave." in answer
    assert "your deadline is now" in answer
    assert office.game.seats()[1]["due_at"] == due_at + 2 * DAY


def test_who_was_not_away_is_told_so(office: Office) -> None:
    office.answer("Bob", "back")

    assert "You are not on leave, so nothing has been changed." in office.last_words()


def test_a_turn_with_a_leave_is_played_before_it_begins(office: Office) -> None:
    assert office.answer("Bob", "I3-H3\naway 7d") == "played"

    assert office.turns()[-1:] == ["I3-H3"]
    assert "away: You are on leave from now until" in office.last_words()
    assert office.room.count(Leave) == 1


def test_a_turn_that_is_refused_does_not_hold_a_leave_up(office: Office) -> None:
    office.answer("Bob", "I3-I9\naway 7d")

    assert "Your turn was not played." in office.last_words()
    assert office.room.count(Leave) == 1


def test_the_same_mail_twice_is_one_leave(office: Office) -> None:
    office.answer("Bob", "away 2d", mail_id="one")
    office.answer("Bob", "away 2d", mail_id="one")

    assert office.room.count(Leave) == 1


def test_a_mail_that_came_before_the_deadline_saves_the_game_though_it_is_understood_later(office: Office) -> None:
    due_at = office.game.seats()[1]["due_at"]
    office.room.clock.move(due_at - timedelta(seconds=30) - office.room.clock.now())
    address = office.reply_address("Bob")
    office.store(f"{PROVED}From: Bob <bob@example.org>\nSubject: Re\n\naway 2d\n", address)
    office.room.clock.move(timedelta(minutes=5))

    office.understand_all()

    assert office.game.seats()[1]["due_at"] == due_at + 2 * DAY


def test_leave_that_a_stranger_asks_for_waits_until_the_player_confirms_it(office: Office) -> None:
    address = office.reply_address("Bob")
    office.arrive("From: Eve <eve@example.org>\nSubject: Re\n\naway 7d\n", address, "eve@example.org")
    before = office.room.count(Leave)

    for _ in range(2):
        office.settle_first(Act.CONFIRM)

    assert office.reasons()[-1] == "held"
    assert "away 7d" in office.last_words()
    assert (before, [row["days"] for row in office.room.rows(Leave)]) == (0, [7])


def test_a_letter_about_a_game_says_who_is_away(office: Office) -> None:
    office.answer("Bob", "away 7d")
    office.answer("Bob", "I3-H3")

    assert "Bob is away until" in office.last_words("Ada")


def test_a_letter_says_only_once_that_a_clock_stands_still(office: Office) -> None:
    office.answer("Bob", "away 7d")
    office.answer("Bob", "board")

    words = office.last_words()
    assert words.count("you are on leave") + words.count("You are on leave") == 1
    assert "Your clock stands still until" in words


@pytest.mark.parametrize("purpose", ["digest", "test"])
def test_leave_can_be_asked_for_in_answer_to_a_letter_about_no_game(office: Office, purpose: str) -> None:
    office.arrive(f"{PROVED}From: Bob <bob@example.org>\n\naway 3d\n", address(office, purpose))
    taken = office.last_words()
    office.arrive(f"{PROVED}From: Bob <bob@example.org>\nSubject: again\n\nback\n", address(office, purpose))

    assert office.reasons() == ["away", "back"]
    assert "You are on leave from now until" in taken
    assert "You are back." in office.last_words()


def test_nobody_else_takes_leave_in_answer_to_a_letter_about_no_game(office: Office) -> None:
    office.arrive("From: Eve <eve@example.org>\n\naway 3d\n", address(office, "digest"), "eve@example.org")

    assert office.reasons() == ["stranger"]
    assert office.room.count(Leave) == 0


def test_a_letter_about_no_game_that_is_too_old_takes_no_leave(office: Office) -> None:
    recipient = address(office, "digest")
    office.room.clock.move(91 * DAY)

    office.arrive("From: Bob <bob@example.org>\n\naway 3d\n", recipient)

    assert "That letter was too old to be answered." in office.last_words()
    assert office.room.count(Leave) == 0


def address(office: Office, purpose: str) -> str:
    """The reply address of a letter to Bob that belongs to no game."""
    letter = office.room.rows(Outbox)[-1]["id"]
    with office.room.workshop.open() as uow:
        return IDENTITY.reply.address(mint_account_token(uow, office.game.players[1], purpose, letter))
