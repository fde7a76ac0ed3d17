"""Refusals of acts in a game: it is over, it is frozen, it has moved on, or somebody's time has run out."""

from datetime import datetime

from corr.base.uow import Reader
from corr.core.pace import Late, is_late
from corr.errors import ConflictError
from corr.game.game_row import GameRow

_MOVED_ON = "The game has moved on since you saw it; please look at the board again."


class GameOverError(ConflictError):
    """The game is over; nothing more can be done in it."""

    code = "game-over"


class LateError(ConflictError):
    """The order came at or after a deadline."""

    code = "late"


class FrozenError(ConflictError):
    """Nothing can be done in the game until an administrator, or an organiser of its league, lets it go on."""

    code = "frozen"


class StaleTurnError(ConflictError):
    """The order was for an earlier turn; `turn_number` is the number of the turn that is due now."""

    code = "stale"

    def __init__(self, turn_number: int, sentence: str = _MOVED_ON) -> None:
        super().__init__(sentence)
        self.turn_number = turn_number


def check_not_over(game_row: GameRow) -> None:
    """
    Check that the game is not over.

    :raises GameOverError: it is.
    """
    if game_row.is_over:
        raise GameOverError("The game is over.")


def check_not_frozen(game_row: GameRow) -> None:
    """
    Check that the game is neither frozen nor paused.

    :raises FrozenError: it is frozen.
    """
    if game_row.is_paused:
        raise FrozenError(
            f"This game has stood still since {game_row.frozen_at:%Y-%m-%d %H:%M} UTC, as the organisers of its league "
            f"decided: {game_row.frozen_for} Nothing is lost, and no clock runs."
        )
    if game_row.frozen_at is not None:
        raise FrozenError(
            f"This game has been frozen since {game_row.frozen_at:%Y-%m-%d %H:%M} UTC: an administrator looks at it. "
            "Nothing is lost, and no clock runs."
        )


def check_running(reader: Reader, game_row: GameRow, received_at: datetime) -> None:
    """
    Refuse what can be done only while the game runs, is not frozen, and nobody's time has run out.

    A game that has to be claimed goes on until it is, however late somebody is. And a time that ran out during an
    outage does not count, even before its clock got the credit.

    :raises GameOverError: the game is over.
    :raises FrozenError: the game is frozen.
    :raises LateError: a deadline had passed at *received_at*; the next tick ends the game.
    """
    check_not_over(game_row)
    check_not_frozen(game_row)
    if game_row.terms.late is Late.CLAIM:
        return
    for seated in game_row.seats:
        if is_late(received_at, seated.due_at) and not game_row.is_owed(seated):
            title = game_row.rules(reader).info.seats[seated.seat]
            raise LateError(f"{title}’s time had run out before this came in. {_ends(game_row)}")


def _ends(game_row: GameRow) -> str:
    if not game_row.terms.allows_leave:
        return "The game ends by that."
    return "The game ends by that, unless a day of leave begins by itself; then please try again in a minute."
