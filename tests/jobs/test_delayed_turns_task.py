"""The loop that plays delayed turns looks into a polled mailbox first, where a mail that stops one may lie."""

from collections.abc import Callable, Iterator
from typing import cast

import pytest

from corr.jobs.tasks import DelayedTurns
from corr.mail.inbound.imap import MailboxFaultError, MailboxPoller
from tests.mail.delaying import HOUR, MINUTE, delay
from tests.mail.office import Office, an_office
from tests.playing import STRICT, a_room


@pytest.fixture
def office(database_url: str) -> Iterator[Office]:
    """A game in which a turn of Bob's is delayed, with its post."""
    with a_room(database_url) as room:
        office = an_office(room, "B3-C3", agreed=STRICT)
        delay(office)
        yield office


class Box:
    """A mailbox that is polled."""

    def __init__(self, poll: Callable[[], None]) -> None:
        self.polls = 0
        self._poll = poll

    def fetch_next(self) -> bool:
        """Do what it was made for."""
        self.polls += 1
        self._poll()
        return False


def task(office: Office, box: Box | None = None) -> DelayedTurns:
    return DelayedTurns(office.room.workshop, cast("MailboxPoller | None", box))


def test_it_plays_what_is_due(office: Office) -> None:
    assert task(office).look_after() is False
    office.room.clock.move(HOUR)

    assert task(office).look_after() is True
    assert office.turns() == ["B3-C3", "I3-H3"]


def test_it_polls_the_mailbox_only_before_a_turn(office: Office) -> None:
    box = Box(lambda: None)
    task(office, box).look_after()
    before = box.polls
    office.room.clock.move(HOUR)
    task(office, box).look_after()

    assert (before, box.polls) == (0, 1)
    assert office.turns() == ["B3-C3", "I3-H3"]


def test_a_mail_that_lay_in_the_mailbox_stops_it(office: Office) -> None:
    came = office.room.clock.now() + 30 * MINUTE
    box = Box(lambda: office.store_reply("Bob", "no", received_at=came))
    office.room.clock.move(HOUR)

    assert task(office, box).look_after() is False
    office.understand_all()
    assert task(office, Box(lambda: None)).look_after() is False
    assert office.turns() == ["B3-C3"]


def test_a_mailbox_out_of_reach_holds_it_up_for_ten_minutes(office: Office) -> None:
    def fail() -> None:
        raise MailboxFaultError("It is out of reach.")

    office.room.clock.move(HOUR)
    with pytest.raises(MailboxFaultError):
        task(office, Box(fail)).look_after()
    assert office.turns() == ["B3-C3"]
    office.room.clock.move(11 * MINUTE)

    assert task(office, Box(fail)).look_after() is True
    assert office.turns() == ["B3-C3", "I3-H3"]
