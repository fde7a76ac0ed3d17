"""Lists of games: a player's own, and those that anybody may watch."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from sqlalchemy import Row, Select, and_, bindparam, case, select

from corr.base.paging import Page, page_of
from corr.base.uow import Reader
from corr.clocks.leave import away_until
from corr.game.game_row import GAME, PLAYER, SEAT
from corr.game.views import GameLine, MyGames
from corr.game.words import outcome_words
from corr.games.seats import Seat
from corr.store.statements import unindexed
from corr.store.tables.games import GameState

PAGE = 20
"""How many games one page of a list shows."""
_MOST_RUNNING = 500
"""How many running games of one player are shown."""

_SEATS = (SEAT.alias("first_seat"), SEAT.alias("second_seat"))
_PLAYERS = (PLAYER.alias("first_player"), PLAYER.alias("second_player"))
_MINE = SEAT.alias("mine")
_LINES: Select[Any] = (
    select(
        GAME.c.id,
        GAME.c.ruleset,
        GAME.c.turn_number,
        GAME.c.state,
        GAME.c.winner,
        GAME.c.reason,
        GAME.c.changed_at,
        GAME.c.frozen_at,
        _SEATS[0].c.due_at.label("first_due_at"),
        _SEATS[1].c.due_at.label("second_due_at"),
        _SEATS[0].c.since.label("first_since"),
        _SEATS[1].c.since.label("second_since"),
        _PLAYERS[0].c.name.label("first_name"),
        _PLAYERS[1].c.name.label("second_name"),
    )
    .join(_SEATS[0], and_(_SEATS[0].c.game_id == GAME.c.id, _SEATS[0].c.seat == 0))
    .join(_SEATS[1], and_(_SEATS[1].c.game_id == GAME.c.id, _SEATS[1].c.seat == 1))
    .join(_PLAYERS[0], _PLAYERS[0].c.id == _SEATS[0].c.player_id)
    .join(_PLAYERS[1], _PLAYERS[1].c.id == _SEATS[1].c.player_id)
    .where(unindexed(GAME.c.state) == bindparam("state"))
    .order_by(GAME.c.changed_at.desc(), GAME.c.id.desc())
)
_LINES_OF_SOME = _LINES.where(GAME.c.id.in_(bindparam("games", expanding=True)))
# Which games a page shows is found in an index alone: with all that is shown of them, far pages would take very long.
_WHICH = (
    select(GAME.c.id).where(GAME.c.state == bindparam("state")).order_by(GAME.c.changed_at.desc(), GAME.c.id.desc())
)
_LINES_OF_PLAYER = (
    _LINES.add_columns(
        _MINE.c.seat.label("my_seat"),
        case((_MINE.c.seat == 0, _SEATS[1].c.player_id), else_=_SEATS[0].c.player_id).label("opponent_id"),
    )
    .join(_MINE, _MINE.c.game_id == GAME.c.id)
    .where(_MINE.c.player_id == bindparam("player"))
)
_RUNNING = _LINES_OF_PLAYER.limit(_MOST_RUNNING)


def my_games(reader: Reader, player_id: int, page: int = 1) -> MyGames:
    """
    The games of a player: those that wait for the player, by time left, then the others, then a page of those that
    are over, the latest first.
    """
    asked = {"player": player_id, "state": GameState.RUNNING.value}
    rows = reader.connection.execute(_RUNNING, asked).all()
    away = away_until(reader, {row.opponent_id for row in rows})
    running = sorted(
        (replace(_line(reader, row), opponent_away_until=away.get(row.opponent_id)) for row in rows), key=_urgency
    )
    return MyGames(
        your_turn=tuple(line for line in running if line.is_your_turn),
        their_turn=tuple(line for line in running if not line.is_your_turn),
        over=_over(reader, player_id, page),
    )


def public_games(reader: Reader, page: int = 1, *, over: bool = False) -> Page[GameLine]:
    """A page of the games that anybody may watch, the latest first: those that are over, or those that run."""
    asked = {"state": (GameState.OVER if over else GameState.RUNNING).value}

    def shown(rows: Sequence[Row[Any]]) -> Iterable[GameLine]:
        wanted = {**asked, "games": [row.id for row in rows]}
        return [_line(reader, row) for row in reader.connection.execute(_LINES_OF_SOME, wanted)]

    return page_of(reader, _WHICH, shown, number=page, size=PAGE, asked=asked)


def _over(reader: Reader, player_id: int, page: int) -> Page[GameLine]:
    asked = {"player": player_id, "state": GameState.OVER.value}

    def shown(rows: Sequence[Row[Any]]) -> Iterable[GameLine]:
        return [_line(reader, row) for row in rows]

    return page_of(reader, _LINES_OF_PLAYER, shown, number=page, size=PAGE, asked=asked)


def _line(reader: Reader, row: Row[Any]) -> GameLine:
    info = reader.registry.get_rules(row.ruleset).info
    my_seat: int | None = getattr(row, "my_seat", None)
    due = (row.first_due_at, row.second_due_at)
    since = (row.first_since, row.second_since)
    names = (row.first_name, row.second_name)
    is_over = row.state == GameState.OVER.value
    winner = None if row.winner is None else Seat(row.winner)
    return GameLine(
        id=row.id,
        title=info.title,
        names=names,
        seat_titles=info.seats,
        turn_number=row.turn_number,
        is_your_turn=my_seat is not None and since[my_seat] is not None and row.frozen_at is None,
        due_at=min((at for at in due if at is not None), default=None),
        is_over=is_over,
        outcome_words=outcome_words(info, winner, row.reason) if is_over else "",
        changed_at=row.changed_at,
        opponent="" if my_seat is None else names[1 - my_seat],
        is_frozen=row.frozen_at is not None,
    )


def _urgency(line: GameLine) -> tuple[bool, datetime, str]:
    # Games without a deadline, untimed or frozen, come last.
    return line.due_at is None, line.due_at or line.changed_at, line.id
