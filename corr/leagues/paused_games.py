"""Paused games: organisers let games of a season stand still; their clocks stop, and no time is lost."""

from collections.abc import Collection, Sequence
from typing import Any

from sqlalchemy import Select, and_, bindparam, select

from corr.base import notices
from corr.base.notices import NoticeKind
from corr.base.uow import Reader, UnitOfWork
from corr.clocks.outages import credited_game_rows
from corr.clocks.seat_clocks import pause_clocks, resume_clocks
from corr.game.game_row import GAME, UPDATE_GAMES, GameRow, change_games
from corr.game.history import Happening, record_events
from corr.game.words import EventKind
from corr.leagues.rows import PAIRING, SEASON
from corr.store.base import table
from corr.store.tables.games import FrozenKind, GameState
from corr.store.tables.mails import Outbox, OutboxState

_OPEN: Select[Any] = (
    select(GAME.c.id)
    .join(PAIRING, PAIRING.c.game_id == GAME.c.id)
    .where(PAIRING.c.season_id == bindparam("season"), GAME.c.state == GameState.RUNNING.value)
    .order_by(GAME.c.id)
)
_PAUSE = UPDATE_GAMES.values(
    frozen_at=bindparam("at"),
    frozen_for=bindparam("why"),
    frozen_kind=FrozenKind.PAUSE.value,
    version=GAME.c.version + 1,
    changed_at=bindparam("at"),
)
_RESUME = UPDATE_GAMES.values(
    frozen_at=None,
    frozen_for="",
    frozen_kind=FrozenKind.FAULT.value,
    version=GAME.c.version + 1,
    changed_at=bindparam("at"),
)
_LETTER = table(Outbox)
# Locked, so that no sender drops one of them as out of date at the same moment.
_TOLD = (
    select(_LETTER.c.game_id, _LETTER.c.turn_number, _LETTER.c.player_id, _LETTER.c.state)
    .join(GAME, and_(GAME.c.id == _LETTER.c.game_id, GAME.c.turn_number == _LETTER.c.turn_number))
    .where(_LETTER.c.game_id.in_(bindparam("games", expanding=True)), _LETTER.c.kind == NoticeKind.YOUR_TURN.value)
    .order_by(_LETTER.c.id)
    .with_for_update(of=_LETTER)
)
_PAUSED_AT = select(SEASON.c.paused_at).where(SEASON.c.id == bindparam("season"))
_PAUSED = "The season is paused."


def open_games(reader: Reader, season_id: int) -> tuple[str, ...]:
    """The ids of the games of a season that are not over."""
    return tuple(reader.connection.execute(_OPEN, {"season": season_id}).scalars())


def open_game_rows_locked(uow: UnitOfWork, season_id: int) -> tuple[GameRow, ...]:
    """The games of a season that are not over, locked, with clocks that have their credit for an outage."""
    game_rows = credited_game_rows(uow, open_games(uow, season_id))
    return tuple(game_row for game_row in game_rows if not game_row.is_over)


def pause_games(uow: UnitOfWork, game_rows: Collection[GameRow], why: str, by_player_id: int | None) -> int:
    """
    Pause locked games; those that are frozen already stay as they are. Gives how many were paused.

    :param why: the reason, one sentence that everybody reads.
    """
    halted = [game_row for game_row in game_rows if not game_row.is_over and game_row.frozen_at is None]
    if not halted:
        return 0
    pause_clocks(uow, halted)
    asked = {"games": [game_row.id for game_row in halted], "at": uow.now, "why": why}
    change_games(uow, _PAUSE, asked)
    _record(uow, halted, Happening(EventKind.PAUSED, reason=why, by_player_id=by_player_id))
    return len(halted)


def resume_games(uow: UnitOfWork, game_rows: Collection[GameRow], why: str, by_player_id: int | None) -> None:
    """
    Resume those of the locked games that `pause_games` paused.

    Players who are due and got no letter about it, because it was not sent before the pause, are told now.
    """
    resumed = [game_row for game_row in game_rows if not game_row.is_over and game_row.is_paused]
    if not resumed:
        return
    resume_clocks(uow, resumed)
    change_games(uow, _RESUME, {"games": [game_row.id for game_row in resumed], "at": uow.now})
    _record(uow, resumed, Happening(EventKind.RESUMED, reason=why, by_player_id=by_player_id))
    _tell_again(uow, resumed)


def keep_paused(uow: UnitOfWork, game_row: GameRow) -> bool:
    """
    Pause a locked game, whose clocks stand still, if its season is paused; whether it is.

    For games that an administrator thaws.
    """
    if game_row.season_id is None:
        return False
    if uow.connection.execute(_PAUSED_AT, {"season": game_row.season_id}).scalar() is None:
        return False
    change_games(uow, _PAUSE, {"games": [game_row.id], "at": uow.now, "why": _PAUSED})
    _record(uow, [game_row], Happening(EventKind.PAUSED, reason=_PAUSED))
    return True


def _tell_again(uow: UnitOfWork, game_rows: Sequence[GameRow]) -> None:
    """Tell those who are due and whose letters were not sent because the game was paused."""
    states: dict[tuple[str, int, int], set[str]] = {}
    for row in uow.connection.execute(_TOLD, {"games": [game_row.id for game_row in game_rows]}):
        states.setdefault((row.game_id, row.turn_number, row.player_id), set()).add(row.state)
    for game_row in game_rows:
        for seated in game_row.seats:
            told = states.get((game_row.id, game_row.turn_number, seated.player_id))
            if seated.is_due and told == {OutboxState.OBSOLETE.value}:
                turn = (game_row.turn_number, game_row.version)
                uow.tell(notices.your_turn_again(game_row.id, turn, seated.player_id))


def _record(uow: UnitOfWork, game_rows: Sequence[GameRow], happening: Happening) -> None:
    record_events(uow, [(game_row.id, game_row.turn_number, happening) for game_row in game_rows])
