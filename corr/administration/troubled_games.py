"""Games that need an administrator: frozen ones, and those whose deadline met a fault and was put off."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Row, func, select

from corr.administration.game_freezes import replay_of
from corr.base.paging import Page, page_of
from corr.base.uow import Reader
from corr.errors import ConflictError, NotFoundError
from corr.game.game_row import GAME, SEAT, GameRow, get_game_row
from corr.game.words import outcome_words
from corr.store.tables.games import FrozenKind

PAGE = 10
"""How many frozen games one page shows: each of them is replayed for it."""
_MOST_HELD = 50
# Games that organisers paused need no administrator.
_FROZEN = (
    select(GAME.c.id)
    .where(GAME.c.frozen_at.is_not(None), GAME.c.frozen_kind == FrozenKind.FAULT.value)
    .order_by(GAME.c.frozen_at, GAME.c.id)
)
_HELD = (
    select(SEAT.c.game_id, func.max(SEAT.c.held_until).label("until"))
    .where(SEAT.c.held_until.is_not(None))
    .group_by(SEAT.c.game_id)
    .order_by(SEAT.c.game_id)
    .limit(_MOST_HELD)
)


@dataclass(frozen=True, slots=True)
class GameInNeed:
    """A game as an administrator sees it: its players, whether it is frozen, and what its log leads to."""

    id: str
    title: str
    names: tuple[str, ...]
    player_ids: frozenset[int]
    turn_number: int
    is_over: bool
    frozen_at: datetime | None
    frozen_for: str
    fault: str
    """Where and why its log cannot be replayed; empty if it can."""
    outcome: str
    """The end of the game by its log, in words; empty if by its log it goes on."""


@dataclass(frozen=True, slots=True)
class PutOffGame:
    """A game whose deadline met a fault."""

    game_id: str
    until: datetime
    """When the deadline is tried the next time."""


@dataclass(frozen=True, slots=True)
class GamesInNeed:
    """All games that need an administrator."""

    frozen: Page[GameInNeed]
    held: tuple[PutOffGame, ...]


def games_in_need(reader: Reader, page: int = 1) -> GamesInNeed:
    """The frozen games, the oldest first, and those that were put off."""
    held = reader.connection.execute(_HELD)

    def shown(rows: Sequence[Row[Any]]) -> list[GameInNeed]:
        return [game_in_need(reader, row.id) for row in rows]

    frozen = page_of(reader, _FROZEN, shown, number=page, size=PAGE)
    return GamesInNeed(frozen, tuple(PutOffGame(row.game_id, row.until) for row in held))


def game_in_need(reader: Reader, game_id: str) -> GameInNeed:
    """The game of that id, frozen or not."""
    game_row = get_game_row(reader, game_id)
    fault, outcome = _replayed(reader, game_row)
    return GameInNeed(
        id=game_row.id,
        title=_title(reader, game_row),
        names=tuple(seated.name for seated in game_row.seats),
        player_ids=frozenset(seated.player_id for seated in game_row.seats),
        turn_number=game_row.turn_number,
        is_over=game_row.is_over,
        frozen_at=game_row.frozen_at,
        frozen_for=game_row.frozen_for,
        fault=fault,
        outcome=outcome,
    )


def _replayed(reader: Reader, game_row: GameRow) -> tuple[str, str]:
    """What is wrong with the log, and the end of the game by it, both in words."""
    if game_row.is_over:
        return "", ""
    try:
        replay, _ = replay_of(reader, game_row)
    except (ConflictError, NotFoundError) as refused:
        return refused.sentence, ""
    outcome = replay.track.outcome
    info = replay.track.rules.info
    return "", outcome_words(info, outcome.winner, outcome.reason) if outcome else ""


def _title(reader: Reader, game_row: GameRow) -> str:
    try:
        return reader.registry.get_info(game_row.ruleset).title
    except NotFoundError:
        return game_row.ruleset
