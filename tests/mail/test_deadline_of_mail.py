"""A mail counts from when it came in, not from when it was understood."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from unittest.mock import Mock

import pytest

from corr.play.deadlines import enforce_next_deadline
from corr.store.tables.mails import Outbox
from tests.mail.in_process_reader import InProcessReader
from tests.mail.office import IDENTITY, PROVED, Office, an_office, understand_next
from tests.playing import STRICT, a_room, another_game
from tests.posting import mint_account_token

MINUTE = timedelta(minutes=1)
SECOND = timedelta(seconds=1)


@pytest.fixture
def office(database_url: str) -> Iterator[Office]:
    """A game in which Bob is due, with its post."""
    with a_room(database_url) as room:
        yield an_office(room, "B3-C3", agreed=STRICT)


def arrive_before_the_deadline(office: Office, by: timedelta) -> None:
    """Let Bob's turn come in so long before his deadline, and lie there until well after it."""
    due_at = office.game.view().due_at
    assert due_at is not None
    address = office.reply_address("Bob")
    office.room.clock.move(due_at - by - office.room.clock.now())
    office.store("From: bob@example.org\r\n\r\nI3-H3\r\n", address)
    office.room.clock.move(9 * MINUTE)


def understand(office: Office) -> str:
    """Let the mail be understood; what became of it."""
    assert understand_next(office.room)
    return office.reasons()[-1]


def test_a_mail_from_before_the_deadline_is_played_after_it(office: Office) -> None:
    arrive_before_the_deadline(office, SECOND)

    assert understand(office) == "played"
    assert office.game.view().turn_number == 3


def test_the_deadline_waits_for_a_mail_that_came_in_time(office: Office) -> None:
    arrive_before_the_deadline(office, SECOND)
    with office.room.workshop.open() as uow:
        assert enforce_next_deadline(uow) is None

    assert understand(office) == "played"


@pytest.mark.parametrize("by", [timedelta(0), -SECOND])
def test_a_mail_from_the_deadline_or_after_it_is_too_late(office: Office, by: timedelta) -> None:
    arrive_before_the_deadline(office, by)

    assert understand(office) == "late"
    assert office.game.view().turn_number == 2
    assert "time had run out before this came in" in office.last_words()


def test_a_mail_that_came_too_late_does_not_hold_the_deadline_up(office: Office) -> None:
    arrive_before_the_deadline(office, timedelta(0))

    with office.room.workshop.open() as uow:
        assert enforce_next_deadline(uow) == office.game.id

    assert understand(office) == "game-over"


@pytest.mark.parametrize(
    ("whose", "is_held"),
    [("a reply address", True), ("the address in From", False)],
)
def test_a_mail_that_met_a_fault_holds_up_its_own_game_alone(
    office: Office, monkeypatch: pytest.MonkeyPatch, whose: str, *, is_held: bool
) -> None:
    due_at = office.game.view().due_at
    assert due_at is not None
    address = address_of(office, whose)
    office.room.clock.move(due_at - SECOND - office.room.clock.now())
    office.store("From: bob@example.org\r\n\r\nI3-H3\r\n", address)
    with monkeypatch.context() as patched:
        patched.setattr(InProcessReader, "read", Mock(side_effect=OSError("no process can be started")))
        assert understand_next(office.room)
    office.room.clock.move(MINUTE)

    with office.room.workshop.open() as uow:
        assert (enforce_next_deadline(uow) is None) is is_held
    if is_held:
        assert understand(office) == "played"


def test_a_mail_that_has_lain_there_for_long_holds_the_deadline_up_for_ten_minutes(office: Office) -> None:
    arrive_before_the_deadline(office, timedelta(hours=2))
    office.room.clock.move(timedelta(hours=1, minutes=59))
    with office.room.workshop.open() as uow:
        held = enforce_next_deadline(uow)
    office.room.clock.move(2 * MINUTE)
    with office.room.workshop.open() as uow:
        fallen = enforce_next_deadline(uow)

    assert (held, fallen) == (None, office.game.id)


@pytest.mark.both_databases
@pytest.mark.parametrize(
    ("whose", "is_held"),
    [
        ("a reply address", True),
        ("an address of an account", False),
        ("the address in From", True),
        ("postmaster", False),
        ("an address to unsubscribe", False),
        ("an envelope sender", False),
    ],
)
def test_a_mail_holds_up_what_it_can_be_about_by_its_address(office: Office, whose: str, *, is_held: bool) -> None:
    due_at = office.game.view().due_at
    assert due_at is not None
    address = address_of(office, whose)
    office.room.clock.move(due_at - SECOND - office.room.clock.now())
    office.store("From: bob@example.org\r\n\r\nI3-H3\r\n", address)
    office.room.clock.move(MINUTE)

    with office.room.workshop.open() as uow:
        assert (enforce_next_deadline(uow) is None) is is_held


@pytest.mark.both_databases
def test_leave_asked_for_in_time_in_a_mail_about_another_game_saves_the_game(database_url: str) -> None:
    with a_room(database_url) as room:
        office = an_office(room, "B3-C3")
        due_at = office.game.view().due_at
        assert due_at is not None
        another = replace(office, game=another_game(room, office.game.players, ruleset="kelasu/1", pace="30d/turn"))
        address = another.new_address("Bob")
        room.clock.move(due_at - SECOND - room.clock.now())
        office.store(f"{PROVED}From: bob@example.org\r\n\r\naway 2d\r\n", address)
        room.clock.move(MINUTE)

        with room.workshop.open() as uow:
            held = enforce_next_deadline(uow)
        assert understand(office) == "away"
        with room.workshop.open() as uow:
            fallen = enforce_next_deadline(uow)

    assert (held, fallen) == (None, None)


def address_of(office: Office, whose: str) -> str:
    """An address of the service, such as letters to Bob have it."""
    letter = office.letters("Bob")[-1]
    sent = office.room.rows(Outbox)[-1]
    with office.room.workshop.open() as uow:
        token = mint_account_token(uow, office.game.players[1], "digest", sent["id"])
    return {
        "a reply address": office.reply_address("Bob"),
        "an address of an account": IDENTITY.reply.address(token),
        "the address in From": IDENTITY.sender_address,
        "postmaster": "postmaster@play.example",
        "an address to unsubscribe": str(letter["List-Unsubscribe"]).partition("mailto:")[2].partition("?")[0],
        "an envelope sender": office.transport.sent[-1][0],
    }[whose]
