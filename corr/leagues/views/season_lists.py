"""Lists of seasons: in sign-up, running, over, and a player's own."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy import Row, Select, and_, bindparam, func, or_, select

from corr.base.paging import Page, page_of
from corr.base.uow import Reader
from corr.leagues.consents import ASK, IS_OPEN
from corr.leagues.rows import DIVISION, ENTRY, LEAGUE, ORGANISER, SEASON, SeasonRow, season_of
from corr.states import EntryState, SeasonState

PAGE = 20
"""How many seasons one page of a list shows."""
_FIRST = 10
"""How many of each list the overview shows."""
_MOST_OWN = 100
_MOST_OF_LEAGUE = 200
_IN = (EntryState.JOINED.value, EntryState.PLAYING.value)
_ALL = (*_IN, EntryState.WITHDRAWN.value)
_COUNT = (
    select(func.count())
    .select_from(ENTRY)
    .where(ENTRY.c.season_id == SEASON.c.id, ENTRY.c.state.in_(_ALL))
    .correlate(SEASON)
    .scalar_subquery()
    .label("players")
)
_LINES: Select[Any] = select(SEASON, LEAGUE.c.name.label("league_name"), _COUNT).join(
    LEAGUE, LEAGUE.c.id == SEASON.c.league_id
)
_ORDERS = {
    SeasonState.SIGN_UP: (SEASON.c.starts_at, SEASON.c.id),
    SeasonState.RUNNING: (SEASON.c.starts_at.desc(), SEASON.c.id.desc()),
    SeasonState.OVER: (SEASON.c.starts_at.desc(), SEASON.c.id.desc()),
}
_OF_STATE = {state: _LINES.where(SEASON.c.state == state.value).order_by(*order) for state, order in _ORDERS.items()}
_MINE: Select[Any] = (
    _LINES.add_columns(
        ENTRY.c.state.label("my_state"),
        ENTRY.c.final_place.label("my_place"),
        DIVISION.c.tier.label("my_tier"),
        DIVISION.c.name.label("my_division"),
    )
    .join(ENTRY, ENTRY.c.season_id == SEASON.c.id)
    .outerjoin(DIVISION, DIVISION.c.id == ENTRY.c.division_id)
    .where(ENTRY.c.player_id == bindparam("player"), ENTRY.c.state.in_(_ALL))
    .order_by(SEASON.c.starts_at.desc(), SEASON.c.id.desc())
    .limit(_MOST_OWN)
)
IS_ENTERED_NOW = and_(
    SEASON.c.state.in_((SeasonState.SIGN_UP.value, SeasonState.RUNNING.value)), ENTRY.c.state.in_(_IN)
)
"""The condition that an entry counts in a season that is not over."""
_MINE_NOW = _MINE.where(IS_ENTERED_NOW)
_OF_LEAGUE = (
    _LINES.where(SEASON.c.league_id == bindparam("league")).order_by(SEASON.c.number.desc()).limit(_MOST_OF_LEAGUE)
)
_MOST_OPEN = 50
IS_IN_TIME = or_(ASK.c.by_player_id.is_not(None), SEASON.c.sign_up_until > bindparam("now"))
"""The condition that the player to whom a question was put may still answer it."""
_UNANSWERED: Select[Any] = (
    _LINES.join(ASK, ASK.c.season_id == SEASON.c.id)
    .outerjoin(ENTRY, ENTRY.c.id == ASK.c.entry_id)
    .where(
        ASK.c.player_id == bindparam("player"),
        IS_OPEN,
        IS_IN_TIME,
    )
    .order_by(SEASON.c.starts_at, SEASON.c.id)
    .limit(_MOST_OPEN)
)
_ORGANISED: Select[Any] = (
    select(LEAGUE.c.id, LEAGUE.c.name, LEAGUE.c.closed_at)
    .join(ORGANISER, ORGANISER.c.league_id == LEAGUE.c.id)
    .where(ORGANISER.c.player_id == bindparam("player"))
    .order_by(LEAGUE.c.closed_at.is_not(None), LEAGUE.c.name_key)
    .limit(_MOST_OWN)
)
_WITHOUT_SEASON: Select[Any] = (
    select(LEAGUE.c.id, LEAGUE.c.name, LEAGUE.c.closed_at)
    .outerjoin(SEASON, and_(SEASON.c.league_id == LEAGUE.c.id, SEASON.c.state != SeasonState.CALLED_OFF.value))
    .where(SEASON.c.id.is_(None), or_(LEAGUE.c.closed_at.is_(None), LEAGUE.c.closed_at > bindparam("now")))
    .order_by(LEAGUE.c.made_at.desc(), LEAGUE.c.id)
    .limit(_FIRST)
)


@dataclass(frozen=True, slots=True)
class LeagueName:
    """A league with its address."""

    id: str
    name: str
    is_closed: bool


@dataclass(frozen=True, slots=True)
class OwnPart:
    """The part of a player in a season."""

    tier: int | None
    """The tier of the division; None before the start."""
    division: str
    place: int | None
    """The final place; None before the end."""
    is_withdrawn: bool


@dataclass(frozen=True, slots=True)
class SeasonLine:
    """A season in a list."""

    season: SeasonRow
    game: str
    title: str
    """The game's name for people."""
    players: int
    is_open: bool
    """Whether players may still enter."""
    own: OwnPart | None = None
    """The part of the player whom the list is about."""


@dataclass(frozen=True, slots=True)
class LeaguesView:
    """The leagues of the service as somebody sees them."""

    mine: tuple[SeasonLine, ...]
    """The seasons that the viewer has entered and that are not over."""
    organised: tuple[LeagueName, ...]
    """The leagues that the viewer runs."""
    open: Page[SeasonLine]
    running: Page[SeasonLine]
    over: Page[SeasonLine]
    without_season: tuple[LeagueName, ...]
    """New leagues without a season."""


def leagues_view(reader: Reader, viewer: int | None) -> LeaguesView:
    """The first of each list, and the viewer's own: six statements at most, four for the public."""
    mine = () if viewer is None else seasons_now(reader, viewer)
    own, running = {line.season.id for line in mine}, _seasons(reader, SeasonState.RUNNING, 1, _FIRST)
    return LeaguesView(
        mine=mine,
        organised=() if viewer is None else organised_by(reader, viewer),
        open=_seasons(reader, SeasonState.SIGN_UP, 1, _FIRST),
        running=replace(running, items=tuple(line for line in running.items if line.season.id not in own)),
        over=_seasons(reader, SeasonState.OVER, 1, _FIRST),
        without_season=_names(reader, _WITHOUT_SEASON, {"now": reader.now}),
    )


def seasons_in(reader: Reader, state: SeasonState, page: int) -> Page[SeasonLine]:
    """A page of the seasons that take players, run or are over."""
    return _seasons(reader, state, page, PAGE)


def seasons_now(reader: Reader, player_id: int) -> tuple[SeasonLine, ...]:
    """The seasons that a player has entered and that are not over."""
    rows = reader.connection.execute(_MINE_NOW, {"player": player_id}).all()
    return tuple(_line(reader, row) for row in rows)


def seasons_of(reader: Reader, player_id: int) -> tuple[SeasonLine, ...]:
    """All seasons of a player that were not called off, the latest first."""
    rows = reader.connection.execute(_MINE, {"player": player_id}).all()
    return tuple(_line(reader, row) for row in rows if row.state != SeasonState.CALLED_OFF.value)


def seasons_of_league(reader: Reader, league_id: str) -> tuple[SeasonLine, ...]:
    """All seasons of a league, the latest first: one statement."""
    rows = reader.connection.execute(_OF_LEAGUE, {"league": league_id}).all()
    return tuple(_line(reader, row) for row in rows)


def unanswered(reader: Reader, player_id: int) -> tuple[SeasonLine, ...]:
    """The seasons in which a player is asked to play, and has not answered: one statement."""
    rows = reader.connection.execute(_UNANSWERED, {"player": player_id, "now": reader.now}).all()
    return tuple(_line(reader, row) for row in rows)


def organised_by(reader: Reader, player_id: int) -> tuple[LeagueName, ...]:
    """The leagues that a player runs, by name."""
    return _names(reader, _ORGANISED, {"player": player_id})


def _seasons(reader: Reader, state: SeasonState, number: int, size: int) -> Page[SeasonLine]:
    def shown(rows: Sequence[Row[Any]]) -> Iterable[SeasonLine]:
        return [_line(reader, row) for row in rows]

    return page_of(reader, _OF_STATE[state], shown, number=number, size=size)


def _names(reader: Reader, query: Select[Any], asked: dict[str, Any]) -> tuple[LeagueName, ...]:
    rows = reader.connection.execute(query, asked)
    return tuple(LeagueName(row.id, row.name, row.closed_at is not None) for row in rows)


def _line(reader: Reader, row: Row[Any]) -> SeasonLine:
    season = season_of(row)
    info = reader.registry.get_rules(season.settings.ruleset).info
    is_open = season.takes_players(reader.now)
    return SeasonLine(season, info.game, info.title, row.players, is_open, _own(row))


def _own(row: Row[Any]) -> OwnPart | None:
    if not hasattr(row, "my_state"):
        return None
    return OwnPart(row.my_tier, row.my_division or "", row.my_place, row.my_state == EntryState.WITHDRAWN.value)
