"""Test letters: asked for once a form, not too often, and told how far they have come."""

from datetime import timedelta

import pytest

from corr.errors import TooManyError
from corr.mail.queues.round_trips import RoundTrip, ask_test_letter, last_round_trip
from corr.players.reply_tokens import mark_answered
from corr.store.tables.mails import AccountTokenPurpose, Outbox
from tests.playing import Room
from tests.posting import accepted, mint_account_token, put_off, refused


def ask(room: Room, player_id: int, key: str = "a form") -> bool:
    with room.workshop.open() as uow:
        return ask_test_letter(uow, player_id, key)


def trip(room: Room, player_id: int) -> RoundTrip:
    with room.workshop.look() as reader:
        found = last_round_trip(reader, player_id)
    assert found is not None
    return found


def test_a_form_that_is_handed_in_twice_is_one_letter(room: Room) -> None:
    ada = room.player("Ada")

    asked = [ask(room, ada), ask(room, ada), ask(room, ada, "another form")]

    assert asked == [True, False, True]
    assert len(room.letters("test")) == 2


def test_one_form_of_two_players_is_two_letters(room: Room) -> None:
    ada, bob = room.player("Ada"), room.player("Bob")

    assert [ask(room, ada), ask(room, bob)] == [True, True]


def test_five_letters_an_hour_are_enough(room: Room) -> None:
    ada = room.player("Ada")
    for number in range(5):
        ask(room, ada, f"form {number}")

    with pytest.raises(TooManyError):
        ask(room, ada, "one more")
    repeated = ask(room, ada, "form 1")
    room.clock.move(timedelta(hours=1))

    assert not repeated
    assert ask(room, ada, "one more")


def test_without_a_letter_there_is_no_way_to_tell(room: Room) -> None:
    ada, bob = room.player("Ada"), room.player("Bob")
    ask(room, ada)

    with room.workshop.look() as reader:
        assert last_round_trip(reader, bob) is None


def test_a_letter_is_told_from_being_queued_to_being_answered(room: Room) -> None:
    ada = room.player("Ada")
    ask(room, ada)
    queued = trip(room, ada)
    room.clock.move(timedelta(minutes=1))
    letter_id = accepted(room)
    with room.workshop.open() as uow:
        token = mint_account_token(uow, ada, AccountTokenPurpose.TEST, letter_id)
    sent = trip(room, ada)
    room.clock.move(timedelta(minutes=1))
    with room.workshop.open() as uow:
        mark_answered(uow, token)
    answered = trip(room, ada)

    assert [(way.state, way.is_over, way.is_lost) for way in (queued, sent, answered)] == [
        ("waiting", False, False),
        ("sent", False, False),
        ("sent", True, False),
    ]
    assert answered.queued_at < answered.sent_at < answered.answered_at == room.clock.now()  # type: ignore[operator]  # They are there.
    assert "works" in answered.sentence


def test_a_letter_that_was_put_off_says_why(room: Room) -> None:
    ada = room.player("Ada")
    ask(room, ada)
    put_off(room, "451 try again")

    assert (trip(room, ada).is_lost, trip(room, ada).fault) == (False, "451 try again")


def test_a_letter_that_was_refused_is_lost(room: Room) -> None:
    ada = room.player("Ada")
    ask(room, ada)
    refused(room, "550 no such user")

    assert (trip(room, ada).is_lost, trip(room, ada).is_over, trip(room, ada).fault) == (True, True, "550 no such user")


def test_only_the_latest_letter_counts(room: Room) -> None:
    ada = room.player("Ada")
    ask(room, ada)
    first = room.rows(Outbox)[-1]["id"]
    ask(room, ada, "another form")

    assert trip(room, ada).letter_id > first


def test_of_two_tokens_of_one_letter_the_answered_one_counts(room: Room) -> None:
    ada = room.player("Ada")
    ask(room, ada)
    letter_id = accepted(room)
    with room.workshop.open() as uow:
        tokens = [mint_account_token(uow, ada, AccountTokenPurpose.TEST, letter_id) for _ in range(3)]
        mark_answered(uow, tokens[1])

    assert trip(room, ada).answered_at is not None
