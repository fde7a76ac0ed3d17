"""
A game told anew from its log: everything beside the log that follows from it, to be compared or put in its place.

The log is the truth. What cannot be told from it raises `CorruptLogError`, whose words may hold what is secret:
`fault_words` says as much as anybody may know.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from corr.errors import TurnError
from corr.games.api import AnyRules, Rules
from corr.games.replay import CorruptLogError, Track, repeat_digest
from corr.games.seats import Seat
from corr.play.sealed_turns import HandedIn, drafts_of
from corr.play.turn_log import Logged

_Turns = Sequence[Logged]
TurnKey = tuple[int, Seat]
"""Which turn of a game: its number and its seat."""


@dataclass(frozen=True, slots=True)
class Retold:
    """What follows from a log."""

    track: Track
    squares: str
    """The names of the squares that the last turns touched, as the snapshot has them."""
    digests: Mapping[TurnKey, str | None] = field(repr=False)
    """The repeat key of each turn."""
    secrets: Mapping[TurnKey, str | None] = field(repr=False)
    """The word that each turn that waited sealed kept from others; None if it kept nothing."""
    due_after: Mapping[int, frozenset[Seat]]
    """Who owed a turn after the turns of each number; 0 stands for the start."""
    odd: tuple[TurnKey, ...]
    """The turns that are not written as the rules write them."""

    @property
    def turn_number(self) -> int:
        """The turn that is due."""
        return self.track.rounds + 1


@dataclass(frozen=True, slots=True)
class _Step:
    """What the turns of one number make of a game."""

    track: Track
    squares: frozenset[str]
    digests: Mapping[TurnKey, str | None]
    secrets: Mapping[TurnKey, str | None]
    odd: Sequence[TurnKey]


def retell(rules: AnyRules, turns: Iterable[Logged]) -> Retold:
    """
    The game that *turns*, in order, tell.

    :raises CorruptLogError: they are not the log of a game by these rules.
    """
    track, squares, odd = Track.begin(rules), frozenset[str](), list[TurnKey]()
    digests: dict[TurnKey, str | None] = {}
    secrets: dict[TurnKey, str | None] = {}
    due_after = {0: track.due}
    for expected, (number, found) in enumerate(groupby(turns, key=lambda turn: turn.number), 1):
        if number != expected:
            raise CorruptLogError(expected, "it is missing from the log")
        step = _careful_step(track, tuple(found))
        track, squares = step.track, step.squares
        digests |= step.digests
        secrets |= step.secrets
        odd += step.odd
        due_after[number] = track.due
    return Retold(track, " ".join(sorted(squares)), digests, secrets, due_after, tuple(odd))


def check_length(retold: Retold, turn_number: int) -> None:
    """
    Judge whether the log is as long as the game's counter says.

    :raises CorruptLogError: turns are missing, or there are too many.
    """
    if retold.turn_number < turn_number:
        raise CorruptLogError(retold.turn_number, f"it is missing from the log, and turn {turn_number} is due")
    if retold.turn_number > turn_number:
        raise CorruptLogError(turn_number, "it is in the log, and the game still waits for it")


def check_waiting(retold: Retold, waiting: Iterable[HandedIn]) -> None:
    """
    Judge turns that wait sealed, which have to be legal where the log leads.

    :raises CorruptLogError: one of them is not.
    """
    rules, position = retold.track.rules, retold.track.position
    try:
        for seat, draft in drafts_of(rules, position, waiting).items():
            rules.play(position, {seat: draft})
    except TurnError as refused:
        raise CorruptLogError(retold.turn_number, "a turn that waits sealed is not legal there") from refused


def fault_words(rules: AnyRules, fault: CorruptLogError, *, is_over: bool) -> str:
    """
    Where a replay fails and why, in one sentence without what is still secret.

    :param is_over: whether the game is, so that nothing is secret any more.
    """
    has_secrets = type(rules).secret is not Rules.secret
    why = "" if has_secrets and not is_over else f": {fault.reason.rstrip('.')}"
    return f"Turn {fault.number} cannot be replayed{why}."


def _careful_step(track: Track, turns: _Turns) -> _Step:
    """The turns of one number, which anything may be wrong with."""
    number = turns[0].number
    try:
        return _step(track, number, turns)
    except TurnError as refused:
        raise CorruptLogError(number, refused.sentence) from refused
    except CorruptLogError:
        raise
    except Exception as fault:
        # Rules that were changed may meet a game that they would never have let come about.
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
    # Of turns that count together one alone has the key, so that the position counts once.
    digests = {(number, turn.seat): digest if turn.seat == last else None for turn in turns}
    return _Step(after, rules.touched_by(drafts.values()), digests, _secrets(after, turns), odd)


def _secrets(after: Track, turns: _Turns) -> dict[TurnKey, str | None]:
    if len(turns) < 2:  # noqa: PLR2004 - one alone waits for nobody
        return {}
    words = {(turn.number, turn.seat): after.rules.secret(turn.text, after.position) for turn in turns}
    return {key: secret.word if secret else None for key, secret in words.items()}
