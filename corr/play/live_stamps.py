"""
Live stamps: what a page that lies open asks now and then, to see whether it is still up to date.

One narrow statement reads one. Nothing is written: a page that asks by itself is no visit of its player.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Label, and_, bindparam, case, func, or_, select

from corr.base.uow import Reader
from corr.errors import NotFoundError
from corr.game.game_row import GAME, SEAT, check_id
from corr.play.page_stamps import last_message
from corr.play.proposals import CHALLENGE, IS_OPEN, is_to_player
from corr.players.sessions import IS_SIGNED_IN, IS_WAITED_FOR, SIGNED_IN, SIGNED_IN_ID, session_parameters
from corr.store.base import filled
from corr.store.compiled_statements import CompiledQuery
from corr.store.tables.games import GameState

_NO_GAME = "There is no such game."


def sums_of_games(unread: ColumnElement[int]) -> ColumnElement[str]:
    """
    The `games` of a `GamesVersion`, for a statement that goes over the player's running games.

    :param unread: the number of the unread message in one of them.
    """
    return filled("%s %s %s %s", func.count(), func.sum(GAME.c.version), func.count(unread), func.sum(unread))


def change_columns(player_id: ColumnElement[int]) -> Sequence[Label[Any]]:
    """The columns with its other values."""
    is_open = and_(IS_OPEN, or_(is_to_player(player_id), CHALLENGE.c.challenger_id == player_id))
    columns = {
        "ended_at": select(func.max(SEAT.c.ended_at)).where(SEAT.c.player_id == player_id),
        "challenged": select(filled("%s %s", func.count(), func.max(CHALLENGE.c.created_at))).where(is_open),
    }
    return [column.scalar_subquery().label(name) for name, column in columns.items()]


class GamesVersion(NamedTuple):
    """
    Values that change with whatever changes in a player's games and challenges.

    Versions only grow, and no game begins again. So as long as no other game was the last to end and as many run, the
    same games run; and then their versions add up to the same only if each of them stayed the same. Of unread messages
    a later one has a higher number, so as many of them add up to the same only if they are the same. Of open
    challenges, too, as many with the same latest one are the same.
    """

    games: str
    ended_at: datetime | None
    challenged: str

    @property
    def text(self) -> str:
        """All of them in short."""
        return sha256(repr(tuple(self)).encode()).hexdigest()[:16]


class _PlayerRow(NamedTuple):
    running: str
    """What `sums_of_games` gives, and in how many of them it is the player's turn, which are among the same rows."""
    ended_at: datetime | None
    challenged: str
    version: int | None
    state: str | None
    said: int | None


class _GameRow(NamedTuple):
    version: int
    state: str


# The statements about all games of the player have `GAME` itself.
_LOOKED_AT = GAME.alias("looked_at")
_MINE = SEAT.alias("mine")
_PLAYS = _MINE.c.game_id.is_not(None)
_OF_SEAT = and_(_MINE.c.game_id == bindparam("game"), _MINE.c.player_id == SIGNED_IN_ID)
_MAY_LOOK = and_(_LOOKED_AT.c.id == bindparam("game"), or_(_LOOKED_AT.c.is_private.is_(False), _PLAYS))
_RUNNING = (
    select(filled("%s %s", sums_of_games(SEAT.c.unread_message), func.count().filter(IS_WAITED_FOR)))
    .join(GAME, GAME.c.id == SEAT.c.game_id)
    .where(SEAT.c.player_id == SIGNED_IN_ID, SEAT.c.ended_at.is_(None))
)
_OF_PLAYER = CompiledQuery(
    select(
        _RUNNING.scalar_subquery().label("running"),
        *change_columns(SIGNED_IN_ID),
        _LOOKED_AT.c.version,
        _LOOKED_AT.c.state,
        case((_PLAYS, last_message(_LOOKED_AT.c.id).scalar_subquery())).label("said"),
    )
    .select_from(SIGNED_IN.outerjoin(_MINE, _OF_SEAT).outerjoin(_LOOKED_AT, _MAY_LOOK))
    .where(IS_SIGNED_IN),
    _PlayerRow,
)
_OF_GAME = CompiledQuery(
    select(GAME.c.version, GAME.c.state).where(GAME.c.id == bindparam("game"), GAME.c.is_private.is_(False)), _GameRow
)


@dataclass(frozen=True, slots=True)
class LiveGame:
    """What an open page of a game is compared with."""

    version: int
    is_over: bool
    said: int = 0
    """The last message that the players wrote to each other; 0 if there is none, and for all others."""


@dataclass(frozen=True, slots=True)
class LiveGames:
    """What open pages of a player are compared with."""

    version: str
    """A text that changes with whatever changes in the player's games and challenges."""
    waiting: int
    """In how many games it is the player's turn."""
    game: LiveGame | None
    """The game that was asked for; None if none was."""


def live_game(reader: Reader, game_id: str) -> LiveGame:
    """The game as any stranger may know it."""
    check_id(game_id)
    found = _OF_GAME.first(reader.connection, {"game": game_id})
    if found is None:
        raise NotFoundError(_NO_GAME)
    return LiveGame(found.version, found.state == GameState.OVER.value)


def find_live_games(reader: Reader, token: str, game_id: str) -> LiveGames | None:
    """
    The games of the player who is signed in with *token*; None if nobody is.

    :param game_id: a game that is looked at, maybe of others; empty for none.
    """
    if game_id:
        check_id(game_id)
    asked = {"game": game_id, "now": reader.now, **session_parameters(reader, token)}
    found = _OF_PLAYER.first(reader.connection, asked)
    if found is None:
        return None
    if game_id and found.version is None:
        raise NotFoundError(_NO_GAME)
    game = None
    if found.version is not None:
        game = LiveGame(found.version, found.state == GameState.OVER.value, found.said or 0)
    sums, _, waiting = found.running.rpartition(" ")
    version = GamesVersion(sums, found.ended_at, found.challenged)
    return LiveGames(version.text, int(waiting), game)
