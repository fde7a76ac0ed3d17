"""Builders of rated games that are over, and a second way to count them."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any

from sqlalchemy import insert, update

from corr.base.uow import UnitOfWork
from corr.game.game_row import GAME, SEAT
from corr.ratings.counting import count_next
from corr.ratings.rating_days import Met, history
from corr.store.base import table
from corr.store.tables.games import Turn
from corr.store.tables.ratings import Rating, RatingDay
from tests.fakes import START
from tests.playing import Room

DRAWN = "board-full"
"""An end reason of the small game of tests."""
DAYS = [START.date() + timedelta(days=number) for number in range(60)]


@dataclass(frozen=True)
class Ended:
    """A game that is over, as it is written down."""

    day: int
    first: int
    second: int
    winner: int | None = 0
    reason: str = "line"
    is_rated: bool = True
    game: str = "tiny"
    turns: int = 0
    """How many were made, the first seat's first, an hour after one another."""
    was_absent: bool = False
    """Whether whoever lost it on time was absent."""

    @property
    def counts(self) -> bool:
        """Whether it counts for ratings, by the words of the rules."""
        uncounted = {"cancelled", "abandoned", "voided", "annulled", "forfeit", "adjudicated"}
        is_early = self.turns < 4 and self.reason in {"resignation", "time", "agreement"}
        return self.is_rated and self.reason not in uncounted and not is_early


def write(room: Room, games: dict[str, Ended]) -> None:
    """Write games down as they would be after their ends."""
    with room.workshop.open() as uow:
        insert_games(uow, games)


def insert_games(uow: UnitOfWork, games: dict[str, Ended]) -> None:
    """The same in a transaction."""
    if games:
        uow.connection.execute(insert(GAME), [_cells(game_id, ended) for game_id, ended in games.items()])
        uow.connection.execute(
            insert(SEAT), [row for game_id, ended in games.items() for row in _seats(game_id, ended)]
        )
    for game_id, ended in games.items():
        log_turns(uow, game_id, ended.turns, since=START)


def log_turns(uow: UnitOfWork, game_id: str, count: int, *, since: datetime) -> None:
    """Write as many turns into the log of a game, the first seat's first, an hour after one another."""
    rows = [
        {
            "game_id": game_id,
            "number": number,
            "seat": (number - 1) % 2,
            "text": "",
            "door": "web",
            "received_at": since + timedelta(hours=number),
        }
        for number in range(1, count + 1)
    ]
    if rows:
        uow.connection.execute(insert(table(Turn)), rows)


def change(room: Room, game_id: str, **cells: Any) -> None:  # noqa: ANN401 - cells of the row
    """Change the result of a game as a ruling does."""
    with room.workshop.open() as uow:
        uow.connection.execute(update(GAME).where(GAME.c.id == game_id).values(**cells, counted_at=None))


def count(room: Room, most: int = 100_000) -> int:
    """Let everything that is due be counted; in how many parts."""
    for number in range(most):
        with room.workshop.open() as uow:
            if not count_next(uow):
                return number
    return most


def days_of(room: Room, game: str = "tiny") -> dict[tuple[int, date], tuple[float, float, float, int]]:
    """The stored histories of everybody in one game."""
    return {(row["player_id"], row["day"]): _numbers(row) for row in room.rows(RatingDay) if row["game"] == game}


def present(room: Room, game: str = "tiny") -> dict[tuple[int, date], tuple[float, float, float, int]]:
    """The present ratings of everybody in one game, with their last days."""
    return {(row["player_id"], row["last_day"]): _numbers(row) for row in room.rows(Rating) if row["game"] == game}


def from_the_beginning(
    games: dict[str, Ended], game: str = "tiny"
) -> dict[tuple[int, date], tuple[float, float, float, int]]:
    """What the histories should be: everything worked out from the very first day."""
    return {
        (player, after.day): (
            after.strength.rating,
            after.strength.deviation,
            after.strength.volatility,
            after.games,
        )
        for player, after in history(_met(games, game))
    }


def _met(games: dict[str, Ended], game: str) -> Iterator[Met]:
    for ended in sorted(games.values(), key=lambda each: each.day):
        if ended.counts and ended.game == game:
            score = 0.5 if ended.winner is None else 1.0 - ended.winner
            is_absence = ended.was_absent and ended.reason == "time"
            yield Met(DAYS[ended.day], ended.first, ended.second, score, is_absence)


def _numbers(row: dict[str, Any]) -> tuple[float, float, float, int]:
    return row["rating"], row["deviation"], row["volatility"], row["games"]


def _cells(game_id: str, ended: Ended) -> dict[str, Any]:
    at = START + timedelta(days=ended.day, minutes=len(game_id))
    return {
        "id": game_id,
        "ruleset": f"{ended.game}/1",
        "options": {},
        "pace": "3d/turn",
        "position": "",
        "state": "over",
        "is_rated": ended.is_rated,
        "winner": ended.winner,
        "reason": ended.reason,
        "turn_number": ended.turns + 1,
        "last_squares": "",
        "version": 0,
        "created_at": START,
        "changed_at": at,
        "ended_at": at,
        "loser_was_absent": ended.was_absent,
    }


def _seats(game_id: str, ended: Ended) -> list[dict[str, Any]]:
    players = (ended.first, ended.second)
    return [
        {"game_id": game_id, "seat": seat, "player_id": player, "bank_ms": 0} for seat, player in enumerate(players)
    ]
