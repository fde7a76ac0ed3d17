"""Several processes that send at the same time do not stop each other."""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import timedelta
from functools import partial
from threading import Barrier, BrokenBarrierError

import pytest

from corr.mail.letters.dispatch import BATCH, prepare, send_next
from corr.mail.letters.transport import PutOffError, RefusedError
from corr.mail.queues.outbox import Attempt, claim_letters, mark_sent
from corr.play.lifecycle import NewGame, start_game
from corr.players.mail_preferences import MailPreferences, set_preferences
from corr.store.tables.mails import Outbox, TurnMail
from tests.mail.office import IDENTITY, FakeTransport
from tests.playing import Room, a_room, terms
from tests.racing import at_once, meeting


@pytest.fixture
def room(database_url: str) -> Iterator[Room]:
    """A service on an empty database."""
    with a_room(database_url) as room:
        yield room


@dataclass
class Gathering(FakeTransport):
    """A far end that takes a letter to one address only when another one to it comes at the same time, or never."""

    to: str = "anna@example.org"
    both: Barrier = field(default_factory=lambda: Barrier(2))

    def send(self, sender: str, recipient: str, message: bytes) -> str:
        """Keep one letter."""
        if recipient == self.to:
            with suppress(BrokenBarrierError):
                self.both.wait(1.5)
        return super().send(sender, recipient, message)


def whoever_wants_one_letter(room: Room) -> int:
    """A player who wants one letter and then silence."""
    anna = room.player("Anna")
    with room.workshop.open() as uow:
        set_preferences(uow, anna, MailPreferences(TurnMail.ONE))
    return anna


def begin(room: Room, *pairs: tuple[int, int]) -> None:
    """Games of these players, with letters to both."""
    with room.workshop.open() as uow:
        for pair in pairs:
            start_game(uow, NewGame("tiny/1", {}, terms("3d/turn"), pair))
    room.clock.move(timedelta(minutes=1))


def sent_to_anna(room: Room) -> list[str]:
    """What became of the letters to Anna."""
    return sorted(row["state"] for row in room.rows(Outbox) if row["recipient"] == "anna@example.org")


@pytest.mark.both_databases
@pytest.mark.slow
def test_whoever_wants_one_letter_gets_one_though_two_processes_send(room: Room) -> None:
    anna, others = whoever_wants_one_letter(room), [room.player(f"P{number}") for number in range(BATCH)]
    begin(room, (anna, others[0]), *zip(others[::2], others[1::2], strict=True), (others[1], anna))
    transport = Gathering()

    at_once(*(partial(send_next, room.workshop, IDENTITY, transport, f"sender {number}") for number in range(2)))

    assert [to for _, to, _ in transport.sent].count("anna@example.org") == 1
    assert sent_to_anna(room) == ["sent", "withheld"]


def test_the_one_letter_goes_at_a_later_try_too(room: Room) -> None:
    begin(room, (whoever_wants_one_letter(room), room.player("Bob")))
    transport = FakeTransport(fault=PutOffError("451 later"))
    send_next(room.workshop, IDENTITY, transport, "one")

    transport.fault = None
    room.clock.move(timedelta(hours=1))
    send_next(room.workshop, IDENTITY, transport, "one")

    assert sent_to_anna(room) == ["sent"]


def test_a_letter_that_was_refused_is_not_the_one(room: Room) -> None:
    anna, bob = whoever_wants_one_letter(room), room.player("Bob")
    begin(room, (anna, bob))
    transport = FakeTransport(fault=RefusedError("554 5.7.1 no", "5.7.1"))
    send_next(room.workshop, IDENTITY, transport, "one")

    transport.fault = None
    begin(room, (anna, bob))
    send_next(room.workshop, IDENTITY, transport, "one")

    assert sent_to_anna(room) == ["failed", "sent"]


@pytest.mark.both_databases
@pytest.mark.slow
def test_letters_to_the_same_players_in_different_order_are_sent_by_two_at_once(room: Room) -> None:
    players = [room.player(f"P{number}") for number in range(BATCH)]
    for order in (players, players[::-1]):
        with room.workshop.open() as uow:
            for pair in zip(order[::2], order[1::2], strict=True):
                start_game(uow, NewGame("tiny/1", {}, terms("3d/turn"), pair))
        room.clock.move(timedelta(minutes=1))
    transport = FakeTransport()

    # Each has written the token of the first player of its own letters when it goes on.
    with meeting(room, "INSERT INTO unsubscribe_token", after=True):
        at_once(*(partial(send_next, room.workshop, IDENTITY, transport, f"sender {number}") for number in range(2)))

    assert {row["state"] for row in room.rows(Outbox)} == {"sent"}
    assert len(transport.sent) == 2 * BATCH


@pytest.mark.both_databases
def test_a_letter_that_was_settled_meanwhile_does_not_keep_the_others_back(room: Room) -> None:
    begin(room, (room.player("Anna"), room.player("Ben")))
    with room.workshop.open() as uow:
        first, second = claim_letters(uow, "sender", BATCH)
    with room.workshop.open() as uow:
        mark_sent(uow, Attempt(first.id, "anna@example.org", uow.now))

    ready = prepare(room.workshop, IDENTITY, [first, second])

    assert [letter.claimed.id for letter in ready] == [second.id]
