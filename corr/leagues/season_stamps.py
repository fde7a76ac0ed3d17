"""Stamps of a season: while they stay the same, kept pages of it are up to date."""

from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Select, bindparam, func, literal_column, select

from corr.base.uow import Reader
from corr.errors import NotFoundError
from corr.game.game_row import GAME
from corr.leagues.rows import DIVISION, NO_SEASON, SEASON
from corr.states import SeasonState
from corr.store.base import is_id, table
from corr.store.compiled_statements import CompiledQuery
from corr.store.tables.games import GameState
from corr.store.tables.leagues import Forecast

_FORECAST = table(Forecast)
# Spelled out, since SQLite uses no partial index where the condition holds a parameter.
OVER: ColumnElement[str] = literal_column(f"'{GameState.OVER.value}'")
_LATEST, _COUNT = (
    select(found)
    .join(DIVISION, DIVISION.c.id == _FORECAST.c.division_id)
    .where(DIVISION.c.season_id == SEASON.c.id, _FORECAST.c.stamp != "")
    .scalar_subquery()
    for found in (func.max(_FORECAST.c.worked_out_at), func.count())
)
# Of games only the version is read, which their index holds.
_STAMPS: Select[Any] = (
    select(
        SEASON.c.version,
        SEASON.c.state,
        func.count(GAME.c.version).label("over"),
        func.coalesce(func.sum(GAME.c.version), 0).label("changes"),
        _LATEST.label("latest"),
        _COUNT.label("forecasts"),
    )
    .select_from(SEASON.outerjoin(GAME, (GAME.c.season_id == SEASON.c.id) & (GAME.c.state == OVER)))
    .group_by(SEASON.c.id)
)


class _StampsRow(NamedTuple):
    version: int
    state: str
    over: int
    changes: int
    latest: datetime | None
    forecasts: int


_OF_SEASON = CompiledQuery(_STAMPS.where(SEASON.c.id == bindparam("season")), _StampsRow)
_NUMBERED = CompiledQuery(
    _STAMPS.where(SEASON.c.league_id == bindparam("league"), SEASON.c.number == bindparam("number")), _StampsRow
)

_MARK = select(
    select(GAME.c.changed_at)
    .where(GAME.c.state == GameState.OVER.value)
    .order_by(GAME.c.changed_at.desc())
    .limit(1)
    .scalar_subquery()
    .label("ended"),
    select(func.sum(SEASON.c.version + 1))
    .where(SEASON.c.state == SeasonState.RUNNING.value)
    .scalar_subquery()
    .label("versions"),
)


class Stamps(NamedTuple):
    """The stamps of a season."""

    results: str
    """Changes whenever a table of the season would."""
    forecasts: str
    """Changes whenever a forecast was worked out; empty unless the season runs."""


def results_stamp(reader: Reader, season_id: int) -> str:
    """A text that changes whenever a table of the season would; empty if there is no season. One statement."""
    row = _OF_SEASON.first(reader.connection, {"season": season_id})
    return "" if row is None else _stamps(row).results


def stamps_at(reader: Reader, league_id: str, number: int) -> Stamps:
    """
    The stamps of the season with that number in a league; one statement, which does not read the season itself.

    :raises NotFoundError: there is none.
    """
    asked = {"league": league_id.lower(), "number": number if is_id(number) else 0}
    row = _NUMBERED.first(reader.connection, asked)
    if row is None:
        raise NotFoundError(NO_SEASON)
    return _stamps(row)


def _stamps(row: _StampsRow) -> Stamps:
    return Stamps(f"{row.version}-{row.over}-{row.changes}", _of_forecasts(row))


def _of_forecasts(row: _StampsRow) -> str:
    if row.state != SeasonState.RUNNING.value:
        return ""
    return f"{row.forecasts}-{row.latest.timestamp():.6f}" if row.latest else "0"


def results_mark(reader: Reader) -> str:
    """A text that changes whenever a game ends or a running season is changed: one cheap statement."""
    row = reader.connection.execute(_MARK).one()
    return f"{row.ended} {row.versions}"
