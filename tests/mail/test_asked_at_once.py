"""What was asked back, settled in several ways at the same moment: one of them counts, and nothing happens twice."""

from collections.abc import Iterator

import pytest

from corr.mail.reading.words.commands import Act
from corr.mail.reading.words.verdicts import VerdictRow
from corr.store.tables.mails import HeldOrder
from tests.mail.asking import doubted, understand_doubting
from tests.mail.office import Office, an_office, understand_next
from tests.playing import STRICT, a_room
from tests.racing import at_once, meeting

pytestmark = pytest.mark.both_databases


@pytest.fixture
def office(database_url: str) -> Iterator[Office]:
    """A game in which Bob is due, and is asked about a turn."""
    with a_room(database_url) as room:
        office = an_office(room, "B3-C3", agreed=STRICT)
        doubted(office, "Bob", "I3-H3")
        yield office


def states(office: Office) -> list[str]:
    return [row["state"] for row in office.room.rows(HeldOrder)]


def say(office: Office, word: str, recipient: str) -> None:
    """Let Bob's answer come in, which nobody has read yet."""
    office.store(f"From: bob@example.org\nMessage-ID: <{word}@y.org>\n\n{word}\n", recipient)


def test_a_yes_by_mail_and_a_no_on_the_page_are_one_of_the_two(office: Office) -> None:
    say(office, "yes", office.reply_address("Bob"))

    with meeting(office.room, "UPDATE held_order"):
        at_once(lambda: str(understand_next(office.room)), lambda: office.settle_first(Act.REJECT).title)

    played = office.turns() == ["B3-C3", "I3-H3"]
    assert states(office) == ["confirmed" if played else "rejected"]


def test_a_yes_by_mail_and_one_on_the_page_play_once(office: Office) -> None:
    say(office, "yes", office.reply_address("Bob"))

    with meeting(office.room, "UPDATE held_order"):
        at_once(lambda: str(understand_next(office.room)), lambda: office.settle_first(Act.CONFIRM).title)

    assert office.turns() == ["B3-C3", "I3-H3"]
    assert states(office) == ["confirmed"]


def test_a_yes_and_a_newer_turn_in_doubt_never_play_what_was_replaced(office: Office) -> None:
    asked = office.reply_address("Bob")
    say(office, "I4-H4", asked)

    with meeting(office.room, "held_order"):
        at_once(
            lambda: office.settle_first(Act.CONFIRM).title,
            lambda: str(understand_doubting(office, VerdictRow.LED_INTO)),
        )

    first, *others = states(office)
    assert office.turns() == (["B3-C3", "I3-H3"] if first == "confirmed" else ["B3-C3"])
    assert others in ([], ["waiting"])
    assert first in {"confirmed", "replaced"}


def test_of_two_newer_turns_in_doubt_at_once_one_waits(office: Office) -> None:
    asked = office.reply_address("Bob")
    say(office, "I4-H4", asked)
    say(office, "I5-H5", asked)

    with meeting(office.room, "INSERT INTO held_order"):
        at_once(
            lambda: str(understand_doubting(office, VerdictRow.LED_INTO, "one")),
            lambda: str(understand_doubting(office, VerdictRow.LED_INTO, "other")),
        )

    assert sorted(states(office)) == ["replaced", "replaced", "waiting"]
    assert office.turns() == ["B3-C3"]
