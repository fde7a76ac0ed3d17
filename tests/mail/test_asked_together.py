"""What several sessions ask of the database at once: one transaction, and for each as if it had come alone."""

import asyncio
from collections.abc import Iterator, Sequence

import pytest
from sqlalchemy.exc import IntegrityError

from corr.base.rate_limits import are_within
from corr.mail.inbound.intake import MAX_SIZE, IncomingMail
from corr.mail.inbound.smtp_requests import Answers, Delivery, Lookup, MailClient, Request, Requests, client_at
from corr.store.tables.mails import Inbox
from corr.store.tables.player_accounts import RateCount
from tests.mail.office import IDENTITY, Office, an_office
from tests.playing import a_room, statements_of

NEIGHBOUR, STRANGER = (client_at("smtp", (host, 25), is_own=False) for host in ("127.0.0.1", "192.0.2.7"))
UNKNOWN = "r+aaaaaaaaaaaaaaaaaaaaaaaaaa@play.example"
POISON = "poison@example.org"


@pytest.fixture
def office(database_url: str) -> Iterator[Office]:
    """A game in which Bob is due, with its post."""
    with a_room(database_url) as room:
        yield an_office(room, "B3-C3")


def answered(office: Office, requests: Sequence[Request]) -> list[Answers | BaseException]:
    """The answers to requests that come at once."""

    async def ask() -> list[Answers | BaseException]:
        together = Requests(office.room.workshop, IDENTITY)
        return await asyncio.gather(*map(together.answers, requests), return_exceptions=True)

    return asyncio.run(ask())


def codes(office: Office, requests: Sequence[Request]) -> list[str]:
    return [
        answer[:3]
        for answers in answered(office, requests)
        if not isinstance(answers, BaseException)
        for answer in answers
    ]


def a_mail(
    office: Office, *addresses: str, client: MailClient = NEIGHBOUR, sender: str = "bob@example.org", size: int = 100
) -> Delivery:
    return Delivery(client, IncomingMail("smtp", sender, b"x" * size, office.room.clock.now()), addresses)


@pytest.mark.both_databases
def test_mails_that_come_at_once_are_stored_in_one_transaction(office: Office) -> None:
    addresses = [office.new_address(name) for name in ("Bob", "Ada") * 4]
    asked: list[Request] = [a_mail(office, address) for address in addresses]
    asked += [Lookup(STRANGER, address) for address in addresses]

    with statements_of(office.room) as seen:
        found = codes(office, asked)

    assert found == ["250"] * 16
    assert sorted(row["recipient"] for row in office.room.rows(Inbox)) == sorted(addresses)
    assert len([statement for statement in seen if "reply_token" in statement]) == 1


@pytest.mark.both_databases
def test_each_mail_has_the_answers_of_its_own_recipients(office: Office) -> None:
    bob, ada = office.new_address("Bob"), office.new_address("Ada")
    asked: list[Request] = [
        a_mail(office, bob, UNKNOWN, bob.upper(), "abuse@play.example"),
        Lookup(NEIGHBOUR, UNKNOWN),
        a_mail(office, ada),
        Lookup(NEIGHBOUR, ada),
        a_mail(office, UNKNOWN),
    ]

    found = codes(office, asked)

    assert found == ["250", "550", "250", "250", "550", "250", "250", "550"]
    assert [row["recipient"] for row in office.room.rows(Inbox)] == [bob, "abuse@play.example", ada]


def test_an_unsubscribe_token_is_no_reply_address_even_beside_one(office: Office) -> None:
    token = IDENTITY.reply.token(office.new_address("Bob"))
    asked = [Lookup(NEIGHBOUR, f"{kind}+{token}@play.example") for kind in "urb"]

    assert codes(office, asked) == ["550", "250", "550"]


def test_a_mail_that_cannot_be_stored_takes_no_other_with_it(office: Office) -> None:
    with office.room.database.engine.begin() as connection:
        connection.exec_driver_sql(
            f"CREATE TRIGGER poison BEFORE INSERT ON inbox WHEN new.sender = '{POISON}' "
            "BEGIN SELECT RAISE(ABORT, 'no'); END"
        )
    address = office.new_address("Bob")
    asked = [a_mail(office, address, sender=sender) for sender in ("a@example.org", POISON, "b@example.org")]

    found = answered(office, [*asked, Lookup(NEIGHBOUR, address)])

    assert [type(each) for each in found] == [list, IntegrityError, list, tuple]
    assert [row["sender"] for row in office.room.rows(Inbox)] == ["a@example.org", "b@example.org"]
    assert [row["count"] for row in office.room.rows(RateCount)] == [2, 2]


@pytest.mark.both_databases
def test_who_hangs_up_takes_no_other_along(office: Office) -> None:
    address = office.new_address("Bob")

    async def ask() -> Answers:
        together = Requests(office.room.workshop, IDENTITY)
        hasty, patient = (asyncio.create_task(together.answers(a_mail(office, address))) for _ in range(2))
        await asyncio.sleep(0)
        hasty.cancel()
        first = await patient
        return [*first, *await together.answers(Lookup(NEIGHBOUR, address))]

    assert [answer[:3] for answer in asyncio.run(ask())] == ["250", "250"]
    assert office.room.count(Inbox) == 2


def test_mails_at_once_are_counted_one_after_the_other(office: Office) -> None:
    address = office.new_address("Bob")
    with office.room.workshop.open() as uow:
        had = [are_within(uow, *STRANGER.to_send) for _ in range(598)]

    found = codes(office, [a_mail(office, address, "abuse@play.example", client=STRANGER) for _ in range(3)])

    assert all(had)
    assert found == ["250"] * 4 + ["451"] * 2
    assert office.room.count(Inbox) == 4
    # The one that came too often took neither room nor a place among those for people.
    assert sorted(row["count"] for row in office.room.rows(RateCount)) == [2, 2, 2, 2, 601]


def test_mails_at_once_share_the_room_that_is_left(office: Office) -> None:
    address = office.new_address("Bob")
    before = [a_mail(office, address, size=MAX_SIZE) for _ in range(2)]
    assert codes(office, before) == ["250", "250"]

    found = codes(office, [a_mail(office, address, size=2 * 1024 * 1024) for _ in range(4)])

    assert found == ["250", "250", "452", "452"]
    assert office.room.count(Inbox) == 4


def test_after_twenty_bad_addresses_at_once_a_stranger_is_turned_away(office: Office) -> None:
    asked = [Lookup(STRANGER, UNKNOWN) for _ in range(30)]

    found = codes(office, [*asked, a_mail(office, office.new_address("Bob"), client=STRANGER)])

    assert found == ["550"] * 20 + ["421"] * 10 + ["250"]
    with office.room.workshop.look() as reader:
        assert STRANGER.is_turned_away(reader)
