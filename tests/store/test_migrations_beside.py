"""
Code of the version before goes on running while a new one has migrated the database: what it writes is good, and the
new code understands it.

What it writes was recorded: all statements of that version, with their values, while it played games over the web and
by mail, sent letters, reminded and enforced deadlines. Letters are shortened.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from corr.play.challenges import accept_challenge
from corr.play.deadlines import enforce_next_deadline
from corr.play.game_lists import my_games
from corr.ratings.counting import count_next
from corr.store.tables.games import Game
from corr.store.tables.mails import Outbox
from corr.store.tables.player_accounts import Player
from tests.fakes import START
from tests.playing import Room, TestGame, a_room

pytestmark = pytest.mark.both_databases

FOLDER = Path(__file__).parent / "recorded"


@dataclass(frozen=True)
class Recorded:
    """A service in which the version before has been at work, on the present layout."""

    room: Room
    games: dict[str, str]
    challenge: str

    def game(self, name: str) -> TestGame:
        """One of the games that it began."""
        (first, second) = sorted(
            (seat["seat"], seat["player_id"]) for seat in TestGame(self.room, self.games[name], (0, 0)).seats()
        )
        return TestGame(self.room, self.games[name], (first[1], second[1]))


@pytest.fixture
def recorded(database_url: str) -> Iterator[Recorded]:
    """The new layout, and all that the version before says to it."""
    with a_room(database_url) as room:
        kind = "sqlite" if room.database.is_sqlite else "postgresql"
        record = json.loads((FOLDER / f"{kind}-0004.json").read_text(encoding="utf-8"))
        with room.database.writing() as connection:
            for number, values in record["steps"]:
                connection.exec_driver_sql(record["statements"][number], _given(values))
        room.clock.move(datetime.fromisoformat(record["now"]) - START)
        yield Recorded(room, record["games"], record["challenge"])


def test_what_the_version_before_writes_is_taken(recorded: Recorded) -> None:
    states = {row["id"]: (row["state"], row["reason"], row["turn_number"]) for row in recorded.room.rows(Game)}

    assert {name: states[game_id] for name, game_id in recorded.games.items()} == {
        "mailed": ("running", "", 3),
        "accepted": ("running", "", 2),
        "late": ("over", "time", 3),
        "sealed": ("running", "", 1),
        "resigned": ("over", "resignation", 2),
        "frozen": ("running", "", 2),
    }
    assert [row["name"] for row in recorded.room.rows(Player)] == ["Ada", "Bob"]
    assert "reminder" in {row["kind"] for row in recorded.room.rows(Outbox)}


@pytest.mark.parametrize("name", ["mailed", "accepted", "sealed", "frozen"])
def test_games_of_the_version_before_are_unrated_and_in_no_league(recorded: Recorded, name: str) -> None:
    (row,) = (row for row in recorded.room.rows(Game) if row["id"] == recorded.games[name])

    found = {column: row[column] for column in ("is_rated", "season_id", "counted_at", "frozen_kind")}

    assert found == {"is_rated": False, "season_id": None, "counted_at": None, "frozen_kind": "fault"}


def test_a_game_that_the_version_before_froze_is_no_pause_of_a_league(recorded: Recorded) -> None:
    view = recorded.game("frozen").view()

    assert view.frozen_for == "A look is wanted."
    assert not view.is_paused


def test_a_game_of_the_version_before_is_played_on(recorded: Recorded) -> None:
    game = recorded.game("accepted")

    game.play("A1")

    view = game.view()
    assert (view.turn_number, view.turns[-1].text) == (3, "A1")
    assert view.due_at == recorded.room.clock.now() + timedelta(days=3)


def test_a_challenge_of_the_version_before_is_accepted(recorded: Recorded) -> None:
    (ada,) = (row["id"] for row in recorded.room.rows(Player) if row["name"] == "Ada")

    with recorded.room.workshop.open() as uow:
        game_id = accept_challenge(uow, recorded.challenge, ada)

    assert recorded.room.count(Game) == len(recorded.games) + 1
    assert not TestGame(recorded.room, game_id, (0, 0)).view().is_over


def test_games_that_the_version_before_ended_are_listed_as_over_once_they_are_counted(recorded: Recorded) -> None:
    players = [row["id"] for row in recorded.room.rows(Player)]
    ended = {recorded.games["late"], recorded.games["resigned"]}

    with recorded.room.workshop.look() as reader:
        before = my_games(reader, players[0])
    with recorded.room.workshop.open() as uow:
        count_next(uow)

    with recorded.room.workshop.look() as reader:
        after = my_games(reader, players[0])
    assert not ended & {line.id for line in before.running.items}
    assert {line.id for line in after.over.items} == ended
    assert after.running == before.running


def test_deadlines_that_the_version_before_set_are_enforced(recorded: Recorded) -> None:
    shown = recorded.game("accepted").view().due_at
    assert shown is not None

    recorded.room.clock.move(timedelta(days=60))
    for _ in range(100):
        with recorded.room.workshop.open() as uow:
            if enforce_next_deadline(uow) is None:
                break

    running = [name for name in recorded.games if not recorded.game(name).view().is_over]
    assert running == ["frozen"]


def _given(values: Any) -> Any:  # noqa: ANN401 - what a driver takes
    """Values as the driver of either database takes them."""
    if isinstance(values, dict):
        if set(values) == {"bytes"}:
            return str(values["bytes"]).encode("latin-1")
        return {name: _given(value) for name, value in values.items()}
    if isinstance(values, list):
        return [_given(one) for one in values] if _is_many(values) else tuple(_given(one) for one in values)
    return values


def _is_many(values: list[Any]) -> bool:
    """Whether one statement was executed with several rows of values."""
    return bool(values) and all(
        isinstance(one, list) or (isinstance(one, dict) and set(one) != {"bytes"}) for one in values
    )
