"""What is known of mail addresses: bounces, delays, complaints, and how trust comes back."""

from datetime import timedelta

import pytest

from corr.base import notices
from corr.base.delivery_ledger import get_delivery
from corr.errors import NotFoundError
from corr.mail.queues.outbox import Attempt, RenderedLetter, keep_letters, mark_sent
from corr.players.address_reputation import (
    AddressReputation,
    is_suppressed,
    lift,
    note_refusal,
    note_report,
    reason_to_spare,
    reputation_of,
    suppressed,
    suppressed_count,
    suppressions,
)
from corr.players.mail_preferences import MailPreferences, preferences
from corr.store.tables.mails import DeliveryEvent, MailStanding, Outbox, TurnMail
from tests.builders import ask_to_sign_in, follow, sign_in_letters
from tests.mail.queues.test_address_changes import ask, confirm
from tests.playing import Room
from tests.posting import claim_letter

BOB = "bob@example.org"


def a_sent_letter(room: Room, number: int = 1, *, kind: str = "your-turn", to: str = BOB) -> str:
    """A letter that was handed over; the token in its envelope."""
    token = f"token {number}"
    with room.workshop.open() as uow:
        if kind == "answer":
            uow.tell(notices.answer(number, notices.To(address=to), None, {}))
        else:
            uow.tell(notices.invitation(f"challenge {number}", to, {}))
    with room.workshop.open() as uow:
        letter = claim_letter(uow, "a test")
        assert letter is not None
        keep_letters(uow, {letter.id: RenderedLetter(b"x", f"<{number}@x>", to, f"b+{token}@play.example", token)})
        mark_sent(uow, Attempt(letter.id, to, uow.now, "250 OK"))
    return token


def report(room: Room, token: str, kind: str = "failed", status: str = "5.1.1") -> bool:
    """A report comes in."""
    with room.workshop.open() as uow:
        return note_report(uow, token, kind, status=status, words="so it is")


def known(room: Room, address: str = BOB) -> AddressReputation:
    """What is known of an address."""
    with room.workshop.look() as reader:
        return reputation_of(reader, address)


def why_not(room: Room, kind: str, address: str = BOB) -> str:
    """Why a letter of a kind is not sent."""
    with room.workshop.look() as reader:
        return reason_to_spare(kind, suppressions(reader, [address]).get(address))


@pytest.mark.parametrize("status", ["5.1.1", "5.1.2", "5.1.3", "5.1.6", "5.1.10", "5.2.1"])
def test_one_bounce_from_an_address_that_does_not_exist_is_enough(room: Room, status: str) -> None:
    report(room, a_sent_letter(room), status=status)

    found = known(room, "BOB@example.org")
    assert (found.is_suppressed, found.suppressed_for) == (True, "bounced")
    assert found.words == f"{status} so it is"


@pytest.mark.parametrize("status", ["5.2.2", "5.7.1", "5.0.0", ""])
def test_other_lasting_bounces_silence_an_address_after_three_letters(room: Room, status: str) -> None:
    was_suppressed = []
    for number in range(3):
        report(room, a_sent_letter(room, number), status=status)
        was_suppressed.append(known(room).is_suppressed)

    assert was_suppressed == [False, False, True]


def test_bounces_that_lie_far_apart_do_not_add_up(room: Room) -> None:
    for number in range(4):
        report(room, a_sent_letter(room, number), status="5.2.2")
        room.clock.move(timedelta(days=100))

    assert not known(room).is_suppressed


@pytest.mark.parametrize("status", ["5.1.7", "5.1.8"])
def test_what_is_wrong_with_our_own_address_is_held_against_nobody(room: Room, status: str) -> None:
    for number in range(5):
        report(room, a_sent_letter(room, number), status=status)

    assert (known(room).hard_bounces, known(room).is_suppressed) == (0, False)


@pytest.mark.parametrize(("kind", "status"), [("delayed", "4.4.1"), ("delayed", ""), ("failed", "4.4.7")])
def test_passing_troubles_count_lightly_and_fade_and_never_silence(room: Room, kind: str, status: str) -> None:
    for number in range(50):
        report(room, a_sent_letter(room, number), kind, status)
    at_once = known(room)
    room.clock.move(timedelta(days=70))

    assert (at_once.is_suppressed, at_once.hard_bounces) == (False, 0)
    assert at_once.score == 50
    assert known(room).score < 0.1


def test_the_same_report_that_comes_again_counts_once_for_its_letter(room: Room) -> None:
    token, late = a_sent_letter(room, 1), a_sent_letter(room, 2)
    for _ in range(5):
        report(room, token, status="5.2.2")
        report(room, late, "delayed", "4.4.1")

    assert (known(room).hard_bounces, known(room).score) == (1, 1.0)
    assert [row["kind"] for row in room.rows(DeliveryEvent)].count("bounced") == 1


def test_a_forged_report_with_a_guessed_token_changes_nothing(room: Room) -> None:
    a_sent_letter(room)

    is_ours = [report(room, guess) for guess in ("guess", "", "x" * 10_000, "TOKEN")]

    assert is_ours == [False] * 4
    assert room.rows(MailStanding) == []
    assert all(row["bounced_at"] is None for row in room.rows(Outbox))


def test_a_report_whose_token_came_back_in_capitals_is_known(room: Room) -> None:
    token = a_sent_letter(room)

    assert report(room, token.upper())
    assert not report(room, "another")


def test_that_a_letter_was_delivered_is_no_trouble(room: Room) -> None:
    assert report(room, a_sent_letter(room), "delivered", "2.0.0")

    assert known(room) == AddressReputation(BOB)


def a_sent_letter_to(room: Room, player_id: int) -> str:
    """A letter to a player that was handed over; the token in its envelope."""
    with room.workshop.open() as uow:
        uow.tell(notices.test_letter(player_id, "a form"))
    with room.workshop.open() as uow:
        letter = claim_letter(uow, "a test")
        assert letter is not None
        keep_letters(uow, {letter.id: RenderedLetter(b"x", "<1@x>", BOB, "b+t@play.example", "t")})
        mark_sent(uow, Attempt(letter.id, BOB, uow.now))
    return "t"


def test_a_complaint_ends_every_kind_of_letter_and_is_never_answered(room: Room) -> None:
    bob = room.player("Bob")
    token = a_sent_letter_to(room, bob)
    letters = room.count(Outbox)

    report(room, token, "complaint", "")

    with room.workshop.look() as reader:
        wants = preferences(reader, bob)
    assert (wants.turns, wants.reminders, wants.messages, wants.challenges) == (TurnMail.NONE, False, False, False)
    assert known(room).suppressed_for == "complained"
    assert room.count(Outbox) == letters


def test_a_complaint_about_a_letter_to_an_old_address_ends_no_letters_to_the_new_one(room: Room) -> None:
    bob = room.player("Bob")
    token = a_sent_letter_to(room, bob)
    for link in ask(room, bob, "bob@new.example").values():
        confirm(room, link)

    report(room, token, "complaint", "")

    with room.workshop.look() as reader:
        assert preferences(reader, bob) == MailPreferences()
    assert known(room).suppressed_for == "complained"
    assert not known(room, "bob@new.example").is_suppressed


def test_a_complaint_of_somebody_without_an_account_ends_invitations(room: Room) -> None:
    report(room, a_sent_letter(room), "complaint", "")
    with room.workshop.open() as uow:
        lift(uow, BOB)

    assert not known(room).takes_invitations


def test_a_complaint_outweighs_a_bounce(room: Room) -> None:
    report(room, a_sent_letter(room, 1))
    report(room, a_sent_letter(room, 2), "complaint", "")
    report(room, a_sent_letter(room, 3))

    assert known(room).suppressed_for == "complained"


@pytest.mark.parametrize("status", ["5.2.2", "5.7.1"])
def test_a_confirmation_that_came_back_is_the_last_letter_to_its_address(room: Room, status: str) -> None:
    report(room, a_sent_letter(room, kind="answer"), status=status)

    assert known(room).is_suppressed


def test_a_report_never_makes_a_letter(room: Room) -> None:
    tokens = [a_sent_letter(room, number) for number in range(3)]
    letters = room.count(Outbox)

    for token, kind in zip(tokens, ("failed", "delayed", "complaint"), strict=True):
        report(room, token, kind)

    assert room.count(Outbox) == letters


def test_refusals_while_sending_count_like_bounces(room: Room) -> None:
    was_suppressed = []
    with room.workshop.open() as uow:
        for _ in range(3):
            note_refusal(uow, BOB, "5.2.2", "550 5.2.2 full")
            was_suppressed.append(is_suppressed(uow, BOB))
        note_refusal(uow, "carl@example.org", "5.1.1", "550 5.1.1 unknown")

    assert was_suppressed == [False, False, True]
    assert known(room, "carl@example.org").is_suppressed


def test_a_suppressed_address_gets_letters_that_prove_it_and_no_others(room: Room) -> None:
    report(room, a_sent_letter(room))

    spared = [bool(why_not(room, kind)) for kind in ("sign-in", "sign-up", "your-turn", "invitation", "answer", "test")]

    assert spared == [False, False, True, True, True, True]


def test_letters_that_prove_a_suppressed_address_are_not_sent_without_end(room: Room) -> None:
    room.player("Bob")
    report(room, a_sent_letter(room))

    for _ in range(9):
        ask_to_sign_in(room, BOB)

    assert len(sign_in_letters(room, BOB)) == 5


def test_whoever_signs_in_by_a_letter_gets_letters_again(room: Room) -> None:
    room.player("Bob")
    report(room, a_sent_letter(room))

    follow(room, ask_to_sign_in(room, BOB))

    assert known(room) == AddressReputation(BOB)


def test_signing_in_does_not_take_a_complaint_back(room: Room) -> None:
    room.player("Bob")
    report(room, a_sent_letter(room), "complaint", "")

    follow(room, ask_to_sign_in(room, BOB))

    assert known(room).suppressed_for == "complained"


def test_lifting_forgets_what_was_and_says_whether_there_was_anything(room: Room) -> None:
    report(room, a_sent_letter(room))
    with room.workshop.look() as reader:
        listed = [found.address_key for found in suppressed(reader)]

    with room.workshop.open() as uow:
        lifted = [lift(uow, "Bob@example.org"), lift(uow, BOB), lift(uow, "nobody@example.org")]

    assert listed == [BOB]
    assert lifted == [True, False, False]
    assert known(room) == AddressReputation(BOB)


def test_one_challenge_invites_an_address_once(room: Room) -> None:
    for _ in range(3):
        with room.workshop.open() as uow:
            uow.tell(notices.invitation("a challenge", BOB, {}))

    assert len(room.letters("invitation")) == 1


def test_a_bounce_shows_in_the_ledger_of_its_letter(room: Room) -> None:
    bob = room.player("Bob")
    with room.workshop.open() as uow:
        uow.tell(notices.test_letter(bob, "a form"))
    with room.workshop.open() as uow:
        letter = claim_letter(uow, "a test")
        assert letter is not None
        keep_letters(uow, {letter.id: RenderedLetter(b"x", "<1@x>", BOB, "b+t@play.example", "t")})
        mark_sent(uow, Attempt(letter.id, BOB, uow.now, "250 2.0.0 queued as 4XyZ"))
    report(room, "t")

    with room.workshop.look() as reader:
        seen = get_delivery(reader, bob, letter.id)
        with pytest.raises(NotFoundError):
            get_delivery(reader, bob + 1, letter.id)
    assert [step.words for step in seen.steps] == [
        "accepted for example.org: 250 2.0.0 queued as 4XyZ",
        "came back: 5.1.1 so it is",
    ]
    assert seen.bounced_at == room.clock.now()
    assert seen.line.is_trouble


def test_all_silenced_addresses_are_counted_though_only_the_latest_are_shown(room: Room) -> None:
    with room.workshop.open() as uow:
        note_refusal(uow, "first@example.org", "5.1.1", "gone")
    room.clock.move(timedelta(minutes=1))
    with room.workshop.open() as uow:
        note_refusal(uow, "second@example.org", "5.1.1", "gone")
        note_refusal(uow, "third@example.org", "5.2.2", "full")

    with room.workshop.look() as reader:
        shown, count = suppressed(reader, most=1), suppressed_count(reader)

    assert ([line.address_key for line in shown], count) == (["second@example.org"], 2)
