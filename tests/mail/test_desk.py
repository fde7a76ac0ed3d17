"""Mail to the addresses that people answer at, and to the one that letters are sent from."""

from collections.abc import Iterator
from datetime import timedelta
from email import message_from_bytes
from email.message import Message

import pytest

from corr.players.address_reputation import note_refusal
from corr.store.tables.mails import Inbox, Outbox
from tests.mail.office import IDENTITY, PROVED, Office, an_office, text_of
from tests.playing import a_room

DESK = IDENTITY.sender_address
BOB = "From: Bob <bob@example.org>\n"


@pytest.fixture
def office(database_url: str) -> Iterator[Office]:
    """A game in which Bob is due, with its post."""
    with a_room(database_url) as room:
        office = an_office(room, "B3-C3")
        office.send_all()
        office.transport.sent.clear()
        yield office


def write(office: Office, head: str = BOB, *, to: str = DESK, text: str = "I3-H3", sender: str = "x@y.org") -> str:
    """Let a mail with this head come in; what became of it."""
    office.arrive(f"{head}Subject: Hello\n\n{text}\n", to, sender)
    office.send_all()
    return office.reasons()[-1]


def test_a_player_who_writes_to_the_sender_of_letters_is_told_where_turns_go(office: Office) -> None:
    assert write(office) == "wrong-address"

    letter = office.letters("Bob")[-1]
    assert "answer none of them" in text_of(letter)
    assert IDENTITY.url in text_of(letter)
    assert letter["Reply-To"] is None
    assert letter["Auto-Submitted"] == "auto-replied"
    assert office.game.view().turn_number == 2


def test_that_answer_has_no_sender_that_could_be_answered_by_a_machine(office: Office) -> None:
    write(office)

    assert [(sender, to) for sender, to, _ in office.transport.sent] == [("", "bob@example.org")]


def test_it_is_given_once_a_day_and_the_next_mail_waits_for_a_person(office: Office) -> None:
    reasons = [write(office, text=f"Is anybody there? {number}") for number in range(3)]
    office.room.clock.move(timedelta(days=1))

    assert [*reasons, write(office, text="Still?")] == ["wrong-address", "for-people", "for-people", "wrong-address"]
    assert len(office.transport.sent) == 2


@pytest.mark.parametrize(
    "head",
    ["", "From: eve@example.org\n", "From: bob@example.org, eve@example.org\n", "From: bob@example.org <e@x.org>\n"],
)
def test_strangers_get_no_answer_and_are_seen_by_a_person(office: Office, head: str) -> None:
    assert write(office, head) == "for-people"
    assert office.transport.sent == []
    assert [row["state"] for row in office.room.rows(Inbox)] == ["parked"]


@pytest.mark.parametrize(
    "more", ["Auto-Submitted: auto-replied\n", "List-Id: <x.y>\n", "Precedence: junk\n", "X-Corr-Instance: x\n"]
)
def test_robots_are_neither_answered_nor_shown_to_anybody(office: Office, more: str) -> None:
    assert write(office, BOB + more) in {"auto-reply", "list", "own-mail"}
    assert office.transport.sent == []
    assert [row["state"] for row in office.room.rows(Inbox)] == ["done"]


def test_a_bounce_to_the_sender_of_letters_is_swallowed(office: Office) -> None:
    assert write(office, sender="") == "bounce"
    assert office.transport.sent == []


def test_an_answer_to_all_addresses_of_a_letter_is_answered_by_its_game_alone(office: Office) -> None:
    address = office.new_address("Bob")
    head = f"{BOB}To: game@play.example, Corr <{address}>\nMessage-ID: <one@example.org>\n"

    assert [write(office, head), write(office, head, to=address)] == ["played", "duplicate"]
    assert len(office.letters("Bob")) == 1


def test_the_same_mail_again_is_answered_once(office: Office) -> None:
    head = f"{BOB}Message-ID: <one@example.org>\n"

    write(office, head)
    write(office, head)

    assert len([row for row in office.room.rows(Outbox) if row["kind"] == "answer"]) == 1


@pytest.mark.parametrize("to", ["postmaster@play.example", "Abuse@Play.Example"])
def test_what_is_for_people_is_left_to_them_and_told_in_the_log(
    office: Office, to: str, caplog: pytest.LogCaptureFixture
) -> None:
    assert write(office, to=to, text="a secret") == "for-people"

    warnings = [record.getMessage() for record in caplog.records if record.levelname == "WARNING"]
    assert warnings == ["mail 1 waits for a person: for-people"]
    assert "secret" not in caplog.text
    assert office.transport.sent == []


EVE = "From: Evelyn Buy-Now <eve@example.org>\nMessage-ID: <buy-now@example.org>\n"


def write_as_newcomer(office: Office, head: str = EVE, sender: str = "eve@example.org", **more: str) -> str:
    """Let a mail come in whose sender our own mail server has proved."""
    return write(office, PROVED + head, sender=sender, text="I would like to play. sign up: buy now!", **more)


def letters_to(office: Office, address: str = "eve@example.org") -> list[Message]:
    """The letters to an address so far."""
    return [message_from_bytes(raw) for _, to, raw in office.transport.sent if to == address]


@pytest.mark.both_databases
def test_the_first_mail_of_a_newcomer_is_answered_with_the_way_in_and_seen_by_a_person(office: Office) -> None:
    assert write_as_newcomer(office) == "for-people"

    (letter,) = letters_to(office)
    assert f"{IDENTITY.url}/sign-up" in text_of(letter)
    assert f"{IDENTITY.url}/rules/kelasu#mail" in text_of(letter)
    assert [sender for sender, _, _ in office.transport.sent] == [""]
    assert (letter["Reply-To"], letter["Auto-Submitted"]) == (None, "auto-replied")
    assert [row["state"] for row in office.room.rows(Inbox)] == ["parked"]


def test_that_answer_repeats_nothing_that_the_newcomer_wrote(office: Office) -> None:
    write_as_newcomer(office)

    (letter,) = letters_to(office)
    text = letter.as_string().lower()
    assert letter["To"] == "eve@example.org"
    assert not any(words in text for words in ("buy", "evelyn", "hello", "in-reply-to", "references"))


def test_a_newcomer_is_answered_once_a_day_whatever_the_spelling(office: Office) -> None:
    for address in ("eve@example.org", "EVE@example.org", "other@example.org"):
        write_as_newcomer(office, f"From: {address}\n")
    office.room.clock.move(timedelta(days=1))
    write_as_newcomer(office, "From: Eve <eve@example.org>\n")

    assert [to for _, to, _ in office.transport.sent] == ["eve@example.org", "other@example.org", "eve@example.org"]


def test_fifty_newcomers_a_day_are_answered_and_one_that_writes_often_takes_one_place(office: Office) -> None:
    for _ in range(5):
        write_as_newcomer(office, "From: often@example.org\n")
    for number in range(52):
        write_as_newcomer(office, f"From: {number}@example.org\n", f"{number}@example.org")

    assert len(office.transport.sent) == 50
    assert len(letters_to(office, "48@example.org")) == 1


@pytest.mark.parametrize("verdict", ["", PROVED.replace("pass", "fail"), PROVED.replace("mx.play", "mx.other")])
def test_a_newcomer_whom_our_own_server_does_not_prove_gets_nothing(office: Office, verdict: str) -> None:
    assert write(office, verdict + EVE) == "for-people"
    assert office.transport.sent == []


def test_a_newcomer_is_not_proved_by_what_came_past_our_own_server(office: Office) -> None:
    office.arrive(f"{PROVED}{EVE}\nHello\n", DESK, "eve@example.org", door="smtp-unjudged")
    office.send_all()

    assert office.transport.sent == []


@pytest.mark.parametrize(
    ("head", "sender", "to"),
    [
        ("Auto-Submitted: auto-generated\n" + EVE, "eve@example.org", DESK),
        ("List-Id: <x.y>\n" + EVE, "eve@example.org", DESK),
        ("Precedence: bulk\n" + EVE, "eve@example.org", DESK),
        (EVE, "", DESK),
        ("From: mailer-daemon@example.org\n", "mailer-daemon@example.org", DESK),
        ("From: hostmaster@play.example\n", "hostmaster@play.example", DESK),
        (f"From: {DESK}\n", DESK, DESK),
        (EVE, "eve@example.org", "postmaster@play.example"),
    ],
)
def test_robots_lists_bounces_our_own_domain_and_letters_to_people_are_not_answered_with_it(
    office: Office, head: str, sender: str, to: str
) -> None:
    write_as_newcomer(office, head, sender, to=to)

    assert office.transport.sent == []


def test_an_address_that_gets_no_letters_is_not_answered_and_takes_no_place(office: Office) -> None:
    with office.room.workshop.open() as uow:
        note_refusal(uow, "eve@example.org", "5.1.1", "550 no such mailbox")

    write_as_newcomer(office)

    assert office.transport.sent == []
    assert [row for row in office.room.rows(Outbox) if row["kind"] == "answer"] == []
