"""Reading what the service stored of a league, past the service, and what it shows of it."""

import json
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

from sqlalchemy import Connection, Table, select

from corr.base.uow import Reader
from corr.ratings.recount import compare
from corr.store.base import table
from corr.store.tables.games import Game as GameRow
from corr.store.tables.leagues import Entry as EntryRow
from corr.store.tables.leagues import LeagueEvent
from corr.store.tables.leagues import Pairing as PairingRow
from corr.store.tables.leagues import Season as SeasonRow
from tests.crash.facts import Entry, Pairing, Season, Shown
from tests.crash.league import LEAGUE
from tests.crash.stage import Stage

_NO_RESULT = frozenset({"annulled", "cancelled", "abandoned", "voided"})
_WINNERS = {0: "first", 1: "second", None: "draw"}


def seasons_of(connection: Connection, stage: Stage) -> Iterator[Season]:
    """Every season, and how the service shows its standings."""
    games = {row.id: row for row in _all(connection, table(GameRow)) if row.season_id is not None}
    entries, pairings = _all(connection, table(EntryRow)), _all(connection, table(PairingRow))
    acts = _all(connection, table(LeagueEvent))
    for row in _all(connection, table(SeasonRow)):
        mine = [pairing for pairing in pairings if pairing.season_id == row.id]
        yield Season(
            id=row.id,
            number=row.number,
            state=row.state,
            entries=tuple(_entry(entry) for entry in entries if entry.season_id == row.id),
            pairings=tuple(_pairing(pairing, games[pairing.game_id]) for pairing in mine),
            games=frozenset(game.id for game in games.values() if game.season_id == row.id),
            acts=tuple((act.kind, str(act.facts.get("reason", ""))) for act in acts if act.season_id == row.id),
            shown=tuple(_shown(stage, row.number)) if mine else (),
        )


def differing_ratings(reader: Reader) -> Iterator[str]:
    """Players whose ratings are other than all games lead to, with the days."""
    for batch, player_id in compare(reader).differing:
        yield f"the {batch.game} rating of player {player_id} after {batch.day} is not what all games lead to"


def _entry(row: Any) -> Entry:  # noqa: ANN401 - a row of a statement
    is_removed = row.withdrawal == "removed"
    return Entry(row.id, row.player_id, row.division_id, row.state, is_removed, row.final_place)


def _pairing(row: Any, game: Any) -> Pairing:  # noqa: ANN401 - rows of statements
    result = "open"
    if game.state == "over":
        result = "none" if game.reason in _NO_RESULT else _WINNERS[game.winner]
    return Pairing(row.division_id, row.first_id, row.second_id, row.game_id, result)


def _shown(stage: Stage, number: int) -> Iterator[Shown]:
    ended = stage.run("league", "standings", LEAGUE, "--season", str(number), "--json")
    assert ended.exit_code == 0, ended.output
    for division in json.loads(ended.stdout):
        for row in division["rows"]:
            yield Shown(row["player_number"], row["place"], Fraction(row["points"] or 0))


def _all(connection: Connection, rows: Table) -> Sequence[Any]:
    return connection.execute(select(rows)).all()
