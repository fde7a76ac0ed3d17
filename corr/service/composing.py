"""Turns before they are handed in: previews of typed ones, and turns made click by click. Nothing changes here."""

from collections.abc import Hashable
from dataclasses import dataclass, replace
from typing import Any

from corr.errors import ConflictError
from corr.games.api import AnyDraft, AnyRules, Choices, Listing, Progress
from corr.games.lists import unlisted_turn
from corr.games.seats import Seat
from corr.service.play import check_playable
from corr.service.repetition import times_seen
from corr.service.shown import ComposeView, GameView, PreviewView, StepView
from corr.service.standing import Standing, get_standing
from corr.service.uow import Reader
from corr.service.views import view_of
from corr.service.words import outcome_words

_LISTED = 20
"""How many actions of a kind that can be astronomically many a page lists."""
_UNLISTED = Listing(())


@dataclass(frozen=True, slots=True)
class _Bench:
    """A turn that is being made: where it starts, as its player may know it."""

    reader: Reader
    standing: Standing
    rules: AnyRules
    seat: Seat
    begun: AnyDraft


@dataclass(frozen=True, slots=True)
class _Judged:
    """What stopping where a draft stands would mean."""

    progress: Progress
    must_go_on: str
    remark: str = ""
    position: str = ""
    outcome_words: str = ""

    @property
    def may_submit(self) -> bool:
        return not self.must_go_on


def preview_turn(reader: Reader, game_id: str, player_id: int, turn_number: int, *, text: str) -> PreviewView:
    """
    What the turn that *text* describes would do.

    :raises NotFoundError: there is no such game.
    :raises NotAllowedError: the player does not play it.
    :raises ConflictError: that turn cannot be played now: see `check_playable`.
    :raises TurnError: the turn cannot be read or is not legal.
    """
    bench = _bench(reader, game_id, player_id, turn_number)
    draft = bench.rules.read(bench.begun, unlisted_turn(text, bench.rules.formed))
    judged = _judge(bench, draft)
    return PreviewView(
        game_id=game_id,
        turn_number=turn_number,
        text=bench.rules.write(draft.made),
        steps=_steps(bench, draft),
        scene=bench.rules.scene(draft),
        position=judged.position,
        remark=judged.remark,
        may_submit=judged.may_submit,
        must_go_on=judged.must_go_on,
        outcome_words=judged.outcome_words,
    )


def compose_turn(
    reader: Reader, game_id: str, player_id: int, turn_number: int, *, begun: str = "", picks: tuple[str, ...] = ()
) -> ComposeView:
    """
    The turn *begun* so far, with *picks* made towards its next action, and what can be chosen next.

    Picks that finish an action make it part of `begun`.

    :raises NotFoundError: there is no such game.
    :raises NotAllowedError: the player does not play it.
    :raises ConflictError: that turn cannot be played now: see `check_playable`.
    :raises TurnError: *begun* is not legal, or the picks lead nowhere.
    """
    bench = _bench(reader, game_id, player_id, turn_number)
    rules = bench.rules
    draft = rules.read(bench.begun, begun)
    choices = rules.choices(draft, picks)
    if choices.action is None:
        made = _composed(bench, draft, choices, picks)
    else:
        draft = draft.after(choices.action)
        made = _composed(bench, draft, rules.choices(draft, ()), ())
    return replace(made, listing=rules.listing(draft, _LISTED))


def game_and_turn(reader: Reader, game_id: str, viewer: int | None) -> tuple[GameView, ComposeView | None]:
    """
    The game as *viewer* may see it now, and the viewer's turn before its first click if it can be made now.

    :raises NotFoundError: there is no such game.
    """
    standing = get_standing(reader, game_id)
    view = view_of(reader, standing, viewer)
    if viewer is None or not view.is_your_turn:
        return view, None
    try:
        bench = _bench_of(reader, standing, viewer, standing.turn_number)
    except ConflictError:
        # The time has run out, which a tick will record soon.
        return view, None
    return view, _composed(bench, bench.begun, bench.rules.choices(bench.begun, ()), ())


def _composed(bench: _Bench, draft: AnyDraft, choices: Choices[Any], picked: tuple[str, ...]) -> ComposeView:
    rules = bench.rules
    judged = _judge(bench, draft)
    scene = rules.scene(draft)
    return ComposeView(
        game_id=bench.standing.id,
        turn_number=bench.standing.turn_number,
        begun=rules.write(draft.made),
        before_last=rules.write(draft.made[:-1]),
        steps=_steps(bench, draft),
        scene=scene,
        question=choices.question if choices.picks else "",
        picks=choices.picks,
        picked=picked,
        progress=judged.progress,
        remark=judged.remark,
        may_submit=judged.may_submit,
        must_go_on=judged.must_go_on,
        outcome_words=judged.outcome_words,
        notes=scene.notes,
        listing=_UNLISTED,
    )


def _bench(reader: Reader, game_id: str, player_id: int, turn_number: int) -> _Bench:
    return _bench_of(reader, get_standing(reader, game_id), player_id, turn_number)


def _bench_of(reader: Reader, standing: Standing, player_id: int, turn_number: int) -> _Bench:
    seated = standing.get_seat(player_id)
    rules = standing.rules(reader)
    check_playable(reader, standing, seated, turn_number=turn_number, at=reader.now)
    position = rules.observe(rules.parse_position(standing.position), seated.seat)
    return _Bench(reader, standing, rules, seated.seat, rules.begin(position, seated.seat))


def _judge(bench: _Bench, draft: AnyDraft) -> _Judged:
    rules = bench.rules
    progress = rules.progress(draft)
    if progress is Progress.MUST_GO_ON or not draft.made:
        return _Judged(progress, rules.unfinished(draft))
    if rules.due(draft.position) != {bench.seat}:
        # The other seat chooses at the same time: nobody knows the position after it yet.
        return _Judged(progress, "", draft.unused())
    after: Hashable = rules.play(draft.position, {bench.seat: draft})
    outcome = rules.outcome(after, times_seen(bench.reader, bench.standing.id, rules, after))
    ended = outcome_words(rules.info, outcome.winner, outcome.reason) if outcome else ""
    position = rules.format_position(rules.observe(after, bench.seat))
    return _Judged(progress, "", draft.unused(), position, ended)


def _steps(bench: _Bench, draft: AnyDraft) -> tuple[StepView, ...]:
    steps = []
    so_far = bench.begun
    for action in draft.made:
        steps.append(StepView(bench.rules.write_action(action), bench.rules.describe(so_far, action)))
        so_far = so_far.after(action)
    return tuple(steps)
