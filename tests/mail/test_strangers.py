"""Strangers at the door learn nothing, and are turned away when they try too often."""

import asyncio
from collections.abc import Iterator
from datetime import timedelta

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session

from corr.base.rate_limits import are_within
from corr.mail.inbound.listener import Dialogue
from corr.mail.inbound.smtp_requests import MailClient, client_at
from corr.mail.inbound.smtp_sessions import Sessions, SmtpSession
from corr.store.tables.mails import Inbox, Outbox
from tests.builders import token_to_end
from tests.mail.far_end import LONGEST_START
from tests.mail.office import IDENTITY, Office, an_office
from tests.playing import a_room, statements_of
from tests.ports import free_port
from tests.posting import mint_account_token

STRANGER = "192.0.2.7"
UNKNOWN = [
    f"r+{'a' * 26}@play.example",
    f"b+{'a' * 26}@play.example",
    f"u+{'a' * 26}@play.example",
    "r+short@play.example",
    f"r+{'x' * 300}@play.example",
    "nobody@play.example",
    "eve@elsewhere.example",
    "é@play.example",
    "@",
]


@pytest.fixture
def office(database_url: str) -> Iterator[Office]:
    """A game in which Bob is due, with its post."""
    with a_room(database_url) as room:
        yield an_office(room, "B3-C3")


class Visitor:
    """
    A client at the door, without a wire: all of this machine's own addresses are loopback ones.

    :param host: where it comes from.
    """

    def __init__(self, office: Office, host: str = STRANGER) -> None:
        self._dialogue = Dialogue(office.room.workshop, IDENTITY, "smtp", is_own=False)
        self._host = host

    def asks_for(self, *addresses: str) -> list[str]:
        """The answers to these recipients, each in a session of its own."""
        return asyncio.run(self._asked_for(addresses))

    def brings(self, *addresses: str, raw: bytes = b"Subject: x\r\n\r\nx\r\n") -> str:
        """The answer to a mail for *addresses*."""
        return asyncio.run(self._brought(addresses, raw))

    async def _asked_for(self, addresses: tuple[str, ...]) -> list[str]:
        return [(await self._begun(address))[0] for address in addresses]

    async def _brought(self, addresses: tuple[str, ...], raw: bytes) -> str:
        _, server, session, envelope = await self._begun(addresses[0])
        envelope.rcpt_tos = list(addresses)
        envelope.content = raw
        return await self._dialogue.handle_DATA(server, session, envelope)

    async def _begun(self, address: str) -> tuple[str, SMTP, Session, Envelope]:
        server, session, envelope = SMTP(self._dialogue), Session(asyncio.get_running_loop()), Envelope()
        session.peer = (self._host, 4711)  # type: ignore[assignment] # The library says text; it is what asyncio tells.
        envelope.mail_from = "eve@elsewhere.example"
        return await self._dialogue.handle_RCPT(server, session, envelope, address, []), server, session, envelope


@pytest.mark.both_databases
def test_unknown_and_malformed_addresses_are_refused_in_the_same_words(office: Office) -> None:
    answers = Visitor(office).asks_for(*UNKNOWN)

    assert set(answers) == {"550 5.1.1 There is no such address"}


def test_unknown_and_malformed_addresses_make_the_same_work(office: Office) -> None:
    visitor = Visitor(office)
    visitor.asks_for(UNKNOWN[0])
    work = []

    for address in UNKNOWN:
        with statements_of(office.room) as seen:
            visitor.asks_for(address)
        work.append(seen)

    assert any("reply_token" in statement for statement in work[0])
    assert all(one == work[0] for one in work)


def test_every_kind_of_address_that_was_given_out_is_taken(office: Office) -> None:
    office.send_all()
    player_id = office.game.players[1]
    with office.room.workshop.open() as uow:
        letter_id = office.room.rows(Outbox)[0]["id"]
        addresses = [
            IDENTITY.reply.address(mint_account_token(uow, player_id, "test", letter_id)),
        ]
    addresses.append(IDENTITY.unsubscribe.address(token_to_end(office.room, player_id)))
    addresses += [office.new_address("Bob"), office.transport.sent[0][0], office.new_address("Bob").upper()]
    people = ["postmaster@play.example", "Abuse@Play.Example", "postmaster", "game@play.example"]

    answers = Visitor(office).asks_for(*addresses, *people)

    assert answers == ["250 2.1.5 OK"] * 9


def test_after_twenty_bad_addresses_in_an_hour_a_stranger_is_turned_away(office: Office) -> None:
    visitor = Visitor(office)
    address = office.new_address("Bob")

    answers = visitor.asks_for(*[UNKNOWN[0]] * 22)
    real = visitor.asks_for(address, "postmaster", UNKNOWN[0])
    office.room.clock.move(timedelta(hours=1))
    later = visitor.asks_for(UNKNOWN[0])

    assert [answer[:3] for answer in answers] == ["550"] * 20 + ["421"] * 2
    assert [answer[:3] for answer in real] == ["250", "250", "421"]
    assert later[0][:3] == "550"


@pytest.mark.parametrize("host", ["127.0.0.1", "::1", "::ffff:127.0.0.1"])
def test_a_mail_server_on_this_machine_is_never_turned_away(office: Office, host: str) -> None:
    answers = Visitor(office, host).asks_for(*[UNKNOWN[0]] * 30)

    assert {answer[:3] for answer in answers} == {"550"}


def test_a_household_with_many_addresses_is_one_stranger(office: Office) -> None:
    answers = [Visitor(office, f"2001:db8::{number:x}").asks_for(UNKNOWN[0])[0] for number in range(1, 23)]

    assert [answer[:3] for answer in answers] == ["550"] * 20 + ["421"] * 2


@pytest.mark.parametrize(
    ("host", "door"),
    [(STRANGER, "smtp-unjudged"), ("127.0.0.1", "smtp"), ("::1", "smtp"), ("::ffff:127.0.0.1", "smtp")],
)
def test_it_is_noted_whether_a_mail_came_from_another_machine(office: Office, host: str, door: str) -> None:
    Visitor(office, host).brings(office.new_address("Bob"))

    assert office.room.rows(Inbox)[-1]["source"] == door


def test_a_stranger_that_brings_too_many_mails_is_asked_to_wait(office: Office) -> None:
    visitor, address = Visitor(office), office.new_address("Bob")
    with office.room.workshop.open() as uow:
        had = [are_within(uow, *MailClient("smtp", STRANGER).to_send) for _ in range(598)]

    answers = [visitor.brings(address) for _ in range(3)]

    assert all(had)
    assert [answer[:9] for answer in answers] == ["250 2.0.0", "250 2.0.0", "451 4.7.0"]
    assert office.room.count(Inbox) == 2


@pytest.mark.parametrize(("host", "most"), [(STRANGER, 60), ("127.0.0.1", 600)])
def test_what_anybody_can_write_to_is_not_filled_without_end(office: Office, host: str, most: int) -> None:
    visitor, address = Visitor(office, host), office.new_address("Bob")
    with office.room.workshop.open() as uow:
        had = [are_within(uow, client_at("smtp", (host, 25), is_own=False).to_write_to_people) for _ in range(most - 1)]

    answers = [visitor.brings(to) for to in ("postmaster@play.example", "Game@Play.example", "abuse", address)]

    assert all(had)
    assert [answer[:9] for answer in answers] == ["250 2.0.0", "451 4.7.0", "451 4.7.0", "250 2.0.0"]


def test_a_mail_of_which_one_recipient_has_to_wait_comes_again(office: Office) -> None:
    visitor, address = Visitor(office), office.new_address("Bob")
    with office.room.workshop.open() as uow:
        for _ in range(60):
            are_within(uow, MailClient("smtp", STRANGER).to_write_to_people)

    answers = [visitor.brings(*to) for to in ((address, "postmaster"), ("postmaster", address), (UNKNOWN[0], address))]

    assert [answer[:3] for answer in answers] == ["451", "451", "250"]


class _TurnsAway:
    """A dialogue that has had enough."""

    async def handle_RCPT(self, *_asked: object) -> str:  # noqa: N802 - the library's name
        return "421 4.7.0 Enough"


class _Listening(Controller):
    def factory(self) -> SMTP:
        """A session of our own kind."""
        return SmtpSession(Sessions(), self.handler)


def test_whoever_is_turned_away_is_left() -> None:
    port = free_port()
    listening = _Listening(_TurnsAway(), hostname="127.0.0.1", port=port, ready_timeout=LONGEST_START)
    listening.start()

    async def talk() -> bytes:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(b"HELO x\r\nMAIL FROM:<a@b.example>\r\nRCPT TO:<c@d.example>\r\n")
        said = await asyncio.wait_for(reader.read(), 60)
        writer.close()
        return said

    said = asyncio.run(talk())
    listening.stop()

    assert said.endswith(b"421 4.7.0 Enough\r\n")
