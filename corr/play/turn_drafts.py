"""Turns before they are handed in: previews of typed ones, and turns made click by click. Nothing is written here."""

from dataclasses import replace
from functools import lru_cache, partial

from corr.base.uow import Reader
from corr.errors import ConflictError
from corr.game.game_row import get_game_row, times_seen
from corr.game.refusals import check_playable
from corr.game.views import ComposeView, GameView, PreviewView
from corr.games.notation import unlisted_turn
from corr.games.seats import Seat
from corr.play.turn_preview import Bench, compose_on, composed, steps_of, stop_view
from corr.play.views import game_view, viewer_of
from corr.play.visibility import BOARDS_KEPT, GameViewer, empty_turn


def preview_turn(reader: Reader, game_id: str, player_id: int, turn_number: int, *, text: str) -> PreviewView:
    """
    What the turn that *text* describes would do.

    :raises ConflictError: that turn cannot be played now: see `check_playable`.
    :raises TurnError: the turn cannot be read or is not legal.
    """
    bench = _bench(reader, game_id, player_id, turn_number)
    draft = bench.rules.read(bench.begun, unlisted_turn(text, bench.rules.formed))
    return PreviewView(
        game_id=game_id,
        turn_number=turn_number,
        text=bench.rules.write(draft.made),
        steps=steps_of(bench.rules, draft),
        scene=bench.rules.scene(draft),
        stop=stop_view(bench, draft),
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
    return compose_on(_bench(reader, game_id, player_id, turn_number), begun, picks)


def game_and_turn(reader: Reader, game_id: str, viewer: int | None) -> tuple[GameView, ComposeView | None]:
    """The game as *viewer* may see it now, and the viewer's turn before its first click if it can be made now."""
    view, game_row = game_view(reader, game_id, viewer), get_game_row(reader, game_id)
    if viewer is None or not view.may_play:
        return view, None
    seated = game_row.get_seat(viewer)
    try:
        check_playable(reader, game_row, seated, turn_number=game_row.turn_number, at=reader.now)
    except ConflictError:
        # The time has run out, which the next tick will record.
        return view, None
    made = _nothing_chosen(viewer_of(reader, game_row, viewer), game_row.position, seated.seat)
    # A turn that waits sealed stays on the board until another one is chosen.
    return view, replace(made, game_id=game_id, turn_number=game_row.turn_number, scene=view.scene)


@lru_cache(maxsize=BOARDS_KEPT)
def _nothing_chosen(viewer: GameViewer, position: str, seat: Seat) -> ComposeView:
    """The turn of *seat* before its first click, for no game yet; kept by all that it depends on."""
    begun = empty_turn(viewer, position, seat)
    # No turn is complete yet, so nobody asks how often a position has occurred.
    bench = Bench(viewer.rules, begun, 0, lambda _: 1)
    return composed(bench, begun, viewer.rules.choices(begun, ()), ())


def _bench(reader: Reader, game_id: str, player_id: int, turn_number: int) -> Bench:
    game_row = get_game_row(reader, game_id)
    seated = game_row.get_seat(player_id)
    check_playable(reader, game_row, seated, turn_number=turn_number, at=reader.now)
    sees = viewer_of(reader, game_row, player_id)
    seen = partial(times_seen, reader, game_row.id, sees.rules)
    return Bench(sees.rules, empty_turn(sees, game_row.position, seated.seat), game_row.turn_number, seen, game_row.id)
