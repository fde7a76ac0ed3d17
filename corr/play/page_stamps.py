"""Stamps of a game: while one stays the same, a kept page of the game is up to date. One statement reads it."""

from dataclasses import dataclass, replace
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import ColumnElement, Integer, Select, and_, bindparam, case, exists, func, null, or_, select

from corr.base.uow import Reader
from corr.clocks.outages import OUTAGE_COLUMNS, is_outage_by, outage_parameters
from corr.clocks.seat_clocks import CLOCK_PREFERENCE, LEAVE
from corr.errors import NotFoundError
from corr.game.game_row import GAME, SEAT, check_id
from corr.play.messages import MESSAGE, may_write
from corr.players.blocks import BLOCK, WEIGHT_OF_BLOCK, wish_stamp
from corr.ratings.rated_games import RATING
from corr.store.base import table
from corr.store.compiled_statements import CompiledQuery, fixed
from corr.store.tables.games import GameState
from corr.store.tables.mails import HeldOrder, HeldState

_HELD = table(HeldOrder)
_RATING_WEIGHT = 4096
"""Keeps a change of a rating from being taken for one of its deviation."""
_THEIRS = SEAT.alias("theirs")
_AWAY = (
    select(func.sum(LEAVE.c.id))
    .join(_THEIRS, _THEIRS.c.player_id == LEAVE.c.player_id)
    .where(
        _THEIRS.c.game_id == GAME.c.id,
        GAME.c.state == GameState.RUNNING.value,
        LEAVE.c.begins_at <= bindparam("now"),
        LEAVE.c.ends_at > bindparam("now"),
    )
    .scalar_subquery()
    .label("away")
)
_SAVES = (
    select(CLOCK_PREFERENCE.c.automatic_leave)
    .where(CLOCK_PREFERENCE.c.player_id == bindparam("viewer"))
    .scalar_subquery()
    .label("saves")
)
_IS_DELAYED = _HELD.c.state == HeldState.DELAYED.value
# A delayed turn shows only to its player, and looks different once its moment is known.
_ASKED = (
    select(func.sum(4 * _HELD.c.id + case((~_IS_DELAYED, 0), (_HELD.c.plays_at.is_(None), 1), else_=2)))
    .where(
        _HELD.c.game_id == GAME.c.id,
        or_(
            _HELD.c.state == HeldState.WAITING.value,
            and_(_IS_DELAYED, _HELD.c.player_id == bindparam("viewer", type_=Integer)),
        ),
        _HELD.c.expires_at > bindparam("now"),
    )
    .scalar_subquery()
    .label("asked")
)
_MINE = SEAT.alias("mine")
_RATED = (
    select(func.sum((RATING.c.rating * _RATING_WEIGHT + RATING.c.deviation) * (_THEIRS.c.seat + 1)))
    .join(_THEIRS, _THEIRS.c.player_id == RATING.c.player_id)
    .where(_THEIRS.c.game_id == GAME.c.id, GAME.c.ruleset.like(RATING.c.game + "/%"))
    .scalar_subquery()
    .label("rated")
)


def last_message(game_id: ColumnElement[str]) -> Select[tuple[int]]:
    """The last message of a game: for its players alone, as nobody else may notice that they write to each other."""
    # The newest is the last of the latest turn.
    newest = select(MESSAGE.c.id).order_by(MESSAGE.c.turn_number.desc(), MESSAGE.c.id.desc()).limit(fixed(1))
    return newest.where(MESSAGE.c.game_id == game_id)


_UNREAD = (
    select(_MINE.c.unread_message)
    .where(_MINE.c.game_id == GAME.c.id, _MINE.c.player_id == bindparam("viewer"))
    .scalar_subquery()
    .label("unread")
)
_UNHEARD = (
    wish_stamp(bindparam("viewer", type_=Integer), GAME.c.id)
    .where(exists().where(_THEIRS.c.game_id == GAME.c.id, _THEIRS.c.player_id == BLOCK.c.blocked_id))
    .scalar_subquery()
    .label("unheard")
)
_STAMPED = (
    select(
        GAME.c.version,
        GAME.c.state,
        GAME.c.ended_at,
        func.min(SEAT.c.due_at).label("due_at"),
        _AWAY,
        _RATED,
        *OUTAGE_COLUMNS,
    )
    .join(SEAT, SEAT.c.game_id == GAME.c.id)
    .where(GAME.c.id == bindparam("game"))
    .group_by(GAME.c.id, GAME.c.version, GAME.c.state, GAME.c.ended_at, GAME.c.turn_number, GAME.c.ruleset)
)


class _StampRow(NamedTuple):
    version: int
    state: str
    ended_at: datetime | None
    due_at: datetime | None
    away: int | None
    rated: float | None
    is_out: bool
    web_at: datetime | None
    jobs_at: datetime | None
    saves: bool | None
    asked: int | None
    said: int | None
    unread: int | None
    unheard: int | None


_STAMP = CompiledQuery(
    _STAMPED.where(GAME.c.is_private.is_(False)).add_columns(
        *(null().label(name) for name in ("saves", "asked", "said", "unread", "unheard"))
    ),
    _StampRow,
)
_IS_MINE = exists().where(_MINE.c.game_id == GAME.c.id, _MINE.c.player_id == bindparam("viewer", type_=Integer))
_SAID = last_message(GAME.c.id).where(_IS_MINE).scalar_subquery().label("said")
_STAMP_OF_PLAYER = CompiledQuery(
    _STAMPED.where(or_(GAME.c.is_private.is_(False), _IS_MINE)).add_columns(_SAVES, _ASKED, _SAID, _UNREAD, _UNHEARD),
    _StampRow,
)


@dataclass(frozen=True, slots=True)
class GameStamp:
    """The facts that decide whether a page of the game would look the same as before."""

    version: int
    is_over: bool
    due_at: datetime | None
    """The earliest deadline that runs; None if none does."""
    away: int = 0
    """A number that changes whenever leave of one of the players begins or ends; 0 if nobody is away."""
    rated: float = 0.0
    """A number that changes with the ratings of the players in this game; 0 if neither has one."""
    is_outage: bool = False
    """Whether no deadline of the game is enforced, because the service could not be reached."""
    saves_itself: bool = True
    """Whether the viewer has automatic leave switched on, which is the default."""
    asked: int = 0
    """A number that changes with the held orders for the game; 0 if there are none, and for the public."""
    said: int = 0
    """The last message that the players wrote to each other; 0 if there is none, and for all others."""
    unread: int = 0
    """The last message that the viewer has not read; 0 if there is none."""
    unheard: int = 0
    """A number that changes when the viewer mutes or blocks the other player; 0 for no such wish."""
    may_write: bool = True
    """Whether the players can still write to each other."""

    @property
    def without_messages(self) -> "GameStamp":
        """The stamp of all but the messages; whoever blocked the other player is offered none with a turn."""
        return replace(self, said=0, unread=0, unheard=self.unheard & WEIGHT_OF_BLOCK, may_write=True)


def game_stamp(reader: Reader, game_id: str, viewer: int | None = None) -> GameStamp:
    """The stamp of a game for *viewer*: one narrow statement."""
    check_id(game_id)
    statement = _STAMP if viewer is None else _STAMP_OF_PLAYER
    asked = {"game": game_id, "viewer": viewer, "now": reader.now, **outage_parameters(reader)}
    found = statement.first(reader.connection, asked)
    if found is None:
        raise NotFoundError("There is no such game.")
    is_over = found.state == GameState.OVER.value
    return GameStamp(
        version=found.version,
        is_over=is_over,
        due_at=found.due_at,
        away=int(found.away or 0),
        rated=found.rated or 0.0,
        is_outage=not is_over and is_outage_by(reader, found.web_at, found.jobs_at, is_out=found.is_out),
        saves_itself=found.saves is not False,
        asked=int(found.asked or 0),
        said=found.said or 0,
        unread=found.unread or 0,
        unheard=int(found.unheard or 0),
        may_write=may_write(reader, found.ended_at),
    )
