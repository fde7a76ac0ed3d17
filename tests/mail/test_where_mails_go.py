"""Where a mail is for: by its recipient, or by the letter that it refers to."""

from collections.abc import Iterator
from hashlib import sha256

import pytest
from sqlalchemy import update

from corr.players.mail_preferences import preferences
from corr.store.base import table
from corr.store.tables.mails import DeliveryEvent, Inbox, Outbox, TurnMail
from tests.builders import token_to_end
from tests.mail.office import IDENTITY, PROVED, Office, an_office, text_of
from tests.playing import a_room, another_game

DESK = IDENTITY.sender_address
BOB = "From: Bob <bob@example.org>\n"
REPORT = (
    'From: MAILER-DAEMON@example.org\nContent-Type: multipart/report; report-type=delivery-status; boundary="b"\n\n'
    "--b\nContent-Type: text/plain\n\nNo such user.\n"
    "--b\nContent-Type: message/delivery-status\n\nReporting-MTA: dns; example.org\n\n"
    "Final-Recipient: rfc822; bob@example.org\nAction: failed\nStatus: 5.1.1\n--b--\n"
)


@pytest.fixture
def office(database_url: str) -> Iterator[Office]:
    """A game in which Bob is due, with its post."""
    with a_room(database_url) as room:
        yield an_office(room, "B3-C3")


def token(address: str) -> str:
    """The token in a reply address."""
    return IDENTITY.reply.token(address)


@pytest.mark.parametrize(
    "field",
    [
        "To: r+{}@play.example",
        "Delivered-To: r+{}@play.example",
        "X-Original-To: R+{}@PLAY.EXAMPLE",
        "X-Original-To: r=2B{}@play.example",
    ],
)
def test_a_token_is_found_wherever_an_address_stands(office: Office, field: str) -> None:
    named = field.format(token(office.new_address("Bob")))

    office.arrive(f"{BOB}{named}\n\nI3-H3\n", DESK)

    assert office.reasons() == ["played"]
    assert office.turns() == ["B3-C3", "I3-H3"]


def test_who_wrote_it_is_checked_wherever_the_token_stands(office: Office) -> None:
    named = token(office.new_address("Bob"))

    office.arrive(f"From: eve@example.org\nTo: r+{named}@play.example\n\nI3-H3\n", DESK)

    assert office.reasons() == ["held"]


@pytest.mark.parametrize("form", ["{}", "{}>, <1@example.org", "x@example.org> <{}"])
@pytest.mark.parametrize("name", ["In-Reply-To", "References"])
def test_a_letter_is_found_by_its_id(office: Office, name: str, form: str) -> None:
    given = office.letters("Bob")[-1]["Message-ID"].strip("<>")

    for spelled in (given, given.upper()):
        office.arrive(f"{PROVED}{BOB}{name}: <{form.format(spelled)}>\nMessage-ID: <{spelled}x>\n\nI3-H3\n", DESK)

    assert office.reasons() == ["played", "repeated"]
    assert office.turns() == ["B3-C3", "I3-H3"]


@pytest.mark.parametrize(
    "refers_to",
    [
        "<reply-{token}@play.example>",
        "<r+{token}@play.example>",
        "{root}",
        "{ada}",
        "<{local}@play.example.org>",
        "<{local}@elsewhere.example>",
        "<your-turn.{game}.2.{guess}@play.example>",
        "<{guess}@play.example>",
    ],
)
def test_what_is_no_id_of_a_letter_to_the_writer_finds_nothing(office: Office, refers_to: str) -> None:
    office.answer("Ada", "board", recipient=office.new_address("Ada"))
    ada, bob = office.letters("Ada")[-1]["Message-ID"], office.letters("Bob")[-1]["Message-ID"]
    words = {
        "token": token(office.new_address("Bob")),
        "root": IDENTITY.root_id(office.game.id),
        "ada": ada,
        "local": bob.strip("<>").partition("@")[0],
        "game": office.game.id,
        "guess": sha256(f"your-turn:{office.game.id}:2:{office.game.players[1]}".encode()).hexdigest()[:24],
    }

    office.arrive(f"{PROVED}{BOB}References: {refers_to.format(**words)}\n\nI3-H3\n", DESK)

    assert office.reasons() == ["board", "wrong-address"]


def test_somebody_else_who_has_the_id_of_a_letter_finds_nothing(office: Office) -> None:
    given = office.letters("Bob")[-1]["Message-ID"]

    for writer in ("ada", "eve"):
        office.arrive(f"{PROVED}From: {writer}@example.org\nReferences: {given}\n\nI3-H3\n", DESK)

    assert office.reasons() == ["wrong-address", "for-people"]
    assert office.turns() == ["B3-C3"]


@pytest.mark.both_databases
def test_a_mail_that_refers_to_two_games_plays_in_none(office: Office) -> None:
    office.send_all()
    another_game(office.room, office.game.players, "B3-C3", ruleset="kelasu/1")
    ids = " ".join(letter["Message-ID"] for letter in office.letters("Bob"))

    office.arrive(f"{PROVED}{BOB}References: {ids}\n\nI3-H3\n", DESK)

    assert office.reasons() == ["wrong-address"]


@pytest.mark.both_databases
def test_of_two_letters_of_one_game_the_later_one_is_answered(office: Office) -> None:
    office.send_all()
    office.game.play("I3-H3")
    office.game.play("C3-D3")
    ids = " ".join(letter["Message-ID"] for letter in reversed(office.letters("Bob")))

    office.arrive(f"{PROVED}{BOB}References: {ids}\n\nI4-H4\n", DESK)

    assert office.reasons() == ["played"]


def test_a_letter_whose_address_was_retired_is_not_found_by_its_id(office: Office) -> None:
    given, address = office.letters("Bob")[-1]["Message-ID"], office.reply_address("Bob")
    office.answer("Bob", "board", recipient=address, headers="Cc: ada@example.org")

    office.arrive(f"{PROVED}{BOB}References: {given}\n\nI3-H3\n", DESK)

    assert office.reasons() == ["board", "wrong-address"]


def test_each_recipient_of_one_mail_is_handled_for_its_own_game(office: Office) -> None:
    other = Office(another_game(office.room, office.game.players, "B3-C3", ruleset="kelasu/1"))
    addresses = [found.new_address("Bob") for found in (office, other)]
    raw = f"{BOB}To: {addresses[0]}\nCc: {addresses[1]}\nMessage-ID: <one@example.org>\n\nI3-H3\n"

    for address in addresses:
        office.arrive(raw, address)

    assert office.reasons() == ["played", "played"]
    keys = {row["dedupe_key"] for row in office.room.rows(Inbox)}
    assert len(keys) == 2


def test_a_mail_counts_for_the_game_that_it_was_delivered_to_alone(office: Office) -> None:
    other = Office(another_game(office.room, office.game.players, "B3-C3", ruleset="kelasu/1"))
    named = other.letters("Bob")[-1]["Message-ID"]

    office.arrive(f"{PROVED}{BOB}References: {named}\n\nI3-H3\n", office.new_address("Bob"))

    assert office.reasons() == ["played"]
    assert (office.game.view().turn_number, other.game.view().turn_number) == (3, 2)


def test_without_a_message_id_the_mail_itself_is_what_comes_twice(office: Office) -> None:
    address = office.new_address("Bob")
    body = f"{BOB}Subject: Re\n\nI3-H3\n"

    for trace in ("", "Received: from a by b\n", f"Delivered-To: {address}\nReturn-Path: <bob@example.org>\n"):
        office.arrive(trace + body, address)

    assert office.reasons() == ["played", "duplicate", "duplicate"]
    assert len([row for row in office.room.rows(Outbox) if row["kind"] == "answer"]) == 1


def test_without_a_message_id_another_text_is_another_mail(office: Office) -> None:
    address = office.new_address("Bob")

    for text in ("I3-H3", "I4-H4"):
        office.arrive(f"{BOB}Subject: Re\n\n{text}\n", address)

    assert office.reasons() == ["played", "stale"]


@pytest.mark.parametrize("more", ["", "Auto-Submitted: auto-replied\n", "List-Id: <x.y>\n"])
def test_whatever_comes_to_an_unsubscribe_address_unsubscribes_and_is_not_answered(office: Office, more: str) -> None:
    bob = office.game.players[1]
    address = IDENTITY.unsubscribe.address(token_to_end(office.room, bob))
    letters = len(office.letters("Bob"))

    for number in range(2):
        office.arrive(f"From: x@y.org\n{more}Message-ID: <{number}@y.org>\n\nresign\n", address, sender="")

    with office.room.workshop.look() as reader:
        assert preferences(reader, bob).turns is TurnMail.NONE
    assert office.reasons() == ["unsubscribed", "unsubscribed"]
    assert len(office.letters("Bob")) == letters
    assert not office.game.view().is_over


def bounce_address(office: Office) -> str:
    """The envelope sender of Bob's last letter."""
    office.send_all()
    return next(sender for sender, to, _ in reversed(office.transport.sent) if to == "bob@example.org" and sender)


def test_a_bounce_is_noted_for_the_letter_that_it_came_back_to(office: Office) -> None:
    office.arrive(REPORT, bounce_address(office), sender="")

    assert office.reasons() == ["bounce"]
    assert "bounced" in [row["kind"] for row in office.room.rows(DeliveryEvent)]


def test_an_envelope_sender_that_we_never_had_is_refused(office: Office) -> None:
    assert office.is_refused(IDENTITY.bounce.address("a" * 26))
    assert not office.is_refused(bounce_address(office))


def test_a_bounce_of_a_letter_that_is_forgotten_before_it_is_read_is_dropped(office: Office) -> None:
    office.store(REPORT, bounce_address(office), sender="")
    with office.room.workshop.open() as uow:
        uow.connection.execute(update(table(Outbox)).values(bounce_hash=None))
    office.understand_all()

    assert office.reasons() == ["not-for-the-game"]
    assert "bounced" not in [row["kind"] for row in office.room.rows(DeliveryEvent)]


def test_a_person_who_writes_to_the_envelope_sender_does_nothing(office: Office) -> None:
    address = bounce_address(office)
    letters = len(office.letters("Bob"))

    office.arrive(f"{BOB}\nI3-H3\n", address)

    assert office.reasons() == ["not-for-the-game"]
    assert len(office.letters("Bob")) == letters
    assert office.turns() == ["B3-C3"]


def test_the_same_bounce_twice_is_noted_once(office: Office) -> None:
    address = bounce_address(office)

    for _ in range(2):
        office.arrive(REPORT, address, sender="")

    assert office.reasons() == ["bounce", "duplicate"]
    assert [row["kind"] for row in office.room.rows(DeliveryEvent)].count("bounced") == 1


def test_a_reply_to_all_is_answered_once(office: Office) -> None:
    address = office.new_address("Bob")
    raw = f"{BOB}To: {address}\nCc: {DESK}\nMessage-ID: <one@example.org>\n\nI3-H3\n"
    letters = len(office.letters("Bob"))

    office.arrive(raw, address)
    office.arrive(raw, DESK)

    assert office.reasons() == ["played", "duplicate"]
    assert len(office.letters("Bob")) == letters + 1
    assert " was played." in text_of(office.letters("Bob")[-1])
