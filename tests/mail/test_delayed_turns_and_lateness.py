"""Whatever happens because a player is late first plays a turn of that player that waits and came in time."""

from collections.abc import Iterator
from datetime import timedelta

import pytest

from corr.base.heartbeat import JOBS, WEB
from corr.clocks.outages import credit_next
from corr.core.pace import Late
from corr.play.deadlines import NothingToClaimError, enforce_next_deadline
from corr.store.tables.clocks import Leave
from corr.store.tables.games import Game
from tests.clocks.ticking import claim, enforce, wish
from tests.living import BOTH, alive
from tests.mail.delaying import HOUR, MINUTE, delay, delay_unsent, fates, tick
from tests.mail.office import Office, an_office
from tests.playing import STRICT, a_room, terms

pytestmark = pytest.mark.both_databases
LEFT = timedelta(days=2, hours=23, minutes=30)
"""So long after his turn began Bob has half an hour left."""


@pytest.fixture
def office(database_url: str) -> Iterator[Office]:
    """A game in which Bob is due, with its post."""
    with a_room(database_url) as room:
        yield an_office(room, "B3-C3", agreed=STRICT)


def over(office: Office) -> bool:
    return office.game.view().is_over


def test_the_deadline_plays_it_before_its_hour_is_over(office: Office) -> None:
    office.room.clock.move(LEFT)
    delay(office)
    office.room.clock.move(31 * MINUTE)

    assert enforce(office.room) == []
    assert tick(office.room) == 1
    assert enforce(office.room) == []
    assert (office.turns(), over(office)) == (["B3-C3", "I3-H3"], False)


def test_not_before_the_deadline(office: Office) -> None:
    office.room.clock.move(LEFT)
    delay(office)
    office.room.clock.move(29 * MINUTE)

    assert tick(office.room) == 0


def test_a_turn_that_came_too_late_changes_nothing(office: Office) -> None:
    office.room.clock.move(LEFT + 31 * MINUTE)

    assert delay(office) == "late"

    assert enforce(office.room) == [office.game.id]
    assert over(office)


def test_an_unread_mail_that_came_in_time_may_still_stop_it_at_the_deadline(office: Office) -> None:
    office.room.clock.move(LEFT)
    delay(office)
    office.store_reply("Bob", "no")
    office.room.clock.move(31 * MINUTE)

    assert (tick(office.room), enforce(office.room)) == (0, [])
    office.understand_all()
    assert fates(office) == ["rejected"]
    assert enforce(office.room) == [office.game.id]


def test_no_day_of_leave_is_spent(database_url: str) -> None:
    with a_room(database_url) as room:
        office = an_office(room, "B3-C3")
        wish(room, office.game.players[1])
        room.clock.move(LEFT)
        delay(office)
        room.clock.move(31 * MINUTE)

        assert enforce(room) == []
        tick(room)
        assert enforce(room) == []
        assert room.count(Leave) == 0
        assert office.turns() == ["B3-C3", "I3-H3"]


def test_a_claim_is_refused_until_it_is_played(database_url: str) -> None:
    with a_room(database_url) as room:
        office = an_office(room, "B3-C3", agreed=terms("3d/turn", leave=False, late=Late.CLAIM))
        room.clock.move(LEFT)
        delay(office)
        room.clock.move(31 * MINUTE)

        with pytest.raises(NothingToClaimError):
            claim(office.game, 0)
        tick(room)
        with pytest.raises(NothingToClaimError):
            claim(office.game, 0)
        assert office.turns() == ["B3-C3", "I3-H3"]


def test_after_the_deadline_of_a_claim_the_hour_runs_as_usual(database_url: str) -> None:
    with a_room(database_url) as room:
        office = an_office(room, "B3-C3", agreed=terms("3d/turn", leave=False, late=Late.CLAIM))
        room.clock.move(LEFT + 31 * MINUTE)
        enforce(room)
        assert delay(office) == "delayed"
        room.clock.move(59 * MINUTE)
        assert tick(room) == 0
        room.clock.move(MINUTE)

        assert tick(room) == 1
        assert office.turns() == ["B3-C3", "I3-H3"]


def test_a_claim_wins_against_a_turn_that_came_too_late(database_url: str) -> None:
    with a_room(database_url) as room:
        office = an_office(room, "B3-C3", agreed=terms("3d/turn", leave=False, late=Late.CLAIM))
        room.clock.move(LEFT + 31 * MINUTE)
        enforce(room)
        delay(office)

        claim(office.game, 0)

        room.clock.move(2 * HOUR)
        tick(room)
        assert (office.turns(), over(office)) == (["B3-C3"], True)


def test_without_a_letter_after_the_deadline_of_a_claim_it_becomes_a_question(database_url: str) -> None:
    with a_room(database_url) as room:
        office = an_office(room, "B3-C3", agreed=terms("3d/turn", leave=False, late=Late.CLAIM))
        room.clock.move(LEFT + 31 * MINUTE)
        enforce(room)
        delay_unsent(office)
        room.clock.move(HOUR)
        tick(room)

        assert fates(office) == ["waiting"]


def test_the_other_player_who_is_late_too_has_no_profit_from_it(database_url: str) -> None:
    with a_room(database_url) as room:
        office = an_office(room, ruleset="kerd/1", agreed=STRICT)
        assert delay_unsent(office, "infiltrator F11\n\nMy dog is ill.", "Ada") == "delayed"
        room.clock.move(timedelta(days=3, minutes=1))

        assert enforce(room) == [office.game.id]
        assert room.rows(Game)[0]["winner"] is None or room.rows(Game)[0]["winner"] == 0


def test_in_an_outage_nothing_falls_and_nothing_is_played(office: Office) -> None:
    alive(office.room, "one", BOTH)
    office.room.clock.move(LEFT)
    for _ in range(2):
        alive(office.room, "one", [JOBS, WEB])
    delay(office)
    office.room.clock.move(2 * HOUR)
    alive(office.room, "two", BOTH)

    with office.room.workshop.open() as uow:
        assert enforce_next_deadline(uow) is None
    assert tick(office.room) == 0
    with office.room.workshop.open() as uow:
        while credit_next(uow):
            pass
    for _ in range(61):
        office.room.clock.move(MINUTE)
        alive(office.room, "two", BOTH)
        enforce(office.room)
        tick(office.room)
    assert (office.turns(), over(office)) == (["B3-C3", "I3-H3"], False)
