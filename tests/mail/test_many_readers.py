"""Several processes at the same inbox and outbox: nothing twice, nothing lost."""

from collections.abc import Iterator

import pytest

from corr.mail.letters.dispatch import send_next
from corr.store.tables.games import Turn
from corr.store.tables.mails import Inbox, Outbox
from tests.mail.office import IDENTITY, Office, an_office, understand_next
from tests.playing import a_room
from tests.racing import together

pytestmark = pytest.mark.both_databases

RAW = "From: bob@example.org\nMessage-ID: <one@example.org>\n\nI3-H3\n"


@pytest.fixture
def office(database_url: str) -> Iterator[Office]:
    """A game in which Bob is due, with its post."""
    with a_room(database_url) as room:
        yield an_office(room, "B3-C3")


def test_a_mail_that_arrives_five_times_at_once_plays_and_answers_once(office: Office) -> None:
    address = office.reply_address("Bob")
    for _ in range(5):
        office.store(RAW, address)

    together(lambda owner: understand_next(office.room, owner))

    assert sorted(office.reasons()) == ["duplicate"] * 4 + ["played"]
    assert [row["text"] for row in office.room.rows(Turn)] == ["B3-C3", "I3-H3"]
    assert len([row for row in office.room.rows(Outbox) if row["kind"] == "answer"]) == 1
    assert {row["state"] for row in office.room.rows(Inbox)} == {"done"}


def test_two_different_turns_at_once_play_one_and_explain_the_other(office: Office) -> None:
    address = office.reply_address("Bob")
    for text in ("I3-H3", "I4-H4"):
        office.store(f"From: bob@example.org\n\n{text}", address)

    together(lambda owner: understand_next(office.room, owner))

    assert sorted(office.reasons()) == ["played", "stale"]
    assert len(office.room.rows(Turn)) == 2


def test_every_letter_is_sent_once_however_many_send(office: Office) -> None:
    together(lambda owner: send_next(office.room.workshop, IDENTITY, office.transport, owner))

    identities = [row["message_id"] for row in office.room.rows(Outbox) if row["state"] == "sent"]
    assert len(office.transport.sent) == len(identities) == len(set(identities))
    assert {row["state"] for row in office.room.rows(Outbox)} <= {"sent", "obsolete"}
