"""A half-made turn and what it would do, without the database: for games and for practice boards."""

from collections.abc import Callable, Hashable
from dataclasses import dataclass, replace
from typing import Any

from corr.game.views import ComposeView, StepView, StopView
from corr.game.words import outcome_words
from corr.games.api import AnyDraft, AnyRules, Progress
from corr.games.guide import Choices, Listing
from corr.games.seats import Seat

_LISTED = 20
"""How many actions of a kind a page lists at most; of some kinds there are astronomically many."""
_UNLISTED = Listing(())


@dataclass(frozen=True, slots=True)
class Bench:
    """The place where a turn is made: the empty turn, on the position as its player may know it."""

    rules: AnyRules
    begun: AnyDraft
    """The empty turn."""
    turn_number: int
    seen: Callable[[Hashable], int]
    """How often a given position will have occurred if this turn leads to it."""
    game_id: str = ""
    """Empty on a practice board."""

    @property
    def seat(self) -> Seat:
        """Whose turn it is."""
        return self.begun.seat


def stop_view(bench: Bench, draft: AnyDraft) -> StopView:
    """What it would mean to stop after the actions of *draft*."""
    rules = bench.rules
    progress = rules.progress(draft)
    if progress is Progress.MUST_GO_ON or not draft.made:
        return StopView(progress, must_go_on=rules.unfinished(draft))
    why_over = rules.why_over(draft) if progress is Progress.COMPLETE else ""
    if rules.due(draft.position) != {bench.seat}:
        # The other seat chooses at the same time: nobody knows the position after it yet.
        return StopView(progress, remark=draft.unused(), why_over=why_over)
    after: Hashable = rules.play(draft.position, {bench.seat: draft})
    outcome = rules.outcome(after, bench.seen(after))
    ended = outcome_words(rules.info, outcome.winner, outcome.reason) if outcome else ""
    position = rules.format_position(rules.observe(after, bench.seat))
    return StopView(progress, remark=draft.unused(), why_over=why_over, position=position, outcome_words=ended)


def compose_on(bench: Bench, begun: str, picks: tuple[str, ...]) -> ComposeView:
    """
    The turn *begun* so far, with *picks* made towards its next action, and what can be chosen next.

    Picks that finish an action make it part of `begun`.

    :raises TurnError: *begun* is not legal, or the picks lead nowhere.
    """
    rules = bench.rules
    draft = rules.read(bench.begun, begun)
    choices = rules.choices(draft, picks)
    if choices.action is None:
        made = replace(composed(bench, draft, choices, picks), chosen=_labels(rules, draft, picks))
    else:
        draft = draft.after(choices.action)
        made = composed(bench, draft, rules.choices(draft, ()), ())
    return replace(made, listing=rules.listing(draft, _LISTED))


def _labels(rules: AnyRules, draft: AnyDraft, picks: tuple[str, ...]) -> tuple[str, ...]:
    """The labels of *picks*, which are legal: a square is labelled by its name."""
    labels = []
    for index, value in enumerate(picks):
        offered = rules.choices(draft, picks[:index]).picks
        labels.append(next((pick.square or pick.label for pick in offered if pick.value == value), value))
    return tuple(labels)


def composed(bench: Bench, draft: AnyDraft, choices: Choices[Any], picked: tuple[str, ...]) -> ComposeView:
    """The half-made turn *draft* as a page shows it, with what can be chosen after *picked*."""
    rules = bench.rules
    return ComposeView(
        game_id=bench.game_id,
        turn_number=bench.turn_number,
        begun=rules.write(draft.made),
        before_last=rules.write(draft.made[:-1]),
        steps=steps_of(rules, draft),
        scene=rules.scene(draft),
        question=choices.question if choices.picks else "",
        picks=choices.picks,
        picked=picked,
        stop=stop_view(bench, draft),
        listing=_UNLISTED,
    )


def steps_of(rules: AnyRules, draft: AnyDraft) -> tuple[StepView, ...]:
    """The actions of *draft* one by one, in words."""
    steps = []
    so_far = rules.begin(draft.position, draft.seat)
    for action in draft.made:
        steps.append(StepView(rules.write_action(action), rules.describe(so_far, action)))
        so_far = so_far.after(action)
    return tuple(steps)
