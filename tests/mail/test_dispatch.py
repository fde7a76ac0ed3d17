"""Letters on their way out."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta

import pytest

from corr.mail.sending.dispatch import send_next
from corr.mail.sending.transport import PutOffError, RefusedError
from corr.service.outbox import claim_letter
from corr.store.tables import Outbox
from tests.mail.office import POST, FakeTransport, Office, an_office
from tests.playing import a_room


@dataclass
class DyingTransport:
    """A far end that takes the letter just before the process is killed."""

    sent: list[bytes]
    relay: str = "the far end"

    def send(self, _sender: str, _recipient: str, message: bytes) -> str:
        """Take the letter and end the process, as far as a test can."""
        self.sent.append(message)
        raise KeyboardInterrupt

    def rest(self) -> None:
        """Nothing is held open."""


@pytest.fixture
def office(database_url: str) -> Iterator[Office]:
    """A game in which Bob is due, with its post."""
    with a_room(database_url) as room:
        yield an_office(room, "B3-C3")


def send_through(office: Office, dying: DyingTransport) -> None:
    """Send every letter until the process dies."""
    while send_next(office.room.workshop, POST, dying, "one"):
        pass


def states(office: Office) -> set[str]:
    """The states of all letters to Bob about his turn."""
    return {row["state"] for row in office.room.rows(Outbox) if row["kind"] == "your-turn" and row["turn_number"] == 2}


def test_a_letter_is_sent_once_and_forgotten(office: Office) -> None:
    office.send_all()
    office.send_all()

    rows = [row for row in office.room.rows(Outbox) if row["state"] == "sent"]
    assert len({row["message_id"] for row in rows}) == len(office.transport.sent) == len(rows) > 0
    assert all(row["message"] is None and row["facts"] == {} for row in rows)


def test_a_letter_about_a_turn_that_was_played_is_not_sent(office: Office) -> None:
    office.game.play("I3-H3")

    office.send_all()

    assert states(office) == {"obsolete"}


def test_after_a_crash_the_same_letter_goes_out_again(office: Office) -> None:
    dying = DyingTransport([])
    with pytest.raises(KeyboardInterrupt):
        send_through(office, dying)

    office.room.clock.move(timedelta(minutes=10))
    office.send_all()

    assert dying.sent[0] in [raw for _, _, raw in office.transport.sent]


def test_a_letter_that_was_put_off_is_tried_again_later(office: Office) -> None:
    office.transport.fault = PutOffError("451 later")
    office.send_all()
    office.transport.fault = None

    office.room.clock.move(timedelta(hours=1))
    office.send_all()

    assert states(office) == {"sent"}


def test_a_recipient_that_is_refused_for_good_is_not_tried_again(office: Office) -> None:
    office.transport.fault = RefusedError("550 unknown")
    office.send_all()
    office.transport.fault = None

    office.room.clock.move(timedelta(days=1))
    office.send_all()

    assert states(office) == {"failed"}
    assert office.transport.sent == []


def test_the_envelope_tells_which_letter_bounced(office: Office) -> None:
    office.send_all()

    senders = [sender for sender, _, _ in office.transport.sent]
    assert all(map(POST.is_bounce_address, senders))
    assert len(set(senders)) == len(senders) > 0


def test_a_letter_that_another_process_works_at_is_left_alone(office: Office) -> None:
    with office.room.workshop.open() as uow:
        while claim_letter(uow, "other") is not None:
            pass

    assert not send_next(office.room.workshop, POST, FakeTransport(), "one")
