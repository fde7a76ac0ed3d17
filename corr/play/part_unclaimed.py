"""
Games that nobody claims: thirty days after the time ran out they are lost by themselves, with a warning a week before.

The moment of the warning, and then that of the end, stands with the clock that ran out, so that both are found as
deadlines are. Until the end the late player may still play, and the other may still claim.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta

from sqlalchemy import bindparam, update

from corr.base import notices
from corr.base.uow import UnitOfWork
from corr.clocks.agreement import UNCLAIMED_DAYS
from corr.clocks.seat_clocks import UNCLAIMED_WARNED_BEFORE, is_warned
from corr.game.game_row import AS_IT_STANDS, GAME, SEAT, Seated, Standing
from corr.play.part_waiting import has_mail_before
from corr.play.time_outs import end_unclaimed

_UNCLAIMED = timedelta(days=UNCLAIMED_DAYS)
_SOON = timedelta(minutes=5)
_LOOK = (
    update(SEAT)
    .where(SEAT.c.game_id == bindparam("of_game"), SEAT.c.lapsed_at.is_not(None))
    .values(look_at=bindparam("at"), held_until=None)
)
_WARNED = AS_IT_STANDS.values(warned_at=bindparam("at"), version=GAME.c.version + 1)


def unclaimed(standing: Standing, now: datetime) -> list[Seated]:
    """The seats whose time ran out in a game that is locked, if something is to be done about it now; else none."""
    if standing.is_over or standing.frozen_at is not None:
        return []
    late = [seated for seated in standing.seats if seated.lapsed_at is not None and seated.look_at is not None]
    is_reached = any(seated.look_at <= now for seated in late if seated.look_at is not None)
    return late if is_reached else []


def enforce_unclaimed(uow: UnitOfWork, standing: Standing, late: Sequence[Seated]) -> None:
    """
    Warn both players that a game, which is locked, is to be lost by *late*; end it if they were warned.

    A mail that came in before and was not read yet holds the end up for a while.
    """
    if has_mail_before(uow, standing.id, uow.now):
        uow.connection.execute(_LOOK, {"of_game": standing.id, "at": uow.now + _SOON})
    elif all(is_warned(seated, standing.warned_at) for seated in late):
        end_unclaimed(uow, standing, late)
    else:
        _warn(uow, standing, late)


def _warn(uow: UnitOfWork, standing: Standing, late: Sequence[Seated]) -> None:
    """Tell both when the game ends: never sooner than a week after that."""
    usual = max(seated.due_at + _UNCLAIMED for seated in late if seated.due_at is not None)
    ends_at = max(usual, uow.now + UNCLAIMED_WARNED_BEFORE)
    uow.connection.execute(_LOOK, {"of_game": standing.id, "at": ends_at})
    uow.connection.execute(_WARNED, {"of_game": standing.id, "of_turn": standing.turn_number, "at": uow.now})
    turn, are_late = (standing.id, standing.turn_number), {seated.seat for seated in late}
    for seated in standing.seats:
        tell = notices.lapsed if seated.seat in are_late else notices.claimable
        uow.tell(tell(turn, seated.player_id, ends_at))
