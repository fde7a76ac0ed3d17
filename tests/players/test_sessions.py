"""Sessions: listed, ended by hand, and by themselves in time."""

from datetime import timedelta

import pytest
from sqlalchemy import update

from corr.errors import NotFoundError
from corr.players.sessions import (
    NewSession,
    SessionPlayer,
    end_other_sessions,
    end_session,
    find_session,
    open_session,
    sessions_of,
    touch_session,
)
from corr.store.base import table
from corr.store.tables.player_accounts import Player, Session
from tests.builders import a_member
from tests.playing import Room, statements_of


def found(room: Room, session: NewSession) -> SessionPlayer | None:
    with room.workshop.look() as reader:
        return find_session(reader, session.token)


def another(room: Room, session: NewSession, agent: str = "Another browser") -> NewSession:
    with room.workshop.open() as uow:
        return open_session(uow, session.player_id, agent)


def test_nobody_is_signed_in_to_an_account_that_is_closed(room: Room) -> None:
    session = a_member(room)
    with room.workshop.open() as uow:
        theirs = table(Player).c.id == session.player_id
        uow.connection.execute(update(table(Player)).where(theirs).values(closed_at=uow.now))

    assert found(room, session) is None


def test_finding_a_session_takes_one_statement(room: Room) -> None:
    session = a_member(room)

    with room.workshop.open() as uow, statements_of(room) as seen:
        find_session(uow, session.token)

    assert len([statement for statement in seen if statement.startswith("SELECT")]) == 1


def test_a_session_ends_after_two_weeks_without_a_visit(room: Room) -> None:
    session = a_member(room)

    room.clock.move(timedelta(days=14) - timedelta(seconds=1))
    before = found(room, session)
    room.clock.move(timedelta(seconds=1))

    assert before is not None
    assert found(room, session) is None


def test_a_session_in_use_ends_after_ninety_days(room: Room) -> None:
    session = a_member(room)
    visits = []
    for _ in range(10):
        room.clock.move(timedelta(days=10))
        seen = found(room, session)
        visits.append(seen is not None)
        if seen is not None:
            with room.workshop.open() as uow:
                touch_session(uow, seen.session_id, seen.player_id)

    assert visits == [True] * 8 + [False] * 2


def test_a_visit_is_noted_at_most_once_an_hour(room: Room) -> None:
    session = a_member(room)
    early = found(room, session)
    room.clock.move(timedelta(hours=1, seconds=1))
    late = found(room, session)

    assert early is not None
    assert late is not None
    assert (early.needs_touch, late.needs_touch) == (False, True)


@pytest.mark.parametrize("token", ["", "x", "\0", "\ud800", "a" * 100_000])
def test_what_is_no_token_is_nobody(room: Room, token: str) -> None:
    a_member(room)

    assert found(room, NewSession(token, 1)) is None


def test_a_player_sees_all_own_sessions_and_no_others(room: Room) -> None:
    alice, bob = a_member(room, "Alice"), a_member(room, "Bob")
    room.clock.move(timedelta(hours=1))
    another(room, alice, "A phone\n\0 with a long name" + "x" * 500)
    another(room, bob)

    with room.workshop.look() as reader:
        listed = sessions_of(reader, alice.player_id)

    assert [session.agent[:8] for session in listed] == ["A phone ", "A browse"]
    assert max(len(session.agent) for session in listed) == 200


def test_an_ended_session_is_gone(room: Room) -> None:
    session = a_member(room)
    seen = found(room, session)
    assert seen is not None

    with room.workshop.open() as uow:
        end_session(uow, session.player_id, seen.session_id)

    assert found(room, session) is None
    assert room.count(Session) == 0


def test_nobody_can_end_anothers_session(room: Room) -> None:
    alice, bob = a_member(room, "Alice"), a_member(room, "Bob")
    hers = found(room, alice)
    assert hers is not None

    with pytest.raises(NotFoundError), room.workshop.open() as uow:
        end_session(uow, bob.player_id, hers.session_id)

    assert found(room, alice) is not None


@pytest.mark.parametrize(
    "session_id", [0, -1, 2**31, 2**63, 2**20_000], ids=["zero", "negative", "big", "bigger", "huge"]
)
def test_a_number_that_is_no_session_is_not_found(room: Room, session_id: int) -> None:
    alice = a_member(room)

    with pytest.raises(NotFoundError), room.workshop.open() as uow:
        end_session(uow, alice.player_id, session_id)


@pytest.mark.both_databases
def test_all_other_sessions_end_at_once(room: Room) -> None:
    first = a_member(room)
    others = [another(room, first) for _ in range(3)]
    bob = a_member(room, "Bob")
    mine = found(room, first)
    assert mine is not None

    with room.workshop.open() as uow:
        end_other_sessions(uow, first.player_id, mine.session_id)

    assert [found(room, session) is not None for session in (first, *others, bob)] == [True, False, False, False, True]
