"""The rows of leagues, seasons and entries, who organises a league, and when a season is checked next."""

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Select, bindparam, exists, select, update

from corr.base.uow import Reader, UnitOfWork
from corr.core.pace import Pace, read_pace
from corr.errors import ConflictError, NotAllowedError, NotFoundError
from corr.leagues.rules.division_table import EntryId
from corr.leagues.rules.settings import Dates, SeasonSettings
from corr.leagues.rules.settings_conversion import settings_of
from corr.players.profiles import is_admin
from corr.states import EntryState, SeasonState
from corr.store.base import is_id, table, value_of
from corr.store.tables.leagues import Division, Entry, League, LeagueOrganiser, Pairing, Season
from corr.store.tables.player_accounts import Player

LEAGUE, SEASON, DIVISION = table(League), table(Season), table(Division)
ENTRY, PAIRING, ORGANISER = table(Entry), table(Pairing), table(LeagueOrganiser)
NO_SEASON = "There is no such season."
_PLAYER = table(Player)

_ID = re.compile(r"[a-z0-9](?:[a-z0-9-]{1,38})[a-z0-9]")
_NO_LEAGUE = "There is no such league."
_LEAGUE = select(LEAGUE).where(LEAGUE.c.id == bindparam("league"))
_LEAGUE_LOCKED = select(LEAGUE.c.id).where(LEAGUE.c.id == bindparam("league")).with_for_update(key_share=True)
_SEASONS = select(SEASON, LEAGUE.c.name.label("league_name")).join(LEAGUE, LEAGUE.c.id == SEASON.c.league_id)
_SEASON = _SEASONS.where(SEASON.c.id == bindparam("season"))
_SEASON_LOCKED = _SEASON.with_for_update(of=SEASON, key_share=True)
_NUMBERED = _SEASONS.where(SEASON.c.league_id == bindparam("league"), SEASON.c.number == bindparam("number"))
_LATEST = _SEASONS.where(SEASON.c.league_id == bindparam("league")).order_by(SEASON.c.number.desc()).limit(1)
_LAST_BEGUN = (
    _SEASONS.where(
        SEASON.c.league_id == bindparam("league"),
        SEASON.c.number < bindparam("number"),
        SEASON.c.started_at.is_not(None),
    )
    .order_by(SEASON.c.number.desc())
    .limit(1)
)
_ORGANISES = select(
    exists().where(ORGANISER.c.league_id == bindparam("league"), ORGANISER.c.player_id == bindparam("player"))
)
_ORGANISERS = (
    select(ORGANISER.c.player_id, _PLAYER.c.name)
    .join(_PLAYER, _PLAYER.c.id == ORGANISER.c.player_id)
    .where(ORGANISER.c.league_id == bindparam("league"))
    .order_by(ORGANISER.c.since, ORGANISER.c.player_id)
)
_ENTRIES = select(ENTRY, _PLAYER.c.name).join(_PLAYER, _PLAYER.c.id == ENTRY.c.player_id)
_ENTRIES_OF_SEASON = _ENTRIES.where(
    ENTRY.c.season_id == bindparam("season"), ENTRY.c.state.in_(bindparam("states", expanding=True))
).order_by(ENTRY.c.joined_at, ENTRY.c.id)
_ENTRY_OF_PLAYER = _ENTRIES.where(ENTRY.c.season_id == bindparam("season"), ENTRY.c.player_id == bindparam("player"))
UPDATE_SEASON = update(SEASON).where(SEASON.c.id == bindparam("of_season"))
"""The beginning of a change of a season."""
UPDATE_ENTRY = update(ENTRY).where(ENTRY.c.id == bindparam("of_entry"))
"""The beginning of a change of an entry."""
_SHOW_ANEW = UPDATE_SEASON.values(version=SEASON.c.version + 1)
EVERY = timedelta(minutes=5)
"""How often a running season is checked for the end of its last game."""
REPORTS_EVERY = timedelta(days=7)
_SET_NEXT_CHECK = UPDATE_SEASON.values(look_at=bindparam("at"))


@dataclass(frozen=True, slots=True)
class LeagueRow:
    """The row of a league."""

    id: str
    name: str
    description: str
    version: int
    closed_at: datetime | None


@dataclass(frozen=True, slots=True)
class SeasonRow:
    """The row of a season, with the name of its league."""

    id: int
    league_id: str
    league: str
    number: int
    state: SeasonState
    settings: SeasonSettings
    dates: Dates
    planned_ends_at: datetime | None
    """The end date as it was when the season began, whatever moved it later; None before."""
    started_at: datetime | None
    ended_at: datetime | None
    paused_at: datetime | None
    tighter_pace: Pace | None
    """The pace of turns that begin from `tighter_from` on."""
    tighter_from: datetime | None
    tightened_at: datetime | None
    seed: str
    version: int
    report_at: datetime | None
    look_at: datetime | None

    @property
    def name(self) -> str:
        """What the season is called: "Summer Cup, season 2"."""
        return f"{self.league}, season {self.number}"

    @property
    def path(self) -> str:
        """The address of its page."""
        return f"/leagues/{self.league_id}/{self.number}"

    @property
    def next_path(self) -> str:
        """The address of the form for the next season of its league."""
        return f"/leagues/{self.league_id}/organise/next"

    @property
    def length(self) -> timedelta:
        """How long it was to last when it began: moved dates, a pause, or an early start do not change that."""
        return (self.planned_ends_at or self.dates.ends_at) - self.dates.starts_at

    @property
    def has_possible_dates(self) -> bool:
        """Whether its end is after its start."""
        return self.dates.ends_at > self.dates_so_far.starts_at

    @property
    def dates_so_far(self) -> Dates:
        """Its dates as they came: an organiser may have started it before its day."""
        if self.started_at is None:
            return self.dates
        return replace(
            self.dates, sign_up_until=min(self.dates.sign_up_until, self.started_at), starts_at=self.started_at
        )

    @property
    def is_in_sign_up(self) -> bool:
        """Whether it has not begun, and may still begin."""
        return self.state is SeasonState.SIGN_UP

    def takes_players(self, now: datetime) -> bool:
        """Whether its sign-up is open."""
        return self.is_in_sign_up and self.dates.sign_up_until > now

    @property
    def is_running(self) -> bool:
        """Whether its games go on."""
        return self.state is SeasonState.RUNNING

    @property
    def is_over(self) -> bool:
        """Whether it has been played to its end."""
        return self.state is SeasonState.OVER

    @property
    def is_called_off(self) -> bool:
        """Whether it never began, and never will."""
        return self.state is SeasonState.CALLED_OFF


@dataclass(frozen=True, slots=True)
class EntryRow:
    """The row of an entry, with the name of its present player."""

    id: EntryId
    season_id: int
    player_id: int
    name: str
    began_by: int | None
    state: EntryState
    door: str
    joined_at: datetime
    planned_tier: int | None
    division_id: int | None
    number: int | None
    rating: int | None
    withdrawal: str | None
    took_over_at: datetime | None
    final_place: int | None

    @property
    def first_player_id(self) -> int:
        """The player of the entry when the season began: its lot stays that one's, whoever takes the entry over."""
        return self.player_id if self.began_by is None else self.began_by

    @property
    def is_in(self) -> bool:
        """Whether the player takes part: not left, and not withdrawn."""
        return self.state in {EntryState.JOINED, EntryState.PLAYING}

    @property
    def is_withdrawn(self) -> bool:
        """Whether the player withdrew after the season had begun."""
        return self.state is EntryState.WITHDRAWN

    @property
    def is_playing(self) -> bool:
        """Whether the player takes part in a season that has begun."""
        return self.state is EntryState.PLAYING


def get_league(reader: Reader, league_id: str) -> LeagueRow:
    """
    The league of that id, in whatever case.

    :raises NotFoundError: there is none.
    """
    wanted = league_id.lower()
    row = reader.connection.execute(_LEAGUE, {"league": wanted}).first() if _ID.fullmatch(wanted) else None
    if row is None:
        raise NotFoundError(_NO_LEAGUE)
    return LeagueRow(row.id, row.name, row.description, row.version, row.closed_at)


def lock_league(uow: UnitOfWork, league_id: str) -> None:
    """Lock a league until the end of the transaction. To prevent deadlocks its seasons are locked after it."""
    uow.connection.execute(_LEAGUE_LOCKED, {"league": league_id})


def get_season(reader: Reader, season_id: int) -> SeasonRow:
    """
    The season of that id.

    :raises NotFoundError: there is none.
    """
    return _get(reader, _SEASON, {"season": season_id if is_id(season_id) else 0})


def get_season_locked(uow: UnitOfWork, season_id: int) -> SeasonRow:
    """The season, locked until the end of the transaction. To prevent deadlocks games are locked before it."""
    return _get(uow, _SEASON_LOCKED, {"season": season_id if is_id(season_id) else 0})


def get_season_numbered(reader: Reader, league_id: str, number: int) -> SeasonRow:
    """
    A season by the number within its league.

    :raises NotFoundError: there is none.
    """
    wanted = league_id.lower()
    if not _ID.fullmatch(wanted) or not is_id(number):
        raise NotFoundError(NO_SEASON)
    return _get(reader, _NUMBERED, {"league": wanted, "number": number})


def find_latest_season(reader: Reader, league_id: str) -> SeasonRow | None:
    """The season of a league that was opened last; None before the first."""
    row = reader.connection.execute(_LATEST, {"league": league_id}).first()
    return None if row is None else season_of(row)


def find_last_begun(reader: Reader, season: SeasonRow) -> SeasonRow | None:
    """The last season before *season* that began; None without any."""
    asked = {"league": season.league_id, "number": season.number}
    row = reader.connection.execute(_LAST_BEGUN, asked).first()
    return None if row is None else season_of(row)


def entries_of(
    reader: Reader, season_id: int, states: Collection[EntryState] = (EntryState.JOINED, EntryState.PLAYING)
) -> tuple[EntryRow, ...]:
    """The entries of a season in one of *states*, in the order in which they joined."""
    asked = {"season": season_id, "states": [state.value for state in states]}
    return tuple(entry_of(row) for row in reader.connection.execute(_ENTRIES_OF_SEASON, asked).mappings())


def find_entry(reader: Reader, season_id: int, player_id: int) -> EntryRow | None:
    """The entry of a player in a season, whatever became of it; None without any."""
    asked = {"season": season_id, "player": player_id}
    row = reader.connection.execute(_ENTRY_OF_PLAYER, asked).mappings().first()
    return None if row is None else entry_of(row)


def organisers_of(reader: Reader, league_id: str) -> tuple[tuple[int, str], ...]:
    """The ids and names of a league's organisers, in the order in which they became ones."""
    return tuple((row.player_id, row.name) for row in reader.connection.execute(_ORGANISERS, {"league": league_id}))


def is_organiser(reader: Reader, league_id: str, player_id: int) -> bool:
    """Whether the player runs the league."""
    asked = {"league": league_id, "player": player_id}
    return bool(reader.connection.execute(_ORGANISES, asked).scalar_one())


def check_organiser(reader: Reader, league_id: str, player_id: int) -> None:
    """
    Refuse what only organisers may do; administrators may too.

    :raises NotAllowedError: the player is neither.
    """
    if not is_organiser(reader, league_id, player_id) and not is_admin(reader, player_id):
        raise NotAllowedError("Only the organisers of this league may do that.")


def check_version(found: int, seen: int | None) -> None:
    """
    Refuse a change by somebody who saw an older version than the present one.

    :raises ConflictError: the two versions differ.
    """
    if found != seen:
        raise ConflictError(
            "This has changed since you opened the page, so nothing was done now. Look at it as it is, then try again."
        )


def show_season_anew(uow: UnitOfWork, season_id: int) -> None:
    """Count a change of the season, so that kept pages of it are out of date."""
    uow.connection.execute(_SHOW_ANEW, {"of_season": season_id})


def entry_of(row: Mapping[Any, Any]) -> EntryRow:
    """The entry in a row that holds its columns and the name of its player."""
    return value_of(EntryRow, row)


def _get(reader: Reader, statement: Select[Any], asked: Mapping[str, object]) -> SeasonRow:
    row = reader.connection.execute(statement, asked).first()
    if row is None:
        raise NotFoundError(NO_SEASON)
    return season_of(row)


def season_of(row: Any) -> SeasonRow:  # noqa: ANN401 - a row of a statement
    """The season in a row that holds its columns and the name of its league."""
    return value_of(
        SeasonRow,
        row._asdict(),
        league=row.league_name,
        settings=settings_of(row.settings),
        dates=Dates(row.sign_up_until, row.starts_at, row.ends_at),
        tighter_pace=read_pace(row.tighter_pace) if row.tighter_pace else None,
    )


def next_check(season: SeasonRow, now: datetime) -> datetime | None:
    """
    When *season* is to be checked next, seen from *now*; None if nothing happens in it by itself any more. Once it is
    over or called off, that is the moment at which the next one opens.

    If something is due already, that is *now*.
    """
    if season.state is SeasonState.SIGN_UP:
        return season.dates.sign_up_until if now < season.dates.sign_up_until else max(now, season.dates.starts_at)
    if season.state is not SeasonState.RUNNING:
        return season.look_at
    if season.paused_at is not None:
        return now + EVERY
    moments = [now + EVERY, season.report_at, season.dates.ends_at if now < season.dates.ends_at else None]
    if season.tightened_at is None:
        moments.append(season.tighter_from)
    return max(now, min(moment for moment in moments if moment is not None))


def set_next_check(uow: UnitOfWork, season_id: int, at: datetime | None) -> None:
    """Let the season be checked at that moment; None for never."""
    uow.connection.execute(_SET_NEXT_CHECK, {"of_season": season_id, "at": at})
