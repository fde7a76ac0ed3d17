"""
Forecasts of a division while its season runs: possible places, what is decided already, and a simulation.

Simulations, and possible places that take long, are worked out by a job and stored. A page shows the stored ones with
the moment at which they were worked out.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from fractions import Fraction
from functools import lru_cache
from typing import Any, NamedTuple

from sqlalchemy import Select, and_, bindparam, case, func, select, update

from corr.base.uow import Reader, Workshop
from corr.game.game_row import GAME
from corr.leagues.division_tables import DivisionTable, division_tables
from corr.leagues.rows import DIVISION, PAIRING, SEASON, get_season
from corr.leagues.rules.division_table import EntryId, Table
from corr.leagues.rules.playouts import play_out
from corr.leagues.rules.possible_places import (
    ALL_WAYS,
    Certain,
    Possible,
    Reach,
    Zones,
    certain_words,
    certainties,
    possible_places,
)
from corr.leagues.rules.settings import SeasonSettings
from corr.leagues.rules.table_words import ratio
from corr.leagues.season_stamps import OVER
from corr.states import SeasonState
from corr.store.base import add_missing, table
from corr.store.compiled_statements import CompiledQuery
from corr.store.tables.games import GameState
from corr.store.tables.leagues import Forecast

_FORM = 1
"""The version of the stored form; forecasts that were stored with another one are worked out again."""
_PLACES_KEPT = 64
"""The number of tables of which possible places are kept: a few kilobytes each."""
_FORECAST = table(Forecast)
_LONG_AGO = datetime.min.replace(tzinfo=UTC)
_IS_OVER = GAME.c.state == GameState.OVER.value
_STANDS: Select[Any] = (
    select(
        DIVISION.c.id,
        DIVISION.c.season_id,
        SEASON.c.version,
        func.count(case((_IS_OVER, 1))).label("over"),
        func.coalesce(func.sum(case((_IS_OVER, GAME.c.version), else_=0)), 0).label("changes"),
        _FORECAST.c.stamp,
        _FORECAST.c.tried_at,
    )
    .select_from(
        DIVISION.join(SEASON, SEASON.c.id == DIVISION.c.season_id)
        .join(PAIRING, PAIRING.c.division_id == DIVISION.c.id)
        .join(GAME, GAME.c.id == PAIRING.c.game_id)
        .outerjoin(_FORECAST, _FORECAST.c.division_id == DIVISION.c.id)
    )
    .group_by(DIVISION.c.id, DIVISION.c.season_id, SEASON.c.version, _FORECAST.c.stamp, _FORECAST.c.tried_at)
)


class _StandRow(NamedTuple):
    id: int
    season_id: int
    version: int
    over: int
    changes: int
    stamp: str | None
    tried_at: datetime | None


class _StoredRow(NamedTuple):
    body: dict[str, Any]
    worked_out_at: datetime


_OF_SEASON = CompiledQuery(_STANDS.where(DIVISION.c.season_id == bindparam("season")), _StandRow)
_OF_DIVISION = CompiledQuery(_STANDS.where(DIVISION.c.id == bindparam("division")), _StandRow)
# Of games only the version is read, which their index holds: there may be very many.
_RUNNING: Select[Any] = (
    select(
        SEASON.c.id,
        SEASON.c.version,
        func.count(GAME.c.version).label("over"),
        func.coalesce(func.sum(GAME.c.version), 0).label("changes"),
    )
    .select_from(SEASON.outerjoin(GAME, and_(GAME.c.season_id == SEASON.c.id, GAME.c.state == OVER)))
    .where(SEASON.c.state == SeasonState.RUNNING.value)
    .group_by(SEASON.c.id)
)
_STAMPS = (
    select(DIVISION.c.season_id, _FORECAST.c.stamp, _FORECAST.c.tried_at)
    .select_from(
        DIVISION.join(SEASON, SEASON.c.id == DIVISION.c.season_id).outerjoin(
            _FORECAST, _FORECAST.c.division_id == DIVISION.c.id
        )
    )
    .where(SEASON.c.state == SeasonState.RUNNING.value)
)
_STORED = CompiledQuery(
    select(_FORECAST.c.body, _FORECAST.c.worked_out_at).where(
        _FORECAST.c.division_id == bindparam("division"), _FORECAST.c.stamp != ""
    ),
    _StoredRow,
)
_OF_TRY = (_FORECAST.c.division_id == bindparam("of_division")) & (_FORECAST.c.tried_at == bindparam("of_try"))


@dataclass(frozen=True, slots=True)
class EntryForecast:
    """The places that one player may still reach."""

    best: int
    worst: int
    certain: tuple[Certain, ...]
    """What nothing can change any more, the best first; empty for somebody who has withdrawn."""
    counts: tuple[int, ...]
    """In how many play-outs the player ended on each place, from 1; empty without a simulation."""

    @property
    def shares(self) -> tuple[Fraction, ...]:
        """The shares of all play-outs, which add up to one."""
        playouts = sum(self.counts)
        return tuple(ratio(count, playouts) for count in self.counts)

    @property
    def certain_words(self) -> str:
        """What is certain, in a few words."""
        return certain_words(self.certain)


@dataclass(frozen=True, slots=True)
class Simulation:
    """The simulation that the shares are from."""

    playouts: int
    worked_out_at: datetime
    is_current: bool
    """Whether it took all present results into account."""


@dataclass(frozen=True, slots=True)
class DivisionForecast:
    """The forecast of a division."""

    entries: Mapping[EntryId, EntryForecast]
    """The forecasts of all entries in the table."""
    is_exact: bool
    """Whether the best and worst places can all be reached; else they are bounds, outside of which nobody ends."""
    open: int
    """How many games are open."""
    simulation: Simulation | None


@dataclass(frozen=True, slots=True)
class _Stand:
    """The stamp of a division's results now, and that of its stored forecast."""

    division_id: int
    season_id: int
    stamp: str
    stored: str
    tried_at: datetime

    @property
    def is_stale(self) -> bool:
        return self.stamp != self.stored


def forecast_of(reader: Reader, division: DivisionTable, tiers: int) -> DivisionForecast:
    """
    The forecast of a division of a running season: two statements, and mostly little work.

    :param tiers: how many divisions the season has.
    """
    asked = {"division": division.id}
    stand = _stand(_OF_DIVISION.all(reader.connection, asked)[0])
    row = _STORED.first(reader.connection, asked)
    stored = row.body if row is not None and row.body.get("form") == _FORM else {}
    possible = _possible(division, {} if stand.is_stale else stored)
    counts = stored.get("counts", {})
    return DivisionForecast(
        entries=_entries(division, possible, _zones(division, tiers), counts),
        is_exact=possible.is_exact,
        open=division.open,
        simulation=Simulation(stored["playouts"], row.worked_out_at, not stand.is_stale) if row and counts else None,
    )


def work_out_next(workshop: Workshop) -> bool:
    """
    Work out the forecast that has been out of date for longest; False if all are up to date.

    It takes up to about a second, in which no transaction is open. Two processes take different divisions; if they
    should take the same one, the later of the two counts.
    """
    with workshop.look() as reader:
        chosen = _find_stale(reader)
    if chosen is None:
        return False
    tried_at = _begin(workshop, chosen)
    with workshop.look() as reader:
        stand = _stand(_OF_DIVISION.all(reader.connection, {"division": chosen.division_id})[0])
        season = get_season(reader, chosen.season_id)
        division = next(each for each in division_tables(reader, season) if each.id == chosen.division_id)
    body = _worked_out(division, stand.stamp)
    with workshop.open() as uow:
        uow.connection.execute(
            update(_FORECAST).where(_OF_TRY).values(stamp=stand.stamp, body=body, worked_out_at=uow.now),
            {"of_division": division.id, "of_try": tried_at},
        )
    return True


def _find_stale(reader: Reader) -> _Stand | None:
    """The stale division that was tried longest ago, of the season tried longest ago; reads the games of that alone."""
    for season_id in _stale_seasons(reader):
        stands = map(_stand, _OF_SEASON.all(reader.connection, {"season": season_id}))
        stale = [stand for stand in stands if stand.is_stale]
        if stale:
            return min(stale, key=lambda stand: (stand.tried_at, stand.division_id))
    return None


def _stale_seasons(reader: Reader) -> list[int]:
    """
    The running seasons in which a forecast is missing or out of date, those first that were tried longest ago.

    The counts in a division's stamp never go down. So where those of all stored stamps add up to the season's present
    counts, every one of them is up to date.
    """
    now = {row.id: (row.version, row.over, row.changes) for row in reader.connection.execute(_RUNNING)}
    known: dict[int, list[tuple[str, datetime]]] = {}
    for row in reader.connection.execute(_STAMPS):
        known.setdefault(row.season_id, []).append((row.stamp or "", row.tried_at or _LONG_AGO))
    tried = {
        season_id: max(tried_at for _, tried_at in stored)
        for season_id, stored in known.items()
        if season_id in now and not _is_current([stamp for stamp, _ in stored], *now[season_id])
    }
    return sorted(tried, key=lambda season_id: (tried[season_id], season_id))


def _is_current(stamps: Sequence[str], version: int, over: int, changes: int) -> bool:
    """Whether the stored *stamps* of all divisions of a season are those of its present results."""
    parts = [stamp.split("-") for stamp in stamps]
    if any(part[:2] != [str(_FORM), str(version)] for part in parts):
        return False
    return (over, changes) == (sum(int(part[2]) for part in parts), sum(int(part[3]) for part in parts))


def _begin(workshop: Workshop, stand: _Stand) -> datetime:
    """Note the try, which puts the division behind all others that wait; gives its moment."""
    with workshop.open() as uow:
        new = {
            "division_id": stand.division_id,
            "stamp": "",
            "body": {},
            "worked_out_at": uow.now,
            "tried_at": uow.now,
        }
        add_missing(uow.connection, _FORECAST, [new])
        uow.connection.execute(
            update(_FORECAST).where(_FORECAST.c.division_id == stand.division_id).values(tried_at=uow.now)
        )
        return uow.now


def _worked_out(division: DivisionTable, stamp: str) -> dict[str, Any]:
    season = division.season
    possible = possible_places(division.table, season.settings, _withdrawn(division), most_ways=ALL_WAYS)
    body: dict[str, Any] = {
        "form": _FORM,
        "exact": possible.is_exact,
        "reaches": {
            str(entry): [reach.best, reach.worst, reach.highest, reach.lowest]
            for entry, reach in possible.reaches.items()
        },
    }
    if division.open:
        # The seed follows from division and results, so that the simulation can be repeated.
        shares = play_out(division.table, season.settings, seed=f"{season.seed}:{division.id}:{stamp}")
        body |= {"playouts": shares.playouts, "counts": {str(entry): each for entry, each in shares.counts.items()}}
    return body


def _possible(division: DivisionTable, stored: Mapping[str, Any]) -> Possible:
    if not stored:
        return _quick_places(division.table, division.season.settings, _withdrawn(division))
    reaches = {EntryId(int(entry)): Reach(*each) for entry, each in stored["reaches"].items()}
    return Possible(reaches, is_exact=stored["exact"])


@lru_cache(maxsize=_PLACES_KEPT)
def _quick_places(table: Table, settings: SeasonSettings, withdrawn: frozenset[EntryId]) -> Possible:
    """What is found while a page waits; kept, since every reader of a page asks for the same."""
    return possible_places(table, settings, withdrawn)


def _entries(
    division: DivisionTable, possible: Possible, zones: Zones, counts: Mapping[str, list[int]]
) -> Mapping[EntryId, EntryForecast]:
    withdrawn = _withdrawn(division)
    return {
        entry: EntryForecast(
            best=reach.best,
            worst=reach.worst,
            certain=() if entry in withdrawn else certainties(reach, zones),
            counts=tuple(counts.get(str(entry), ())),
        )
        for entry, reach in possible.reaches.items()
    }


def _zones(division: DivisionTable, tiers: int) -> Zones:
    settings = division.season.settings
    return Zones(division.tier, tiers, settings.up, settings.down, len(division.entries), len(_withdrawn(division)))


def _withdrawn(division: DivisionTable) -> frozenset[EntryId]:
    return frozenset(entry.id for entry in division.entries if entry.is_withdrawn)


def _stand(row: _StandRow) -> _Stand:
    return _Stand(
        division_id=row.id,
        season_id=row.season_id,
        stamp=f"{_FORM}-{row.version}-{row.over}-{row.changes}",
        stored=row.stamp or "",
        tried_at=row.tried_at or _LONG_AGO,
    )
