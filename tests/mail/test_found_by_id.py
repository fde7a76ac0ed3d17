"""Mails that only the id of a letter finds, which others have as well: they use up nothing of the player's own."""

from collections.abc import Iterator
from datetime import timedelta

import pytest

from corr.mail.queues.inbox_limits import MOST_FOUND
from corr.store.tables.games import GameEvent
from corr.store.tables.mails import HeldOrder
from tests.mail.asking import doubted
from tests.mail.office import IDENTITY, PROVED, Office, an_office
from tests.playing import a_room

DOUBTFUL = "I3-H3\n\nOr should I wait?"


@pytest.fixture
def office(database_url: str) -> Iterator[Office]:
    """A game in which Bob is due, with its post."""
    with a_room(database_url) as room:
        yield an_office(room, "B3-C3")


def find(office: Office, text: str = "I5-H5", *, times: int = 1, head: str = "") -> list[str]:
    """Let mails in Bob's name come in that hold the id of a letter to him, and no token; what became of them."""
    letter_id = office.letters("Bob")[-1]["Message-ID"]
    before = len(office.reasons())
    for _ in range(times):
        number = len(office.reasons())
        names = f"From: bob@example.org\nMessage-ID: <{number}@y.org>\nIn-Reply-To: {letter_id}\n"
        office.arrive(f"{head}{names}\n{text}\n", IDENTITY.sender_address, "eve@evil.example")
    return office.reasons()[before:]


def states(office: Office) -> list[str]:
    """What became of everything that was held, in order."""
    return [str(row["state"]) for row in office.room.rows(HeldOrder)]


@pytest.mark.both_databases
def test_a_turn_that_anybody_may_have_sent_does_not_replace_what_the_player_asked(office: Office) -> None:
    assert office.answer("Bob", DOUBTFUL) == "asked"
    question = office.reply_address("Bob")

    assert find(office) == ["asked"]

    assert states(office) == ["waiting", "waiting"]
    assert office.answer("Bob", "yes", recipient=question) == "played"
    assert office.turns() == ["B3-C3", "I3-H3"]


@pytest.mark.parametrize("word", ["yes", "no"])
def test_a_yes_to_a_letter_that_asks_nothing_is_not_about_what_anybody_may_have_sent(office: Office, word: str) -> None:
    find(office)

    assert office.answer("Bob", word, recipient=office.new_address("Bob")) == "not-heard"

    assert states(office) == ["waiting"]
    assert office.turns() == ["B3-C3"]


def test_a_turn_by_the_players_own_token_replaces_what_anybody_may_have_sent(office: Office) -> None:
    find(office)

    doubted(office, "Bob", "I3-H3", recipient=office.new_address("Bob"))

    assert states(office) == ["replaced", "waiting"]


def test_a_turn_in_doubt_that_was_proved_replaces_an_earlier_one(office: Office) -> None:
    office.answer("Bob", DOUBTFUL)

    assert find(office, "I4-H4\n\nOr should I wait?", head=PROVED) == ["asked"]

    assert states(office) == ["replaced", "waiting"]


@pytest.mark.slow
@pytest.mark.parametrize("text", ["I5-H5", "board", "What is this?"])
def test_what_anybody_may_send_uses_up_no_answer_of_the_player(office: Office, text: str) -> None:
    token = office.reply_address("Bob")
    letters = len(office.letters("Bob"))

    found = find(office, text, times=MOST_FOUND + 5)

    assert found[-5:] == ["too-many"] * 5
    assert "too-many" not in found[:-5]
    assert len(office.letters("Bob")) == letters + MOST_FOUND
    assert office.answer("Bob", DOUBTFUL, recipient=token) == "asked"
    assert len(office.letters("Bob")) == letters + MOST_FOUND + 1
    assert "I3-H3" in office.last_text()


@pytest.mark.slow
def test_what_anybody_may_send_uses_up_no_mail_of_the_player(office: Office) -> None:
    find(office, times=MOST_FOUND + 1)

    taken = [office.answer("Bob", "board", recipient=office.new_address("Bob")) for _ in range(2)]
    assert taken == ["board"] * 2
    assert find(office, "board", head=PROVED) == ["board"]


@pytest.mark.slow
def test_a_day_later_mails_that_are_found_are_read_again(office: Office) -> None:
    find(office, times=MOST_FOUND + 1)

    office.room.clock.move(timedelta(days=1))

    assert find(office, "board") == ["board"]


@pytest.mark.parametrize("by", ["letter's id", "another address", "forged"])
def test_what_may_be_somebody_elses_stands_in_no_history(office: Office, by: str) -> None:
    failed = "Authentication-Results: mx.play.example; dmarc=fail header.from=example.org\n"
    if by == "letter's id":
        find(office)
    else:
        head = "From: eve@evil.example\n" if by == "another address" else f"{failed}From: bob@example.org\n"
        office.arrive(f"{head}\nI5-H5\n", office.new_address("Bob"), "eve@evil.example")

    assert states(office) == ["waiting"]
    assert office.room.count(GameEvent) == 0
