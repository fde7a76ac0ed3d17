"""A mail counts from when it came in, not from when it was understood."""

from collections.abc import Iterator
from datetime import timedelta

import pytest

from corr.mail.queues.inbox import ArrivedMail, store_mail
from corr.play.deadlines import enforce_next_deadline
from corr.players.reply_tokens import find_reply_target
from tests.mail.office import IDENTITY, Office, an_office, understand_next
from tests.playing import STRICT, a_room

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
    raw = b"From: bob@example.org\r\n\r\nI3-H3\r\n"
    with office.room.workshop.open() as uow:
        target = find_reply_target(uow, IDENTITY.reply_token(address))
        assert target is not None
        store_mail(uow, ArrivedMail("smtp", "bob@example.org", address, raw, None, target.player_id, target.game_id))
    office.room.clock.move(timedelta(minutes=10))


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


def test_a_mail_that_has_lain_there_for_long_holds_the_deadline_up_for_an_hour(office: Office) -> None:
    arrive_before_the_deadline(office, timedelta(hours=2))
    office.room.clock.move(timedelta(hours=2, minutes=30))
    with office.room.workshop.open() as uow:
        held = enforce_next_deadline(uow)
    office.room.clock.move(timedelta(minutes=21))
    with office.room.workshop.open() as uow:
        fallen = enforce_next_deadline(uow)

    assert (held, fallen) == (None, office.game.id)
