"""
Turns before they are handed in: previews of typed ones, turns made click by click, and half-made ones that are kept.

A kept draft is one that its player left, to go on elsewhere: one for each seat. Nobody but the player ever sees it. It
changes nothing that others could notice: no version, no clock, no letter. When a turn of the seat is handed in,
whichever way, or somebody else takes the seat, it is gone.
"""

from collections.abc import Hashable
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import lru_cache
from typing import Any, NamedTuple

from sqlalchemy import bindparam, select

from corr.base.uow import Reader, UnitOfWork
from corr.errors import ConflictError
from corr.game.game_row import NO_DRAFT, SEAT, UPDATE_SEAT, get_game_row, get_game_row_locked, run_changes, times_seen
from corr.game.refusals import check_playable
from corr.game.views import ComposeView, GameView, PreviewView
from corr.games.choice_trees import ChoiceTree, choice_tree
from corr.games.courses import read_course
from corr.games.guide import Choices
from corr.games.notation import unlisted_turn
from corr.games.replay import repeat_digest
from corr.games.seats import Seat
from corr.play.turn_preview import DraftView, TurnStart, compose_on, composed, draft_on, steps_of, stop_view, typed_on
from corr.play.views import game_view, viewer_of
from corr.play.visibility import GameViewer, empty_board, empty_turn
from corr.store.compiled_statements import CompiledChange, CompiledQuery

_FIRST_CLICKS = 32
"""Of how many positions the first clicks are kept: six megabytes at most."""


@dataclass(frozen=True, slots=True, eq=False)
class _FirstClick:
    """A turn before its first click, and all that can be chosen."""

    compose: ComposeView
    choices: ChoiceTree | None


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


class _DraftRow(NamedTuple):
    draft: str | None
    draft_turn: int | None
    drafted_at: datetime | None


_OF_SEAT = (SEAT.c.game_id == bindparam("of_game"), SEAT.c.seat == bindparam("of_seat"))
_KEPT = CompiledQuery(select(SEAT.c.draft, SEAT.c.draft_turn, SEAT.c.drafted_at).where(*_OF_SEAT), _DraftRow)
_KEEP = CompiledChange(UPDATE_SEAT, ("draft", "draft_turn", "drafted_at"))
_FORGET = CompiledChange(UPDATE_SEAT.values(**NO_DRAFT))


def preview_turn(reader: Reader, game_id: str, player_id: int, turn_number: int, *, text: str) -> PreviewView:
    """
    What the turn that *text* describes would do.

    :raises ConflictError: that turn cannot be played now: see `check_playable`.
    :raises TurnError: the turn cannot be read or is not legal.
    """
    start = _turn_start(reader, game_id, player_id, turn_number)
    draft = start.rules.read(start.empty, unlisted_turn(text, start.rules.formed))
    return PreviewView(
        game_id=game_id,
        turn_number=turn_number,
        text=start.rules.write(draft.made),
        steps=steps_of(start.rules, draft),
        scene=start.rules.scene(draft),
        stop=stop_view(start, draft),
    )


def compose_turn(
    reader: Reader, game_id: str, player_id: int, turn_number: int, *, begun: str = "", picks: tuple[str, ...] = ()
) -> ComposeView:
    """
    The turn *begun* so far, with *picks* made towards its next action, and what can be chosen next.

    Picks that finish an action make it part of `begun`.

    :raises ConflictError: that turn cannot be played now: see `check_playable`.
    :raises TurnError: *begun* is not legal, or the picks lead nowhere.
    """
    return compose_on(_turn_start(reader, game_id, player_id, turn_number), begun, picks)


def draft_turn(
    reader: Reader, game_id: str, player_id: int, turn_number: int, *, begun: str = "", picks: tuple[str, ...] = ()
) -> DraftView:
    """
    The same as `compose_turn`, with all that can be chosen next as a tree.

    :raises ConflictError: that turn cannot be played now: see `check_playable`.
    :raises TurnError: *begun* is not legal, or the picks lead nowhere.
    """
    return draft_on(_turn_start(reader, game_id, player_id, turn_number), begun, picks)


def typed_turn(reader: Reader, game_id: str, player_id: int, turn_number: int, *, typed: str) -> DraftView:
    """
    The turn that was typed, as far as it is legal, and why the rest of it cannot follow.

    :raises ConflictError: that turn cannot be played now: see `check_playable`.
    """
    return typed_on(_turn_start(reader, game_id, player_id, turn_number), typed)


def game_and_turn(reader: Reader, game_id: str, viewer: int | None) -> tuple[GameView, ComposeView | None]:
    """
    The game as *viewer* may see it now, without messages, and the viewer's turn before its first click if one is due
    and can be made now.
    """
    view, game_row = game_view(reader, game_id, viewer, most_messages=0), get_game_row(reader, game_id)
    if viewer is None or not view.is_your_turn:
        return view, None
    seated = game_row.get_seat(viewer)
    try:
        check_playable(reader, game_row, seated, turn_number=game_row.turn_number, at=reader.now)
    except ConflictError:
        # The time has run out, which the next tick will record.
        return view, None
    made = _nothing_chosen(viewer_of(reader, game_row, viewer), game_row.position, seated.seat).compose
    # The board may tell that the other player has chosen.
    return view, replace(made, game_id=game_id, turn_number=game_row.turn_number, scene=view.scene)


def first_draft(reader: Reader, viewer: int, view: GameView, compose: ComposeView) -> DraftView:
    """What `game_and_turn` gave, the turn before its first click, with all that can be chosen as a tree."""
    game_row = get_game_row(reader, view.id)
    seat, sees = game_row.get_seat(viewer).seat, viewer_of(reader, game_row, viewer)
    return DraftView(
        turn_number=compose.turn_number,
        begun=compose.begun,
        steps=compose.steps,
        scene=compose.scene,
        stop=compose.stop,
        choices=_nothing_chosen(sees, game_row.position, seat).choices,
        course=view.course,
        seat=seat,
        bottom=view.bottom,
    )


@lru_cache(maxsize=_FIRST_CLICKS)
def _nothing_chosen(viewer: GameViewer, position: str, seat: Seat) -> _FirstClick:
    """The turn of *seat* before its first click, for no game yet; kept by all that it depends on."""
    rules, begun = viewer.rules, empty_turn(viewer, position, seat)
    # No turn is complete yet, so nobody asks how often a position has occurred.
    start = TurnStart(rules, begun, 0, lambda _: 1)
    tree = choice_tree(rules, begun)
    if tree is None or tree.gather:
        choices: Choices[Any] = rules.choices(begun, ())
    else:
        choices = Choices(tree.question, tuple([branch.pick for branch in tree.branches]))
    return _FirstClick(composed(start, begun, choices, (), scene=empty_board(viewer, position)), tree)


def _turn_start(reader: Reader, game_id: str, player_id: int, turn_number: int) -> TurnStart:
    game_row = get_game_row(reader, game_id)
    seated = game_row.get_seat(player_id)
    check_playable(reader, game_row, seated, turn_number=turn_number, at=reader.now)
    sees = viewer_of(reader, game_row, player_id)
    begun, course = empty_turn(sees, game_row.position, seated.seat), read_course(game_row.last_squares)

    def seen(position: Hashable) -> int:
        return times_seen(reader, game_row.id, sees.rules, repeat_digest(sees.rules, position))

    return TurnStart(sees.rules, begun, game_row.turn_number, seen, game_row.id, course)


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
