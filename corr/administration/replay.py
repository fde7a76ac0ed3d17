"""
A game replayed from its log: everything kept beside the log that follows from it, to compare or to restore it.

The log is the truth. A log that cannot be replayed raises `CorruptLogError`, whose message may hold secrets:
`fault_words` says as much as anybody may know.
"""

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import groupby
from typing import TypeVar

from corr.errors import TurnError
from corr.games.api import AnyDraft, AnyRules
from corr.games.courses import Course, course_text, read_course
from corr.games.replay import CorruptLogError, Track, repeat_digest
from corr.games.seats import Seat
from corr.play.sealed_turns import HandedIn, drafts_of, has_secrets
from corr.play.turn_log import Logged, has_snapshot

_T = TypeVar("_T")
_Turns = Sequence[Logged]
TurnKey = tuple[int, Seat]
"""A turn of a game: its number and its seat."""


@dataclass(frozen=True, slots=True)
class Replay:
    """Everything that follows from a log."""

    track: Track
    course: str
    """What everybody may know of the last turns, as the snapshot holds it."""
    digests: Mapping[TurnKey, str | None] = field(repr=False)
    """The repeat key of each turn."""
    secrets: Mapping[TurnKey, str | None] = field(repr=False)
    """The secret word of each turn that waited sealed; None if it had none."""
    snapshots: Mapping[TurnKey, str] = field(repr=False)
    """The positions that are kept with turns."""
    due_after: Mapping[int, frozenset[Seat]]
    """The seats that were due after the turns of each number; 0 is the start."""
    odd: tuple[TurnKey, ...]
    """The turns that are not written as the rules write them."""

    @property
    def turn_number(self) -> int:
        """The turn that is due."""
        return self.track.rounds + 1

    def has_led_to(self, kept: str) -> bool:
        """Whether the last turn was *kept* as it was; for long only its squares were."""
        return kept == self.course or read_course(kept) == Course(touched=read_course(self.course).touched)


@dataclass(frozen=True, slots=True)
class _Step:
    """What follows from the turns of one number."""

    track: Track
    before: Hashable
    """The position before them."""
    drafts: Mapping[Seat, AnyDraft]
    digests: Mapping[TurnKey, str | None]
    secrets: Mapping[TurnKey, str | None]
    odd: Sequence[TurnKey]


def replay_log(rules: AnyRules, turns: Iterable[Logged]) -> Replay:
    """
    The replay of *turns*, which are in order.

    :raises CorruptLogError: they are not the log of a game by these rules.
    """
    track, course, odd = Track.begin(rules), "", list[TurnKey]()
    step = None
    digests: dict[TurnKey, str | None] = {}
    secrets: dict[TurnKey, str | None] = {}
    snapshots: dict[TurnKey, str] = {}
    due_after = {0: track.due}
    for expected, (number, found) in enumerate(groupby(turns, key=lambda turn: turn.number), 1):
        if number != expected:
            raise CorruptLogError(expected, "it is missing from the log")
        step = _careful(number, partial(_step, track, number, tuple(found)))
        track = step.track
        digests |= step.digests
        secrets |= step.secrets
        odd += step.odd
        if has_snapshot(number):
            snapshots[number, max(seat for _, seat in step.digests)] = track.text
        due_after[number] = track.due
    if step is not None:
        course = _careful(track.rounds, partial(course_text, rules, step.before, step.drafts))
    return Replay(track, course, digests, secrets, snapshots, due_after, tuple(odd))


def check_length(replay: Replay, turn_number: int) -> None:
    """
    Check that the log is as long as the game's turn number says.

    :raises CorruptLogError: turns are missing, or there are too many.
    """
    if replay.turn_number < turn_number:
        raise CorruptLogError(replay.turn_number, f"it is missing from the log, and turn {turn_number} is due")
    if replay.turn_number > turn_number:
        raise CorruptLogError(turn_number, "it is in the log, and the game still waits for it")


def check_waiting(replay: Replay, waiting: Iterable[HandedIn]) -> None:
    """
    Check turns that wait sealed: they have to be legal in the position that the log leads to.

    :raises CorruptLogError: one of them is not.
    """
    rules, position = replay.track.rules, replay.track.position
    try:
        for seat, draft in drafts_of(rules, position, waiting).items():
            rules.play(position, {seat: draft})
    except TurnError as refused:
        raise CorruptLogError(replay.turn_number, "a turn that waits sealed is not legal there") from refused


def fault_words(rules: AnyRules, fault: CorruptLogError, *, is_over: bool) -> str:
    """
    Where a replay failed and why, in one sentence without secrets.

    :param is_over: whether the game is over, so that nothing is secret any more.
    """
    why = "" if has_secrets(rules) and not is_over else f": {fault.reason.rstrip('.')}"
    return f"Turn {fault.number} cannot be replayed{why}."


def _careful(number: int, work: Callable[[], _T]) -> _T:
    """What *work* makes of the turns of that *number*, which may be wrong in any way."""
    try:
        return work()
    except TurnError as refused:
        raise CorruptLogError(number, refused.sentence) from refused
    except CorruptLogError:
        raise
    except Exception as fault:
        # Changed rules may meet a position that could never arise by them, and fail in any way.
        raise CorruptLogError(number, f"the rules met a fault, {type(fault).__name__}") from fault


def _step(track: Track, number: int, turns: _Turns) -> _Step:
    rules = track.rules
    if track.outcome is not None:
        raise CorruptLogError(number, "the game was over before it")
    if track.due != {turn.seat for turn in turns}:
        raise CorruptLogError(number, f"{rules.info.titles(track.due) or 'nobody'} should have been due")
    drafts = {turn.seat: rules.read(rules.begin(track.position, turn.seat), turn.text) for turn in turns}
    odd = [(number, turn.seat) for turn in turns if rules.write(drafts[turn.seat].made) != turn.text]
    after = track.after(drafts)
    digest, last = repeat_digest(rules, after.position), max(turn.seat for turn in turns)
    # Of turns that are played together only one has the key, so that the position counts once.
    digests = {(number, turn.seat): digest if turn.seat == last else None for turn in turns}
    return _Step(after, track.position, drafts, digests, _secrets(after, turns), odd)


def _secrets(after: Track, turns: _Turns) -> dict[TurnKey, str | None]:
    if len(turns) < 2:  # noqa: PLR2004 - one alone waits for nobody
        return {}
    words = {(turn.number, turn.seat): after.rules.secret(turn.text, after.position) for turn in turns}
    return {key: secret.word if secret else None for key, secret in words.items()}
