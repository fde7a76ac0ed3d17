"""A letter goes out through Postfix, and its answer comes back through Postfix: the service as it is deployed."""

import smtplib
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from email import message_from_bytes
from email.message import Message
from email.utils import parseaddr
from pathlib import Path

import pytest

from corr.mail.inbound.intake import MAX_SIZE
from corr.mail.inbound.listener import LmtpListener
from corr.players.reply_tokens import mint_reply_token
from corr.store.tables.mails import Inbox
from tests.fakes import START
from tests.journeys.served import Served
from tests.mail.far_end import FarEnd, listening
from tests.mail.office import IDENTITY, text_of
from tests.mail.roundtrip.postfix import Postfix, a_postfix
from tests.playing import TestGame, a_game, a_room
from tests.ports import free_port

pytestmark = pytest.mark.slow

PATIENCE = 120.0
STRANGER = ("127.0.0.2", 0)
"""An address of this machine that Postfix does not take for its own."""
UNKNOWN = f"r+{'a' * 26}@play.example"


@dataclass
class Trip:
    """A game, the Postfix before it, and the world behind that."""

    game: TestGame
    postfix: Postfix
    world: FarEnd

    def letters(self, words: str) -> list[Message]:
        """All letters with *words* in them that reached Bob."""
        found = [message_from_bytes(raw) for _, to, raw in self.world.taken if to == ["bob@example.org"]]
        return [letter for letter in found if words in text_of(letter)]

    def letter(self, words: str) -> Message:
        """The letter with *words* in it, when it has reached Bob."""
        until = time.monotonic() + PATIENCE
        while not (found := self.letters(words)):
            assert time.monotonic() < until, f"it never came:\n{self.postfix.log.read_text(errors='replace')}"
            time.sleep(0.05)
        return found[0]

    def stranger(self) -> smtplib.SMTP:
        """A mail server from elsewhere, which has brought nothing yet."""
        client = smtplib.SMTP("127.0.0.1", self.postfix.port, source_address=STRANGER)
        client.ehlo()
        return client

    def reply(self, letter: Message, text: str) -> None:
        """Answer a letter as Bob would."""
        to, mail_id = parseaddr(letter["Reply-To"])[1], letter["Message-ID"]
        head = f"From: Bob <bob@example.org>\r\nTo: {to}\r\nSubject: Re: x\r\nMessage-ID: <one@example.org>\r\n"
        raw = f"{head}In-Reply-To: {mail_id}\r\n\r\n{text}\r\n\r\n> what was written\r\n"
        with self.stranger() as client:
            client.sendmail("bob@example.org", [to], raw.encode())


@contextmanager
def a_trip(postfix: str, url: str, lmtp: int) -> Iterator[Trip]:
    """A game in which Bob is due, behind a Postfix that hands its mail over to the port *lmtp*."""
    world, end = free_port(), FarEnd()
    with a_room(url) as room, listening(end, world), a_postfix(postfix, lmtp, world) as front:
        # A service in a process of its own lives now.
        room.clock.move(datetime.now(UTC) - START - timedelta(hours=2))
        yield Trip(a_game(room, "B3-C3", ruleset="kelasu/1"), front, end)


def test_a_letter_and_its_answer_travel_through_postfix(postfix_program: str, sqlite_url: str, tmp_path: Path) -> None:
    lmtp = free_port()
    with a_trip(postfix_program, sqlite_url, lmtp) as trip:
        settings = {
            "CORR_URL": "https://play.example",
            "CORR_DATABASE_URL": sqlite_url,
            "CORR_SMTP_URL": f"smtp://127.0.0.1:{trip.postfix.port}",
            "CORR_LMTP_LISTEN": f"127.0.0.1:{lmtp}",
            "CORR_AUTHSERV_ID": "mx.example.org",
        }
        with Served(tmp_path / "var", **settings):
            trip.reply(trip.letter("B3-C3"), "I4-H4")
            answer = trip.letter("I4-H4")

    assert answer["In-Reply-To"] == "<one@example.org>"
    assert trip.game.view().turn_number == 3
    assert [row["source"] for row in trip.game.room.rows(Inbox)] == ["lmtp"]


def test_postfix_itself_refuses_what_the_service_does_not_know(postfix_program: str, sqlite_url: str) -> None:
    lmtp = free_port()
    with a_trip(postfix_program, sqlite_url, lmtp) as trip:
        room = trip.game.room
        with room.workshop.open() as uow:
            known = IDENTITY.reply.address(mint_reply_token(uow, trip.game.players[1], trip.game.id, 2))
        listener = LmtpListener(room.workshop, IDENTITY, "127.0.0.1", lmtp)
        listener.start()
        with trip.stranger() as client:
            client.mail("eve@elsewhere.example")
            codes = {
                address: client.rcpt(address)[0]
                for address in (known, "postmaster@play.example", UNKNOWN, "x@play.example", "x@elsewhere.example")
            }
            size = client.esmtp_features["size"]
        listener.stop()

    assert list(codes.values()) == [250, 250, 550, 550, 554]
    assert size == str(MAX_SIZE)
    assert room.count(Inbox) == 0


def test_while_the_service_is_down_postfix_sends_nobody_away_for_good(postfix_program: str, sqlite_url: str) -> None:
    with a_trip(postfix_program, sqlite_url, free_port()) as trip, trip.stranger() as client:
        client.mail("bob@example.org")

        assert client.rcpt(UNKNOWN)[0] == 450
