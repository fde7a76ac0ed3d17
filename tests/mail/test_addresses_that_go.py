"""Letters on their way while an address is dropped: nothing that works reaches whoever reads the old mailbox."""

from collections.abc import Iterator
from email import message_from_bytes
from email.message import Message
from email.utils import parseaddr
from functools import partial

import pytest
from sqlalchemy import Engine

from corr.mail.queues.inbox_limits import GivenTokens, find_by_tokens
from corr.store.tables.mails import Outbox
from tests.mail.office import IDENTITY, Office, an_office
from tests.mail.queues.test_address_changes import ask, confirm
from tests.playing import Room, a_room
from tests.racing import meanwhile

pytestmark = pytest.mark.both_databases

OLD, NEW = "bob@example.org", "bob@new.example"


@pytest.fixture
def room(database_url: str) -> Iterator[Room]:
    """A service on an empty database."""
    with a_room(database_url) as room:
        yield room


def letters_to(office: Office, address: str) -> list[Message]:
    return [message_from_bytes(raw) for _, to, raw in office.transport.sent if to == address]


def working(room: Room, letters: list[Message]) -> list[str]:
    """Those of the addresses to answer *letters*, and to end them, that are taken."""
    found = []
    for letter in letters:
        named = [parseaddr(letter["Reply-To"] or "")[1], (letter["List-Unsubscribe"] or "").partition("mailto:")[2]]
        found += [address.partition("?")[0] for address in named if address]
    with room.workshop.look() as reader:
        ends = {address: IDENTITY.unsubscribe.token(address) for address in found}
        tokens = [GivenTokens(IDENTITY.reply.token(one), ends[one], bounce="") for one in found]
        owners = find_by_tokens(reader, tokens)
        return [address for address, owner in zip(found, owners, strict=True) if owner]


@pytest.mark.parametrize("moment", ["FROM message", "INSERT INTO reply_token"])
def test_a_change_while_a_letter_is_prepared_leaves_the_old_mailbox_nothing_that_works(room: Room, moment: str) -> None:
    office = an_office(room)
    office.send_all()
    tokens = ask(room, office.game.players[1], NEW)
    confirm(room, tokens["new"])
    office.send_all()
    office.game.play("B3-C3")

    with meanwhile(room, moment, work=partial(confirm, room, tokens["old"]), where=Engine):
        office.send_all()
    office.send_all()

    assert working(room, letters_to(office, OLD)) == []
    assert len(working(room, letters_to(office, NEW))) >= 2
    assert {row["state"] for row in room.rows(Outbox)} == {"sent"}
