"""Refusals of acts in a game: it is over, it is frozen, it has moved on, or somebody's time has run out."""

from datetime import datetime

from corr.base.uow import Reader
from corr.core.pace import Late, is_late
from corr.errors import ConflictError
from corr.game.game_row import GameRow, Seated, find_played

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


class NotYourTurnError(ConflictError):
    """The other player is due."""

    code = "not-your-turn"


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


def check_playable(reader: Reader, game_row: GameRow, seated: Seated, *, turn_number: int, at: datetime) -> None:
    """
    Refuse a turn of *seated* for *turn_number* that comes *at* a moment when it cannot be played.

    :raises StaleTurnError: another turn is due.
    :raises GameOverError: the game is over.
    :raises LateError: the deadline has passed.
    :raises NotYourTurnError: another seat is due.
    """
    check_running(reader, game_row, at)
    if turn_number != game_row.turn_number:
        raise stale_turn(reader, game_row, seated, turn_number)
    if not seated.is_due and not _may_change(reader, game_row, seated):
        raise NotYourTurnError(f"It is {_due_names(game_row)}’s turn.")


def _may_change(reader: Reader, game_row: GameRow, seated: Seated) -> bool:
    """Whether *seated*, whose clock stands, is due: then its turn waits sealed and may be changed."""
    rules = game_row.rules(reader)
    return seated.seat in rules.due(rules.parse_position(game_row.position))


def stale_turn(reader: Reader, game_row: GameRow, seated: Seated, turn_number: int) -> StaleTurnError:
    """The refusal of a turn for *turn_number*; whoever played that turn already is told what it was."""
    is_past = 1 <= turn_number < game_row.turn_number
    played = find_played(reader, game_row.id, seated.seat, turn_number) if is_past else None
    if played is None:
        return StaleTurnError(game_row.turn_number)
    is_due = seated.is_due
    now = f"your turn again, turn {game_row.turn_number}" if is_due else f"{_due_names(game_row)}’s turn"
    return StaleTurnError(game_row.turn_number, f"You have already played turn {turn_number}: {played}. It is {now}.")


def _due_names(game_row: GameRow) -> str:
    return " and ".join(seated.name for seated in game_row.seats if seated.is_due)
