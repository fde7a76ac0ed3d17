"""Letters through the whole dispatch to a real mail server that takes some, refuses some and hangs up."""

from collections.abc import Iterator
from contextlib import closing
from datetime import timedelta

import pytest
from aiosmtpd.smtp import SMTP, Envelope, Session

from corr.base import notices
from corr.base.notices import To
from corr.config.values import MailServer
from corr.mail.letters.dispatch import send_next
from corr.mail.letters.transport import SmtpTransport
from corr.players.address_reputation import reputation_of
from corr.store.tables.mails import DeliveryEvent, Outbox
from tests.mail.far_end import CLOSES, FarEnd, listening
from tests.mail.office import IDENTITY
from tests.playing import Room, a_room
from tests.ports import free_port

ANSWERS = {"unknown": "550 5.1.1 no such user", "full": "452 4.2.2 mailbox full", "policy": "550 5.7.1 not you"}


class Picky(FarEnd):
    """A server that judges recipients by their names."""

    async def handle_RCPT(  # noqa: N802, PLR0917 - the library's name and signature
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        """Answer by the name."""
        self.to_recipient = ANSWERS.get(address.partition("@")[0].rstrip("0123456789"), "250 OK")
        return await super().handle_RCPT(server, session, envelope, address, options)


@pytest.fixture
def room(database_url: str) -> Iterator[Room]:
    """A service without letters."""
    with a_room(database_url) as made:
        yield made


@pytest.fixture
def end() -> Picky:
    """A mail server."""
    return Picky()


@pytest.fixture
def transport(end: Picky) -> Iterator[SmtpTransport]:
    """What sends to it."""
    port = free_port()
    with (
        listening(end, port),
        closing(SmtpTransport(MailServer("127.0.0.1", port, is_implicit_tls=False))) as made,
    ):
        yield made


def tell(room: Room, *names: str) -> None:
    """A letter to each of *names*."""
    with room.workshop.open() as uow:
        for name in names:
            facts = {"token": "x", "code": "1", "minutes": 15, "asked": "sign-up", "has_account": False, "name": ""}
            uow.tell(notices.sign_up(name, To(address=f"{name}@example.net"), facts))


def send_all(room: Room, transport: SmtpTransport) -> None:
    """Send until nothing is left to do."""
    while send_next(room.workshop, IDENTITY, transport, "a sender"):
        pass


def test_each_recipient_gets_what_its_own_server_says(room: Room, end: Picky, transport: SmtpTransport) -> None:
    tell(room, "ann1", "unknown", "ann2", "full", "policy", "ann3")

    send_all(room, transport)

    states = {row["address"].partition("@")[0]: row["state"] for row in room.rows(Outbox)}
    taken = [to for _, recipients, _ in end.taken for to in recipients]
    assert taken == ["ann1@example.net", "ann2@example.net", "ann3@example.net"]
    assert states == {
        "ann1": "sent",
        "unknown": "failed",
        "ann2": "sent",
        "full": "waiting",
        "policy": "failed",
        "ann3": "sent",
    }
    assert end.connections == 1
    with room.workshop.look() as reader:
        suppressed = [
            reputation_of(reader, f"{name}@example.net").is_suppressed for name in ("unknown", "full", "policy")
        ]
    assert suppressed == [True, False, False]


def test_every_attempt_leaves_the_servers_words(room: Room, end: Picky, transport: SmtpTransport) -> None:
    end.to_data = "250 2.0.0 OK queued as 4XyZ"
    tell(room, "ann", "unknown", "full")

    send_all(room, transport)

    assert [(row["kind"], row["words"]) for row in room.rows(DeliveryEvent)] == [
        ("accepted", "250 2.0.0 OK queued as 4XyZ"),
        ("refused", "550 5.1.1 no such user"),
        ("put-off", "452 4.2.2 mailbox full"),
    ]


@pytest.mark.parametrize("stage", ["sender", "recipient"])
def test_a_server_that_hangs_up_after_every_letter_gets_each_once(
    room: Room, end: Picky, transport: SmtpTransport, stage: str
) -> None:
    end.on_second = {stage: CLOSES}
    tell(room, *(f"ann{number}" for number in range(4)))

    send_all(room, transport)

    assert sorted(to for _, recipients, _ in end.taken for to in recipients) == [
        f"ann{number}@example.net" for number in range(4)
    ]
    assert {row["state"] for row in room.rows(Outbox)} == {"sent"}


def test_a_letter_lost_after_it_was_handed_over_comes_again_with_the_same_bytes(
    room: Room, end: Picky, transport: SmtpTransport
) -> None:
    end.to_data = CLOSES
    tell(room, "ann")
    send_all(room, transport)
    end.to_data = "250 OK"

    room.clock.move(timedelta(minutes=2))
    send_all(room, transport)

    assert len(end.taken) == 2
    assert end.taken[0] == end.taken[1]
    assert [row["state"] for row in room.rows(Outbox)] == ["sent"]
