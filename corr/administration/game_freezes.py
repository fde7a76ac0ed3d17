"""
Frozen games: nobody can play on, because log and rules no longer agree, or because an administrator wants to look.

Nothing is lost: the clocks stand still, and go on later with the time that was left. Each step happens once, however
many processes and administrators try it at the same time: whoever comes second finds it done. They are listed for
administrators, with games whose deadline met a fault and was put off.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from sqlalchemy import Row, Update, bindparam, func, select

from corr.administration.replay import Replay, check_length, check_waiting, fault_words, replay_log
from corr.base import notices
from corr.base.paging import Page, page_of
from corr.base.uow import Reader, UnitOfWork
from corr.clocks.outages import credit_game
from corr.clocks.seat_clocks import pause_clocks, resume_clocks_of
from corr.errors import ConflictError, NotAllowedError, NotFoundError
from corr.game.game_row import GAME, SEAT, UPDATE_WHILE_DUE, GameRow, change_games, get_game_row, get_game_row_locked
from corr.game.history import Happening, read_reason, record_event
from corr.game.refusals import check_not_over
from corr.game.words import VOIDED, EventKind, outcome_words
from corr.games.api import Outcome
from corr.games.replay import CorruptLogError
from corr.games.seats import Seat
from corr.leagues.paused_games import keep_paused
from corr.play.lifecycle import Ending, end_game, finish_game, tell_end
from corr.play.sealed_turns import latest_sealed
from corr.play.turn_log import turns_of
from corr.store.tables.games import FrozenKind

_FREEZE = UPDATE_WHILE_DUE.values(
    frozen_at=bindparam("at"),
    frozen_for=bindparam("why"),
    frozen_kind=FrozenKind.FAULT.value,
    version=GAME.c.version + 1,
    changed_at=bindparam("at"),
)
_THAW = UPDATE_WHILE_DUE.values(
    frozen_at=None,
    frozen_for="",
    frozen_kind=FrozenKind.FAULT.value,
    position=bindparam("new_position"),
    last_squares=bindparam("new_squares"),
    version=GAME.c.version + 1,
    changed_at=bindparam("at"),
)
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
class FreezeOrder:
    """An administrator's order to freeze, thaw or void a game."""

    game_id: str
    reason: str = field(default="", repr=False)
    """The reason, in one sentence that the players read."""
    by_player_id: int | None = None
    """The administrator; None for the service itself."""


@dataclass(frozen=True, slots=True)
class FreezeReceipt:
    """What became of such an order."""

    game_id: str
    sentence: str
    is_changed: bool
    """False if the game was in that state before."""


def freeze(uow: UnitOfWork, order: FreezeOrder) -> FreezeReceipt:
    """
    Freeze a game: nobody can play on, the clocks stop with the time that is left, and both players are told.

    :raises NotFoundError: there is no such game.
    :raises NotAllowedError: the administrator plays it.
    :raises GameOverError: it is over.
    :raises InputError: no reason is given, or too long a one.
    """
    reason = _read_reason(order)
    game_row = get_game_row_locked(uow, order.game_id)
    if game_row.owed_since is not None:
        game_row = credit_game(uow, game_row)
    check_impartial(game_row, order.by_player_id)
    check_not_over(game_row)
    if game_row.frozen_at is not None and not game_row.is_paused:
        return FreezeReceipt(game_row.id, "The game was frozen already; nothing changed now.", is_changed=False)
    _change(uow, game_row, _FREEZE, {"why": reason})
    if not game_row.is_paused:
        pause_clocks(uow, [game_row])
    _record(uow, game_row, EventKind.FROZEN, replace(order, reason=reason))
    for seated in game_row.seats:
        turn = (game_row.turn_number, game_row.version)
        uow.tell(notices.frozen(game_row.id, turn, seated.player_id, {"why": reason}))
    return FreezeReceipt(game_row.id, "The game is frozen, and both players are told.", is_changed=True)


def thaw(uow: UnitOfWork, order: FreezeOrder) -> FreezeReceipt:
    """
    Let a frozen game go on from the position that its log leads to, with the time that was left.

    If by its log the game is over, it ends.

    :raises GameOverError: it is over.
    :raises ConflictError: its log cannot be replayed, or does not fit the turn that is due; or it is paused.
    """
    game_row = get_game_row_locked(uow, order.game_id)
    check_not_over(game_row)
    if game_row.frozen_at is None:
        return FreezeReceipt(game_row.id, "The game is not frozen; nothing changed now.", is_changed=False)
    if game_row.is_paused:
        raise ConflictError("The organisers of its league let this game stand still; it goes on when they say so.")
    replay, waiting = replay_of(uow, game_row)
    _change(uow, game_row, _THAW, {"new_position": replay.track.text, "new_squares": replay.course})
    _record(uow, game_row, EventKind.THAWED, order)
    if replay.track.outcome is not None:
        return _end_by_log(uow, game_row, replay.track.outcome)
    if keep_paused(uow, game_row):
        return FreezeReceipt(
            game_row.id, "The game is not frozen any more. It stands still as long as its season.", is_changed=True
        )
    resume_clocks_of(uow, game_row, replay.track.due - waiting)
    for seated in game_row.seats:
        turn = (game_row.turn_number, game_row.version)
        uow.tell(notices.thawed(game_row.id, turn, seated.player_id))
    return FreezeReceipt(game_row.id, "The game goes on, and both players are told.", is_changed=True)


def void(uow: UnitOfWork, order: FreezeOrder) -> FreezeReceipt:
    """
    End a frozen game without a result, and tell both players.

    :raises GameOverError: it is over.
    :raises ConflictError: it is not frozen.
    :raises InputError: no reason is given, or too long a one.
    """
    game_row = get_game_row_locked(uow, order.game_id)
    check_impartial(game_row, order.by_player_id)
    if game_row.is_over and game_row.reason == VOIDED:
        return FreezeReceipt(game_row.id, "The game was ended already; nothing changed now.", is_changed=False)
    check_not_over(game_row)
    if game_row.frozen_at is None:
        raise ConflictError("The game is not frozen. Freeze it first: then it can be ended without a result.")
    ending = Ending(None, VOIDED, EventKind.VOIDED, None, note=_read_reason(order), by_player_id=order.by_player_id)
    end_game(uow, game_row, ending, game_row.seats)
    return FreezeReceipt(game_row.id, "The game is ended without a result, and both players are told.", is_changed=True)


def check_impartial(game_row: GameRow, by_player_id: int | None) -> None:
    """
    Refuse administrators who would freeze or void their own games; they may thaw them, which favours nobody.

    :raises NotAllowedError: the player plays the game.
    """
    if by_player_id in {seated.player_id for seated in game_row.seats}:
        raise NotAllowedError("You play this game, so another administrator has to decide about it.")


def replay_of(reader: Reader, game_row: GameRow) -> tuple[Replay, frozenset[Seat]]:
    """
    The game replayed from its log by the present rules, and the seats whose turns wait sealed.

    :raises ConflictError: it cannot be replayed, or does not fit the turn that is due; the sentence says so.
    """
    rules = game_row.rules(reader)
    try:
        replay = replay_log(rules, turns_of(reader, game_row.id))
        check_length(replay, game_row.turn_number)
        waiting = latest_sealed(reader, game_row.id, game_row.turn_number) if len(replay.track.due) > 1 else ()
        check_waiting(replay, waiting)
    except CorruptLogError as fault:
        raise ConflictError(fault_words(rules, fault, is_over=False)) from fault
    return replay, frozenset(turn.seat for turn in waiting)


def _read_reason(order: FreezeOrder) -> str:
    """The reason as one line that ends like a sentence."""
    reason = read_reason(order.reason)
    return reason if reason[-1] in ".!?" else f"{reason}."


def _change(uow: UnitOfWork, game_row: GameRow, change: Update, values: Mapping[str, str]) -> None:
    asked = {"of_game": game_row.id, "of_turn": game_row.turn_number, "at": uow.now, **values}
    if change_games(uow, change, asked).rowcount != 1:
        raise ConflictError("The game has gone on in the meantime; please look at it again.")


def _end_by_log(uow: UnitOfWork, game_row: GameRow, outcome: Outcome) -> FreezeReceipt:
    """End a game that is over by the rules as they are now."""
    finish_game(uow, game_row, outcome.winner, outcome.reason)
    tell_end(uow, game_row, game_row.seats)
    words = outcome_words(game_row.rules(uow).info, outcome.winner, outcome.reason)
    return FreezeReceipt(game_row.id, f"The game is over by its log: {words}", is_changed=True)


def _record(uow: UnitOfWork, game_row: GameRow, kind: EventKind, order: FreezeOrder) -> None:
    happening = Happening(kind, reason=order.reason, by_player_id=order.by_player_id)
    record_event(uow, game_row.id, game_row.turn_number, happening)


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
