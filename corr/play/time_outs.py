"""
Time-outs: what becomes of a game whose deadline has passed, of one that nobody claims for thirty days, and of an
untimed one in which nobody acts: both players are warned, and two weeks later it is closed without a result.

Turns, acts about draws, and messages count as acting. Each call locks one game, so any number of processes may call at
once.

A player who loses on time was absent if they handed in no turn in any game while that clock ran: the losses of one
absence weigh as one in ratings. That is judged when the game ends, and kept, since nothing later can change it.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta

from sqlalchemy import and_, bindparam, exists, func, literal, or_, select, update

from corr.base import notices
from corr.base.notices import NoticeKind
from corr.base.uow import Reader, UnitOfWork
from corr.clocks.forecast import Forfeit, forfeits_won
from corr.clocks.outages import is_outage
from corr.clocks.seat_clocks import UNCLAIMED_WARNED_BEFORE, is_warned
from corr.core.pace import ABANDONED_DAYS, UNCLAIMED_DAYS, WARNED_DAYS, first_check, is_late
from corr.game.delayed_turns import HELD, IS_DELAYED
from corr.game.game_row import (
    GAME,
    SEAT,
    TURN,
    UPDATE_GAME,
    UPDATE_SEAT,
    WARN_WHILE_DUE,
    GameRow,
    Seated,
    change_games,
    get_game_row_locked,
    show_anew,
)
from corr.game.history import Happening, record_event
from corr.game.words import ABANDONED, CANCELLED, FORFEIT, NEVER_BEGAN, TIME, EventKind
from corr.games.seats import other
from corr.play.lifecycle import Ending, end_game
from corr.play.overdue import IS_FOR_ANY, IS_WAITING, MAIL, has_mail_before, mail_since
from corr.play.sealed_turns import SEALED
from corr.store.base import table
from corr.store.tables.games import GameEvent, GameState, Message
from corr.store.tables.mails import Outbox, OutboxState

_HAS_PLAYED = select(exists().where(TURN.c.game_id == bindparam("game"), TURN.c.seat == bindparam("of_seat")))
_MAKE_CLAIMABLE = UPDATE_SEAT.where(SEAT.c.lapsed_at.is_(None)).values(
    lapsed_at=bindparam("at"), look_at=bindparam("then"), remind_at=None, held_until=None
)
_MOVED = select(
    or_(
        exists().where(TURN.c.game_id == bindparam("game")),
        exists().where(SEALED.c.game_id == bindparam("game")),
    )
)
_UNCLAIMED = timedelta(days=UNCLAIMED_DAYS)
_SOON = timedelta(minutes=5)
_SET_NEXT_CHECK = (
    update(SEAT)
    .where(SEAT.c.game_id == bindparam("of_game"), SEAT.c.lapsed_at.is_not(None))
    .values(look_at=bindparam("at"), held_until=None)
)
_WARNED_BEFORE = timedelta(days=WARNED_DAYS)
_CLOSED_AFTER = timedelta(days=ABANDONED_DAYS)
_LETTER, _MESSAGE, _EVENT = table(Outbox), table(Message), table(GameEvent)
_WAITING_MAIL = exists().where(IS_WAITING, or_(MAIL.c.game_id == GAME.c.id, IS_FOR_ANY))
_DELAYED_TURN = exists().where(IS_DELAYED, HELD.c.game_id == GAME.c.id)
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
        ~_DELAYED_TURN,
    )
    .order_by(GAME.c.changed_at)
    .limit(1)
    .with_for_update(of=GAME, skip_locked=True, key_share=True)
)
_LAST_WORDS = select(func.max(_MESSAGE.c.at)).where(_MESSAGE.c.game_id == bindparam("game"))
_ACTED = UPDATE_GAME.values(changed_at=bindparam("at"))


# Of a game, as of those that ended meanwhile, the last turn of the seat tells; earlier ones are not read.
_LAST_TURN, _LAST_SEALED = (
    select(rows.c.received_at)
    .where(rows.c.game_id == SEAT.c.game_id, rows.c.seat == SEAT.c.seat)
    .order_by(*(column.desc() for column in order))
    .limit(1)
    .correlate(SEAT)
    .scalar_subquery()
    for rows, order in ((TURN, (TURN.c.number,)), (SEALED, (SEALED.c.number, SEALED.c.id)))
)
_TAKEN_OVER = exists().where(
    _EVENT.c.game_id == SEAT.c.game_id,
    _EVENT.c.seat == SEAT.c.seat,
    _EVENT.c.kind == EventKind.REPLACED.value,
    _EVENT.c.at >= func.coalesce(_LAST_TURN, _EVENT.c.at),
    _EVENT.c.at >= func.coalesce(_LAST_SEALED, _EVENT.c.at),
)
# Two parts, so that each reads one stretch of an index, however many games the player has finished.
_HAS_HANDED_IN = select(
    or_(
        *(
            exists().where(
                SEAT.c.player_id == bindparam("player"),
                is_played,
                or_(bindparam("since") < _LAST_TURN, bindparam("since") < _LAST_SEALED),
                # A turn of whoever had the seat before is none of theirs.
                ~_TAKEN_OVER,
            )
            for is_played in (SEAT.c.ended_at.is_(None), SEAT.c.ended_at > bindparam("since"))
        )
    )
)
_NOTE_LOSS = UPDATE_GAME.values(ran_out_at=bindparam("deadline"), loser_was_absent=bindparam("is_absent"))


def deadline_of(seated: Seated) -> datetime:
    """The deadline of a seat whose clock runs."""
    assert seated.due_at is not None
    return seated.due_at


def end_by_time_out(uow: UnitOfWork, game_row: GameRow, late: Sequence[Seated]) -> None:
    """
    End a locked game by the deadlines that have passed, and tell both players.

    :param late: the seats whose time ran out first; several if that was at the same moment.
    """
    _end(uow, game_row, _ending(uow, game_row, late), game_row.seats)


def end_unclaimed(uow: UnitOfWork, game_row: GameRow, late: Sequence[Seated]) -> None:
    """
    End a locked game whose time-out nobody claimed, and tell both players.

    Where no turn was ever made, the game is cancelled: the opponent, who could have claimed it, was not there either.
    """
    if uow.connection.execute(_MOVED, {"game": game_row.id}).scalar_one():
        end_by_time_out(uow, game_row, late)
    else:
        end_game(uow, game_row, Ending(None, CANCELLED, EventKind.CANCELLED, None), game_row.seats)


def end_by_claim(uow: UnitOfWork, game_row: GameRow, mine: Seated, *, door: str) -> Ending:
    """End a locked game by the claim of the player at *mine* after the other's time ran out, and tell the other."""
    late = game_row.seats[other(mine.seat)]
    ending = Ending(mine.seat, TIME, EventKind.TIME_CLAIMED, mine.seat, door)
    has_played = _has_played(uow, game_row, late)
    if not has_played and game_row.season_id is not None:
        ending = Ending(mine.seat, FORFEIT, EventKind.FORFEITED, late.seat, door, NEVER_BEGAN)
    elif not has_played:
        ending = Ending(None, CANCELLED, EventKind.CANCELLED, late.seat, door)
    _end(uow, game_row, ending, [late])
    return ending


def _end(uow: UnitOfWork, game_row: GameRow, ending: Ending, told: Sequence[Seated]) -> None:
    """End a locked game, and note by which deadline it was lost, and whether its loser was absent."""
    end_game(uow, game_row, ending, told)
    if ending.winner is None:
        return
    loser = game_row.seats[other(ending.winner)]
    is_absent = not uow.connection.execute(_HAS_HANDED_IN, {"player": loser.player_id, "since": loser.since}).scalar()
    asked = {"of_game": game_row.id, "deadline": deadline_of(loser), "is_absent": is_absent}
    change_games(uow, _NOTE_LOSS, asked)


def make_claimable(uow: UnitOfWork, game_row: GameRow, late: Sequence[Seated]) -> None:
    """
    Note, once, that deadlines have passed in a locked game in which time-outs are claimed; the game goes on.

    The other player is told that the game may be claimed, unless that player's own time has run out too.
    """
    show_anew(uow, [game_row.id])
    for seated in late:
        due_at = deadline_of(seated)
        asked = {"of_game": game_row.id, "of_seat": seated.seat, "at": uow.now, "then": first_check(due_at)}
        change_games(uow, _MAKE_CLAIMABLE, asked)
        key = f"lapsed:{game_row.turn_number}:{seated.seat}:{due_at.isoformat()}"
        happening = Happening(EventKind.TIME_LAPSED, seated.seat, order_key=key)
        record_event(uow, game_row.id, game_row.turn_number, happening)
        turn = (game_row.id, game_row.turn_number)
        uow.tell(notices.lapsed(turn, seated.player_id, due_at))
        opponent = game_row.seats[other(seated.seat)]
        if not is_late(uow.now, opponent.due_at):
            uow.tell(notices.claimable(turn, opponent.player_id, due_at))


def _ending(uow: UnitOfWork, game_row: GameRow, late: Sequence[Seated]) -> Ending:
    """The ending by the time-outs of *late*, which were at the same moment."""
    unbegun = [seated for seated in late if not _has_played(uow, game_row, seated)]
    if len(unbegun) == 1 and _is_forfeit(uow, game_row, unbegun[0]):
        return Ending(other(unbegun[0].seat), FORFEIT, EventKind.FORFEITED, unbegun[0].seat, note=NEVER_BEGAN)
    if unbegun:
        # If neither player began, the event is neither seat's.
        seat = unbegun[0].seat if len(unbegun) == 1 else None
        return Ending(None, CANCELLED, EventKind.CANCELLED, seat)
    if len(late) > 1:
        return Ending(None, ABANDONED, EventKind.ABANDONED, None)
    return Ending(other(late[0].seat), TIME, EventKind.TIME, late[0].seat)


def _is_forfeit(uow: UnitOfWork, game_row: GameRow, unbegun: Seated) -> bool:
    """Whether the other player wins because the player at *unbegun* never made a turn."""
    if game_row.season_id is None:
        return False
    opponent = game_row.seats[other(unbegun.seat)]
    return bool(forfeits_won(uow, [Forfeit(game_row.season_id, opponent.player_id, deadline_of(unbegun))]))


def _has_played(reader: Reader, game_row: GameRow, seated: Seated) -> bool:
    """Whether the seat ever made a turn. Sealed ones need not be counted: while one waits, the seat's clock stands."""
    asked = {"game": game_row.id, "of_seat": seated.seat}
    return bool(reader.connection.execute(_HAS_PLAYED, asked).scalar_one())


def unclaimed_seats(game_row: GameRow, now: datetime) -> list[Seated]:
    """The seats of a locked game whose time ran out unclaimed, if its next check is due now; else none."""
    if game_row.is_over or game_row.frozen_at is not None:
        return []
    late = [seated for seated in game_row.seats if seated.lapsed_at is not None and seated.look_at is not None]
    is_reached = any(seated.look_at <= now for seated in late if seated.look_at is not None)
    return late if is_reached else []


def enforce_unclaimed(uow: UnitOfWork, game_row: GameRow, late: Sequence[Seated]) -> None:
    """
    Warn both players that *late* will lose a locked game; end it if they were warned before.

    An unread mail that came in before holds the end up for a while.
    """
    if has_mail_before(uow, game_row.id, uow.now):
        change_games(uow, _SET_NEXT_CHECK, {"of_game": game_row.id, "at": uow.now + _SOON})
    elif all(is_warned(seated, game_row.warned_at) for seated in late):
        end_unclaimed(uow, game_row, late)
    else:
        _warn(uow, game_row, late)


def _warn(uow: UnitOfWork, game_row: GameRow, late: Sequence[Seated]) -> None:
    """Tell both players when the game will end: never sooner than a week from now."""
    usual = max(seated.due_at + _UNCLAIMED for seated in late if seated.due_at is not None)
    ends_at = max(usual, uow.now + UNCLAIMED_WARNED_BEFORE)
    change_games(uow, _SET_NEXT_CHECK, {"of_game": game_row.id, "at": ends_at})
    change_games(uow, WARN_WHILE_DUE, {"of_game": game_row.id, "of_turn": game_row.turn_number, "at": uow.now})
    turn, are_late = (game_row.id, game_row.turn_number), {seated.seat for seated in late}
    for seated in game_row.seats:
        tell = notices.lapsed if seated.seat in are_late else notices.claimable
        uow.tell(tell(turn, seated.player_id, ends_at))


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
        _warn_of_closing(uow, game_row)
    else:
        end_game(uow, game_row, Ending(None, ABANDONED, EventKind.ABANDONED, None), game_row.seats)
    return True


def _warn_of_closing(uow: UnitOfWork, game_row: GameRow) -> None:
    asked = {"of_game": game_row.id, "of_turn": game_row.turn_number, "at": uow.now}
    change_games(uow, WARN_WHILE_DUE, asked)
    turn = (game_row.turn_number, game_row.version)
    for seated in game_row.seats:
        facts = {"days": WARNED_DAYS}
        uow.tell(notices.abandoning(game_row.id, turn, seated.player_id, facts))
