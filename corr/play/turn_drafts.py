"""Turns before they are handed in: previews of typed ones, and turns made click by click. Nothing is written here."""

from dataclasses import dataclass, replace
from functools import lru_cache, partial
from typing import Any

from corr.base.uow import Reader
from corr.errors import ConflictError
from corr.game.game_row import get_game_row, times_seen
from corr.game.refusals import check_playable
from corr.game.views import ComposeView, GameView, PreviewView
from corr.games.choice_trees import ChoiceTree, choice_tree
from corr.games.courses import read_course
from corr.games.guide import Choices
from corr.games.notation import unlisted_turn
from corr.games.seats import Seat
from corr.play.turn_preview import DraftView, TurnStart, compose_on, composed, draft_on, steps_of, stop_view, typed_on
from corr.play.views import game_view, viewer_of
from corr.play.visibility import GameViewer, empty_board, empty_turn

_KEPT = 128
"""Of how many positions the first clicks are kept: six megabytes."""


@dataclass(frozen=True, slots=True, eq=False)
class _FirstClick:
    """A turn before its first click, and all that can be chosen."""

    compose: ComposeView
    choices: ChoiceTree | None


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
    The game as *viewer* may see it now, without messages, and the viewer's turn before its first click if it can be
    made now.
    """
    view, game_row = game_view(reader, game_id, viewer, most_messages=0), get_game_row(reader, game_id)
    if viewer is None or not view.may_play:
        return view, None
    seated = game_row.get_seat(viewer)
    try:
        check_playable(reader, game_row, seated, turn_number=game_row.turn_number, at=reader.now)
    except ConflictError:
        # The time has run out, which the next tick will record.
        return view, None
    made = _nothing_chosen(viewer_of(reader, game_row, viewer), game_row.position, seated.seat).compose
    # A turn that waits sealed stays on the board until another one is chosen.
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


@lru_cache(maxsize=_KEPT)
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
    seen = partial(times_seen, reader, game_row.id, sees.rules)
    begun, course = empty_turn(sees, game_row.position, seated.seat), read_course(game_row.last_squares)
    return TurnStart(sees.rules, begun, game_row.turn_number, seen, game_row.id, course)
