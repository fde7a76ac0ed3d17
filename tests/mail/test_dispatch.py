"""Letters on their way out."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import timedelta
from email import message_from_bytes

import pytest

from corr.base import notices
from corr.base.notices import To
from corr.mail.letters.dispatch import BATCH, send_next
from corr.mail.letters.transport import PutOffError, RefusedError
from corr.mail.queues.outbox import LEASE
from corr.players.accounts import RequestSignIn, request_sign_in
from corr.players.mail_preferences import MailPreferences, set_preferences
from corr.store.tables.mails import DeliveryEvent, Outbox, TurnMail
from tests.mail.office import IDENTITY, FakeTransport, Office, an_office
from tests.playing import a_room, another_game
from tests.posting import bounced, claim_letter


@dataclass
class DyingTransport:
    """A far end that takes the letter just before the process is killed."""

    sent: list[bytes]
    relay: str = "the far end"

    def send(self, _sender: str, _recipient: str, message: bytes) -> str:
        """Take the letter and end the process, as far as a test can."""
        self.sent.append(message)
        raise KeyboardInterrupt

    def rest(self) -> None:
        """Nothing is held open."""

    def close(self) -> None:
        """Nothing is held open."""


@dataclass
class SlowTransport(FakeTransport):
    """A far end at which time passes, and perhaps more."""

    office: Office | None = None
    minutes: int = 0
    meanwhile: list[str] = field(default_factory=list)
    """Turns that are played while a letter is handed over."""

    def send(self, sender: str, recipient: str, message: bytes) -> str:
        """Keep one letter when the time has passed."""
        assert self.office is not None
        self.office.room.clock.move(timedelta(minutes=self.minutes))
        while self.meanwhile:
            self.office.game.play(self.meanwhile.pop())
        return super().send(sender, recipient, message)


@dataclass
class RefusingTransport(FakeTransport):
    """A far end that refuses the first letter to an address for good, and would take all others."""

    address: str = ""
    refused: int = 0

    def send(self, sender: str, recipient: str, message: bytes) -> str:
        """Keep one letter, unless it is the first to that address."""
        if recipient == self.address and not self.refused:
            self.refused += 1
            raise RefusedError("550 5.1.1 unknown", "5.1.1")
        return super().send(sender, recipient, message)


@pytest.fixture
def office(database_url: str) -> Iterator[Office]:
    """A game in which Bob is due, with its post."""
    with a_room(database_url) as room:
        yield an_office(room, "B3-C3")


def send_through(office: Office, transport: DyingTransport | FakeTransport) -> None:
    """Send every letter until the process dies."""
    while send_next(office.room.workshop, IDENTITY, transport, "one"):
        pass


def states(office: Office) -> set[str]:
    """The states of all letters to Bob about his turn."""
    return {row["state"] for row in office.room.rows(Outbox) if row["kind"] == "your-turn" and row["turn_number"] == 2}


def happened(office: Office) -> list[str]:
    """The kinds of all events in the ledger, in order."""
    return [row["kind"] for row in office.room.rows(DeliveryEvent)]


def tell_strangers(office: Office, count: int) -> None:
    """Letters to people without an account."""
    with office.room.workshop.open() as uow:
        for number in range(count):
            facts = {"token": "x", "code": "1", "minutes": 15, "asked": "sign-up", "has_account": False, "name": ""}
            uow.tell(notices.sign_up(f"hash {number}", To(address=f"p{number}@example.net"), facts))


def test_a_letter_is_sent_once_and_forgotten(office: Office) -> None:
    office.send_all()
    office.send_all()

    rows = [row for row in office.room.rows(Outbox) if row["state"] == "sent"]
    assert len({row["message_id"] for row in rows}) == len(office.transport.sent) == len(rows) > 0
    assert all(row["message"] is None and row["facts"] == {} for row in rows)


def test_a_letter_about_a_turn_that_was_played_is_not_sent(office: Office) -> None:
    office.game.play("I3-H3")

    office.send_all()

    assert states(office) == {"obsolete"}


def test_a_letter_that_waited_for_a_retry_is_not_sent_once_the_turn_was_played(office: Office) -> None:
    office.transport.fault = PutOffError("451 later")
    office.send_all()
    office.transport.fault = None
    office.game.play("I3-H3")

    office.room.clock.move(timedelta(hours=1))
    office.send_all()

    assert states(office) == {"obsolete"}
    ids = {
        row["message_id"].encode() for row in office.room.rows(Outbox) if row["kind"] == "your-turn" and row["sent_at"]
    }
    about_turns = [to for _, to, raw in office.transport.sent if any(b"Message-ID: " + one in raw for one in ids)]
    assert about_turns == ["ada@example.org"]
    row = next(row for row in office.room.rows(Outbox) if row["state"] == "obsolete" and row["turn_number"] == 2)
    assert (row["message"], row["envelope_sender"]) == (None, None)


def test_a_letter_is_not_sent_if_its_turn_was_played_while_others_were_handed_over(office: Office) -> None:
    slow = SlowTransport(office=office, minutes=1, meanwhile=["I3-H3"])

    send_next(office.room.workshop, IDENTITY, slow, "one")

    assert states(office) == {"obsolete"}
    assert slow.sent != []


def test_a_link_to_sign_in_that_is_too_old_by_now_is_not_sent(office: Office) -> None:
    tell_strangers(office, 1)
    office.room.clock.move(timedelta(minutes=16))

    office.send_all()

    assert "p0@example.net" not in [to for _, to, _ in office.transport.sent]
    assert [row["state"] for row in office.room.rows(Outbox) if row["kind"] == "sign-up"] == ["obsolete"]


def test_after_a_crash_the_same_letter_goes_out_again(office: Office) -> None:
    dying = DyingTransport([])
    with pytest.raises(KeyboardInterrupt):
        send_through(office, dying)

    office.room.clock.move(timedelta(minutes=10))
    office.send_all()

    assert dying.sent[0] in [raw for _, _, raw in office.transport.sent]


def test_a_killed_sender_repeats_one_letter_and_no_other(office: Office) -> None:
    tell_strangers(office, 5)
    dying = DyingTransport([])
    with pytest.raises(KeyboardInterrupt):
        send_through(office, dying)

    office.room.clock.move(LEASE)
    office.send_all()

    sent = [raw for _, _, raw in office.transport.sent]
    assert len(dying.sent) == 1
    assert sent.count(dying.sent[0]) == 1
    assert len(sent) == len(set(sent))


def test_a_sender_that_lost_its_data_goes_on_at_once_with_what_it_had_in_hand(office: Office) -> None:
    tell_strangers(office, 3)
    dying = DyingTransport([])
    with pytest.raises(KeyboardInterrupt):
        send_through(office, dying)

    send_through(office, office.transport)

    assert dying.sent[0] in [raw for _, _, raw in office.transport.sent]
    assert not [row for row in office.room.rows(Outbox) if row["state"] == "waiting"]


@pytest.mark.both_databases
def test_every_retry_sends_the_same_bytes(office: Office) -> None:
    tried: list[bytes] = []
    for _ in range(3):
        dying = DyingTransport([])
        with pytest.raises(KeyboardInterrupt):
            send_through(office, dying)
        tried += dying.sent
        office.room.clock.move(timedelta(minutes=10))

    assert len(tried) == 3
    assert len(set(tried)) == 1
    assert message_from_bytes(tried[0])["Message-ID"].endswith("@play.example>")


def test_a_letter_that_was_put_off_is_tried_again_later(office: Office) -> None:
    office.transport.fault = PutOffError("451 later")
    office.send_all()
    office.transport.fault = None

    office.room.clock.move(timedelta(hours=1))
    office.send_all()

    assert states(office) == {"sent"}
    assert "put-off" in happened(office)


def test_a_letter_whose_connection_was_lost_is_sent_again_with_the_same_message_id(office: Office) -> None:
    office.transport.fault = PutOffError("the connection was lost while the letter was handed over")
    office.send_all()
    kept = {row["id"]: row["message_id"] for row in office.room.rows(Outbox) if row["message"]}
    office.transport.fault = None

    office.room.clock.move(timedelta(hours=1))
    office.send_all()

    sent = {row["id"]: row["message_id"] for row in office.room.rows(Outbox) if row["state"] == "sent"}
    assert kept != {}
    assert kept.items() <= sent.items()


def test_a_recipient_that_is_refused_for_good_is_not_tried_again(office: Office) -> None:
    office.transport.fault = RefusedError("550 unknown")
    office.send_all()
    office.transport.fault = None

    office.room.clock.move(timedelta(days=1))
    office.send_all()

    assert states(office) <= {"failed", "withheld"}
    assert office.transport.sent == []


def test_a_recipient_that_does_not_exist_gets_no_other_letter(office: Office) -> None:
    office.transport.fault = RefusedError("550 5.1.1 unknown", "5.1.1")
    office.send_all()
    office.transport.fault = None

    another_game(office.room, office.game.players)
    office.send_all()

    assert [to for _, to, _ in office.transport.sent] == ["ada@example.org"]
    reasons = {row["fault"] for row in office.room.rows(Outbox) if row["state"] == "withheld"}
    assert reasons == {"Not sent: letters to this address came back."}


@pytest.mark.both_databases
def test_an_address_that_refused_a_letter_gets_none_that_was_claimed_together_with_it(office: Office) -> None:
    another_game(office.room, office.game.players)
    another_game(office.room, office.game.players[::-1])
    refusing = RefusingTransport(address="bob@example.org")

    assert send_next(office.room.workshop, IDENTITY, refusing, "one")

    assert refusing.refused == 1
    assert {to for _, to, _ in refusing.sent} == {"ada@example.org"}
    bobs = [row["state"] for row in office.room.rows(Outbox) if row["player_id"] == office.game.players[1]]
    assert len(bobs) > 1
    assert sorted(bobs) == ["failed", *["withheld"] * (len(bobs) - 1)]


def test_an_address_that_takes_no_letters_gets_those_alone_that_prove_it_anew(office: Office) -> None:
    bounced(office.room, "bob@example.org")
    with office.room.workshop.open() as uow:
        request_sign_in(uow, RequestSignIn("bob@example.org", "a browser", "198.51.100.7"))

    letters = office.letters("Bob")

    sent = {row["message_id"]: row["kind"] for row in office.room.rows(Outbox) if row["sent_at"]}
    assert [sent[letter["Message-ID"]] for letter in letters] == ["sign-in"]
    row = next(row for row in office.room.rows(Outbox) if row["kind"] == "your-turn" and row["turn_number"] == 2)
    assert (row["state"], row["fault"]) == ("withheld", "Not sent: letters to this address came back.")


def test_the_envelope_tells_which_letter_bounced(office: Office) -> None:
    office.send_all()

    senders = [sender for sender, _, _ in office.transport.sent]
    assert all(map(IDENTITY.bounce.token, senders))
    assert len(set(senders)) == len(senders) > 0


@pytest.mark.both_databases
def test_an_answer_to_a_mail_without_a_token_has_no_return_address_so_it_cannot_bounce(office: Office) -> None:
    office.arrive("From: bob@example.org\nSubject: Hello\n\nI3-H3\n", IDENTITY.sender_address)

    office.send_all()

    answers = [row for row in office.room.rows(Outbox) if row["kind"] == "answer"]
    assert [(row["state"], row["bounce_hash"]) for row in answers] == [("sent", None)]
    assert "" in [sender for sender, to, _ in office.transport.sent if to == "bob@example.org"]


def test_a_letter_that_another_process_works_at_is_left_alone(office: Office) -> None:
    with office.room.workshop.open() as uow:
        while claim_letter(uow, "other") is not None:
            pass

    assert not send_next(office.room.workshop, IDENTITY, FakeTransport(), "one")


@pytest.mark.both_databases
def test_a_batch_ends_before_its_lease_does_and_the_rest_is_given_back(office: Office) -> None:
    tell_strangers(office, 10)
    slow = SlowTransport(office=office, minutes=2)

    send_next(office.room.workshop, IDENTITY, slow, "one")

    waiting = [row for row in office.room.rows(Outbox) if row["state"] == "waiting"]
    assert len(slow.sent) == 2
    assert len(waiting) >= 8
    assert {(row["tries"], row["lease_owner"]) for row in waiting} == {(0, None)}


def test_a_sender_that_is_asked_to_stop_stops_between_two_letters(office: Office) -> None:
    tell_strangers(office, 3)

    send_next(
        office.room.workshop, IDENTITY, office.transport, "one", is_stopping=lambda: len(office.transport.sent) >= 2
    )

    assert len(office.transport.sent) == 2
    assert not [row for row in office.room.rows(Outbox) if row["state"] == "waiting" and row["lease_owner"]]


def test_a_letter_that_nobody_can_compose_stops_no_other(office: Office) -> None:
    with office.room.workshop.open() as uow:
        uow.tell(notices.sign_up("without facts", To(address="poor@example.net"), {}))
    tell_strangers(office, 1)

    office.send_all()

    assert "p0@example.net" in [to for _, to, _ in office.transport.sent]
    poor = next(row for row in office.room.rows(Outbox) if row["address"] == "poor@example.net")
    assert (poor["state"], poor["fault"]) == ("waiting", "UndefinedError")


def test_more_letters_than_a_batch_holds_are_all_sent(office: Office) -> None:
    tell_strangers(office, 2 * BATCH + 1)

    office.send_all()

    strangers = [to for _, to, _ in office.transport.sent if to.endswith("example.net")]
    assert len(strangers) == len(set(strangers)) == 2 * BATCH + 1


def test_what_a_player_does_not_want_is_withheld_and_says_why(office: Office) -> None:
    with office.room.workshop.open() as uow:
        set_preferences(uow, office.game.players[1], MailPreferences(turns=TurnMail.NONE))

    office.send_all()

    assert states(office) == {"withheld"}
    assert "withheld" in happened(office)


def test_who_wants_one_letter_and_then_silence_gets_one_though_several_wait(office: Office) -> None:
    with office.room.workshop.open() as uow:
        set_preferences(uow, office.game.players[1], MailPreferences(turns=TurnMail.ONE))
    for _ in range(3):
        another_game(office.room, office.game.players)

    office.send_all()

    assert len([to for _, to, _ in office.transport.sent if to == "bob@example.org"]) == 1


def test_what_the_far_end_calls_a_letter_stands_in_the_ledger(office: Office) -> None:
    office.send_all()

    accepted = [row for row in office.room.rows(DeliveryEvent) if row["kind"] == "accepted"]
    assert len(accepted) == len(office.transport.sent)
    assert {(row["host"], row["words"]) for row in accepted} == {("example.org", "250 OK")}
