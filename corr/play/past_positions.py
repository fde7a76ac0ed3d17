"""
The turns of a game that were made, as one viewer may see them: the board after one of them, or after some of its
actions, and all of them a page at a time, in notation and in words.
"""

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from math import ceil
from typing import Final

from corr.base.paging import Page
from corr.base.uow import Reader
from corr.errors import NotFoundError, TurnError
from corr.game.game_row import get_game_row
from corr.game.views import GameView, StepView, TurnLine
from corr.games.api import AnyDraft, AnyRules
from corr.games.courses import Course
from corr.games.replay import CorruptLogError, Track
from corr.games.seats import Seat
from corr.play.turn_log import LATEST_TURNS, Logged, rounds_of, some_turns, track_before
from corr.play.turn_preview import turn_so_far
from corr.play.views import game_view, viewer_of
from corr.play.visibility import GameViewer, replayed, turn_lines

PAGE: Final = 50
"""How many turns one page shows; a position is kept where each page begins, so that nothing before it is replayed."""
_KEPT = 64
"""Of how many pages the words are kept: some ten kilobytes each."""
_Texts = tuple[tuple[tuple[Seat, str], ...], ...]
"""For each number the turns of the seats, in notation."""


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
    :raises NotFoundError: it is a private game of others, or there is no such turn yet, or the turn has no such
        action that the viewer may know.
    :raises ConflictError: the turns cannot be replayed by the rules as they are now.
    """
    game_row = get_game_row(reader, game_id)
    mine, now = game_row.find_seat(viewer), game_row.turn_number - 1
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


@dataclass(frozen=True, slots=True)
class ToldTurn:
    """A turn in a list of all turns."""

    line: TurnLine
    steps: tuple[StepView, ...]
    """Its actions, each in words too; none where both chose together, or where the viewer may not know them."""


@dataclass(frozen=True, slots=True)
class ToldTurns:
    """A page of them, the oldest first."""

    page: Page[ToldTurn]
    last: int
    """The number of the last page."""
    turns: int
    """How many turns the game has."""

    @property
    def span(self) -> str:
        """Which turns these are: "1–50 of 120"; empty if they are all."""
        items = self.page.items
        return f"{items[0].line.number}–{items[-1].line.number} of {self.turns}" if items and self.last > 1 else ""


def told_turns(reader: Reader, game_id: str, viewer: int | None, number: int | None) -> ToldTurns:
    """The page of that *number*; the last one if none is given. Three statements."""
    game_row = get_game_row(reader, game_id)
    sees, made = viewer_of(reader, game_row, viewer), game_row.turn_number - 1
    last = max(1, ceil(made / PAGE))
    # A page beyond the last one is empty, wherever it would begin.
    shown = last if number is None else min(max(1, number), last + 1)
    first = (shown - 1) * PAGE + 1
    turns = some_turns(reader, game_id, first, min(first + PAGE, game_row.turn_number))
    lines = turn_lines(game_row, sees, turns)
    steps: Sequence[tuple[StepView, ...]] = ()
    try:
        start = track_before(reader, game_row, first) if turns else None
        if start is not None:
            steps = _steps(sees, start.position, _texts(turns), _texts(lines))
    except (CorruptLogError, TurnError):
        # A game that cannot be replayed is listed as it was written.
        steps = ()
    told = dict(zip(sorted({line.number for line in lines}), steps, strict=False))
    items = tuple(ToldTurn(line, told.get(line.number, ())) for line in lines)
    return ToldTurns(Page(items, shown, has_more=shown < last), last, made)


def _texts(turns: Sequence[Logged | TurnLine]) -> _Texts:
    return tuple(tuple(texts.items()) for texts in rounds_of(turns))


@lru_cache(maxsize=_KEPT)
def _steps(sees: GameViewer, start: Hashable, made: _Texts, known: _Texts) -> tuple[tuple[StepView, ...], ...]:
    """
    For each number the actions; kept by all that they depend on, so that they are never outdated.

    :param start: the position before the first of them, as the service knows it.
    :param made: the turns as they were made.
    :param known: the same as the viewer may know them.
    """
    return tuple(_told(sees, start, made, known))


def _told(sees: GameViewer, start: Hashable, made: _Texts, known: _Texts) -> Iterator[tuple[StepView, ...]]:
    track = Track.begin(sees.rules, start)
    for texts, shown in zip(made, known, strict=True):
        if len(shown) == 1:
            seat, text = shown[0]
            yield known_actions(sees.rules, sees.rules.begin(sees.seen(track.position), seat), text)[1]
        else:
            yield ()
        track = track.after_texts(dict(texts))
