"""Mails: stored first, understood once, and forgotten in time."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest

from corr.mail.queues.inbox import (
    LEASE,
    ArrivedMail,
    ClaimedMail,
    Understood,
    claim_mail,
    finish_once,
    park_mail,
    put_off_mail,
    store_mail,
)
from corr.store.tables.mails import Inbox
from tests.builders import a_mail
from tests.playing import Room, a_game


def claimed(room: Room, owner: str = "one") -> ClaimedMail | None:
    with room.workshop.open() as uow:
        return claim_mail(uow, owner)


def finished(room: Room, mail_id: int, key: str = "key") -> bool:
    played = Understood(key, "played", new_text="B3-C3")
    return finish_once(room.workshop, mail_id, Understood(key, "duplicate"), lambda _uow: played) == "played"


def test_a_mail_is_kept_to_the_letter(room: Room) -> None:
    raw = bytes(range(256)) * 3

    a_mail(room, raw)

    mail = claimed(room)
    assert mail is not None
    assert mail.raw == raw
    assert mail.received_at == room.clock.now()


def test_an_envelope_with_signs_that_no_database_holds_is_kept_without_them(room: Room) -> None:
    a_mail(room, recipient="r+\0x\ud800@play.example" + "y" * 5000)

    mail = claimed(room)

    assert mail is not None
    assert mail.recipient.startswith("r+x?@play.example")
    assert len(mail.recipient) == 320


def test_a_mail_is_claimed_by_one_process_until_its_lease_is_over(room: Room) -> None:
    a_mail(room)

    first, second = claimed(room, "one"), claimed(room, "two")
    room.clock.move(LEASE)
    third = claimed(room, "two")

    assert first is not None
    assert second is None
    assert third is not None
    assert third.tries == 2


def test_a_second_arrival_of_the_same_mail_is_a_duplicate(room: Room) -> None:
    first, second = a_mail(room), a_mail(room)

    assert finished(room, first)
    assert not finished(room, second)

    assert [(row["state"], row["reason"]) for row in room.rows(Inbox)] == [("done", "played"), ("done", "duplicate")]


@pytest.mark.both_databases
def test_of_many_arrivals_at_once_one_has_its_effect(room: Room) -> None:
    mails = [a_mail(room) for _ in range(10)]

    with ThreadPoolExecutor(5) as threads:
        effects = list(threads.map(lambda mail_id: finished(room, mail_id), mails))

    assert sum(effects) == 1
    assert [row["reason"] for row in room.rows(Inbox)].count("duplicate") == 9


def test_a_mail_that_another_process_finished_has_no_second_effect(room: Room) -> None:
    mail_id = a_mail(room)
    finished(room, mail_id)

    assert not finished(room, mail_id, "another key")

    assert room.rows(Inbox)[0]["reason"] == "played"


@pytest.mark.both_databases
def test_a_mail_that_ends_its_process_again_and_again_is_laid_aside(room: Room) -> None:
    a_mail(room)
    found = []
    for _ in range(12):
        found.append(claimed(room))
        room.clock.move(LEASE)

    assert [mail is not None for mail in found] == [True] * 10 + [False] * 2
    assert room.rows(Inbox)[0]["state"] == "parked"


@pytest.mark.both_databases
def test_a_mail_for_a_game_that_is_laid_aside_stops_no_clock_and_both_players_read_so(room: Room) -> None:
    game = a_game(room)
    before = game.view()
    with room.workshop.open() as uow:
        mail_id = store_mail(uow, ArrivedMail("smtp", "", "x@y.org", b"", None, game.players[0], game.id))
        park_mail(uow, mail_id, "fault")
        park_mail(uow, mail_id, "fault")

    after = game.view(game.players[1])
    assert after.due_at == before.due_at
    assert [str(event.sentence) for event in after.events] == [
        "A mail that came for Cross could not be read. That did not stop Cross’s clock."
    ]


@pytest.mark.both_databases
def test_a_mail_that_was_put_off_or_parked_is_not_claimed_at_once(room: Room) -> None:
    later, never = a_mail(room), a_mail(room)
    with room.workshop.open() as uow:
        put_off_mail(uow, later, "fault")
        park_mail(uow, never, "unreadable")

    at_once = claimed(room)
    room.clock.move(timedelta(hours=4))
    at_last = claimed(room)

    assert at_once is None
    assert at_last is not None
    assert at_last.id == later
