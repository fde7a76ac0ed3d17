"""Floods of mail: whoever sends them delays nobody else, uses up nobody's hour, and nothing that came is lost."""

import smtplib
from collections.abc import Iterator
from datetime import timedelta

import pytest

from corr.mail.inbound.intake import PostedMail, Webhook, WebhookResult
from corr.mail.queues import inbox_limits, inbox_order
from corr.mail.queues.inbox import ArrivedMail, store_mail
from corr.mail.queues.inbox_limits import MOST_MAILS
from corr.mail.queues.inbox_order import MOST_WAITING
from corr.mail.queues.mail_history import mails_of
from corr.play.deadlines import enforce_next_deadline
from corr.store.tables.mails import Inbox
from tests.mail.listener import a_listener
from tests.mail.office import IDENTITY, PROVED, Office, an_office, understand_next
from tests.mail.test_strangers import Visitor
from tests.playing import STRICT, a_room

HOUR = timedelta(hours=1, seconds=1)
MINUTE = timedelta(minutes=1)
EVE = "eve@elsewhere.example"


@pytest.fixture
def office(database_url: str) -> Iterator[Office]:
    """A game in which Bob is due, with its post."""
    with a_room(database_url) as room:
        yield an_office(room, "B3-C3", agreed=STRICT)


def pour(office: Office, number: int, recipient: str, sender: str = EVE, *, author: str = "") -> None:
    """Let so many different mails come in, which nobody has read yet."""
    for index in range(number):
        office.store(f"From: {author or sender}\nMessage-ID: <{index}.{sender}>\n\nHello?\n", recipient, sender)


def crowd(office: Office) -> None:
    """Let as many mails of Eve wait as may: to Bob, and to the public address."""
    bob = office.game.players[1]
    with office.room.workshop.open() as uow:
        for _ in range(MOST_WAITING):
            store_mail(uow, ArrivedMail("smtp", EVE, "r+x@play.example", b"x", player_id=bob))
            store_mail(uow, ArrivedMail("smtp", EVE, IDENTITY.sender_address, b"x"))


def states(office: Office) -> list[tuple[str, str]]:
    return [(row["state"], row["reason"]) for row in office.room.rows(Inbox)]


@pytest.mark.slow
def test_a_turn_beyond_the_limit_of_an_hour_waits_and_is_played_in_the_next(office: Office) -> None:
    address = office.reply_address("Bob")
    pour(office, MOST_MAILS, address, "bob@example.org")
    office.store("From: bob@example.org\n\nI3-H3\n", address)
    office.understand_all()

    before = (office.game.view().turn_number, states(office)[-1])
    office.room.clock.move(HOUR)
    office.understand_all()

    assert before == (2, ("new", "waits"))
    assert office.game.view().turn_number == 3
    assert {state for state, _ in states(office)} == {"done"}


@pytest.mark.slow
def test_a_turn_that_waited_counts_from_when_it_came(office: Office) -> None:
    due_at = office.game.view().due_at
    assert due_at is not None
    office.room.clock.move(due_at - office.room.clock.now() - 2 * MINUTE)
    address = office.reply_address("Bob")
    pour(office, MOST_MAILS, address, "bob@example.org")
    office.store("From: bob@example.org\n\nI3-H3\n", address)
    office.understand_all()
    office.room.clock.move(HOUR)

    office.understand_all()

    assert states(office)[-1] == ("done", "played")


@pytest.mark.both_databases
def test_mails_that_wait_hold_a_deadline_up_for_ten_minutes_at_most(office: Office) -> None:
    due_at = office.game.view().due_at
    assert due_at is not None
    office.room.clock.move(due_at - office.room.clock.now() - MINUTE)
    pour(office, 1, office.reply_address("Bob"), "bob@example.org")
    with office.room.workshop.open() as uow:
        inbox_order.let_sender_wait(uow, office.room.rows(Inbox)[0]["id"], inbox_limits.next_hour(uow))
    held = []
    for wait in (2 * MINUTE, 8 * MINUTE, 2 * MINUTE):
        office.room.clock.move(wait)
        with office.room.workshop.open() as uow:
            held.append(enforce_next_deadline(uow) is None)

    assert held == [True, True, False]


@pytest.mark.both_databases
def test_mails_to_the_public_address_that_wait_hold_up_no_deadline_and_nor_do_those_behind_them(office: Office) -> None:
    due_at = office.game.view().due_at
    assert due_at is not None
    office.room.clock.move(due_at - office.room.clock.now() - MINUTE)
    pour(office, 1, IDENTITY.sender_address)
    with office.room.workshop.open() as uow:
        inbox_order.let_sender_wait(uow, office.room.rows(Inbox)[0]["id"], inbox_limits.next_hour(uow))
    pour(office, 1, IDENTITY.sender_address)
    office.room.clock.move(2 * MINUTE)

    with office.room.workshop.open() as uow:
        assert enforce_next_deadline(uow) is not None


@pytest.mark.slow
@pytest.mark.parametrize("author", [EVE, "bob@example.org"])
def test_a_flood_to_a_reply_address_uses_up_nothing_of_its_players_hour(office: Office, author: str) -> None:
    address = office.reply_address("Bob")
    for sender in (EVE, "mallory@elsewhere.example"):
        pour(office, MOST_MAILS, address, sender, author=author)
    office.understand_all()

    raw = f"{PROVED}From: bob@example.org\n\nI3-H3\n"
    with office.signed_by("mx.play.example"):
        office.arrive(raw, office.new_address("Bob"))

    assert states(office)[-1] == ("done", "played")


@pytest.mark.slow
def test_what_several_senders_write_as_one_player_waits_when_it_is_too_much_and_is_not_lost(
    office: Office, caplog: pytest.LogCaptureFixture
) -> None:
    address = office.reply_address("Bob")
    for sender in ("bob@example.org", "bob@work.example"):
        pour(office, MOST_MAILS // 2 + 1, address, sender, author="bob@example.org")
    office.understand_all()

    waiting = [state for state in states(office) if state == ("new", "waits")]
    office.room.clock.move(HOUR)
    office.understand_all()

    assert len(waiting) == 2
    assert {state for state, _ in states(office)} == {"done"}
    assert "more mails of player 2 wait for the next hour" in [one.getMessage() for one in caplog.records]


def test_a_player_reads_of_a_mail_that_it_waits(office: Office) -> None:
    pour(office, 1, office.reply_address("Bob"), "bob@example.org")
    with office.room.workshop.open() as uow:
        inbox_order.let_sender_wait(uow, office.room.rows(Inbox)[0]["id"], inbox_limits.next_hour(uow))

    with office.room.workshop.look() as reader:
        (line,) = mails_of(reader, office.game.players[1]).items

    assert line.status.tag == "waits"
    assert "It counts from when it came" in line.status.sentence


@pytest.mark.both_databases
def test_of_a_sender_with_five_hundred_mails_waiting_the_mail_server_keeps_the_rest(office: Office) -> None:
    crowd(office)
    address = office.reply_address("Bob")

    with a_listener(office.room.workshop) as port, smtplib.SMTP("127.0.0.1", port) as client:
        client.ehlo()
        answers = []
        for sender in (EVE, "bob@example.org", ""):
            client.mail(sender)
            answers += [client.rcpt(to)[0] for to in (address, IDENTITY.sender_address, "r+no@play.example")]
            client.rset()

    assert answers == [452, 452, 550, 250, 250, 550, 250, 250, 550]


@pytest.mark.slow
def test_who_forges_a_players_envelope_sender_uses_up_nothing_that_is_for_the_player(office: Office) -> None:
    pour(office, MOST_MAILS, IDENTITY.sender_address, "bob@example.org", author=EVE)
    office.understand_all()

    office.store_reply("Bob", "I3-H3")
    office.understand_all()

    assert states(office)[-1] == ("done", "played")


def test_another_network_of_the_same_envelope_sender_is_another_sender(office: Office) -> None:
    crowd(office)

    assert Visitor(office).asks_for(office.reply_address("Bob")) == ["250 2.1.5 OK"]


def test_a_provider_that_posts_keeps_what_is_too_much_of_one_sender(office: Office) -> None:
    crowd(office)
    hook, address = Webhook(IDENTITY, "a secret"), office.reply_address("Bob")

    results = [
        hook.take(office.room.workshop, PostedMail(b"Subject: x\r\n\r\nx", (address,), sender))
        for sender in (EVE, "bob@example.org")
    ]

    assert results == [WebhookResult.NO_ROOM, WebhookResult.STORED]
    assert office.room.count(Inbox) == 2 * MOST_WAITING + 1


def test_once_some_were_read_the_next_ones_are_taken(office: Office) -> None:
    crowd(office)
    for _ in range(2):
        understand_next(office.room)

    with a_listener(office.room.workshop) as port, smtplib.SMTP("127.0.0.1", port) as client:
        client.sendmail(EVE, [IDENTITY.sender_address], "Subject: x\r\n\r\nx")

    assert office.room.count(Inbox) == 2 * MOST_WAITING + 1
