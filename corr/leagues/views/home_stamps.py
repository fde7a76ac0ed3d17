"""
Stamps of my games: while one stays the same, a kept page is up to date. One statement reads it.

A stamp names everything that the page shows of the data, with its version, so that nobody who changes anything has to
think of the page. What follows from time alone is not in it: the page itself tells how long it holds.
"""

from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import (
    ColumnElement,
    Integer,
    Label,
    Select,
    String,
    and_,
    bindparam,
    case,
    cast,
    func,
    or_,
    select,
)

from corr.base.paging import page_limits
from corr.base.uow import Reader
from corr.clocks.outages import OUTAGE_COLUMNS, is_outage_by, outage_parameters
from corr.clocks.seat_clocks import CLOCK_PREFERENCE, LEAVE
from corr.game.game_row import GAME, PLAYER, SEAT
from corr.leagues.consents import ASK
from corr.leagues.consents import IS_OPEN as IS_ASKED
from corr.leagues.rows import ENTRY, LEAGUE, ORGANISER, SEASON
from corr.leagues.views.season_lists import IS_ENTERED_NOW, IS_IN_TIME
from corr.play.game_lists import ENDED, PAGE
from corr.play.live_stamps import GamesVersion, change_columns, sums_of_games
from corr.play.proposals import CHALLENGE, IS_BY_PLAYER, IS_OPEN, IS_TO_PLAYER
from corr.ratings.rated_games import RATING
from corr.store.base import filled
from corr.store.compiled_statements import CompiledQuery

_MINE, _THEIRS = SEAT.alias("mine"), SEAT.alias("theirs")
_CHALLENGER, _CHALLENGED = PLAYER.alias("challenger"), PLAYER.alias("challenged")
_IS_ANNOUNCED = and_(SEASON.c.tighter_pace != "", SEASON.c.tightened_at.is_(None))


def _lines(*cells: ColumnElement[Any]) -> ColumnElement[str]:
    """All rows as one text; no name and no address has a new line."""
    return func.aggregate_strings(filled("\n".join(["%s"] * len(cells)), *cells), "\n")


def _all(name: str, rows: Select[*tuple[Any, ...]]) -> Label[str]:
    """All *rows* as one text."""
    return select(_lines(*rows.subquery().columns)).scalar_subquery().label(name)


# There may be many of them, so that they are looked for once.
_GAMES = (
    select(
        _MINE.c.game_id,
        _MINE.c.due_at,
        _THEIRS.c.due_at.label("their_due_at"),
        _MINE.c.look_at,
        _THEIRS.c.look_at.label("their_look_at"),
        _MINE.c.unread_message,
        _THEIRS.c.player_id.label("opponent_id"),
    )
    .join(_THEIRS, and_(_THEIRS.c.game_id == _MINE.c.game_id, _THEIRS.c.seat == 1 - _MINE.c.seat))
    .where(_MINE.c.player_id == bindparam("player"), _MINE.c.ended_at.is_(None))
    .cte("games")
)
_OPPONENTS = select(_GAMES.c.opponent_id)
_RUNNING = (
    select(
        _lines(
            GAME.c.id,
            GAME.c.version,
            _GAMES.c.due_at,
            _GAMES.c.their_due_at,
            _GAMES.c.look_at,
            _GAMES.c.their_look_at,
            SEASON.c.version,
            _GAMES.c.unread_message,
            PLAYER.c.name,
        ).label("running"),
        func.aggregate_strings(case((_IS_ANNOUNCED, cast(SEASON.c.id, String))), "\n").label("announced"),
        sums_of_games(_GAMES.c.unread_message).label("sums"),
    )
    .select_from(_GAMES)
    .join(GAME, GAME.c.id == _GAMES.c.game_id)
    .join(PLAYER, PLAYER.c.id == _GAMES.c.opponent_id)
    .outerjoin(SEASON, SEASON.c.id == GAME.c.season_id)
    .subquery("running")
)
_OVER = _all(
    "over",
    select(GAME.c.id, GAME.c.version, PLAYER.c.name)
    .select_from(ENDED)
    .join(GAME, GAME.c.id == ENDED.c.game_id)
    .join(_THEIRS, and_(_THEIRS.c.game_id == ENDED.c.game_id, _THEIRS.c.player_id != bindparam("player")))
    .join(PLAYER, PLAYER.c.id == _THEIRS.c.player_id),
)
_RATINGS = _all(
    "ratings",
    select(RATING.c.player_id, RATING.c.game, RATING.c.rating, RATING.c.games, RATING.c.last_day).where(
        RATING.c.player_id.in_(_OPPONENTS)
    ),
)
_LEAVES = _all(
    "leaves",
    select(LEAVE.c.id, LEAVE.c.begins_at, LEAVE.c.ends_at).where(
        LEAVE.c.ends_at > bindparam("now"),
        or_(LEAVE.c.player_id == bindparam("player"), LEAVE.c.player_id.in_(_OPPONENTS)),
    ),
)
_DAYS = _all(
    "days",
    select(func.count(), func.sum(LEAVE.c.days)).select_from(LEAVE).where(LEAVE.c.player_id == bindparam("player")),
)
_SAVES = _all(
    "saves", select(CLOCK_PREFERENCE.c.automatic_leave).where(CLOCK_PREFERENCE.c.player_id == bindparam("player"))
)
_CHALLENGES = (
    select(CHALLENGE.c.id, _CHALLENGER.c.name, _CHALLENGED.c.name.label("challenged"))
    .join(_CHALLENGER, _CHALLENGER.c.id == CHALLENGE.c.challenger_id)
    .outerjoin(_CHALLENGED, _CHALLENGED.c.id == CHALLENGE.c.opponent_id)
    .where(IS_OPEN)
)
_OPEN = _all("challenges", _CHALLENGES.where(or_(IS_TO_PLAYER, IS_BY_PLAYER)))
_SEASONS = _all(
    "seasons",
    select(SEASON.c.id, SEASON.c.version)
    .join(ENTRY, ENTRY.c.season_id == SEASON.c.id)
    .where(ENTRY.c.player_id == bindparam("player"), IS_ENTERED_NOW),
)
_ASKED = _all(
    "asked",
    select(ASK.c.id, SEASON.c.version)
    .join(SEASON, SEASON.c.id == ASK.c.season_id)
    .outerjoin(ENTRY, ENTRY.c.id == ASK.c.entry_id)
    .where(ASK.c.player_id == bindparam("player"), IS_ASKED, IS_IN_TIME),
)
_ORGANISED = _all(
    "organised",
    select(LEAGUE.c.id, LEAGUE.c.version, LEAGUE.c.closed_at)
    .join(ORGANISER, ORGANISER.c.league_id == LEAGUE.c.id)
    .where(ORGANISER.c.player_id == bindparam("player")),
)


class _StampRow(NamedTuple):
    running: str | None
    announced: str | None
    over: str | None
    leaves: str | None
    days: str | None
    saves: str | None
    challenges: str | None
    seasons: str | None
    asked: str | None
    organised: str | None
    ratings: str | None
    games: str
    ended_at: datetime | None
    challenged: str
    is_out: bool
    web_at: datetime | None
    jobs_at: datetime | None


_STAMP = CompiledQuery(
    select(
        _RUNNING.c.running,
        _RUNNING.c.announced,
        _OVER,
        _LEAVES,
        _DAYS,
        _SAVES,
        _OPEN,
        _SEASONS,
        _ASKED,
        _ORGANISED,
        _RATINGS,
        _RUNNING.c.sums.label("games"),
        *change_columns(bindparam("player", type_=Integer)),
        *OUTAGE_COLUMNS,
    ),
    _StampRow,
)


class HomeStamp(NamedTuple):
    """The facts that decide whether my games would look the same; each text names all things of a kind, or is empty."""

    is_outage: bool
    version: str
    """What an open page compares with what it is told by and by."""
    running: str
    announced: str
    """The seasons of those games whose pace becomes tighter."""
    over: str
    """The finished games of the page."""
    leaves: str
    """The leaves of the player and of the opponents that are not over."""
    days: str
    """The days of leave that the player has ever taken."""
    saves: str
    """Whether the player has automatic leave switched on or off."""
    challenges: str
    seasons: str
    asked: str
    organised: str
    ratings: str
    """The ratings of the opponents in those games."""


def home_stamp(reader: Reader, player_id: int, page: int) -> HomeStamp:
    """The stamp of a player's games, with the page of that number of those that are over: one statement."""
    asked = {"player": player_id, "now": reader.now, **page_limits(page, PAGE), **outage_parameters(reader)}
    row = _STAMP.all(reader.connection, asked)[0]
    is_outage = is_outage_by(reader, row.web_at, row.jobs_at, is_out=row.is_out)
    version = GamesVersion(row.games, row.ended_at, row.challenged)
    texts = (str(text or "") for text in row[: len(HomeStamp._fields) - 2])
    return HomeStamp(is_outage, version.text, *texts)
