"""A verification looks at what lies beside games too: challenges, leaves, outages, and every reference."""

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import insert

from corr.store.base import table
from corr.store.tables.clocks import Outage
from corr.store.tables.games import Challenge
from tests.administration.test_verifying import damage, findings
from tests.playing import DAY, Room, TestGame, a_game

HOUR = timedelta(hours=1)
NIGHT = datetime(2026, 3, 1, tzinfo=UTC)
_OTHER_PLAYERS = "is between other players than its game."
_OTHER_GAME = "was for another game or for other terms."


def came_out_of(game: TestGame, challenge: str = "odd", **changed: object) -> None:
    """Let a game have come out of a challenge that fits it but for what is *changed*."""
    first, second = game.players
    with game.room.workshop.open() as uow:
        row = {
            "id": challenge,
            "challenger_id": first,
            "opponent_id": second,
            "ruleset": "tiny/1",
            "options": {},
            "pace": "3d/turn",
            "seat_wish": "either",
            "message": "",
            "state": "accepted",
            "created_at": uow.now,
            "expires_at": uow.now,
            "game_id": game.id,
        }
        uow.connection.execute(insert(table(Challenge)).values(row | changed))


def unchecked(room: Room, statement: str) -> None:
    """The same past the database's own references."""
    with room.database.engine.connect() as connection:
        raw = connection.connection.cursor()
        if room.database.is_sqlite:
            raw.execute("PRAGMA foreign_keys=OFF")
            raw.execute(statement)
            raw.execute("PRAGMA foreign_keys=ON")
        else:
            raw.execute("SET LOCAL session_replication_role = replica")
            raw.execute(statement)
        connection.connection.commit()


def test_a_challenge_that_fits_its_game_is_no_finding(room: Room) -> None:
    came_out_of(a_game(room, "A1"))

    assert findings(room) == []


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"state": "declined"}, "has a game, and yet was not accepted."),
        ({"opponent_id": None, "address_key": "eve@example.org"}, _OTHER_PLAYERS),
        ({"ruleset": "hide/1"}, _OTHER_GAME),
        ({"pace": "1d/turn"}, _OTHER_GAME),
        ({"late": "claim"}, _OTHER_GAME),
        ({"weekends_off": True}, _OTHER_GAME),
        ({"allows_leave": False}, _OTHER_GAME),
        ({"game_id": None}, "was accepted, and yet has no game."),
    ],
)
def test_a_challenge_that_does_not_fit_its_game_is_found(room: Room, changed: Mapping[str, Any], words: str) -> None:
    came_out_of(a_game(room, "A1"), **changed)

    [found] = findings(room)
    assert f"The challenge odd {words}" in found


def test_a_game_that_came_out_of_two_challenges_is_found(room: Room) -> None:
    game = a_game(room, "A1")
    came_out_of(game, "one")
    came_out_of(game, "two")

    [found] = findings(room)
    assert "The game came out of more than one challenge." in found


def test_what_belongs_to_no_game_is_found_too(room: Room) -> None:
    game = a_game(room, "A1")
    room.clock.move(DAY)
    moment = (room.clock.now() - DAY).strftime("%Y-%m-%d %H:%M:%S+00:00")
    later = (room.clock.now() - timedelta(hours=2)).strftime("%Y-%m-%d %H:%M:%S+00:00")
    leave = "INSERT INTO leave (player_id, kind, begins_at, ends_at, days, booked_at) VALUES (:player, 'taken', "
    damage(room, f"{leave} :later, :moment, 1, :moment)", player=game.players[0], later=later, moment=moment)
    damage(room, f"{leave} :moment, :later, 11, :later)", player=game.players[1], later=later, moment=moment)
    damage(room, "INSERT INTO outage (began_at, ended_at) VALUES (:moment, :later)", later=later, moment=moment)

    found = " ".join(findings(room))

    assert "of Ada ends before it begins." in found
    assert "of Bob has more days than there were to take." in found
    assert "was never credited" in found


@pytest.mark.parametrize(
    ("outages", "words"),
    [
        ([{"began_at": NIGHT}, {"began_at": NIGHT + HOUR}], "More than one outage lasts at the same time."),
        (
            [{"began_at": NIGHT, "settled_at": NIGHT + HOUR}],
            "The outage of 2026-03-01 00:00 UTC is settled before it has ended.",
        ),
        (
            [{"began_at": NIGHT, "ended_at": NIGHT - HOUR, "settled_at": NIGHT}],
            "The outage of 2026-03-01 00:00 UTC ends before it begins.",
        ),
    ],
)
def test_an_outage_that_cannot_be_is_found(room: Room, outages: list[dict[str, datetime]], words: str) -> None:
    with room.workshop.open() as uow:
        for outage in outages:
            uow.connection.execute(insert(table(Outage)).values(outage))

    [found] = findings(room)
    assert found.startswith(words)


def test_a_reference_to_what_is_not_there_is_found(room: Room) -> None:
    a_game(room, "A1")

    unchecked(room, "UPDATE mail_address SET player_id = 999 WHERE player_id = (SELECT min(id) FROM player)")

    assert any("its player_id refers to a player that is not there" in line for line in findings(room))
