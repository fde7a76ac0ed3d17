"""The queue of letters for those who look after the service."""

from datetime import timedelta

import pytest

from corr.errors import NotFoundError
from corr.mail.queues.circuit_breaker import note_fault
from corr.mail.queues.letter_queue import QueueView, drop, queue, retry
from corr.mail.queues.outbox import Attempt, RenderedLetter, give_up, keep_letters, put_off
from corr.store.tables.mails import DeliveryEvent, Outbox
from tests.builders import a_letter
from tests.playing import Room
from tests.posting import claim_letter

pytestmark = pytest.mark.both_databases


def shown(room: Room) -> QueueView:
    """The queue now."""
    with room.workshop.look() as reader:
        return queue(reader)


def tried(room: Room, word: str, host: str, *, is_refused: bool = False) -> int:
    """A letter whose first try failed; its id."""
    letter_id = a_letter(room, word)
    to = f"{word}@{host}"
    with room.workshop.open() as uow:
        claim_letter(uow, "a test")
        keep_letters(uow, {letter_id: RenderedLetter(b"x", f"<{word}@x>", to, "b+t@play.example", word)})
        attempt = Attempt(letter_id, to, uow.now, "550 unknown" if is_refused else "451 later")
        if is_refused:
            give_up(uow, attempt)
        else:
            put_off(uow, attempt)
    return letter_id


def state_of(room: Room, letter_id: int) -> str:
    """How far a letter has come."""
    return str(next(row["state"] for row in room.rows(Outbox) if row["id"] == letter_id))


def events(room: Room) -> list[str]:
    """What happened to all letters."""
    return [row["kind"] for row in room.rows(DeliveryEvent)]


def test_an_empty_queue_has_nothing_to_tell(room: Room) -> None:
    found = shown(room)

    assert (found.waiting, found.due, found.oldest_at, found.letters, found.failed, found.hosts) == (
        *(0, 0, None),
        *((), (), ()),
    )


def test_the_queue_tells_how_many_wait_and_since_when(room: Room) -> None:
    start = room.clock.now()
    later = tried(room, "first", "example.org")
    room.clock.move(timedelta(seconds=1))
    second = a_letter(room, "second")

    found = shown(room)

    assert (found.waiting, found.due, found.oldest_at) == (2, 1, start)
    assert [(line.letter_id, line.tries, line.fault) for line in found.letters] == [
        (later, 1, "451 later"),
        (second, 0, ""),
    ]


def test_failures_are_told_by_host_and_old_ones_are_not(room: Room) -> None:
    tried(room, "old", "old.example")
    room.clock.move(timedelta(days=4))
    tried(room, "one", "a.example")
    tried(room, "two", "a.example", is_refused=True)
    tried(room, "three", "b.example")

    found = {host.host: (host.put_off, host.refused, host.bounced, host.last_words) for host in shown(room).hosts}

    assert found == {"a.example": (1, 1, 0, "550 unknown"), "b.example": (1, 0, 0, "451 later")}


def test_the_breaker_of_our_relay_is_shown(room: Room) -> None:
    with room.workshop.open() as uow:
        note_fault(uow, "mail.example:587", "nobody there", uow.now)

    assert [(one.relay, one.is_open, one.words) for one in shown(room).breakers] == [
        ("mail.example:587", True, "nobody there")
    ]


def test_a_letter_that_waits_for_a_later_try_is_retried_at_once_and_that_only_once(room: Room) -> None:
    letter_id = tried(room, "first", "example.org")

    with room.workshop.open() as uow:
        retried = [retry(uow, letter_id), retry(uow, letter_id)]
        letter = claim_letter(uow, "a test")

    assert retried == [True, False]
    assert letter is not None
    assert events(room).count("retried") == 1


def test_a_letter_that_was_given_up_is_retried_as_it_was(room: Room) -> None:
    letter_id = tried(room, "first", "example.org", is_refused=True)
    failed = [line.letter_id for line in shown(room).failed]

    with room.workshop.open() as uow:
        assert retry(uow, letter_id)
        letter = claim_letter(uow, "a test")

    assert failed == [letter_id]
    assert letter is not None
    assert letter.rendered is not None
    assert (letter.rendered.message, letter.rendered.message_id, letter.tries) == (b"x", "<first@x>", 1)


def test_all_that_were_given_up_are_counted_though_only_the_latest_are_shown(room: Room) -> None:
    letters = [tried(room, f"to{number}", "example.org", is_refused=True) for number in range(51)]
    found = shown(room)

    assert (found.failed_count, len(found.failed)) == (51, 50)
    assert {line.letter_id for line in found.failed} < set(letters)


def test_a_letter_is_thrown_away_once_and_leaves_no_secrets(room: Room) -> None:
    letter_id = tried(room, "first", "example.org")

    with room.workshop.open() as uow:
        dropped = [drop(uow, letter_id), drop(uow, letter_id), retry(uow, letter_id)]

    row = room.rows(Outbox)[0]
    assert dropped == [True, False, False]
    assert (row["state"], row["message"], row["facts"], row["envelope_sender"]) == ("dropped", None, {}, None)
    assert events(room).count("dropped") == 1


def test_a_letter_that_is_being_handed_over_is_neither_retried_nor_thrown_away(room: Room) -> None:
    letter_id = a_letter(room)
    with room.workshop.open() as uow:
        claim_letter(uow, "a test")

        assert not retry(uow, letter_id)
        assert not drop(uow, letter_id)

    assert state_of(room, letter_id) == "waiting"


def test_there_is_no_retrying_of_a_letter_that_never_was(room: Room) -> None:
    with room.workshop.open() as uow, pytest.raises(NotFoundError):
        retry(uow, 99)
    with room.workshop.open() as uow, pytest.raises(NotFoundError):
        drop(uow, 99)
