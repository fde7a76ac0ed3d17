"""The same thing asked for twice at the same moment, by two processes: it happens once, and neither of them fails."""

from datetime import timedelta
from functools import partial

import pytest

from corr.base import notices
from corr.base.notices import Category
from corr.mail.queues.circuit_breaker import admitted, breakers, note_fault
from corr.mail.queues.digests import digest_next
from corr.mail.queues.inbox import advance
from corr.mail.queues.letter_queue import drop, retry
from corr.mail.queues.outbox import Attempt, claim_letters, give_up, keep_letters, mark_sent
from corr.mail.queues.round_trips import ask_test_letter
from corr.mail.queues.subscriptions import find_subscription, unsubscribe, unsubscribe_tokens
from corr.play.messages import SendMessage, send_message
from corr.players.address_reputation import note_refusal, note_report, reputation_of
from corr.players.mail_preferences import MailPreferences, begin_silence, come_back, preferences, set_preferences
from corr.store.tables.games import Message
from corr.store.tables.mails import DeliveryEvent, MailPreference, Outbox, TurnMail
from tests.builders import a_letter, a_member, token_to_end
from tests.mail.queues.test_digests import told, wish
from tests.mail.queues.test_outbox import RENDERED
from tests.players.test_address_reputation import BOB, a_sent_letter, known
from tests.playing import Room, a_game
from tests.posting import claim_letter
from tests.racing import in_units_of_work, meeting

pytestmark = pytest.mark.both_databases

RELAY = "relay:25"


def test_two_refusals_of_one_address_are_both_counted(room: Room) -> None:
    refuse = partial(note_refusal, address=BOB, status="5.2.2", words="full")

    with meeting(room, "SELECT", "mail_standing"):
        in_units_of_work(room, refuse, refuse)

    assert known(room).hard_bounces == 2


def test_two_passing_troubles_of_one_address_are_both_counted(room: Room) -> None:
    reports = [
        partial(note_report, token=a_sent_letter(room, number), kind="delayed", status="4.2.2", words="full")
        for number in range(2)
    ]

    with meeting(room, "SELECT", "mail_standing"):
        in_units_of_work(room, *reports)

    assert known(room).score == pytest.approx(2.0)


def test_a_report_that_comes_twice_is_counted_once(room: Room) -> None:
    report = partial(note_report, token=a_sent_letter(room), kind="failed", status="5.2.2", words="full")

    with meeting(room, "FROM outbox"):
        known_to_both = in_units_of_work(room, report, report)

    assert known_to_both == [True, True]
    assert [row["kind"] for row in room.rows(DeliveryEvent)] == ["accepted", "bounced"]
    assert known(room).hard_bounces == 1


def test_a_complaint_and_a_wish_of_the_same_player_do_not_stop_each_other(room: Room) -> None:
    player_id = a_member(room, "Bob").player_id
    token = a_sent_letter(room)

    in_units_of_work(
        room,
        lambda uow: note_report(uow, token, "complaint", status="", words="spam"),
        lambda uow: bool(set_preferences(uow, player_id, MailPreferences(digest_hour=9))),
    )

    assert known(room).suppressed_for == "complained"


def test_first_wishes_from_two_pages_leave_one_row_with_both(room: Room) -> None:
    player_id = a_member(room, "Bob").player_id
    tokens = [token_to_end(room, player_id, found) for found in list(Category)[1:3]]

    with meeting(room, "INSERT INTO mail_preference"):
        in_units_of_work(room, *(partial(unsubscribe, token=token) for token in tokens))

    (row,) = room.rows(MailPreference)
    assert (row["reminders"], row["messages"], row["challenges"]) == (False, False, True)


def test_a_token_to_unsubscribe_that_two_letters_need_is_one(room: Room) -> None:
    player_id = a_member(room, "Bob").player_id
    make = partial(unsubscribe_tokens, whose=[(player_id, "bob@example.org", Category.TURNS)])

    with meeting(room, "INSERT INTO unsubscribe_token"):
        (one,), (other,) = in_units_of_work(room, make, make)

    with room.workshop.look() as reader:
        assert find_subscription(reader, one) is not None
    assert one == other


def test_of_two_letters_at_once_one_is_the_one_before_the_silence(room: Room) -> None:
    player_id = a_member(room, "Bob").player_id
    with room.workshop.open() as uow:
        set_preferences(uow, player_id, MailPreferences(TurnMail.ONE))
    begin = partial(begin_silence, player_id=player_id)

    with meeting(room, "UPDATE mail_preference"):
        may_go = in_units_of_work(room, partial(begin, letter_id=1), partial(begin, letter_id=2))

    assert sorted(may_go) == [False, True]


def test_whoever_comes_back_as_the_letter_goes_out_is_either_silent_or_not(room: Room) -> None:
    player_id = a_member(room, "Bob").player_id
    with room.workshop.open() as uow:
        set_preferences(uow, player_id, MailPreferences(TurnMail.ONE))
        begin_silence(uow, player_id, 1)

    in_units_of_work(
        room,
        partial(come_back, player_id=player_id),
        partial(begin_silence, player_id=player_id, letter_id=2),
    )

    with room.workshop.look() as reader:
        assert preferences(reader, player_id).turns is TurnMail.ONE


def test_a_message_that_is_sent_twice_at_once_is_one(room: Room) -> None:
    game = a_game(room)
    message = SendMessage(game.id, game.players[0], "Hello", "web", "a form")

    with meeting(room, "FROM game"):
        receipts = in_units_of_work(room, partial(send_message, order=message), partial(send_message, order=message))

    assert sorted(receipt.repeated for receipt in receipts) == [False, True]
    assert room.count(Message) == 1
    assert len(room.letters("message")) == 1


def test_a_test_letter_that_is_asked_for_twice_at_once_is_one(room: Room) -> None:
    player_id = a_member(room, "Bob").player_id
    ask = partial(ask_test_letter, player_id=player_id, order_key="a form")

    with meeting(room, "FROM outbox"):
        in_units_of_work(room, ask, ask)

    assert len(room.letters("test")) == 1


def test_a_digest_that_two_processes_find_due_is_told_once(room: Room) -> None:
    game = a_game(room)
    wish(room, game.players[0])
    room.clock.move(timedelta(hours=1, minutes=1))

    with meeting(room, "FROM mail_preference"):
        in_units_of_work(room, digest_next, digest_next)

    assert len(told(room)) == 1


def test_a_letter_is_either_thrown_away_or_claimed(room: Room) -> None:
    letter_id = a_letter(room)

    with meeting(room, "outbox"):
        dropped, claimed = in_units_of_work(
            room, lambda uow: drop(uow, letter_id), lambda uow: bool(claim_letter(uow, "sender"))
        )

    assert dropped is not claimed
    assert room.rows(Outbox)[0]["state"] == ("dropped" if dropped else "waiting")


def test_a_letter_that_was_given_up_is_retried_once_by_two_administrators(room: Room) -> None:
    letter_id = a_letter(room)
    with room.workshop.open() as uow:
        keep_letters(uow, {letter_id: RENDERED})
        give_up(uow, Attempt(letter_id, RENDERED.recipient, uow.now, "550 no"))
    again = partial(retry, letter_id=letter_id)

    with meeting(room, "FROM outbox"):
        retried = in_units_of_work(room, again, again)

    assert sorted(retried) == [False, True]


def test_letters_claimed_by_two_at_once_belong_to_one_each(room: Room) -> None:
    for number in range(6):
        a_letter(room, f"letter{number}")
    claim = partial(claim_letters, most=3)

    with meeting(room, "UPDATE outbox"):
        one, other = in_units_of_work(room, partial(claim, owner="one"), partial(claim, owner="other"))

    assert len({letter.id for letter in (*one, *other)}) == len(one) + len(other) == 6


def test_a_report_and_a_late_mark_of_the_same_letter_do_not_stop_each_other(room: Room) -> None:
    token = a_sent_letter(room)
    letter_id = int(room.rows(Outbox)[0]["id"])

    in_units_of_work(
        room,
        lambda uow: note_report(uow, token, "failed", status="5.1.1", words="no"),
        lambda uow: mark_sent(uow, Attempt(letter_id, BOB, uow.now, "250 OK")),
    )

    with room.workshop.look() as reader:
        assert reputation_of(reader, BOB).is_suppressed


def test_a_mail_of_a_mailbox_is_stored_by_one_of_two_pollers(room: Room) -> None:
    take = partial(advance, mailbox="box", uid_validity=1, uid=7)

    with meeting(room, "INSERT INTO mail_cursor"):
        first = in_units_of_work(room, take, take)
    again = in_units_of_work(room, take, take)

    assert sorted(first) == [False, True]
    assert again == [False, False]


def test_a_relay_that_fails_two_processes_at_once_has_failed_once(room: Room) -> None:
    began_at = room.clock.now()
    room.clock.move(timedelta(seconds=1))
    fault = partial(note_fault, relay=RELAY, words="down", began_at=began_at)

    with meeting(room, "INSERT INTO breaker"):
        in_units_of_work(room, fault, fault)

    with room.workshop.look() as reader:
        assert [found.faults for found in breakers(reader)] == [1]


def test_one_of_two_processes_tries_a_relay_out(room: Room) -> None:
    with room.workshop.open() as uow:
        note_fault(uow, RELAY, "down", uow.now)
    room.clock.move(timedelta(minutes=1))
    ask = partial(admitted, relay=RELAY, most=20)

    with meeting(room, "UPDATE breaker"):
        asked = in_units_of_work(room, ask, ask)

    assert sorted(asked) == [0, 1]


def test_the_same_notice_told_twice_at_once_is_one_letter(room: Room) -> None:
    player_id = a_member(room, "Bob").player_id
    notice = notices.test_letter(player_id, "once")

    with meeting(room, "INSERT INTO outbox"):
        in_units_of_work(room, lambda uow: uow.tell(notice), lambda uow: uow.tell(notice))

    assert len(room.letters("test")) == 1
