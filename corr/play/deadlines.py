"""
Deadlines that have passed: what the service does about them by itself, and claims by players who agreed on those.

Each call locks one game, checks its deadline again and acts under the lock, so any number of processes may call at
once. Where a day of leave may begin by itself, the game is unlocked first: taking leave locks the player before the
games.
"""

import logging
from collections.abc import Callable, Collection, Hashable
from dataclasses import dataclass
from datetime import datetime

from corr.base.uow import Part, UnitOfWork
from corr.clocks.outages import is_outage
from corr.clocks.take_leave import begin_automatic_leave, lock_leaves
from corr.core.pace import Late, is_late
from corr.errors import ConflictError
from corr.game.delayed_turns import delayed_since
from corr.game.game_row import GameRow, Seated, get_game_row_locked
from corr.game.refusals import GameOverError, check_not_frozen
from corr.game.views import ActReceipt
from corr.game.words import CANCELLED, FORFEIT, TIME, outcome_words
from corr.games.seats import Seat, other
from corr.play.overdue import GRACE, Deadline, Overdue, claim_overdue, claim_overdue_of, has_mail_before, put_off
from corr.play.time_outs import (
    deadline_of,
    end_by_claim,
    end_by_time_out,
    enforce_unclaimed,
    make_claimable,
    unclaimed_seats,
)

_LOG = logging.getLogger(__name__)


def enforce_next_deadline(uow: UnitOfWork) -> str | None:
    """
    Enforce the deadline that passed first, and give its game's id; None if no deadline is left to enforce.

    A day of leave begins if the player wants that and has one; else the game ends, or may be claimed from now on. A
    game that nobody claimed for thirty days ends too. A game with a fault is put off and reported, so that it does not
    stop the others.
    """
    return _enforce(uow, claim_overdue)


def enforce_deadline_of(uow: UnitOfWork, game_id: str) -> None:
    """Do for one game what `enforce_next_deadline` does; the caller holds no lock."""
    _enforce(uow, lambda uow: claim_overdue_of(uow, game_id))


def _enforce(uow: UnitOfWork, claim: Callable[[UnitOfWork], Overdue | None]) -> str | None:
    if is_outage(uow):
        return None
    without_leave: set[Deadline] = set()
    while True:
        game = wish = None
        with uow.guarded() as part:
            game = claim(uow)
            wish = None if game is None else _decide(uow, game, without_leave)
            if wish is not None:
                part.undo()
        if game is not None and wish is not None:
            with uow.guarded() as part:
                if not _leave_begins(uow, game.game_id, wish):
                    part.undo()
            if part.is_undone and part.fault is None:
                # It was refused, or another process was faster: in both cases look at the game again.
                without_leave.add(wish)
                continue
        if part.fault is not None:
            _put_off(uow, game, part)
        return None if game is None else game.game_id


def _decide(uow: UnitOfWork, game: Overdue, without_leave: Collection[Deadline]) -> Deadline | None:
    """Act on the deadlines of a locked game; or give one not among *without_leave* that a day of leave may save."""
    if game.may_leave and game.deadline not in without_leave:
        return game.deadline
    game_row = get_game_row_locked(uow, game.game_id)
    late = _late(uow, game_row)
    for deadline in map(_deadline, late):
        if game_row.terms.allows_leave and deadline != game.deadline and deadline not in without_leave:
            return deadline
    if late and game_row.terms.late is Late.CLAIM:
        make_claimable(uow, game_row, late)
    elif late:
        end_by_time_out(uow, game_row, late)
    elif left := unclaimed_seats(game_row, uow.now):
        enforce_unclaimed(uow, game_row, left)
    return None


def _late(uow: UnitOfWork, game_row: GameRow) -> list[Seated]:
    """
    The seats whose time ran out first, checked against the position and not only against the clock.

    A seat is none of them if a turn of it that came in time is delayed: it is played before anything else.
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
        delayed = delayed_since(uow, game_row.id)
        late = [seated for seated in late if is_late(delayed.get(seated.player_id, passed), seated.due_at)]
    first = min(map(deadline_of, late), default=None)
    return [seated for seated in late if deadline_of(seated) == first]


def _deadline(seated: Seated) -> Deadline:
    return Deadline(seated.player_id, deadline_of(seated))


def _leave_begins(uow: UnitOfWork, game_id: str, deadline: Deadline) -> bool:
    """Begin a day of leave that saves a *deadline* of a game, if there still is one and leave helps; whether it did."""
    owner, games = lock_leaves(uow, deadline.player_id)
    late = [_deadline(seated) for game_row in games if game_row.id == game_id for seated in _late(uow, game_row)]
    return deadline in late and begin_automatic_leave(uow, owner, games, deadline.due_at)


def _put_off(uow: UnitOfWork, game: Overdue | None, part: Part) -> None:
    """Put a game off after the fault of *part*."""
    assert game is not None, part.fault_words
    if put_off(uow, game.game_id):
        # A game that was put off before may fail again, which is no news.
        level = logging.INFO if game.was_put_off else logging.ERROR
        _LOG.log(level, "the deadline of game %s is put off: %s", game.game_id, part.fault_words)


class NothingToClaimError(ConflictError):
    """The other player's time has not run out, or something may still hold the deadline up."""

    code = "nothing-to-claim"


@dataclass(frozen=True, slots=True)
class ClaimTime:
    """A player's claim of a game."""

    game_id: str
    player_id: int
    door: str
    """How it came: "web" or "mail"."""
    received_at: datetime
    mail_id: int = 0
    """The mail that claims it; 0 if none does."""


def claim_time(uow: UnitOfWork, order: ClaimTime) -> ActReceipt:
    """End a game because the other player's time ran out; a game that was claimed before stays as it is."""
    # A deadline that passed just now is treated as by the next tick: a day of leave may begin instead.
    enforce_deadline_of(uow, order.game_id)
    game_row = get_game_row_locked(uow, order.game_id)
    mine = game_row.get_seat(order.player_id)
    info = game_row.rules(uow).info
    if game_row.is_over:
        ended = outcome_words(info, game_row.winner, game_row.reason)
        if _was_claimed(game_row, mine):
            return ActReceipt(game_row.id, ended, repeated=True)
        raise GameOverError(f"The game is over already. {ended}")
    check_not_frozen(game_row)
    at = min(order.received_at, uow.now)
    _check_claimable(game_row, mine, at)
    _check_nothing_waits(uow, game_row, mine, at, mail_id=order.mail_id)
    ending = end_by_claim(uow, game_row, mine, door=order.door)
    return ActReceipt(game_row.id, outcome_words(info, ending.winner, ending.reason))


def _was_claimed(game_row: GameRow, mine: Seated) -> bool:
    """Whether the player at *mine* claimed the game: where time-outs are claimed, only a claim ends it by time."""
    is_won = game_row.reason in {TIME, FORFEIT} and game_row.winner == mine.seat
    return game_row.terms.late is Late.CLAIM and (is_won or game_row.reason == CANCELLED)


def _check_claimable(game_row: GameRow, mine: Seated, at: datetime) -> None:
    late = game_row.seats[other(mine.seat)]
    if game_row.terms.late is not Late.CLAIM:
        raise NothingToClaimError("There is nothing to claim: when a player’s time runs out, this game ends by itself.")
    if game_row.terms.pace.is_untimed:
        raise NothingToClaimError("There is nothing to claim: this game has no time limit.")
    if not late.is_due:
        raise NothingToClaimError(f"There is nothing to claim: it is not {late.name}’s turn.")
    if not is_late(at, late.due_at):
        raise NothingToClaimError(f"{late.name} has time left, so there is nothing to claim yet.")
    if is_late(at, mine.due_at):
        raise NothingToClaimError("Your own time has run out too. Please make your turn; then you can claim the game.")


def _check_nothing_waits(uow: UnitOfWork, game_row: GameRow, mine: Seated, at: datetime, *, mail_id: int) -> None:
    """Refuse a claim while an outage or an unread mail may hold the deadline up."""
    late = game_row.seats[other(mine.seat)]
    if is_outage(uow):
        raise NothingToClaimError("The service was out of reach, so no time runs out now. Please try again in a while.")
    if late.lapsed_at is None or has_mail_before(uow, game_row.id, at, other_than=mail_id):
        raise NothingToClaimError(
            f"{late.name}’s time has only just run out, and a turn that came before may still be on its way. Please "
            "try again in a few minutes."
        )
