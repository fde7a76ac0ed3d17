"""A game after one of its turns, or after some actions of that turn: what one viewer may see of it."""

from dataclasses import dataclass, replace

from corr.base.uow import Reader
from corr.errors import NotFoundError, TurnError
from corr.game.game_row import get_game_row
from corr.game.views import GameView, StepView, TurnLine
from corr.games.api import AnyDraft, AnyRules
from corr.games.courses import Course
from corr.play.turn_log import LATEST_TURNS
from corr.play.turn_preview import turn_so_far
from corr.play.views import game_view, viewer_of
from corr.play.visibility import replayed, turn_lines


@dataclass(frozen=True, slots=True)
class PastPosition:
    """A game after one of its turns as one viewer may see it, and the turns around that one."""

    game: GameView
    """The game when the next turn was due, or as it stands if none has followed; the board shows the actions so far."""
    after: int
    """The number of the turn; 0 at the start."""
    now: int
    """The number of the latest turn."""
    action: int
    """How many actions of the turn were made; 0 for the whole turn."""
    made: tuple[TurnLine, ...]
    """The turn, or both where two chose together; none at the start."""
    steps: tuple[StepView, ...]
    """The actions of the turn; none where both chose together, or where the viewer may not know them."""
    around: tuple[TurnLine, ...]
    """The turns around it, the newest first."""
    waits_for_you: bool
    """Whether the game waits for a turn of the viewer now."""

    @property
    def is_latest(self) -> bool:
        """Whether no turn and no action has followed."""
        return self.after == self.now and not self.action

    @property
    def words(self) -> str:
        """Which moment it is."""
        if self.action:
            return f"Turn {self.after}, action {self.action} of {len(self.steps)}"
        return f"After turn {self.after}" if self.after else "At the start"


def past_position(reader: Reader, game_id: str, viewer: int | None, after: int, *, action: int = 0) -> PastPosition:
    """
    The game after the turn of that number.

    :param action: after how many of its actions; 0 for all.
    :raises NotFoundError: there is no such turn yet, or it has no such action that the viewer may know.
    :raises ConflictError: the turns cannot be replayed by the rules as they are now.
    """
    game_row = get_game_row(reader, game_id)
    now = game_row.turn_number - 1
    if after > now:
        raise NotFoundError(f"This game has no turn {after} yet.")
    view = game_view(reader, game_id, viewer, after + 1)
    sees, moment = viewer_of(reader, game_row, viewer), replayed(reader, game_row, after)
    made = tuple(line for line in view.turns if line.number == after)
    steps: tuple[StepView, ...] = ()
    if len(made) == 1:
        begun: AnyDraft = sees.rules.begin(sees.seen(moment.before), made[0].seat)
        draft, steps = known_actions(sees.rules, begun, made[0].text)
        if 0 < action < len(steps):
            view = _part_way(view, sees.rules, _after(begun, draft.made[:action]), steps[:action])
    if action > len(steps):
        raise NotFoundError(f"Turn {after} has no action {action} that can be shown.")
    around = _around(after, now, (*view.turns, *turn_lines(game_row, sees, moment.later)))
    mine = game_row.find_seat(viewer)
    return PastPosition(
        game=view,
        after=after,
        now=now,
        action=action if action < len(steps) else 0,
        made=made,
        steps=steps,
        around=around,
        waits_for_you=mine is not None and mine.is_due,
    )


def known_actions(rules: AnyRules, begun: AnyDraft, text: str) -> tuple[AnyDraft, tuple[StepView, ...]]:
    """The turn and its actions as far as they can be read by what the viewer may know; else nothing."""
    try:
        return turn_so_far(rules, begun, text)
    except TurnError:
        # What is hidden from the viewer made it legal.
        return begun, ()


def _after(begun: AnyDraft, actions: tuple[object, ...]) -> AnyDraft:
    draft = begun
    for action in actions:
        draft = draft.after(action)
    return draft


def _part_way(view: GameView, rules: AnyRules, draft: AnyDraft, steps: tuple[StepView, ...]) -> GameView:
    """*view* after some actions of its last turn."""
    scene = rules.scene(draft)
    course = Course(last=tuple(step.trace for step in steps), touched=scene.marked)
    return replace(view, scene=replace(scene, marked=frozenset()), course=course)


def _around(after: int, now: int, turns: tuple[TurnLine, ...]) -> tuple[TurnLine, ...]:
    """Those of *turns* whose numbers are nearest, `LATEST_TURNS` of them, the newest first."""
    last = min(max(after + LATEST_TURNS // 2, LATEST_TURNS), now)
    return tuple(line for line in turns[::-1] if last - LATEST_TURNS < line.number <= last)
