"""Letters: claimed by one, sent at least once, the same at every try."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest

from corr.administration.purge import purge
from corr.mail.queues.outbox import (
    LEASE,
    Attempt,
    ClaimedLetter,
    RenderedLetter,
    claim_letters,
    give_back,
    give_up,
    keep_letters,
    mark_obsolete,
    mark_sent,
    mark_withheld,
    put_off,
)
from corr.store.tables.mails import Outbox
from tests.builders import a_letter
from tests.playing import Room, a_room
from tests.posting import claim_letter

RENDERED = RenderedLetter(b"Subject: hello\r\n\r\nhello\r\n", "<1@play.example>", "first@example.org")


def an_attempt(room: Room, letter_id: int, words: str = "250 OK") -> Attempt:
    return Attempt(letter_id, RENDERED.recipient, room.clock.now(), words)


def claimed(room: Room, owner: str = "one") -> ClaimedLetter | None:
    with room.workshop.open() as uow:
        return claim_letter(uow, owner)


def test_a_letter_is_claimed_by_one_sender_at_a_time(room: Room) -> None:
    a_letter(room)

    first, second = claimed(room, "one"), claimed(room, "two")

    assert first is not None
    assert first.facts == {"token": "secret"}
    assert first.tries == 1
    assert second is None


@pytest.mark.both_databases
def test_many_senders_at_once_share_the_letters_without_any_twice(room: Room) -> None:
    ids = [a_letter(room, f"letter-{number}") for number in range(24)]

    with ThreadPoolExecutor(8) as threads:
        found = list(threads.map(lambda number: claimed(room, f"sender-{number}"), range(32)))

    assert sorted(letter.id for letter in found if letter is not None) == ids


def test_a_letter_whose_sender_was_killed_is_claimed_again_after_the_lease(room: Room) -> None:
    a_letter(room)
    claimed(room)

    room.clock.move(LEASE - timedelta(seconds=1))
    early = claimed(room, "two")
    room.clock.move(timedelta(seconds=1))
    again = claimed(room, "two")

    assert early is None
    assert again is not None
    assert again.tries == 2


def test_the_letter_that_has_waited_longest_comes_first(room: Room) -> None:
    first = a_letter(room, "first")
    room.clock.move(timedelta(seconds=1))
    a_letter(room, "second")

    letter = claimed(room)

    assert letter is not None
    assert letter.id == first


def test_every_try_sends_what_was_rendered_first(room: Room) -> None:
    letter_id = a_letter(room)
    with room.workshop.open() as uow:
        claim_letter(uow, "one")
        is_kept = keep_letters(uow, {letter_id: RENDERED})
        is_kept_too = keep_letters(uow, {letter_id: RenderedLetter(b"another", "<2@play.example>", "x@example.org")})
    room.clock.move(LEASE)

    again = claimed(room, "two")

    assert (is_kept, is_kept_too) == (True, False)
    assert again is not None
    assert again.rendered == RENDERED


@pytest.mark.parametrize("end", ["sent", "obsolete", "withheld"])
def test_a_settled_letter_holds_no_secrets_and_is_never_claimed_again(room: Room, end: str) -> None:
    letter_id = a_letter(room)
    letter = claimed(room)
    assert letter is not None
    with room.workshop.open() as uow:
        keep_letters(uow, {letter_id: RENDERED})
        if end == "sent":
            mark_sent(uow, an_attempt(room, letter_id))
        elif end == "obsolete":
            mark_obsolete(uow, letter)
        else:
            mark_withheld(uow, letter, "first@example.org", "Not sent: you asked for none.")

    row = room.rows(Outbox)[0]
    room.clock.move(timedelta(days=1))
    assert (row["state"], row["facts"], row["message"]) == (end, {}, None)
    assert row["message_id"] == "<1@play.example>"
    assert claimed(room) is None


def test_a_letter_that_was_refused_is_kept_for_a_month_so_that_it_can_be_retried(room: Room) -> None:
    letter_id = a_letter(room)
    with room.workshop.open() as uow:
        keep_letters(uow, {letter_id: RENDERED})
        give_up(uow, an_attempt(room, letter_id, "550 no such mailbox"))
    kept = room.rows(Outbox)[0]
    room.clock.move(timedelta(days=31))
    with room.workshop.open() as uow:
        purge(uow)

    row = room.rows(Outbox)[0]
    assert (kept["state"], kept["message"]) == ("failed", RENDERED.message)
    assert (row["state"], row["message"], row["facts"]) == ("failed", None, {})
    assert claimed(room) is None


def test_a_letter_that_was_never_rendered_is_forgotten_when_it_fails(room: Room) -> None:
    letter_id = a_letter(room)

    with room.workshop.open() as uow:
        give_up(uow, an_attempt(room, letter_id, "KeyError"))

    assert room.rows(Outbox)[0]["facts"] == {}


def test_several_letters_are_claimed_together(room: Room) -> None:
    ids = [a_letter(room, f"letter-{number}") for number in range(5)]

    with room.workshop.open() as uow:
        first, second, third = (claim_letters(uow, "one", most) for most in (3, 3, 3))

    assert [[letter.id for letter in part] for part in (first, second, third)] == [ids[:3], ids[3:], []]


@pytest.mark.both_databases
def test_what_is_given_back_can_be_claimed_at_once_and_was_not_tried(room: Room) -> None:
    letter_id = a_letter(room)
    claimed(room)

    with room.workshop.open() as uow:
        give_back(uow, [letter_id], "another")
    of_another = claimed(room, "two")
    with room.workshop.open() as uow:
        give_back(uow, [letter_id], "one")
    again = claimed(room, "two")

    assert of_another is None
    assert again is not None
    assert again.tries == 1


def test_a_letter_that_failed_is_tried_later_and_later(room: Room) -> None:
    letter_id = a_letter(room)
    waits = []
    for _ in range(4):
        room.clock.move(timedelta(hours=6))
        with room.workshop.open() as uow:
            claim_letter(uow, "one")
            put_off(uow, an_attempt(room, letter_id, "451 try later"))
        waits.append(room.rows(Outbox)[0]["try_at"] - room.clock.now())

    assert waits == sorted(waits)
    assert waits[0] >= timedelta(seconds=30)


@pytest.mark.both_databases
def test_a_letter_is_given_up_after_some_days(room: Room) -> None:
    letter_id = a_letter(room)
    room.clock.move(timedelta(days=6))

    with room.workshop.open() as uow:
        claim_letter(uow, "one")
        put_off(uow, an_attempt(room, letter_id, "451 try\0 later"))

    row = room.rows(Outbox)[0]
    assert (row["state"], row["fault"]) == ("failed", "451 try later")


@pytest.mark.both_databases
def test_two_processes_share_one_outbox(database_url: str, room: Room) -> None:
    ids = [a_letter(room, f"letter-{number}") for number in range(10)]

    with a_room(database_url) as second, ThreadPoolExecutor(4) as threads:
        rooms = [room, second] * 6
        found = list(threads.map(claimed, rooms))

    assert sorted(letter.id for letter in found if letter is not None) == ids
