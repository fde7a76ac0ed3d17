"""Units of work: all or nothing, and notices that leave once."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from sqlalchemy import insert
from sqlalchemy.exc import IntegrityError, OperationalError

from corr.base import notices
from corr.base.heartbeat import beat
from corr.base.notices import To
from corr.base.uow import UnitOfWork
from corr.errors import ConflictError, InputError, UnreachableError
from corr.store.base import table
from corr.store.tables.clocks import Pulse
from corr.store.tables.mails import Outbox
from tests.builders import a_letter, tell_twice
from tests.playing import Room

pytestmark = pytest.mark.both_databases
SECRET_WORD = "a secret word"


def work_and_raise(uow: UnitOfWork, error: Exception) -> None:
    beat(uow, "here", ["web"])
    uow.tell(notices.invitation("dropped", "a@example.org", {}))
    raise error


def write_and_raise(uow: UnitOfWork, error: Exception) -> None:
    uow.connection.execute(insert(table(Pulse)).values(loop="web", owner="here", at=uow.now))
    raise error


def test_a_refused_unit_of_work_leaves_nothing(room: Room) -> None:
    with pytest.raises(ConflictError), room.workshop.open() as uow:
        work_and_raise(uow, ConflictError("Somebody was faster."))

    assert (room.count(Pulse), room.count(Outbox)) == (0, 0)


def test_a_refusal_that_is_kept_commits_and_is_still_raised(room: Room) -> None:
    with pytest.raises(InputError, match="wrong"), room.workshop.open() as uow:
        work_and_raise(uow, uow.kept(InputError("That was wrong.")))

    assert room.count(Pulse) == 1


def test_another_refusal_after_a_kept_one_undoes_all(room: Room) -> None:
    def go_wrong_twice(uow: UnitOfWork) -> None:
        uow.kept(InputError("That was wrong."))
        work_and_raise(uow, ConflictError("Somebody was faster."))

    with pytest.raises(ConflictError), room.workshop.open() as uow:
        go_wrong_twice(uow)

    assert room.count(Pulse) == 0


def test_what_cannot_be_told_has_not_happened(room: Room) -> None:
    def tell_nobody(uow: UnitOfWork) -> None:
        beat(uow, "here", ["web"])
        uow.tell(notices.sign_in("x", To(player_id=404), {}))

    with pytest.raises(IntegrityError), room.workshop.open() as uow:
        tell_nobody(uow)

    assert room.count(Pulse) == 0


def test_a_failed_attempt_undoes_its_part_alone(room: Room) -> None:
    with room.workshop.open() as uow:
        uow.tell(notices.invitation("kept", "a@example.org", {}))
        with pytest.raises(ConflictError), uow.attempt():
            work_and_raise(uow, ConflictError("Somebody was faster."))

    assert room.count(Pulse) == 0
    assert [row["key"] for row in room.rows(Outbox)] == ["invitation:kept"]


def test_a_failed_attempt_undoes_what_was_done_on_the_bare_connection(room: Room) -> None:
    with room.workshop.open() as uow, pytest.raises(ConflictError), uow.attempt():
        write_and_raise(uow, ConflictError("Somebody was faster."))

    assert room.count(Pulse) == 0


def test_the_same_notice_told_twice_is_one_letter(room: Room) -> None:
    tell_twice(room)

    assert room.count(Outbox) == 1


def test_the_same_notice_told_twice_at_once_is_one_letter(room: Room) -> None:
    with ThreadPoolExecutor(8) as threads:
        list(threads.map(lambda _: tell_twice(room), range(8)))

    assert room.count(Outbox) == 1


def test_of_two_notices_with_one_key_the_first_counts(room: Room) -> None:
    with room.workshop.open() as uow:
        uow.tell(notices.invitation("one", "first@example.org", {}))
        uow.tell(notices.invitation("one", "second@example.org", {}))

    assert [row["address"] for row in room.rows(Outbox)] == ["first@example.org"]


def test_a_look_cannot_change_anything(room: Room) -> None:
    a_letter(room)

    with room.workshop.look() as reader, pytest.raises(Exception, match=r"readonly|read-only"):
        reader.connection.exec_driver_sql("DELETE FROM outbox")

    assert room.count(Outbox) == 1


def test_no_notice_shows_its_facts_in_a_log() -> None:
    notice = notices.invitation("one", "a@example.org", {"token": "canary"})

    assert "canary" not in repr(notice)


def test_a_part_that_undoes_itself_leaves_nothing_and_raises_nothing(room: Room) -> None:
    with room.workshop.open() as uow, uow.attempt() as part:
        beat(uow, "here", ["web"])
        uow.tell(notices.invitation("dropped", "a@example.org", {}))
        part.undo()

    assert (room.count(Pulse), room.count(Outbox)) == (0, 0)


def test_a_fault_of_a_guarded_part_undoes_it_alone_and_is_told_without_its_words(room: Room) -> None:
    with room.workshop.open() as uow:
        uow.tell(notices.invitation("kept", "a@example.org", {}))
        with uow.guarded() as part:
            work_and_raise(uow, ValueError(SECRET_WORD))

    assert room.count(Pulse) == 0
    assert [row["key"] for row in room.rows(Outbox)] == ["invitation:kept"]
    assert part.fault_words.startswith("ValueError\n")
    assert SECRET_WORD not in part.fault_words


def test_trouble_with_the_database_is_no_fault_of_a_guarded_part(room: Room) -> None:
    with pytest.raises((OperationalError, UnreachableError)), room.workshop.open() as uow, uow.guarded():
        work_and_raise(uow, OperationalError("SELECT", {}, Exception("gone")))
