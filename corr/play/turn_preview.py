"""A half-made turn and what it would do, without the database: for games and for practice boards."""

from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass, replace
from functools import lru_cache
from threading import Lock
from typing import Any

from corr.errors import TurnError
from corr.game.views import ComposeView, StepView, StopView
from corr.game.words import outcome_words
from corr.games.api import AnyDraft, AnyRules, Progress
from corr.games.choice_trees import ChoiceTree, choice_tree
from corr.games.courses import NOTHING, Course
from corr.games.guide import Choices, Listing, is_only_way
from corr.games.notation import LONGEST, unlisted_turn
from corr.games.scene import Scene
from corr.games.seats import Seat

_LISTED = 20
"""How many actions of a kind a page lists at most; of some kinds there are astronomically many."""
_UNLISTED = Listing(())
_POSITIONS_KEPT, _DRAFTS_KEPT = 64, 4
"""Of how many positions how many half-made turns are kept: ten megabytes if each is as long as it can be."""


@dataclass(frozen=True, slots=True)
class TurnStart:
    """What a turn begins with: the empty turn, in the position as its player may know it."""

    rules: AnyRules
    empty: AnyDraft
    """The empty turn."""
    turn_number: int
    seen: Callable[[Hashable], int]
    """How often a given position will have occurred if this turn leads to it."""
    game_id: str = ""
    """Empty on a practice board."""
    course: Course = NOTHING
    """The turn before."""

    @property
    def seat(self) -> Seat:
        """Whose turn it is."""
        return self.empty.seat


@dataclass(frozen=True, slots=True, eq=False)
class DraftView:
    """A half-made turn with all that can be chosen next, for a board that makes turns without loading pages."""

    turn_number: int
    begun: str
    """The actions so far, in canonical notation."""
    steps: tuple[StepView, ...]
    scene: Scene
    stop: StopView
    choices: ChoiceTree | None
    """None if no action may follow."""
    course: Course
    """The actions so far; before the first one, the turn before."""
    seat: Seat
    bottom: Seat
    """The seat whose home is at the bottom of the board as the notation draws it."""
    refused: TurnError | None = None
    """Why what was typed after these actions cannot follow; None if nothing else was."""


@dataclass(frozen=True, slots=True)
class _DraftSteps:
    """A half-made turn with its actions in words and as arrows."""

    draft: AnyDraft
    steps: tuple[StepView, ...]

    def after(self, rules: AnyRules, action: object) -> "_DraftSteps":
        """The same with *action* made, which is legal."""
        draft = self.draft
        step = StepView(rules.write_action(action), rules.describe(draft, action), rules.trace(draft, action))
        return _DraftSteps(draft.after(action), (*self.steps, step))


class _LatestDrafts:
    """
    The half-made turns of one position that were asked for last.

    Who makes a turn of hundreds of actions asks for it after each of them: then only that one is read.
    """

    def __init__(self) -> None:
        self._guard = Lock()
        self._known: dict[str, _DraftSteps] = {}

    def read(self, rules: AnyRules, begun: AnyDraft, text: str) -> _DraftSteps:
        """
        The turn that *text* describes, after the empty one.

        :raises TurnError: it cannot be read, or is not legal.
        """
        before, _, last = text.rpartition(", ")
        with self._guard:
            found, known = self._known.get(text), self._known.get(before)
        if found is None:
            found = _one_further(rules, known, last) if known and len(text) <= LONGEST else None
            found = found or _read(rules, begun, text)
            with self._guard:
                self._known[text] = found
                while len(self._known) > _DRAFTS_KEPT:
                    del self._known[next(iter(self._known))]
        return found


@lru_cache(maxsize=_POSITIONS_KEPT)
def _latest_drafts(_rules: AnyRules, _position: Hashable, _seat: Seat) -> _LatestDrafts:
    """Those that *seat* made in a position as it is known to it: no other seat's, as that may know another one."""
    return _LatestDrafts()


def _one_further(rules: AnyRules, before: _DraftSteps, last: str) -> _DraftSteps | None:
    """The turn after one more action; None if *last* is none, or more than one."""
    try:
        draft = rules.read(before.draft, last)
    except TurnError:
        # Who is told about it is told the number of the action, too.
        return None
    return before.after(rules, draft.made[-1]) if len(draft.made) == len(before.draft.made) + 1 else None


def _read(rules: AnyRules, begun: AnyDraft, text: str) -> _DraftSteps:
    draft = rules.read(begun, text)
    return _DraftSteps(draft, steps_of(rules, draft))


def stop_view(start: TurnStart, draft: AnyDraft) -> StopView:
    """What it would mean to stop after the actions of *draft*."""
    rules = start.rules
    progress = rules.progress(draft)
    if progress is Progress.MUST_GO_ON or not draft.made:
        return StopView(progress, must_go_on=rules.unfinished(draft))
    why_over = rules.why_over(draft) if progress is Progress.COMPLETE else ""
    if rules.due(draft.position) != {start.seat}:
        # The other seat chooses at the same time: nobody knows the position after it yet.
        return StopView(progress, remark=draft.unused(), why_over=why_over)
    after: Hashable = rules.play(draft.position, {start.seat: draft})
    outcome = rules.outcome(after, start.seen(after))
    ended = outcome_words(rules.info, outcome.winner, outcome.reason) if outcome else ""
    position = rules.format_position(rules.observe(after, start.seat))
    return StopView(progress, remark=draft.unused(), why_over=why_over, position=position, outcome_words=ended)


def compose_on(start: TurnStart, begun: str, picks: tuple[str, ...]) -> ComposeView:
    """
    The turn *begun* so far, with *picks* made towards its next action, and what can be chosen next.

    Picks that finish an action make it part of `begun`.

    :raises TurnError: *begun* is not legal, or the picks lead nowhere.
    """
    rules = start.rules
    draft = rules.read(start.empty, begun)
    finished = rules.choices(draft, picks).action
    if finished is not None:
        draft, picks = draft.after(finished), ()
    only = _only_piece(rules, draft)
    choices, picks = _by_the_only_way(rules, draft, picks or only)
    made = _half_made(rules, draft, composed(start, draft, choices, picks, scene=rules.scene(draft)))
    if only and picks == _by_the_only_way(rules, draft, only)[1]:
        # Whether to go on at all comes before how.
        made = replace(made, is_preselected=True, question=rules.choices(draft, ()).question)
    return replace(made, listing=rules.listing(draft, _LISTED))


def _only_piece(rules: AnyRules, draft: AnyDraft) -> tuple[str, ...]:
    """The pick of the only piece that can go on, which is never the first of a turn; none if there are more."""
    picks = rules.choices(draft, ()).picks if draft.made else ()
    found = tuple([pick.value for pick in picks if pick.square])
    return found if len(picks) == len(found) == 1 and rules.choices(draft, found).action is None else ()


def _by_the_only_way(rules: AnyRules, draft: AnyDraft, picks: tuple[str, ...]) -> tuple[Choices[Any], tuple[str, ...]]:
    """The choices after *picks* and after each further one without an alternative, and all of these picks."""
    choices = rules.choices(draft, picks)
    while is_only_way(choices.picks):
        further = (*picks, choices.picks[0].value)
        after = rules.choices(draft, further)
        if after.action is not None:
            break
        choices, picks = after, further
    return choices, picks


def _half_made(rules: AnyRules, draft: AnyDraft, made: ComposeView) -> ComposeView:
    """*made* with what its picks say in words, what an undo leaves of them, and what could be picked in their place."""
    offered = [rules.choices(draft, made.picked[:index]).picks for index in range(len(made.picked))]
    if not offered:
        return made
    labels = [
        next((pick.square or pick.label for pick in picks if pick.value == value), value)
        for value, picks in zip(made.picked, offered, strict=True)
    ]
    chosen_last = max([index for index, picks in enumerate(offered) if not is_only_way(picks)], default=0)
    return replace(made, chosen=tuple(labels), undone=made.picked[:chosen_last], instead=offered[0])


def composed(
    start: TurnStart, draft: AnyDraft, choices: Choices[Any], picked: tuple[str, ...], *, scene: Scene
) -> ComposeView:
    """The half-made turn *draft* with its board as a page shows it, and what can be chosen after *picked*."""
    rules = start.rules
    return ComposeView(
        game_id=start.game_id,
        turn_number=start.turn_number,
        begun=rules.write(draft.made),
        before_last=rules.write(draft.made[:-1]),
        steps=steps_of(rules, draft),
        scene=scene,
        question=choices.question if choices.picks else "",
        picks=choices.picks,
        picked=picked,
        stop=stop_view(start, draft),
        listing=_UNLISTED,
        is_gathering=choices.gather is not None,
    )


def draft_on(start: TurnStart, begun: str, picks: tuple[str, ...]) -> DraftView:
    """
    The same as `compose_on`, with all that can be chosen next as a tree.

    :raises TurnError: *begun* is not legal, or the picks lead nowhere.
    """
    rules = start.rules
    made = _latest_drafts(rules, start.empty.position, start.seat).read(rules, start.empty, begun)
    finished = rules.choices(made.draft, picks).action if picks else None
    return _drafted(start, made, picks) if finished is None else _drafted(start, made.after(rules, finished), ())


def typed_on(start: TurnStart, typed: str) -> DraftView:
    """The turn that somebody typed, as far as it is legal, and why the rest of it cannot follow."""
    rules = start.rules
    latest = _latest_drafts(rules, start.empty.position, start.seat)
    try:
        return _drafted(start, latest.read(rules, start.empty, unlisted_turn(typed, rules.formed)), ())
    except TurnError as refused:
        return replace(_drafted(start, latest.read(rules, start.empty, refused.begun), ()), refused=refused)


def _drafted(start: TurnStart, made: _DraftSteps, picks: tuple[str, ...]) -> DraftView:
    """The half-made turn *made* with the choices after *picks*, which finish no action."""
    rules, draft = start.rules, made.draft
    return DraftView(
        turn_number=start.turn_number,
        begun=rules.write(draft.made),
        steps=made.steps,
        scene=rules.scene(draft),
        stop=stop_view(start, draft),
        choices=choice_tree(rules, draft, picks),
        course=course_so_far(made.steps, start.course),
        seat=start.seat,
        bottom=rules.info.bottom,
    )


def turn_so_far(rules: AnyRules, begun: AnyDraft, text: str) -> tuple[AnyDraft, tuple[StepView, ...]]:
    """
    The turn that *text* describes after the empty one, and its actions one by one; the last ones asked for are kept.

    :raises TurnError: it cannot be read, or is not legal.
    """
    made = _latest_drafts(rules, begun.position, begun.seat).read(rules, begun, text)
    return made.draft, made.steps


def course_so_far(steps: Iterable[StepView], before: Course) -> Course:
    """The half-made turn of these *steps*; what there was *before* while there are none."""
    made = tuple(step.trace for step in steps)
    return Course(made=made) if made else before


def steps_of(rules: AnyRules, draft: AnyDraft) -> tuple[StepView, ...]:
    """The actions of *draft* one by one, in words and as arrows."""
    made = _DraftSteps(rules.begin(draft.position, draft.seat), ())
    for action in draft.made:
        made = made.after(rules, action)
    return made.steps
