"""A held order that several settle at the same moment: one of them does, and the other is told what became of it."""

from collections.abc import Iterator
from datetime import timedelta

import pytest

from corr.mail.reading.words.commands import Act
from corr.play.deadlines import enforce_next_deadline
from corr.play.turns import SubmitTurn
from corr.store.tables.games import Game, Turn
from corr.store.tables.mails import HeldOrder, Inbox, Outbox
from tests.mail.office import Office, an_office, understand_next
from tests.mail.test_held import BOB, EVE, confirmed, link, send
from tests.playing import STRICT, a_room
from tests.racing import at_once, meanwhile, meeting

pytestmark = pytest.mark.both_databases


@pytest.fixture
def office(database_url: str) -> Iterator[Office]:
    """A game in which Bob is due, with its post."""
    with a_room(database_url) as room:
        yield an_office(room, "B3-C3", agreed=STRICT)


def held(office: Office) -> str:
    """The token of a turn that waits for Bob's word."""
    send(office)
    return link(office)


def rejected(office: Office, token: str) -> str:
    return "rejected" if office.settle(token, Act.REJECT).title == "It was dropped." else "too late"


def submitted(office: Office, order: SubmitTurn) -> str:
    office.submit(order)
    return "handed in"


def end_by_time(office: Office) -> str:
    with office.room.workshop.open() as uow:
        return enforce_next_deadline(uow) or ""


def test_whoever_confirms_and_rejects_at_once_is_told_what_counts(office: Office) -> None:
    token = held(office)

    with meeting(office.room, "FROM held_order"):
        of_confirming, of_rejecting = at_once(lambda: confirmed(office, token), lambda: rejected(office, token))

    (order,) = office.room.rows(HeldOrder)
    if order["state"] == "rejected":
        assert (of_confirming, of_rejecting) == ("You have said that it was not meant.", "rejected")
        assert office.turns() == ["B3-C3"]
    else:
        assert (of_confirming, of_rejecting) == ("Your turn 2 was played.", "too late")
        assert office.turns() == ["B3-C3", "I3-H3"]


def test_whoever_confirms_what_is_rejected_at_that_moment_is_told_so(office: Office) -> None:
    token = held(office)

    with meanwhile(office.room, "UPDATE held_order", work=lambda: rejected(office, token)):
        title = confirmed(office, token)

    (order,) = office.room.rows(HeldOrder)
    words = {"rejected": "You have said that it was not meant.", "confirmed": "Your turn 2 was played."}
    assert title == words[order["state"]]


def test_two_that_confirm_at_once_play_once(office: Office) -> None:
    token = held(office)

    with meeting(office.room, "FROM held_order"):
        titles = at_once(lambda: confirmed(office, token), lambda: confirmed(office, token))

    assert sorted(titles) == ["It was confirmed already.", "Your turn 2 was played."]
    assert office.turns() == ["B3-C3", "I3-H3"]


def test_a_turn_on_the_page_and_a_held_one_that_is_confirmed_play_one(office: Office) -> None:
    token = held(office)
    on_page = office.game.order("I4-H4")

    with meeting(office.room, "FROM game"):
        at_once(lambda: confirmed(office, token), lambda: submitted(office, on_page))

    assert len(office.turns()) == 2
    assert [row["state"] for row in office.room.rows(HeldOrder)] == ["confirmed"]


def test_a_confirmation_at_the_deadline_is_either_in_time_or_too_late(office: Office) -> None:
    office.room.clock.move(timedelta(days=2, hours=23))
    token = held(office)
    office.room.clock.move(timedelta(hours=1, minutes=30))

    with meeting(office.room, "FROM game"):
        title, ended = at_once(lambda: confirmed(office, token), lambda: end_by_time(office))

    state = office.room.rows(Game)[0]["state"]
    assert (len(office.turns()), state) == ((1, "over") if ended else (2, "running"))
    assert (title == "Your turn 2 was played.") is not bool(ended)


def test_a_mail_that_two_readers_hold_is_held_once_and_trips_up_neither(
    office: Office, caplog: pytest.LogCaptureFixture
) -> None:
    office.store(f"{EVE}Message-ID: <1@y.org>\n\nI3-H3\n", office.new_address("Bob"), "x@y.org")
    room = office.room

    def read_slowly() -> bool:
        """The lease of whoever came first is over before it has understood."""
        return understand_next(room, "one")

    with meeting(room, "INSERT INTO rate_count"):
        at_once(read_slowly, lambda: lease_is_over(office) or understand_next(room, "other"))

    assert [row["reason"] for row in room.rows(Inbox)] == ["held"]
    assert room.count(HeldOrder) == 1
    assert "could not be understood" not in caplog.text


def lease_is_over(office: Office) -> bool:
    """Wait until the mail is taken in hand, and let that time run out."""
    while (row := office.room.rows(Inbox)[0])["lease_owner"] is None and row["state"] != "done":
        pass
    office.room.clock.move(timedelta(minutes=3))
    return False


def test_a_confirmation_by_mail_and_one_by_the_link_play_once(office: Office) -> None:
    token = held(office)
    office.store(f"{BOB}Message-ID: <2@y.org>\n\nconfirm\n", office.new_address("Bob"))

    with meeting(office.room, "FROM held_order"):
        at_once(lambda: confirmed(office, token), lambda: str(understand_next(office.room)))

    assert office.turns() == ["B3-C3", "I3-H3"]
    assert len(office.room.rows(Turn)) == 2
    assert len([row for row in office.room.rows(Outbox) if row["kind"] == "answer"]) == 1
