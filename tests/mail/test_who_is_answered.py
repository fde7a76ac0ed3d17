"""Who gets an answer, and how often: persons do, each mail once; robots do not, and no loop goes on for long."""

import re
from collections.abc import Iterator
from datetime import timedelta
from email.utils import parseaddr

import pytest
from sqlalchemy import insert, update

from corr.mail.queues.inbox_limits import MOST_ANSWERS
from corr.mail.reading.words.commands import Act
from corr.play.endings import resign
from corr.store.base import table
from corr.store.tables.games import Turn
from corr.store.tables.mails import Inbox, Outbox
from corr.store.tables.player_accounts import MailAddress, Player
from tests.mail.asking import doubted
from tests.mail.office import IDENTITY, Office, an_office, text_of
from tests.playing import a_room

BOB = "From: Bob <bob@example.org>\n"
LATER = timedelta(hours=1, minutes=2)


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


def hurry(office: Office, number: int = MOST_ANSWERS) -> None:
    """Use up the answers of an hour, or so many."""
    for _ in range(number):
        send(office, text="Hello?")


def words_of(office: Office, name: str = "Bob") -> list[str]:
    """The words of all letters so far."""
    return [" ".join(text_of(letter).split()) for letter in office.letters(name)]


@pytest.mark.both_databases
def test_answers_beyond_those_of_an_hour_come_together_in_one_letter_when_it_is_over(office: Office) -> None:
    hurry(office)
    before = len(office.letters("Bob"))
    send(office, text="I3-E3")
    send(office, text="games")
    within = len(office.letters("Bob"))
    office.room.clock.move(LATER)

    (letter,) = office.letters("Bob")[before:]

    text = " ".join(text_of(letter).split())
    assert within == before
    assert office.reasons()[-2:] == ["illegal", "gathered"]
    assert "Kelasu with Ada | Your turn was not played." in text
    assert f"{IDENTITY.url}/games/{office.game.id}" in text
    assert text.count("Kelasu with Ada") == 2


def test_the_letter_with_all_of_them_cannot_be_answered(office: Office) -> None:
    hurry(office)
    send(office, text="games")
    office.room.clock.move(LATER)

    letter = office.letters("Bob")[-1]

    assert "so these come together" in words_of(office)[-1]
    assert letter["Reply-To"] is None
    assert "r+" not in text_of(letter)
    assert letter["Auto-Submitted"] == "auto-replied"


def test_a_question_beyond_the_limit_comes_with_the_page_that_settles_it(office: Office) -> None:
    hurry(office)
    assert doubted(office, "Bob", "I3-H3") == "asked"
    office.room.clock.move(LATER)

    assert "Kelasu with Ada | Do you mean this?" in office.last_words()
    assert "(I3-H3)" in office.last_words()
    (path,) = re.findall(r"https?://\S+(/held/\S+)", office.last_text())

    assert office.settle(path.rpartition("/")[2], Act.CONFIRM).title == "Your turn 2 was played."


def test_turns_that_are_played_are_confirmed_at_once_however_many_answers_there_were(office: Office) -> None:
    hurry(office)
    before, address = len(office.letters("Bob")), office.new_address("Bob")

    assert send(office, address=address) == "played"
    assert send(office, address=address) == "repeated"

    assert ["Your turn 2 was played." in words for words in words_of(office)[before:]] == [True]


def test_what_does_not_count_takes_nothing_from_what_does(office: Office) -> None:
    hurry(office, MOST_ANSWERS - 1)
    assert send(office) == "played"

    send(office, text="Hello?")
    send(office, text="Hello?")

    assert answered(office) == MOST_ANSWERS + 1 + 1
    assert office.reasons()[-1] == "nothing-found"


@pytest.mark.parametrize("name", ["Ada", "Bob"])
def test_the_end_of_a_game_is_told_to_both_however_many_answers_there_were(office: Office, name: str) -> None:
    hurry(office)
    if name == "Bob":
        with office.room.workshop.open() as uow:
            resign(uow, office.game.id, office.game.players[0], "web")
    else:
        office.answer("Bob", "resign")

    assert "resigned" in words_of(office, name)[-1]


@pytest.mark.both_databases
def test_more_than_fifty_of_them_are_counted_and_led_to(office: Office) -> None:
    hurry(office)
    for _ in range(53):
        send(office, text="Hello?")
    office.room.clock.move(LATER)

    assert "There are 3 more; you find all of them at" in office.last_words()
    assert office.last_words().count("| No turn was found in your mail.") == 50


@pytest.mark.slow
def test_a_robot_that_answers_every_letter_is_left_in_silence_within_a_day(
    office: Office, caplog: pytest.LogCaptureFixture
) -> None:
    seen, silent_hours = 0, 0
    for number in range(1000):
        letters = office.letters("Bob")
        if seen == len(letters):
            silent_hours += 1
            if silent_hours > 30:
                break
            office.room.clock.move(LATER)
            continue
        letter, seen, silent_hours = letters[seen], seen + 1, 0
        to = parseaddr(letter["Reply-To"] or letter["From"])[1]
        head = f"{BOB}Message-ID: <{number}@y.org>\nIn-Reply-To: {letter['Message-ID']}\n"
        office.arrive(f"{head}References: {letter['Message-ID']}\n\nThank you for your mail!\n", to)

    kinds = [row["key"].partition(":")[0] for row in office.room.rows(Outbox) if row["kind"] == "answer"]
    assert silent_hours > 30
    assert kinds.count("answers") <= 2
    assert len(kinds) <= 2 * MOST_ANSWERS
    assert "player 2 has had the last answer to mails of this hour" in caplog.text


def test_the_last_answer_of_an_hour_says_that_further_ones_come_together(office: Office) -> None:
    hurry(office, 21)

    letters = words_of(office)
    assert ["This is answer number 20 within an hour" in letter for letter in letters[-2:]] == [False, True]


def test_who_is_not_answered_any_more_is_still_obeyed(office: Office) -> None:
    for _ in range(25):
        send(office, text="Hello?")

    assert send(office) == "played"


def test_an_hour_later_all_is_as_before(office: Office) -> None:
    for _ in range(25):
        send(office, text="Hello?")
    office.room.clock.move(LATER)
    before = len(office.letters("Bob"))

    send(office, text="Hello?")

    assert len(office.letters("Bob")[before:]) == 1


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
    assert row["commands"][0]["outcome"] == "Your turn 2 was played. 3 energy unused."
    assert row["outcome"].startswith("Your turn 2 was played.")
