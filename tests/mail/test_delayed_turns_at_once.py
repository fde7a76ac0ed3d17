"""Delayed turns that several settle at the same moment, or whose process dies: each is played once, or not at all."""

from collections.abc import Callable, Iterator

import pytest
from sqlalchemy import event

from corr.mail.answering.delayed_play import play_next_delayed
from corr.mail.letters.dispatch import send_next
from corr.mail.reading.words.commands import Act
from corr.play.deadlines import enforce_next_deadline
from corr.store.tables.games import Message
from corr.store.tables.mails import HeldOrder, Outbox
from tests.mail.delaying import HOUR, MINUTE, delay, delay_unsent, fates, tick
from tests.mail.office import IDENTITY, Office, an_office, understand_next
from tests.playing import STRICT, Room, a_room
from tests.racing import at_once, meeting

pytestmark = pytest.mark.both_databases
PLAYED = ["B3-C3", "I3-H3"]


@pytest.fixture
def office(database_url: str) -> Iterator[Office]:
    """A game in which Bob is due, with its post."""
    with a_room(database_url) as room:
        yield an_office(room, "B3-C3", agreed=STRICT)


@pytest.fixture
def due(office: Office) -> Office:
    """The same with a turn of Bob's that is due to be played."""
    delay(office)
    office.room.clock.move(HOUR + MINUTE)
    return office


def played(room: Room) -> bool:
    with room.workshop.open() as uow:
        return play_next_delayed(uow)


def confirmations(office: Office) -> int:
    """How many letters tell Bob that his turn was played, or by now is."""
    return sum(row["kind"] == "answer" and row["key"].endswith(":delayed") for row in office.room.rows(Outbox))


def test_two_ticks_play_it_once(due: Office) -> None:
    with meeting(due.room, "FROM held_order"):
        at_once(lambda: played(due.room), lambda: played(due.room))

    assert due.turns() == PLAYED
    assert (fates(due), confirmations(due), due.room.count(Message)) == (["played"], 1, 1)


@pytest.mark.parametrize("words", ["FROM held_order", "UPDATE held_order", "FROM game"])
@pytest.mark.parametrize("act", [Act.CONFIRM, Act.REJECT])
def test_a_tick_and_the_page_settle_it_once(due: Office, act: Act, words: str) -> None:
    with meeting(due.room, words):
        at_once(lambda: played(due.room), lambda: bool(due.settle_first(act)))

    (fate,) = fates(due)
    assert due.turns() == (["B3-C3"] if fate == "rejected" else PLAYED)
    assert fate in {"played", "rejected" if act is Act.REJECT else "confirmed"}


@pytest.mark.parametrize("text", ["no", "yes", "I3-H3", "I4-H4", "Wait, I am not sure."])
def test_a_tick_and_a_mail_settle_it_once(due: Office, text: str) -> None:
    due.store_reply("Bob", text)

    with meeting(due.room, "UPDATE held_order"):
        at_once(lambda: played(due.room), lambda: understand_next(due.room))

    due.room.clock.move(2 * HOUR)
    tick(due.room)
    (fate,) = fates(due)
    turns = due.turns()
    assert len(turns) <= 2
    if fate in {"played", "confirmed"}:
        assert turns == PLAYED
    elif fate == "overtaken":
        assert turns == ["B3-C3", "I4-H4"]
    else:
        assert turns == ["B3-C3"]


def test_a_tick_and_a_turn_on_the_page_play_one(due: Office) -> None:
    on_page = due.game.order("I4-H4")

    def submitted() -> bool:
        due.submit(on_page)
        return True

    with meeting(due.room, "FROM game"):
        at_once(lambda: played(due.room), submitted)
    tick(due.room)

    (fate,) = fates(due)
    assert due.turns() == (PLAYED if fate == "played" else ["B3-C3", "I4-H4"])


def test_a_tick_and_the_deadline_play_it(due: Office) -> None:
    due_at = due.game.view().due_at
    assert due_at is not None
    due.room.clock.move(due_at - due.room.clock.now() + MINUTE)

    def enforced() -> bool:
        with due.room.workshop.open() as uow:
            return enforce_next_deadline(uow) is not None

    with meeting(due.room, "FROM game"):
        at_once(lambda: played(due.room), enforced)

    assert (due.turns(), due.game.view().is_over) == (PLAYED, False)


class DiesError(BaseException):
    """The process is gone."""


def dies_at(room: Room, number: int, work: Callable[[], object]) -> bool:
    """Do *work* in a process that dies before its statement of that *number*; whether it lived that long."""
    count = 0

    def die(*_about: object) -> None:
        nonlocal count
        count += 1
        if count == number:
            raise DiesError

    event.listen(room.database.engine, "before_cursor_execute", die)
    try:
        work()
    except DiesError:
        return True
    finally:
        event.remove(room.database.engine, "before_cursor_execute", die)
    return False


def test_a_tick_that_dies_at_any_statement_leaves_it_to_the_next(due: Office) -> None:
    number, before = 1, due.room.count(Outbox)
    while dies_at(due.room, number, lambda: played(due.room)):
        assert (due.turns(), fates(due), due.room.count(Outbox)) == (["B3-C3"], ["delayed"], before)
        number += 1

    assert number > 10
    assert tick(due.room) == 0
    assert (due.turns(), fates(due), confirmations(due), due.room.count(Message)) == (PLAYED, ["played"], 1, 1)


def test_a_mail_whose_reader_dies_at_any_statement_is_delayed_once(office: Office) -> None:
    delay(office)
    office.store_reply("Bob", "no")
    number = 1
    while dies_at(office.room, number, lambda: understand_next(office.room)):
        assert fates(office) == ["delayed"]
        office.room.clock.move(3 * MINUTE)
        number += 1

    assert number > 5
    assert fates(office) in (["rejected"], ["delayed"])


def test_a_sender_that_dies_at_any_statement_begins_the_hour_with_the_letter(office: Office) -> None:
    delay_unsent(office)
    number = 1
    while dies_at(office.room, number, lambda: send_next(office.room.workshop, IDENTITY, office.transport, "sender")):
        (row,) = office.room.rows(HeldOrder)
        is_sent = all(letter["state"] != "waiting" for letter in office.room.rows(Outbox) if letter["kind"] == "answer")
        assert is_sent is (row["plays_at"] is not None)
        office.room.clock.move(10 * MINUTE)
        number += 1
    office.send_all()

    (row,) = office.room.rows(HeldOrder)
    assert row["plays_at"] is not None
    assert row["plays_at"] >= office.room.clock.now()
