"""
Deadlines that have passed: what the service does about them by itself.

Each call locks one game, checks its deadline again and acts under the lock, so any number of processes may call at
once. Where a day of leave begins by itself, the game is unlocked first: taking leave locks the player before the games.
"""

import logging
import traceback
from collections.abc import Callable, Collection, Hashable, Iterator
from contextlib import contextmanager, suppress
from datetime import datetime

from sqlalchemy.exc import OperationalError

from corr.base.uow import UnitOfWork
from corr.clocks.outages import is_outage
from corr.clocks.seat_clocks import habits_of
from corr.clocks.take_leave import begin_automatic_leave
from corr.core.pace import Late, is_late
from corr.errors import UnreachableError
from corr.game.game_row import GameRow, Seated, get_game_row_locked
from corr.games.seats import Seat
from corr.play.overdue import GRACE, Overdue, claim_overdue, claim_overdue_of, put_off
from corr.play.time_outs import deadline_of, end_by_time_out, enforce_unclaimed, make_claimable, unclaimed_seats

_LOG = logging.getLogger(__name__)
_Deadline = tuple[int, datetime]
"""A player, and when that player's time ran out."""


class _LeaveWantedError(Exception):
    """A day of leave may save the deadline of a seat; the game has to be unlocked before the leave is taken."""

    def __init__(self, game: Overdue, seated: Seated) -> None:
        super().__init__(f"leave may save game {game.game_id}")
        self.game = game
        self.player_id = seated.player_id
        self.due_at = deadline_of(seated)


class _NoLeaveError(Exception):
    """No day of leave begins, so what was locked for it is unlocked by rolling back."""


class _FaultError(Exception):
    """A fault occurred while acting on *game*; `__cause__` is the fault."""

    def __init__(self, game: Overdue) -> None:
        super().__init__(f"game {game.game_id} met a fault")
        self.game = game


def enforce_next_deadline(uow: UnitOfWork) -> str | None:
    """
    Enforce the deadline that passed first, and give its game's id; None if no deadline is left to enforce.

    A day of leave begins if the player wants that and has one; else the game ends, or may be claimed from now on. A
    game that nobody claimed for thirty days ends too. A game with a fault is put off and reported, so that it does not
    stop the others.

    :raises OperationalError: the database is in trouble.
    """
    return _enforce(uow, claim_overdue)


def enforce_deadline_of(uow: UnitOfWork, game_id: str) -> None:
    """
    Do for one game what `enforce_next_deadline` does; the caller holds no lock.

    :raises OperationalError: the database is in trouble.
    """
    _enforce(uow, lambda uow: claim_overdue_of(uow, game_id))


def _enforce(uow: UnitOfWork, claim: Callable[[UnitOfWork], Overdue | None]) -> str | None:
    if is_outage(uow):
        return None
    without_leave: set[_Deadline] = set()
    while True:
        try:
            return _act(uow, claim, without_leave)
        except _LeaveWantedError as wish:
            # The leave was refused, or another process was faster: in both cases look at the game again.
            without_leave.add((wish.player_id, wish.due_at))
        except _FaultError as fault:
            _put_off(uow, fault)
            return fault.game.game_id


def _act(
    uow: UnitOfWork, claim: Callable[[UnitOfWork], Overdue | None], without_leave: Collection[_Deadline]
) -> str | None:
    """
    Lock a game and act on it.

    :raises _LeaveWantedError: a day of leave was tried for a deadline and did not begin; nothing is locked any more.
    """
    try:
        with uow.attempt():
            game = claim(uow)
            if game is not None:
                with _faults_of(game):
                    _decide(uow, game, without_leave)
    except _LeaveWantedError as wish:
        if not _begins_leave(uow, wish):
            raise
        return wish.game.game_id
    return None if game is None else game.game_id


@contextmanager
def _faults_of(game: Overdue) -> Iterator[None]:
    """
    A context in which every fault is raised as one of *game*.

    :raises _FaultError: there was one. Trouble with the database is not the game's fault: the next tick tries again.
    """
    try:
        yield
    except (OperationalError, UnreachableError, _LeaveWantedError, _NoLeaveError):
        raise
    except Exception as fault:
        raise _FaultError(game) from fault


def _decide(uow: UnitOfWork, game: Overdue, without_leave: Collection[_Deadline]) -> None:
    """
    Act on the deadlines of a locked game.

    :raises _LeaveWantedError: a day of leave is to be tried for a deadline that is not among *without_leave*.
    """
    game_row = get_game_row_locked(uow, game.game_id)
    late = _late(uow, game_row)
    for seated in late:
        was_tried = (seated.player_id, deadline_of(seated)) in without_leave
        if not was_tried and _may_leave(uow, game_row, seated):
            raise _LeaveWantedError(game, seated)
    if late and game_row.terms.late is Late.CLAIM:
        make_claimable(uow, game_row, late)
    elif late:
        end_by_time_out(uow, game_row, late)
    elif left := unclaimed_seats(game_row, uow.now):
        enforce_unclaimed(uow, game_row, left)


def _late(uow: UnitOfWork, game_row: GameRow) -> list[Seated]:
    """
    The seats whose time ran out first, checked against the position and not only against the clock.

    Later time-outs wait for the next call: by then the game may be over, or leave that began elsewhere may save it.
    """
    if game_row.is_over or game_row.frozen_at is not None:
        return []
    passed = uow.now - uow.machine(GRACE)
    late = [seated for seated in game_row.seats if is_late(passed, seated.due_at) and seated.lapsed_at is None]
    if late:
        rules = game_row.rules(uow)
        position: Hashable = rules.parse_position(game_row.position)
        due: frozenset[Seat] = rules.due(position)
        assert due.issuperset(seated.seat for seated in late), "the clock of a seat that is not due runs"
    first = min(map(deadline_of, late), default=None)
    return [seated for seated in late if deadline_of(seated) == first]


def _may_leave(uow: UnitOfWork, game_row: GameRow, seated: Seated) -> bool:
    """Whether the game's terms and the player's preferences allow automatic leave; days left are counted later."""
    if not game_row.terms.allows_leave:
        return False
    habits = habits_of(uow, [seated.player_id], since=deadline_of(seated))
    return habits[seated.player_id].has_automatic_leave


def _begins_leave(uow: UnitOfWork, wish: _LeaveWantedError) -> bool:
    """Begin a day of leave; if none can begin, unlock again what was locked for it."""
    with suppress(_NoLeaveError), uow.attempt(), _faults_of(wish.game):
        if begin_automatic_leave(uow, wish.player_id, wish.due_at):
            return True
        raise _NoLeaveError
    return False


def _put_off(uow: UnitOfWork, fault: _FaultError) -> None:
    """Put a game off. The fault's message may hold turns or a position, so only its type and traceback are logged."""
    if not put_off(uow, fault.game.game_id):
        return
    cause = fault.__cause__
    assert cause is not None
    where = "".join(traceback.format_tb(cause.__traceback__))
    # A game that was put off before may fail again, which is no news.
    level = logging.INFO if fault.game.was_put_off else logging.ERROR
    _LOG.log(level, "the deadline of game %s is put off: %s\n%s", fault.game.game_id, type(cause).__qualname__, where)
