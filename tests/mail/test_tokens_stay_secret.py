"""A token is known to its owner alone: no log has it, no letter to anybody else, and after a while nothing at all."""

import re
from collections.abc import Iterator
from datetime import timedelta

import pytest

from corr.administration.purge import purge
from corr.mail.answering import gateway
from corr.mail.answering.order_execution import without_tokens
from corr.mail.reading.mail_facts import Reading
from corr.store.tables.mails import HeldOrder, Inbox
from tests.mail.office import IDENTITY, Office, an_office
from tests.playing import a_room

TOKEN = re.compile(r"[a-z2-7]{26}")


class Faulty:
    """A reader with a fault."""

    def read(self, raw: bytes, **_: object) -> Reading:  # noqa: ARG002
        """Fail."""
        raise RuntimeError("a fault of the program")


@pytest.fixture
def office(database_url: str) -> Iterator[Office]:
    """A game in which Bob is due, with its post."""
    with a_room(database_url) as room:
        yield an_office(room, "B3-C3")


def test_no_log_has_a_token_whatever_becomes_of_mails(office: Office, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("DEBUG")
    address = office.reply_address("Bob")
    for author in ("bob", "eve"):
        for text in ("I3-E3", "resign", "hello", "I3-H3"):
            office.arrive(f"From: {author}@example.org\nTo: {address}\n\n{text} \n", address)
    office.store("From: bob@example.org\n\nI3-H3\n", address)
    gateway.understand_next(office.room.workshop, IDENTITY, Faulty(), "reader")
    office.arrive(f"From: bob@example.org\nTo: {address}\n\nHello\n", "postmaster@play.example")
    office.send_all()

    assert "a fault of the program" in caplog.text
    assert TOKEN.findall(caplog.text) == []


def test_nobody_elses_letter_has_a_token_of_ones_own(office: Office) -> None:
    address = office.reply_address("Bob")
    office.arrive(f"From: bob@example.org\n\nI3-H3\n\nWrite to me at {address} if you like.\n", address)
    own = {token for letter in office.letters("Bob") for token in TOKEN.findall(str(letter["Reply-To"]))}

    raw = b"".join(message for _, to, message in office.transport.sent if to == "ada@example.org").decode()

    assert own
    assert not any(token in raw.replace("=\r\n", "") for token in own)


def test_after_thirty_days_neither_the_mail_nor_its_recipient_is_kept(office: Office) -> None:
    address = office.new_address("Bob")
    office.arrive("From: bob@example.org\n\nhello\n", address)
    office.room.clock.move(timedelta(days=30, seconds=1))

    with office.room.workshop.open() as uow:
        purge(uow)

    (row,) = office.room.rows(Inbox)
    assert (row["raw"], row["recipient"]) == (None, "")
    assert row["new_text"] == "hello"


def test_until_then_both_are_kept(office: Office) -> None:
    address = office.new_address("Bob")
    office.arrive("From: bob@example.org\n\nhello\n", address)
    office.room.clock.move(timedelta(days=29))

    with office.room.workshop.open() as uow:
        purge(uow)

    (row,) = office.room.rows(Inbox)
    assert (row["raw"], row["recipient"]) == (b"From: bob@example.org\n\nhello\n", address)


def test_what_was_held_and_never_confirmed_is_forgotten_after_its_day(office: Office) -> None:
    office.arrive("From: eve@example.org\n\nI3-H3\n", office.new_address("Bob"))
    office.room.clock.move(timedelta(days=1))

    with office.room.workshop.open() as uow:
        purge(uow)

    assert [row["orders"] for row in office.room.rows(HeldOrder)] == ["{}"]


@pytest.mark.parametrize(
    "word", ["r+{}@play.example", "<reply-{}@play.example>", "http://127.0.0.1:8000/held/{}", "R+{}@PLAY.EXAMPLE,"]
)
def test_what_is_passed_on_holds_no_address_with_a_token(word: str) -> None:
    passed = without_tokens(f"See {word.format('abcdefghijklmnopqrstuvwx23')} for all of it")

    assert passed == "See […] for all of it"


@pytest.mark.parametrize("text", ["ada@example.org", "https://example.org/a/b", "Rechtsschutzversicherungen", "a/b"])
def test_other_words_are_passed_on_as_they_are(text: str) -> None:
    assert without_tokens(f"{text}\n {text}") == f"{text}\n {text}"
