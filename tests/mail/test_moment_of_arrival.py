"""A mail has come when it was handed over, however long it then waits for the database."""

import smtplib
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest

from corr.base.uow import Workshop
from corr.store.tables.mails import Inbox
from tests.fakes import WatchedClock
from tests.mail.listener import a_listener
from tests.mail.office import Office, an_office
from tests.playing import a_room

_MOST = 60
"""Seconds until a test that waits for nothing goes on."""


@pytest.fixture
def office(sqlite_url: str) -> Iterator[Office]:
    """A game in which Bob is due, with its post."""
    with a_room(sqlite_url) as room:
        yield an_office(room, "B3-C3")


@pytest.fixture
def clock(office: Office) -> WatchedClock:
    """The listener's own clock."""
    return WatchedClock(office.room.clock.now())


@pytest.fixture
def port(office: Office, clock: WatchedClock) -> Iterator[int]:
    """The port of a listener for that post."""
    room = office.room
    with a_listener(Workshop(room.database, clock, room.workshop.registry, room.workshop.secret)) as port:
        yield port


def test_waiting_for_the_database_makes_no_mail_late(office: Office, clock: WatchedClock, port: int) -> None:
    handed_over_at = clock.now()
    with smtplib.SMTP("127.0.0.1", port) as client, ThreadPoolExecutor(1) as thread:
        client.ehlo()
        client.mail("bob@example.org")
        client.rcpt(office.reply_address("Bob"))
        clock.looked_at.clear()

        with office.room.workshop.open():
            answer = thread.submit(client.data, b"Subject: x\r\n\r\nI3-H3\r\n")
            clock.looked_at.wait(_MOST)
            clock.move(timedelta(minutes=1))
        answer.result(_MOST)

    assert [row["received_at"] for row in office.room.rows(Inbox)] == [handed_over_at]
