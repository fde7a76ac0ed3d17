"""Who gets an answer, and how often: persons do, each mail once; robots do not, and no loop goes on for long."""

from collections.abc import Iterator
from datetime import timedelta

import pytest
from sqlalchemy import insert, update

from corr.mail.queues.inbox_limits import MOST_ANSWERS
from corr.store.base import table
from corr.store.tables.games import Turn
from corr.store.tables.mails import Inbox, Outbox
from corr.store.tables.player_accounts import MailAddress, Player
from tests.mail.office import Office, an_office, text_of
from tests.playing import a_room

BOB = "From: Bob <bob@example.org>\n"


@pytest.fixture
def office(database_url: str) -> Iterator[Office]:
    """A game in which Bob is due, with its post."""
    with a_room(database_url) as room:
        yield an_office(room, "B3-C3")


def send(
    office: Office, head: str = BOB, text: str = "I3-H3", *, sender: str = "bob@example.org", address: str = ""
) -> str:
    """Let a mail to a reply address of Bob's come in; what became of it."""
    number = office.room.count(Inbox)
    recipient = address or office.new_address("Bob")
    office.arrive(f"{head}Message-ID: <{number}@y.org>\n\n{text}\n", recipient, sender)
    return office.reasons()[-1]


def answered(office: Office) -> int:
    """How many answers and questions there were."""
    return len([row for row in office.room.rows(Outbox) if row["kind"] in {"answer", "held"}])


def is_played(office: Office) -> bool:
    """Whether the turn was played."""
    return office.room.count(Turn) == 2


def test_a_mail_from_the_registered_address_is_obeyed(office: Office) -> None:
    assert send(office) == "played"
    assert is_played(office)


@pytest.mark.parametrize("author", ["bob@work.example", "Bob at work <bob@WORK.Example>"])
def test_a_mail_from_a_further_verified_address_is_obeyed(office: Office, author: str) -> None:
    row = {"player_id": office.game.players[1], "address": "bob@work.example", "address_key": "bob@work.example"}
    with office.room.workshop.open() as uow:
        values = {**row, "is_main": False, "verified_at": uow.now}
        uow.connection.execute(insert(table(MailAddress)).values(**values))

    assert send(office, f"From: {author}\n") == "played"


@pytest.mark.parametrize(
    ("more", "reason"),
    [
        ("Auto-Submitted: auto-replied\n", "auto-reply"),
        ("Subject: Automatische Antwort: Hallo\n", "auto-reply"),
        ("Content-Type: text/calendar; method=REPLY\n", "calendar"),
        ("Content-Type: text/vnd.google.email-reaction+json\n", "reaction"),
        ("X-Corr-Instance: play.example\n", "own-mail"),
        ("Content-Type: multipart/report; report-type=disposition-notification; boundary=b\n", "receipt"),
    ],
)
def test_what_no_person_wrote_is_neither_obeyed_nor_answered(office: Office, more: str, reason: str) -> None:
    text = "I3-H3" if reason != "receipt" else "--b\nContent-Type: message/disposition-notification\n\nx: y\n--b--"

    assert send(office, BOB + more, text) == reason
    assert not is_played(office)
    assert answered(office) == 0
    assert office.room.rows(Inbox)[-1]["mail_class"] not in {"", "human"}


def test_a_mail_without_an_envelope_sender_plays_nothing_and_is_never_answered(office: Office) -> None:
    assert send(office, sender="") == "bounce"
    assert not is_played(office)
    assert answered(office) == 0


def test_a_robot_on_leave_that_answers_the_envelope_is_swallowed_and_counts_for_nothing(office: Office) -> None:
    office.letters("Bob")
    bounces = {sender for sender, to, _ in office.transport.sent if to == "bob@example.org"}
    head = f"{BOB}Auto-Submitted: auto-replied\nSubject: Out of office\n"

    office.arrive(f"{head}\nI am away.\n", bounces.pop(), sender="")

    assert office.room.rows(Inbox)[-1]["reason"] in {"auto-reply", "bounce"}
    assert answered(office) == 0
    assert office.score("bob@example.org") == 0


@pytest.mark.parametrize("author", ["game@play.example", f"r+{'a' * 26}@play.example", f"b+{'a' * 26}@play.example"])
def test_a_mail_from_one_of_our_own_addresses_is_dropped(office: Office, author: str) -> None:
    assert send(office, f"From: Corr <{author}>\n", sender=author) == "own-mail"
    assert not is_played(office)
    assert answered(office) == 0


def test_a_mail_that_has_gone_in_a_circle_is_dropped(office: Office) -> None:
    assert send(office, "Received: from a by b\n" * 51 + BOB) in {"own-mail", "loop"}
    assert answered(office) == 0


def test_whoever_is_answered_no_more_reads_of_each_mail_what_became_of_it(office: Office) -> None:
    address = office.reply_address("Bob")

    for number in range(MOST_ANSWERS + 1):
        office.arrive(f"{BOB}Message-ID: <{number}@y.org>\n\ngames\n", address)

    assert office.reasons() == ["games"] * MOST_ANSWERS + ["unanswered"]
    assert answered(office) == MOST_ANSWERS


@pytest.mark.slow
def test_a_robot_that_answers_every_answer_gets_twenty_in_an_hour_and_then_none(
    office: Office, caplog: pytest.LogCaptureFixture
) -> None:
    address = office.reply_address("Bob")

    # Beyond both limits: of answers, and of mails.
    for number in range(150):
        office.arrive(f"{BOB}Message-ID: <{number}@y.org>\n\nThank you for your mail!\n", address)

    assert answered(office) == 20
    said = [record.getMessage() for record in caplog.records if record.levelname == "WARNING"]
    assert said == [
        "player 2 has had the last answer to mails of this hour",
        "mail 121 and all others of its sender wait for the next hour",
    ]


def test_the_last_answer_of_an_hour_says_that_it_is_the_last(office: Office) -> None:
    for _ in range(21):
        send(office, text="Hello?")

    letters = [" ".join(text_of(letter).split()) for letter in office.letters("Bob")]
    assert ["This is answer number 20 within an hour" in letter for letter in letters[-2:]] == [False, True]


def test_who_is_not_answered_any_more_is_still_obeyed(office: Office) -> None:
    for _ in range(25):
        send(office, text="Hello?")

    assert send(office) == "played"
    assert answered(office) == 20


def test_an_hour_later_all_is_as_before(office: Office) -> None:
    for _ in range(25):
        send(office, text="Hello?")
    office.room.clock.move(timedelta(hours=1))

    send(office)

    assert answered(office) == 21


def test_a_closed_account_plays_nothing_and_is_told_nothing_of_the_game(office: Office) -> None:
    address = office.reply_address("Bob")
    office.transport.sent.clear()
    with office.room.workshop.open() as uow:
        bob = table(Player).c.id == office.game.players[1]
        uow.connection.execute(update(table(Player)).where(bob).values(closed_at=uow.now))

    heads = (BOB, BOB, "From: Eve <eve@example.org>\n")
    reasons = [send(office, head, address=address) for head in heads]

    assert reasons == ["closed"] * 3
    assert not is_played(office)
    (letter,) = office.letters("Bob")
    assert "Your mail could not be used." in text_of(letter)
    assert office.game.id not in text_of(letter)
    assert [sender for sender, _, _ in office.transport.sent] == [""]


def test_every_mail_of_a_person_gets_one_answer(office: Office) -> None:
    texts = [
        "Hello",
        "",
        "help",
        "board",
        "rules",
        "games",
        "away 7d",
        "back",
        "say: Hi!",
        "I3-E3",
        "I3-H3",
        "accept draw",
    ]

    for text in texts:
        send(office, text=text)

    assert answered(office) == len(texts)


def test_what_was_read_and_what_became_of_it_is_kept_for_its_player(office: Office) -> None:
    head = f"{BOB}Subject: My turn\n"
    send(office, head, "I3-H3\noffer draw\n\nOn Mon, 4 Jan 2027 at 10:00, Ada wrote:\n> B3-C3\n")

    (row,) = office.room.rows(Inbox)

    assert (row["player_id"], row["game_id"]) == (office.game.players[1], office.game.id)
    assert (row["mail_class"], row["subject"], row["written_by"]) == ("human", "My turn", "bob@example.org")
    assert "I3-H3" in row["new_text"]
    assert "B3-C3" not in row["new_text"]
    assert [command["text"] for command in row["commands"]] == ["I3-H3", "offer draw"]
    assert row["commands"][0]["outcome"] == "Your turn was played. 3 energy unused."
    assert row["outcome"].startswith("Your turn was played.")
