"""A mail that is not carried out at once stops no clock, and both players read that in the history of the game."""

from corr.base.uow import UnitOfWork
from corr.game.game_row import get_standing_locked, show_anew
from corr.game.history import Happening, is_recorded, record_event
from corr.game.words import EventKind


def tell_clock_runs_on(
    uow: UnitOfWork, kind: EventKind, mail_id: int, *, game_id: str | None, player_id: int | None
) -> None:
    """Say in a game's history, once, what became of a mail for it, if the clock of its player runs."""
    if game_id is None or player_id is None:
        return
    standing = get_standing_locked(uow, game_id)
    mine, key = standing.find_seat(player_id), f"mail:{mail_id}"
    if mine is None or mine.due_at is None or standing.is_over or is_recorded(uow, game_id, key):
        return
    record_event(uow, game_id, standing.turn_number, Happening(kind, mine.seat, "mail", order_key=key))
    show_anew(uow, [game_id])
