"""
The start of a season: 200 players in 20 divisions, 900 games and their letters, in one transaction.

Next to it, in the same run: the same rows written as they are, without deciding anything. Aim: 3 times as long.
"""

import time
from collections.abc import Iterator, Mapping
from contextlib import closing
from dataclasses import replace
from datetime import timedelta
from itertools import count
from statistics import median
from typing import Any

from sqlalchemy import Table, insert, select

from corr.leagues.rows import get_season
from corr.leagues.seasons.entries import write_entries
from corr.store.base import table
from corr.store.db import Database
from corr.store.migrate import upgrade
from corr.store.tables.games import Game, GameSeat
from corr.store.tables.leagues import Division, Pairing
from corr.store.tables.mails import Outbox
from tests.bench._crowd import numbered_game_id
from tests.bench._figures import Figure, ratio
from tests.bench._worlds import sites
from tests.league_builders import SETTINGS, TestSeason, a_league, some_players
from tests.playing import Room, a_room

PLAYERS, GAMES = 200, 900
AIM = 3.0
_ROUNDS = 5
_NUMBERS = count()
"""Of further games: among ten thousand random ids two may well be the same."""
_FURTHER = 100
"""What the rounds of copied pairings are higher by."""


def figures() -> Iterator[Figure]:
    """One for each database."""
    for site in sites():
        url = site.new_url("season")
        with closing(Database(url)) as database:
            upgrade(database)
        with a_room(url) as room:
            # The first one warms up what statements are compiled to.
            spans = [_round(room, number) for number in range(_ROUNDS + 1)][1:]
        plain, whole = zip(*spans, strict=True)
        name = f"{site.name}: a season of {PLAYERS} players and {GAMES} games begins x the same rows"
        detail = f"{1000 * median(whole):.0f} ms, the rows {1000 * median(plain):.0f} ms"
        yield Figure(name, ratio(whole, plain), AIM, detail=detail)


def _round(room: Room, number: int) -> tuple[float, float]:
    """Seconds for the rows alone and for a season."""
    season = a_league(room, 0, replace(SETTINGS, ruleset="kelasu/1"), name=f"Cup {number}", organiser=f"Olga {number}")
    players = some_players(room, [f"Player {one}" for one in range(PLAYERS)])
    with room.workshop.open() as uow:
        write_entries(uow, get_season(uow, season.id), players, (), door="web")
    room.clock.move(timedelta(seconds=1))
    whole = _timed(season)
    return _rewritten(room, season), whole


def _timed(season: TestSeason) -> float:
    begin = time.perf_counter()
    season.start()
    span = time.perf_counter() - begin
    assert len(season.games()) == GAMES
    return span


def _rewritten(room: Room, season: TestSeason) -> float:
    """Seconds for writing the rows of a season once more, under other keys."""
    rows = list(_copied(room, season))
    begin = time.perf_counter()
    with room.workshop.open() as uow:
        for into, copies in rows:
            uow.connection.execute(insert(into), copies)
    return time.perf_counter() - begin


def _copied(room: Room, season: TestSeason) -> Iterator[tuple[Table, list[dict[str, Any]]]]:
    """The rows that a start wrote, with keys that are free; the letters of other seasons are not among them."""
    started_at = season.row.started_at
    with room.workshop.look() as reader:
        found = {
            row: [dict(one) for one in reader.connection.execute(select(table(row))).mappings()]
            for row in (Game, GameSeat, Division, Pairing, Outbox)
        }
    games = [one for one in found[Game] if one["season_id"] == season.id]
    new = {one["id"]: numbered_game_id(next(_NUMBERS)) for one in games}
    yield table(Game), [{**one, "id": new[one["id"]]} for one in games]
    seats = [one for one in found[GameSeat] if one["game_id"] in new]
    yield table(GameSeat), [{**one, "game_id": new[one["game_id"]]} for one in seats]
    divisions = [one for one in found[Division] if one["season_id"] == season.id]
    yield table(Division), [_without_id(one, tier=one["tier"] + len(divisions)) for one in divisions]
    pairings = [one for one in found[Pairing] if one["season_id"] == season.id]
    yield (
        table(Pairing),
        [_without_id(one, game_id=new[one["game_id"]], round=one["round"] + _FURTHER) for one in pairings],
    )
    letters = [one for one in found[Outbox] if one["created_at"] == started_at]
    yield table(Outbox), [_without_id(one, key=f"{one['key']}:again") for one in letters]


def _without_id(row: Mapping[str, Any], **changed: object) -> dict[str, Any]:
    return {name: value for name, value in {**row, **changed}.items() if name != "id"}
