"""
Half-made turns that their players left, so that they can go on elsewhere: one for each seat.

Nobody but the player ever sees one. It changes nothing that others could notice: no version, no clock, no letter. When
a turn of the seat is handed in, whichever way, or somebody else takes the seat, it is gone.
"""

from dataclasses import dataclass, field
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import bindparam, select, update

from corr.base.uow import Reader, UnitOfWork
from corr.errors import ConflictError
from corr.game.game_row import NO_DRAFT, SEAT, get_game_row, get_game_row_locked, run_changes
from corr.game.refusals import check_playable
from corr.games.seats import Seat
from corr.play.views import viewer_of
from corr.play.visibility import empty_turn
from corr.store.compiled_statements import CompiledChange, CompiledQuery


class _DraftRow(NamedTuple):
    draft: str | None
    draft_turn: int | None
    drafted_at: datetime | None


_OF_SEAT = (SEAT.c.game_id == bindparam("of_game"), SEAT.c.seat == bindparam("of_seat"))
_KEPT = CompiledQuery(select(SEAT.c.draft, SEAT.c.draft_turn, SEAT.c.drafted_at).where(*_OF_SEAT), _DraftRow)
_KEEP = CompiledChange(update(SEAT).where(*_OF_SEAT), ("draft", "draft_turn", "drafted_at"))
_FORGET = CompiledChange(update(SEAT).where(*_OF_SEAT).values(**NO_DRAFT))


@dataclass(frozen=True, slots=True)
class KeptDraft:
    """A half-made turn that waits for its player."""

    text: str = field(repr=False)
    """In canonical notation."""
    at: datetime
    """When it was kept last."""


@dataclass(frozen=True, slots=True)
class KeepDraft:
    """A half-made turn that its player leaves."""

    game_id: str
    player_id: int
    turn_number: int
    """The turn that was due when the player looked at the board."""
    text: str = field(repr=False)
    """As it was typed or clicked so far; empty if nothing shall be kept."""
    since: datetime | None
    """When the draft that the player saw had been kept; None if there was none."""


class NewerDraftError(ConflictError):
    """Another device of the player has kept something else meanwhile; `kept` is that."""

    code = "newer-draft"

    def __init__(self, kept: KeptDraft) -> None:
        super().__init__("You have gone on with this turn on another device.")
        self.kept = kept


def find_kept_draft(reader: Reader, game_id: str, player_id: int, turn_number: int) -> KeptDraft | None:
    """
    The half-made turn that the player left for that turn; None if there is none.

    :raises NotAllowedError: the player does not play this game.
    """
    game_row = get_game_row(reader, game_id)
    seated = game_row.get_seat(player_id)
    return _find(reader, game_id, seated.seat, turn_number) if turn_number == game_row.turn_number else None


def keep_draft(uow: UnitOfWork, order: KeepDraft) -> KeptDraft | None:
    """
    Keep the half-made turn of a player, or forget it if it has no action; what is kept now.

    :raises NewerDraftError: another device has kept something else since the player looked.
    :raises ConflictError: that turn cannot be played now: see `check_playable`.
    :raises TurnError: it cannot be read or is not legal.
    """
    game_row = get_game_row_locked(uow, order.game_id)
    seated = game_row.get_seat(order.player_id)
    check_playable(uow, game_row, seated, turn_number=order.turn_number, at=uow.now)
    viewer = viewer_of(uow, game_row, order.player_id)
    # It is read as the player sees the board: what is hidden is judged when the turn is handed in.
    begun = empty_turn(viewer, game_row.position, seated.seat)
    text = viewer.rules.write(viewer.rules.read(begun, order.text).made)
    known = _find(uow, game_row.id, seated.seat, order.turn_number)
    if (known.text if known else "") == text:
        return known
    if known is not None and known.at != order.since:
        raise NewerDraftError(known)
    if not text:
        forget_draft(uow, game_row.id, seated.seat)
        return None
    row = {"draft": text, "draft_turn": order.turn_number, "drafted_at": uow.now}
    run_changes(uow, _KEEP, [{"of_game": game_row.id, "of_seat": seated.seat, **row}])
    return KeptDraft(text, uow.now)


def forget_draft(uow: UnitOfWork, game_id: str, seat: Seat) -> None:
    """Let the half-made turn of a seat of a locked game be gone."""
    run_changes(uow, _FORGET, [{"of_game": game_id, "of_seat": seat}])


def _find(reader: Reader, game_id: str, seat: Seat, turn_number: int) -> KeptDraft | None:
    found = _KEPT.first(reader.connection, {"of_game": game_id, "of_seat": seat})
    if found is None or found.draft is None or found.drafted_at is None or found.draft_turn != turn_number:
        return None
    return KeptDraft(found.draft, found.drafted_at)
