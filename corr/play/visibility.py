"""
What a viewer sees of one moment of a game: the board, and the turns as far as they may be known.

`Rules.observe` is the only way a running game's position leaves this module, and `Rules.secret` veils its turns. When a
game is over nothing is hidden any more.
"""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from corr.base.uow import Reader
from corr.errors import ConflictError, TurnError
from corr.game.game_row import GameRow
from corr.game.views import Commitment, TurnLine
from corr.games.api import AnyDraft, AnyRules
from corr.games.courses import Course, read_course
from corr.games.replay import CorruptLogError
from corr.games.scene import Scene
from corr.games.seats import FIRST, Seat
from corr.play.sealed_turns import HandedIn, drafts_of, has_secrets, latest_sealed
from corr.play.turn_log import Logged, Moment, moment_after
from corr.records.format import commitment_digest

BOARDS_KEPT = 128
"""How many present positions are kept with what their viewers see and choose: up to five megabytes."""


@dataclass(frozen=True, slots=True)
class Sight:
    """What a viewer sees of one moment of a game."""

    scene: Scene
    position: str
    course: Course
    due: frozenset[Seat]
    """The seats that owe a turn then, those included whose turn waits sealed."""
    sample: str
    """A legal turn of the viewer as an example; empty if none is wanted of the viewer then."""
    sealed: tuple[HandedIn, ...] = ()
    """The turns that wait, as far as the viewer may know them: the viewer's own, or all once the game is over."""
    commitments: tuple[Commitment, ...] = ()
    """The commitments of those that wait, which everybody may see as soon as the turns are in."""


@dataclass(frozen=True, slots=True)
class _Board:
    """All that follows from a position and its viewer, and from nothing else."""

    position: Hashable
    """As the service knows it."""
    seen: Hashable
    """As the viewer may know it."""
    text: str
    due: frozenset[Seat]
    scene: Scene
    sample: str
    """A legal turn of the viewer as an example; empty if none is wanted."""


@dataclass(frozen=True, slots=True)
class GameViewer:
    """Whoever looks at a game: a seat, or None for the public. Once the game is over nothing is hidden."""

    rules: AnyRules
    you: Seat | None
    is_over: bool

    def seen(self, position: Hashable) -> Hashable:
        """*position* as the viewer may know it."""
        found: Hashable = position if self.is_over else self.rules.observe(position, self.you)
        return found


def present_sight(reader: Reader, game_row: GameRow, viewer: GameViewer) -> Sight:
    """The game as it stands, with turns that wait sealed: all may see that one waits, only its seat what it is."""
    rules, board = viewer.rules, _board(viewer, game_row.position)
    due, after, text, scene = board.due, board.position, board.text, board.scene
    waiting = _waiting(reader, game_row, due)
    if waiting:
        after = rules.resolve(board.position, drafts_of(rules, board.position, waiting))
        seen = viewer.seen(after)
        text = game_row.position if seen == board.position else rules.format_position(seen)
        scene = rules.scene(rules.begin(seen, _on_move(due - {turn.seat for turn in waiting}, viewer.you)))
    return Sight(
        scene=replace(scene, turn_notes=()) if viewer.is_over else scene,
        position=text,
        course=read_course(game_row.last_squares),
        due=due,
        sample=board.sample,
        sealed=tuple(turn for turn in waiting if viewer.is_over or turn.seat == viewer.you),
        commitments=commitments_of(game_row, viewer, [_logged(game_row, viewer, turn, after) for turn in waiting]),
    )


def empty_turn(viewer: GameViewer, position: str, seat: Seat) -> AnyDraft:
    """The empty turn of *seat* in a *position*, as far as the viewer may know it."""
    begun: AnyDraft = viewer.rules.begin(_board(viewer, position).seen, seat)
    return begun


def empty_board(viewer: GameViewer, position: str) -> Scene:
    """The board of a *position* before that turn."""
    return _board(viewer, position).scene


@lru_cache(maxsize=BOARDS_KEPT)
def _board(viewer: GameViewer, text: str) -> _Board:
    """The board of the position that *text* describes; kept by all that it depends on, so that it is never outdated."""
    rules = viewer.rules
    position: Hashable = rules.parse_position(text)
    seen = viewer.seen(position)
    due: frozenset[Seat] = rules.due(seen)
    return _Board(
        position=position,
        seen=seen,
        # Where nothing is hidden, the stored text is the text.
        text=text if seen == position else rules.format_position(seen),
        due=due,
        scene=rules.scene(rules.begin(seen, _on_move(due, viewer.you))),
        sample=_sample(viewer, seen, due),
    )


def past_sight(reader: Reader, game_row: GameRow, viewer: GameViewer, number: int) -> Sight:
    """
    The game as it stood when the turn of that *number* was due, where turns have followed since.

    :raises ConflictError: the turns cannot be replayed by the rules as they are now.
    """
    rules, moment = viewer.rules, replayed(reader, game_row, number - 1)
    seen = viewer.seen(moment.position)
    due: frozenset[Seat] = rules.due(seen)
    draft = rules.begin(seen, _on_move(due, viewer.you))
    return Sight(rules.scene(draft), rules.format_position(seen), moment.course, due, _sample(viewer, seen, due))


def replayed(reader: Reader, game_row: GameRow, number: int) -> Moment:
    """
    The game after the turn of that *number*, which nobody may see before it is cut down to what the viewer may know.

    :raises ConflictError: the turns cannot be replayed by the rules as they are now.
    """
    try:
        return moment_after(reader, game_row, number)
    except (CorruptLogError, TurnError) as fault:
        raise ConflictError("This board cannot be worked out. An administrator has to look at the game.") from fault


def _sample(viewer: GameViewer, seen: Hashable, due: frozenset[Seat]) -> str:
    return viewer.rules.sample(viewer.rules.begin(seen, viewer.you)) if viewer.you in due else ""


def turn_lines(game_row: GameRow, viewer: GameViewer, turns: Sequence[Logged]) -> tuple[TurnLine, ...]:
    """*turns* as the viewer may know them now."""
    rules = viewer.rules
    # The position is needed to veil turns alone.
    may_hide = has_secrets(rules) and not viewer.is_over
    position: Hashable = _board(viewer, game_row.position).position if turns and may_hide else None
    lines = []
    for turn in turns:
        is_open = not may_hide or turn.seat == viewer.you
        secret = None if is_open else rules.secret(turn.text, position)
        text = secret.veiled if secret else turn.text
        title = rules.info.seats[turn.seat]
        lines.append(TurnLine(turn.number, turn.seat, title, text, turn.received_at, turn.door))
    return tuple(lines)


def commitments_of(game_row: GameRow, viewer: GameViewer, turns: Sequence[Logged]) -> tuple[Commitment, ...]:
    """The commitments of the secret turns among *turns*; with the secrets themselves once the game is over."""
    return tuple(
        Commitment(
            seat=turn.seat,
            seat_title=viewer.rules.info.seats[turn.seat],
            name=game_row.seats[turn.seat].name,
            turn_number=turn.number,
            at=turn.received_at,
            is_changed=turn.is_changed,
            digest=commitment_digest(game_row.id, turn.secret, turn.nonce),
            word=turn.secret if viewer.is_over else "",
            nonce=turn.nonce if viewer.is_over else "",
        )
        for turn in turns
        if turn.secret is not None and turn.nonce is not None
    )


def _logged(game_row: GameRow, viewer: GameViewer, turn: HandedIn, after: Hashable) -> Logged:
    """A turn that waits, as it would stand in the log with its secret; *after* is the position after all that wait."""
    secret = viewer.rules.secret(turn.text, after)
    return Logged(
        number=game_row.turn_number,
        seat=turn.seat,
        text=turn.text,
        received_at=turn.received_at,
        door=turn.door,
        secret=secret.word if secret else None,
        nonce=turn.nonce,
        is_changed=turn.is_changed,
    )


def _waiting(reader: Reader, game_row: GameRow, due: frozenset[Seat]) -> tuple[HandedIn, ...]:
    """All turns that wait sealed, which nobody may see before `Rules.observe` has cut them down."""
    # A single due seat waits for nobody; and the clock of a seat that is due stands only if its turn waits.
    has_any = len(due) > 1 and any(not game_row.seats[seat].is_due for seat in due)
    return latest_sealed(reader, game_row.id, game_row.turn_number) if has_any else ()


def _on_move(due: frozenset[Seat], you: Seat | None) -> Seat:
    """The seat whose turn the board shows: the viewer's own if it is due, else the first that is."""
    return you if you is not None and you in due else min(due, default=FIRST)
