"""A process that dies with a mail in hand has neither lost it nor done it twice."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from sqlalchemy import event

from corr.mail.queues.inbox import LEASE, claim_mail
from corr.store.tables.games import Turn
from corr.store.tables.mails import Inbox, Outbox
from tests.mail.office import Office, an_office, understand_next
from tests.playing import a_room

pytestmark = pytest.mark.slow

RAW = "From: bob@example.org\nMessage-ID: <one@example.org>\n\nI3-H3\n"


@pytest.fixture
def office(database_url: str) -> Iterator[Office]:
    """A game in which Bob is due, with its post; his turn has come in."""
    with a_room(database_url) as room:
        office = an_office(room, "B3-C3")
        office.store(RAW, office.new_address("Bob"))
        yield office


@contextmanager
def dying_at_commit(office: Office, number: int) -> Iterator[None]:
    """A process that dies when it is about to commit for that time."""
    commits = []

    def die(_connection: object) -> None:
        commits.append(1)
        if len(commits) == number:
            raise SystemExit

    engine = office.room.database.engine
    event.listen(engine, "commit", die)
    try:
        with pytest.raises(SystemExit):
            yield
    finally:
        event.remove(engine, "commit", die)


def check_played_once(office: Office) -> None:
    """One turn, one answer, and nothing left to do."""
    assert [row["text"] for row in office.room.rows(Turn)] == ["B3-C3", "I3-H3"]
    assert [row["kind"] for row in office.room.rows(Outbox)].count("answer") == 1
    assert [(row["state"], row["reason"]) for row in office.room.rows(Inbox)] == [("done", "played")]


def test_a_mail_that_was_claimed_by_a_process_that_died_is_understood_later(office: Office) -> None:
    with office.room.workshop.open() as uow:
        assert claim_mail(uow, "the dead one") is not None
    assert not understand_next(office.room)
    office.room.clock.move(LEASE)

    assert understand_next(office.room)

    check_played_once(office)


def test_a_process_that_dies_before_it_commits_has_done_nothing(office: Office) -> None:
    with dying_at_commit(office, 2):
        understand_next(office.room)
    assert office.room.count(Turn) == 1

    office.room.clock.move(LEASE)
    assert understand_next(office.room)

    check_played_once(office)


def test_a_door_that_stores_the_mail_again_changes_nothing(office: Office) -> None:
    (row,) = office.room.rows(Inbox)
    with dying_at_commit(office, 2):
        understand_next(office.room)
    office.store(RAW, row["recipient"])
    office.room.clock.move(LEASE)

    while understand_next(office.room):
        pass

    assert sorted(office.reasons()) == ["duplicate", "played"]
    assert office.room.count(Turn) == 2
    assert [row["kind"] for row in office.room.rows(Outbox)].count("answer") == 1
