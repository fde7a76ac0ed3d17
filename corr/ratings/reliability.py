"""
Reliability: how many of the last hundred games a player kept, and how fast the player answered.

A game in which not both made two turns counts for one player at most: the one who never began, let the time run out or
left the season. It counts for nobody else, so nobody gets a kept game by waiting. Resigning so early is free, unless
somebody does it often.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import Enum, auto
from itertools import groupby
from typing import Any

from sqlalchemy import Row, Select, and_, bindparam, delete, func, insert, or_, select

from corr.base.uow import Reader, UnitOfWork
from corr.clocks.seat_clocks import LEAVE
from corr.core.days_off import Span, merged
from corr.game.game_row import GAME, SEAT, TURN
from corr.game.words import ABANDONED, ADJUDICATED, ANNULLED, CANCELLED, FORFEIT, RESIGNATION, TIME, VOIDED, EventKind
from corr.ratings.rated_games import BROKEN_OFF, HAVE_MADE_ENOUGH, have_made_enough
from corr.store.base import table
from corr.store.tables.games import GameEvent, GameState
from corr.store.tables.mails import HeldOrder, HeldState
from corr.store.tables.ratings import Conduct

FEWEST_GAMES = 5
"""The fewest games for which a reliability is shown."""
LATEST_GAMES = 100
FREE_RESIGNATIONS = 3
"""How many games may be resigned early within `FREE_WITHIN`; each further one counts as not kept."""
FREE_WITHIN = timedelta(days=90)
_MOST_LOOKED_AT = 1_000
"""How many of a player's last games are searched for games that count."""
_NONE = timedelta()
_CONDUCT, _EVENT, _HELD = table(Conduct), table(GameEvent), table(HeldOrder)
_NOBODYS_ACT = (VOIDED, ANNULLED)
"""The end reasons of games that count for neither player."""
_STOPS_EARLY = BROKEN_OFF | {FORFEIT, ADJUDICATED, CANCELLED, ABANDONED}
"""The end reasons for which a game may be over before both have made two turns."""
# Anybody sees a reliability, but of a private game nobody else may learn anything.
_COUNTS = and_(GAME.c.state == GameState.OVER.value, GAME.c.is_private.is_(False))
_LATEST: Select[Any] = (
    select(
        GAME.c.id, GAME.c.winner, GAME.c.reason, GAME.c.created_at, GAME.c.ended_at, GAME.c.allows_leave, SEAT.c.seat
    )
    .join(SEAT, SEAT.c.game_id == GAME.c.id)
    .where(
        SEAT.c.player_id == bindparam("player"),
        SEAT.c.ended_at.is_not(None),
        _COUNTS,
        GAME.c.reason.not_in(_NOBODYS_ACT),
    )
    .order_by(SEAT.c.ended_at.desc(), SEAT.c.game_id)
    .limit(LATEST_GAMES)
    .offset(bindparam("from_game"))
)
_RESIGNED_EARLY: Select[Any] = (
    select(GAME.c.id)
    .join(SEAT, SEAT.c.game_id == GAME.c.id)
    .where(
        SEAT.c.player_id == bindparam("player"),
        _COUNTS,
        GAME.c.reason == RESIGNATION,
        GAME.c.winner != SEAT.c.seat,
        SEAT.c.ended_at > bindparam("after"),
        SEAT.c.ended_at <= bindparam("before"),
        or_(SEAT.c.ended_at < bindparam("before"), SEAT.c.game_id < bindparam("game")),
        ~HAVE_MADE_ENOUGH,
    )
    .limit(FREE_RESIGNATIONS)
)
_TURNS = (
    select(TURN.c.game_id, TURN.c.number, TURN.c.seat, TURN.c.received_at)
    .where(TURN.c.game_id.in_(bindparam("games", expanding=True)))
    .order_by(TURN.c.game_id, TURN.c.number)
)
_STOPPING = frozenset({EventKind.FROZEN.value, EventKind.PAUSED.value})
_GOING_ON = frozenset({EventKind.THAWED.value, EventKind.RESUMED.value})
_EVENTS = (
    select(_EVENT.c.game_id, _EVENT.c.seat, _EVENT.c.kind, _EVENT.c.at)
    .where(
        _EVENT.c.game_id.in_(bindparam("games", expanding=True)),
        _EVENT.c.kind.in_([EventKind.CANCELLED.value, EventKind.REPLACED.value, *sorted(_STOPPING | _GOING_ON)]),
    )
    .order_by(_EVENT.c.game_id, _EVENT.c.id)
)
# Held orders to resign that were neither confirmed nor taken back.
_WISHES = (
    select(_HELD.c.game_id, func.max(_HELD.c.turn_number).label("turn_number"))
    .where(
        _HELD.c.player_id == bindparam("player"),
        _HELD.c.game_id.in_(bindparam("games", expanding=True)),
        _HELD.c.asks_to_resign,
        _HELD.c.state == HeldState.WAITING.value,
    )
    .group_by(_HELD.c.game_id)
)
_LEAVES = (
    select(LEAVE.c.player_id, LEAVE.c.begins_at, LEAVE.c.ends_at)
    .where(LEAVE.c.player_id.in_(bindparam("players", expanding=True)), LEAVE.c.ends_at > LEAVE.c.begins_at)
    .order_by(LEAVE.c.player_id, LEAVE.c.begins_at)
)
_GONE = delete(_CONDUCT).where(_CONDUCT.c.player_id.in_(bindparam("players", expanding=True)))
_OF_PLAYERS = select(_CONDUCT).where(
    _CONDUCT.c.player_id.in_(bindparam("players", expanding=True)), _CONDUCT.c.games >= FEWEST_GAMES
)


@dataclass(frozen=True, slots=True)
class Reliability:
    """The reliability of a player."""

    games: int
    """How many of the last games count for it: at least five, at most a hundred."""
    kept: int
    """How many of them the player neither lost on time nor abandoned."""
    median: timedelta | None
    """The time within which half of the player's turns came; None without any turn."""
    ninetieth: timedelta | None
    """The time within which nine of ten turns came; None without any turn."""

    @property
    def percent(self) -> int:
        """The percentage of games kept, rounded down, so that it is 100 only if all were kept."""
        return self.kept * 100 // self.games


def reliability_of(reader: Reader, player_id: int) -> Reliability | None:
    """The reliability of a player; None while fewer than `FEWEST_GAMES` games count."""
    return reliability_of_some(reader, (player_id,)).get(player_id)


def reliability_of_some(reader: Reader, players: Collection[int]) -> dict[int, Reliability]:
    """The reliability of each of *players* of whom enough games count: one statement."""
    rows = reader.connection.execute(_OF_PLAYERS, {"players": sorted(players)})
    return {
        row.player_id: Reliability(row.games, row.kept, _span(row.median_s), _span(row.ninetieth_s)) for row in rows
    }


def count_conduct(uow: UnitOfWork, players: Collection[int]) -> None:
    """Work out and store the reliability of *players*."""
    rows = uow.connection.execute(_LEAVES, {"players": players})
    leaves = {
        player: tuple(merged(Span(row.begins_at, row.ends_at) for row in of_player))
        for player, of_player in groupby(rows, key=lambda row: row.player_id)
    }
    cells = [_cells(uow, player, leaves.get(player, ())) for player in players]
    uow.connection.execute(_GONE, {"players": players})
    uow.connection.execute(insert(_CONDUCT), cells)


class _Says(Enum):
    """How a game counts for one of its players."""

    KEPT = auto()
    BROKEN = auto()
    NOTHING = auto()


@dataclass(frozen=True, slots=True)
class _Played:
    """A game of a player that is over, with its log."""

    game: Row[Any]
    turns: Sequence[Row[Any]]
    events: Sequence[Row[Any]]
    wished_at: int | None
    """The turn that was due when the player asked to resign by a mail that was never confirmed; None if not so."""

    @property
    def is_early(self) -> bool:
        """Whether it ended before both had made two turns, and not by the rules of the game."""
        return self.game.reason in _STOPS_EARLY and not have_made_enough(turn.seat for turn in self.turns)

    @property
    def is_resigned(self) -> bool:
        """Whether the player resigned."""
        return bool(self.game.reason == RESIGNATION and self.game.winner != self.game.seat)

    @property
    def wished_to_resign(self) -> bool:
        """Whether the player asked to resign and made no turn after that."""
        wished_at, seat = self.wished_at, self.game.seat
        return wished_at is not None and all(turn.seat != seat or turn.number < wished_at for turn in self.turns)


def _cells(uow: UnitOfWork, player_id: int, leaves: Sequence[Span]) -> dict[str, object]:
    says = {_Says.KEPT: 0, _Says.BROKEN: 0}
    replies: list[int] = []
    for played in _latest(uow, player_id):
        found = _says(uow, player_id, played)
        if found in says:
            says[found] += 1
        replies += _replies(played.game, played.turns, played.events, leaves)
        if sum(says.values()) == LATEST_GAMES:
            break
    replies.sort()
    return {
        "player_id": player_id,
        "games": sum(says.values()),
        "kept": says[_Says.KEPT],
        "median_s": _share(replies, 50),
        "ninetieth_s": _share(replies, 90),
        "worked_out_at": uow.now,
    }


def _latest(uow: UnitOfWork, player_id: int) -> Iterator[_Played]:
    """The games of a player that are over, newest first."""
    for begin in range(0, _MOST_LOOKED_AT, LATEST_GAMES):
        games = uow.connection.execute(_LATEST, {"player": player_id, "from_game": begin}).all()
        asked = {"games": [game.id for game in games]}
        turns = _by_game(uow.connection.execute(_TURNS, asked)) if games else {}
        events = _by_game(uow.connection.execute(_EVENTS, asked)) if games else {}
        wishes = uow.connection.execute(_WISHES, {**asked, "player": player_id}).all() if games else ()
        wished = {wish.game_id: wish.turn_number for wish in wishes}
        yield from (
            _Played(game, turns.get(game.id, ()), events.get(game.id, ()), wished.get(game.id)) for game in games
        )
        if len(games) < LATEST_GAMES:
            return


def _by_game(rows: Iterable[Row[Any]]) -> dict[str, tuple[Row[Any], ...]]:
    return {game_id: tuple(found) for game_id, found in groupby(rows, key=lambda row: row.game_id)}


def _says(uow: UnitOfWork, player_id: int, played: _Played) -> _Says:
    """What a game says about the player."""
    is_broken = _is_broken(played)
    is_resigned = played.is_resigned or (is_broken and played.wished_to_resign)
    if is_broken and not is_resigned:
        return _Says.BROKEN
    if not played.is_early:
        return _Says.KEPT
    if is_resigned and not _is_free(uow, player_id, played.game):
        return _Says.BROKEN
    return _Says.NOTHING


def _is_broken(played: _Played) -> bool:
    """Whether the player lost the game on time, or left it."""
    game = played.game
    if game.reason in {TIME, FORFEIT}:
        return bool(game.winner != game.seat)
    if game.reason == CANCELLED:
        # Whose first turn never came; None for both.
        return any(event.kind == EventKind.CANCELLED and event.seat in {None, game.seat} for event in played.events)
    if game.reason == ABANDONED:
        # Who made the last turn waited for the other.
        last = {turn.seat for turn in played.turns if turn.number == played.turns[-1].number}
        return last != {game.seat}
    return False


def _is_free(uow: UnitOfWork, player_id: int, game: Row[Any]) -> bool:
    """Whether the player has not resigned too many games early in the time before that one, which was one of them."""
    after = game.ended_at - FREE_WITHIN
    asked = {"player": player_id, "game": game.id, "before": game.ended_at, "after": after}
    return len(uow.connection.execute(_RESIGNED_EARLY, asked).all()) < FREE_RESIGNATIONS


def _replies(
    game: Row[Any], turns: Sequence[Row[Any]], events: Sequence[Row[Any]], leaves: Sequence[Span]
) -> Iterator[int]:
    """How many seconds each turn of the player took in a game, from when it was wanted."""
    still = tuple(merged(sorted((*_stood_still(events), *(leaves if game.allows_leave else ())))))
    # Turns before somebody took the seat over are another player's.
    took_over = (event.at for event in events if event.kind == EventKind.REPLACED and event.seat == game.seat)
    began: datetime = max(took_over, default=game.created_at)
    wanted: datetime = game.created_at
    for _, together in groupby(turns, key=lambda turn: turn.number):
        made = {turn.seat: turn.received_at for turn in together}
        if game.seat in made and made[game.seat] >= began:
            yield _seconds(max(wanted, began), made[game.seat], still)
        wanted = max(made.values())


def _stood_still(events: Iterable[Row[Any]]) -> Iterator[Span]:
    """When a game was paused or frozen, in order."""
    since: datetime | None = None
    for event in events:
        if event.kind in _STOPPING and since is None:
            since = event.at
        elif event.kind in _GOING_ON and since is not None:
            yield Span(since, event.at)
            since = None


def _seconds(begin: datetime, end: datetime, still: Collection[Span]) -> int:
    """The time between two moments, without that in which no clock ran."""
    away = sum((min(end, span.end) - max(begin, span.begin) for span in still if _meets(span, begin, end)), _NONE)
    return max(0, round((end - begin - away).total_seconds()))


def _meets(span: Span, begin: datetime, end: datetime) -> bool:
    return span.begin < end and begin < span.end


def _share(replies: Sequence[int], percent: int) -> int | None:
    """The least time within which so many percent of *replies*, which are in order, came."""
    return replies[-(-len(replies) * percent // 100) - 1] if replies else None


def _span(seconds: int | None) -> timedelta | None:
    return None if seconds is None else timedelta(seconds=seconds)
