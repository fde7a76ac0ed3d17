"""
Untimed games in which nobody acts: both players are warned, and two weeks later the game is closed without a result.

Turns, acts about draws, and messages count as acting. Each call locks one game, so any number of processes may call at
once.
"""

from datetime import timedelta

from sqlalchemy import and_, bindparam, exists, func, literal, or_, select, update

from corr.base import notices
from corr.base.notices import NoticeKind
from corr.base.uow import UnitOfWork
from corr.clocks.agreement import ABANDONED_DAYS, WARNED_DAYS
from corr.clocks.outages import is_outage
from corr.game.game_row import GAME, WARN_WHILE_DUE, GameRow, change_games, get_game_row_locked
from corr.game.words import ABANDONED, EventKind
from corr.play.lifecycle import Ending, end_game
from corr.play.overdue import IS_FOR_ANY, IS_WAITING, MAIL, mail_since
from corr.store.base import table
from corr.store.tables.games import GameState, Message
from corr.store.tables.mails import Outbox, OutboxState

_WARNED_BEFORE = timedelta(days=WARNED_DAYS)
_CLOSED_AFTER = timedelta(days=ABANDONED_DAYS)
_LETTER, _MESSAGE = table(Outbox), table(Message)
_WAITING_MAIL = exists().where(IS_WAITING, or_(MAIL.c.game_id == GAME.c.id, IS_FOR_ANY))
# The letters of this warning alone: there may have been one before, after which somebody acted.
_UNSENT = exists().where(
    _LETTER.c.game_id == GAME.c.id,
    _LETTER.c.kind == NoticeKind.ABANDONING.value,
    _LETTER.c.created_at >= GAME.c.warned_at,
    or_(_LETTER.c.state == OutboxState.WAITING.value, _LETTER.c.sent_at > bindparam("warned_before")),
)
_IS_UNWARNED = or_(GAME.c.warned_at.is_(None), GAME.c.warned_at < GAME.c.changed_at)
_IS_CLOSING = and_(
    GAME.c.warned_at <= bindparam("warned_before"), GAME.c.changed_at <= bindparam("acted_before"), ~_UNSENT
)
# Spelled out as in the partial index, which covers only running games without a time limit.
_NEXT = (
    select(GAME.c.id, GAME.c.warned_at)
    .where(
        GAME.c.pace == literal("untimed", literal_execute=True),
        GAME.c.state == literal(GameState.RUNNING.value, literal_execute=True),
        GAME.c.changed_at <= bindparam("still_since"),
        GAME.c.frozen_at.is_(None),
        or_(_IS_UNWARNED, _IS_CLOSING),
        ~_WAITING_MAIL,
    )
    .order_by(GAME.c.changed_at)
    .limit(1)
    .with_for_update(of=GAME, skip_locked=True, key_share=True)
)
_LAST_WORDS = select(func.max(_MESSAGE.c.at)).where(_MESSAGE.c.game_id == bindparam("game"))
_ACTED = update(GAME).where(GAME.c.id == bindparam("of_game")).values(changed_at=bindparam("at"))


def close_next_abandoned(uow: UnitOfWork) -> bool:
    """Warn the players of one game in which nobody acts, or close it; False if there is nothing to do."""
    asked = {
        "still_since": uow.now - _CLOSED_AFTER + _WARNED_BEFORE,
        "acted_before": uow.now - _CLOSED_AFTER,
        "warned_before": uow.now - _WARNED_BEFORE,
        "mail_since": mail_since(uow),
    }
    found = None if is_outage(uow) else uow.connection.execute(_NEXT, asked).first()
    if found is None:
        return False
    game_row = get_game_row_locked(uow, found.id)
    # A message does not change the game's row, so its moment is noted only here.
    words_at = uow.connection.execute(_LAST_WORDS, {"game": game_row.id}).scalar()
    if words_at is not None and words_at > game_row.changed_at:
        change_games(uow, _ACTED, {"of_game": game_row.id, "at": words_at})
    elif found.warned_at is None or found.warned_at < game_row.changed_at:
        _warn(uow, game_row)
    else:
        _close(uow, game_row)
    return True


def _warn(uow: UnitOfWork, game_row: GameRow) -> None:
    asked = {"of_game": game_row.id, "of_turn": game_row.turn_number, "at": uow.now}
    change_games(uow, WARN_WHILE_DUE, asked)
    turn = (game_row.turn_number, game_row.version)
    for seated in game_row.seats:
        facts = {"days": WARNED_DAYS}
        uow.tell(notices.abandoning(game_row.id, turn, seated.player_id, facts))


def _close(uow: UnitOfWork, game_row: GameRow) -> None:
    end_game(uow, game_row, Ending(None, ABANDONED, EventKind.ABANDONED, None))
    for seated in game_row.seats:
        uow.tell(notices.game_over(game_row.id, game_row.turn_number, seated.player_id))
