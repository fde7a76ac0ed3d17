"""Claims: a player ends a game because the other's time ran out, where both agreed that time-outs are claimed."""

from dataclasses import dataclass
from datetime import datetime

from corr.base.uow import UnitOfWork
from corr.clocks.outages import is_outage
from corr.core.pace import Late, is_late
from corr.errors import ConflictError
from corr.game.game_row import GameRow, Seated, get_game_row_locked
from corr.game.refusals import GameOverError, check_not_frozen
from corr.game.views import ActReceipt
from corr.game.words import CANCELLED, FORFEIT, TIME, outcome_words
from corr.games.seats import other
from corr.play.deadlines import enforce_deadline_of
from corr.play.overdue import has_mail_before
from corr.play.time_outs import end_by_claim


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
