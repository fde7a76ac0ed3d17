"""How players keep to their games and how fast they answer, over the last hundred games of each."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import groupby
from typing import Any

from sqlalchemy import Row, Select, bindparam, delete, insert, select

from corr.core.stillness import Span, merged
from corr.service.clocks.running import LEAVE
from corr.service.repetition import TURN
from corr.service.standing import GAME, SEAT
from corr.service.uow import Reader, UnitOfWork
from corr.service.words import ABANDONED, ANNULLED, CANCELLED, FORFEIT, TIME, VOIDED, EventKind
from corr.store.base import table
from corr.store.tables.games import GameEvent, GameState
from corr.store.tables.ratings import Conduct

FEWEST_GAMES = 5
"""With fewer games nothing is said about a player."""
LATEST_GAMES = 100
_NONE = timedelta()
_CONDUCT, _EVENT = table(Conduct), table(GameEvent)
_NOBODYS_ACT = (VOIDED, ANNULLED)
"""End reasons that say nothing about either player."""
_LATEST: Select[Any] = (
    select(GAME.c.id, GAME.c.winner, GAME.c.reason, GAME.c.created_at, GAME.c.allows_leave, SEAT.c.seat)
    .join(SEAT, SEAT.c.game_id == GAME.c.id)
    .where(
        SEAT.c.player_id == bindparam("player"),
        GAME.c.state == GameState.OVER.value,
        GAME.c.reason.not_in(_NOBODYS_ACT),
    )
    .order_by(GAME.c.ended_at.desc(), GAME.c.id)
    .limit(LATEST_GAMES)
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
_LEAVES = (
    select(LEAVE.c.player_id, LEAVE.c.begins_at, LEAVE.c.ends_at)
    .where(LEAVE.c.player_id.in_(bindparam("players", expanding=True)), LEAVE.c.ends_at > LEAVE.c.begins_at)
    .order_by(LEAVE.c.player_id, LEAVE.c.begins_at)
)
_GONE = delete(_CONDUCT).where(_CONDUCT.c.player_id.in_(bindparam("players", expanding=True)))
_OF_PLAYER = select(_CONDUCT).where(_CONDUCT.c.player_id == bindparam("player"))


@dataclass(frozen=True, slots=True)
class Reliability:
    """How a player kept to the last games, and answered in them."""

    games: int
    """How many of the last games were looked at: at least five, at most a hundred."""
    kept: int
    """How many of them the player neither lost on time nor abandoned."""
    median: timedelta | None
    """Half of the player's turns came within that time; None without any turn."""
    ninetieth: timedelta | None
    """Nine of ten turns came within that time."""

    @property
    def percent(self) -> int:
        """The share of games kept, rounded down, so that only who kept all has 100."""
        return self.kept * 100 // self.games


def reliability_of(reader: Reader, player_id: int) -> Reliability | None:
    """What is known of a player's conduct; None as long as too few games were finished to say anything."""
    row = reader.connection.execute(_OF_PLAYER, {"player": player_id}).first()
    if row is None or row.games < FEWEST_GAMES:
        return None
    return Reliability(row.games, row.kept, _span(row.median_s), _span(row.ninetieth_s))


def count_conduct(uow: UnitOfWork, players: Collection[int]) -> None:
    """Work out and store what is known of the conduct of *players*."""
    rows = uow.connection.execute(_LEAVES, {"players": players})
    leaves = {
        player: tuple(merged(Span(row.begins_at, row.ends_at) for row in of_player))
        for player, of_player in groupby(rows, key=lambda row: row.player_id)
    }
    cells = [_cells(uow, player, leaves.get(player, ())) for player in players]
    uow.connection.execute(_GONE, {"players": players})
    uow.connection.execute(insert(_CONDUCT), cells)


def _cells(uow: UnitOfWork, player_id: int, leaves: Sequence[Span]) -> dict[str, object]:
    games = uow.connection.execute(_LATEST, {"player": player_id}).all()
    asked = {"games": [game.id for game in games]}
    turns = _by_game(uow.connection.execute(_TURNS, asked)) if games else {}
    events = _by_game(uow.connection.execute(_EVENTS, asked)) if games else {}
    replies = sorted(
        reply for game in games for reply in _replies(game, turns.get(game.id, ()), events.get(game.id, ()), leaves)
    )
    return {
        "player_id": player_id,
        "games": len(games),
        "kept": sum(_is_kept(game, turns.get(game.id, ()), events.get(game.id, ())) for game in games),
        "median_s": _share(replies, 50),
        "ninetieth_s": _share(replies, 90),
        "worked_out_at": uow.now,
    }


def _by_game(rows: Iterable[Row[Any]]) -> dict[str, tuple[Row[Any], ...]]:
    return {game_id: tuple(found) for game_id, found in groupby(rows, key=lambda row: row.game_id)}


def _is_kept(game: Row[Any], turns: Sequence[Row[Any]], events: Iterable[Row[Any]]) -> bool:
    """Whether the player neither lost the game on time, nor left it."""
    if game.reason in {TIME, FORFEIT}:
        return bool(game.winner == game.seat)
    if game.reason == CANCELLED:
        # Whose first turn never came; None for both.
        return any(event.kind == EventKind.CANCELLED and event.seat not in {None, game.seat} for event in events)
    if game.reason == ABANDONED:
        # Who made the last turn waited for the other.
        return {turn.seat for turn in turns if turn.number == turns[-1].number} == {game.seat}
    return True


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
