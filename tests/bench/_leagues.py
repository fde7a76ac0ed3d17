"""A world of many leagues: one season that was played, copied as often as is wished for."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import timedelta
from itertools import islice
from typing import Any

from sqlalchemy import Column, Table, insert, select, update

from corr.base.uow import UnitOfWork, Workshop
from corr.game.game_row import GAME, PLAYER, SEAT
from corr.games.registry import Registry
from corr.leagues.division_forecasts import work_out_next
from corr.leagues.rows import DIVISION, ENTRY, LEAGUE, ORGANISER, PAIRING, SEASON
from corr.leagues.rules.settings import SeasonSettings
from corr.leagues.rules.tiebreaks import TieBreak
from corr.ratings.counting import count_next
from corr.ratings.rated_games import RATING, RATING_DAY
from corr.store.base import table
from corr.store.db import Database
from corr.store.migrate import upgrade
from corr.store.tables.leagues import Forecast, LeagueEvent
from tests.bench._bulk_insert import tidy
from tests.fakes import FakeClock
from tests.playing import Room
from tests.web.leagues.grounds import NAMES, Season, a_running_season

SIZE = 10
"""So many players has each season."""
SEASONS_OF_ONE = 10
"""In so many leagues plays one and the same player."""
_FIRST_KEY, _STEP = 1_000_000, 1_000
"""Where the keys of copies begin, and how many each has for itself."""
_EVENTS_FROM, _EVENTS_TO = 500_000, 502_600
"""The keys of what was done in the first league."""
_UNIQUE = frozenset({"name", "name_key", "look_key"})
_AT_ONCE = 5_000
_SETTINGS = SeasonSettings("kelasu/1", players_per_division=20, tie_breaks=tuple(TieBreak))
_EVENT, _FORECAST = table(LeagueEvent), table(Forecast)
_OF_LEAGUES = (LEAGUE, ORGANISER, SEASON, DIVISION, ENTRY)
_COPIED = (PLAYER, *_OF_LEAGUES, GAME, SEAT, PAIRING, _EVENT, _FORECAST, RATING, RATING_DAY)
Cells = dict[str, Any]


@dataclass(frozen=True)
class LeagueWorld:
    """A service with many leagues."""

    workshop: Workshop
    database: Database
    season: Season
    """The first of all seasons; all others are like it."""


@contextmanager
def a_world_of_leagues(url: str, leagues: int) -> Iterator[LeagueWorld]:
    """A service on an empty database with so many leagues; Ada, the first of the players, plays in ten of them."""
    database, clock = Database(url), FakeClock()
    try:
        upgrade(database)
        workshop = Workshop(database, clock, Registry.discover(), b"bench" * 8)
        season = _played(Room(database, clock, workshop))
        with workshop.open() as uow:
            _copy(uow, season, leagues)
        tidy(database)
        yield LeagueWorld(workshop, database, season)
    finally:
        database.close()


def _played(room: Room) -> Season:
    """A season of which more than half was played."""
    settings = replace(_SETTINGS, is_rated=True)
    season = a_running_season(room, NAMES[:SIZE], settings=settings)
    names = season.divisions()[0].names()
    for number, meeting in enumerate(season.divisions()[0].table.meetings[: SIZE * SIZE // 4]):
        winner = (None, names[meeting.first], names[meeting.second])[number * 7 % 3]
        season.end(meeting.game_id, winner, "resignation" if winner else "agreement")
        room.clock.move(timedelta(hours=5))
    work_out_next(room.workshop)
    while True:
        with room.workshop.open() as uow:
            if not count_next(uow):
                return season


def _copy(uow: UnitOfWork, season: Season, leagues: int) -> None:
    for rows in _COPIED:
        found = [dict(row) for row in uow.connection.execute(select(rows)).mappings()]
        everybody = (_copied(rows, row, number, season) for number in range(1, leagues) for row in found)
        new = (cells for cells in everybody if cells is not None)
        while bundle := list(islice(new, _AT_ONCE)):
            uow.connection.execute(insert(rows), bundle)
    event = dict(uow.connection.execute(select(_EVENT).limit(1)).mappings().one())
    event |= {"league_id": season.league_id, "order_key": None}
    uow.connection.execute(insert(_EVENT), [event | {"id": number + 1} for number in range(_EVENTS_FROM, _EVENTS_TO)])
    # Nobody waits for what happens by itself.
    uow.connection.execute(update(SEASON).values(look_at=None))


def _copied(rows: Table, row: Cells, number: int, season: Season) -> Cells | None:
    """A row of the copy of that *number*; None for what all copies share."""
    everywhere = {season.organiser, season.players["Ada"] if number < SEASONS_OF_ONE else None}

    def copied(column: Column[Any], cell: Any) -> Any:  # noqa: ANN401 - any cell
        of = _table_of(column)
        if cell is None or column.name == "order_key":
            return None
        if of in {"game", "league"} or column.name in _UNIQUE:
            return f"{cell}-{number}" if of != "game" else f"{cell}x{number}"
        if of == "player" and cell in everywhere:
            return cell
        if column.name == "rating" and rows is RATING:
            return cell + number / 10
        return cell if of is None else _FIRST_KEY + number * _STEP + cell

    cells = {column.name: copied(column, row[column.name]) for column in rows.c}
    is_of_players = rows in (PLAYER, RATING, RATING_DAY)
    return None if is_of_players and cells["id" if rows is PLAYER else "player_id"] in everywhere else cells


def _table_of(column: Column[Any]) -> str | None:
    """The table whose key stands in the column; None if none does."""
    if column.name == "id":
        return column.table.name
    return next((key.column.table.name for key in column.foreign_keys), None)
