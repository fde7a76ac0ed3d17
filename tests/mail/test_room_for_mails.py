"""How much mail is kept: strangers cannot fill the disk, and cannot use up what is a player's own."""

import logging
import smtplib
from collections.abc import Iterator
from datetime import timedelta

import pytest

from corr.administration.purge import purge
from corr.base.uow import Workshop
from corr.mail.inbound.intake import IncomingMail, PostedMail, Webhook, WebhookResult, find_recipients, store
from corr.store.base import table
from corr.store.db import Database
from corr.store.tables.mails import Inbox
from tests.builders import token_to_end
from tests.mail.listener import a_listener
from tests.mail.office import IDENTITY, Office, an_office
from tests.playing import Room, a_room

MIB = 1024 * 1024
POSTMASTER, DESK = "postmaster@play.example", IDENTITY.sender_address


class SmallDisk(Database):
    """A database on a disk with so much free space."""

    free = 0

    def free_space(self) -> int | None:
        """What a test says."""
        return self.free


@pytest.fixture
def office(database_url: str) -> Iterator[Office]:
    """A game in which Bob is due, with its post."""
    with a_room(database_url) as room:
        yield an_office(room, "B3-C3")


def arrives(room: Room, address: str, size: int) -> bool:
    """Whether a mail of that size is kept."""
    with room.workshop.open() as uow:
        recipient = find_recipients(uow, IDENTITY, [address])[address]
        assert recipient is not None
        mail = b"Subject: x\r\n\r\n"
        arrival = IncomingMail("smtp", "eve@example.org", mail + b"x" * (size - len(mail)), room.clock.now())
        return store(uow, arrival, address, recipient)


def test_mails_to_the_postmaster_have_a_daily_total_and_players_a_share_of_their_own(office: Office) -> None:
    to_postmaster = [arrives(office.room, POSTMASTER, 4 * MIB) for _ in range(8)]
    to_desk = arrives(office.room, DESK, MIB)
    to_bob = arrives(office.room, office.reply_address("Bob"), 4 * MIB)
    office.room.clock.move(timedelta(days=1))
    next_day = arrives(office.room, POSTMASTER, 4 * MIB)

    assert to_postmaster == [True] * 6 + [False] * 2
    assert (to_desk, to_bob, next_day) == (True, True, True)
    assert office.room.count(Inbox) == 9


def test_one_player_cannot_fill_the_disk_and_does_not_take_from_another(office: Office) -> None:
    addresses = [office.new_address("Bob") for _ in range(5)]
    bobs = [arrives(office.room, address, 5 * MIB) for address in addresses for _ in range(4)]

    assert bobs == [True, True, True, False] * 3 + [True] + [False] * 7
    assert arrives(office.room, office.new_address("Ada"), 5 * MIB)


def test_an_address_that_ends_letters_takes_nothing_from_its_player(office: Office) -> None:
    token = token_to_end(office.room, office.game.players[1])

    ending = [arrives(office.room, f"u+{token}@play.example", 5 * MIB) for _ in range(11)]

    assert ending == [True] * 2 + [False] * 9
    assert arrives(office.room, office.reply_address("Bob"), 300)


def test_a_few_large_mails_close_no_address_to_small_ones(office: Office) -> None:
    for address in (POSTMASTER, DESK):
        large = [arrives(office.room, address, 5 * MIB) for _ in range(6)]

        assert large == [True] * 5 + [False]
        assert arrives(office.room, address, 2000)


@pytest.mark.parametrize(
    ("free", "to_postmaster", "to_bob"),
    [(2000 * MIB, True, True), (500 * MIB, False, True), (60 * MIB, False, False)],
)
def test_a_disk_that_fills_turns_strangers_away_first(
    sqlite_url: str, free: int, *, to_postmaster: bool, to_bob: bool
) -> None:
    with a_room(sqlite_url) as room:
        office = an_office(room, "B3-C3")
        address = office.reply_address("Bob")
        disk = SmallDisk(sqlite_url)
        disk.free = free
        there = Room(disk, room.clock, Workshop(disk, room.clock, room.workshop.registry, room.workshop.secret))

        assert arrives(there, POSTMASTER, 100) == to_postmaster
        assert arrives(there, address, 100) == to_bob

        disk.close()


def test_a_mail_server_hears_that_it_may_try_later(office: Office, caplog: pytest.LogCaptureFixture) -> None:
    answers = []

    with a_listener(office.room.workshop) as port, caplog.at_level(logging.WARNING):
        for _ in range(8):
            with smtplib.SMTP("127.0.0.1", port) as client:
                client.ehlo()
                client.mail("eve@example.org")
                client.rcpt(POSTMASTER)
                answers.append(client.data(b"Subject: x\r\n\r\n" + (b"x" * 998 + b"\r\n") * 4000)[0])

    assert answers == [250] * 6 + [452] * 2
    assert "there is no room for it now" in caplog.text


def test_a_provider_that_posts_hears_it_too(office: Office) -> None:
    hook = Webhook(IDENTITY, "a secret")
    mail = PostedMail(b"Subject: x\r\n\r\n" + b"x" * 4 * MIB, (POSTMASTER,), "eve@example.org")

    taken = [hook.take(office.room.workshop, mail) for _ in range(8)]

    assert taken == [WebhookResult.STORED] * 6 + [WebhookResult.NO_ROOM] * 2
    assert office.room.count(Inbox) == 6


def test_mails_of_machines_and_of_nobody_are_forgotten_early(office: Office) -> None:
    kept = {
        "a player's": ("human", office.game.players[0]),
        "a stranger's": ("human", None),
        "a robot's": ("auto", office.game.players[0]),
    }
    for mail_class, player_id in kept.values():
        row = {"source": "smtp", "sender": "", "recipient": "x", "raw": b"hello", "raw_hash": "x", "state": "done"}
        moments = {"received_at": office.room.clock.now(), "try_at": office.room.clock.now()}
        with office.room.workshop.open() as uow:
            more = {"mail_class": mail_class, "player_id": player_id, "reason": "", "new_text": "", "tries": 1}
            uow.connection.execute(table(Inbox).insert(), [{**row, **moments, **more}])

    office.room.clock.move(timedelta(days=2, hours=1))
    with office.room.workshop.open() as uow:
        purge(uow)

    assert [row["raw"] is not None for row in office.room.rows(Inbox)] == [True, False, False]
