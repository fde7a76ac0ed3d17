"""Playing a recorded game again: whether all that its record says is so."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from corr.errors import NotFoundError, OptionError, PositionError, TurnError
from corr.games.api import AnyDraft, AnyRules, Info, Progress
from corr.games.notation import shown
from corr.games.registry import Registry, read_options
from corr.games.replay import Track
from corr.games.seats import Seat
from corr.records.format import (
    DRAW,
    EVERYTHING,
    PUBLIC,
    VOID,
    Record,
    RecordedEvent,
    RecordedTurn,
    RecordError,
    SeenPosition,
    commitment_digest,
)

_ENDS: Mapping[str, tuple[frozenset[str], str | None]] = {
    "resignation": (frozenset({"resigned"}), None),
    "time": (frozenset({"time", "time-claimed"}), None),
    "agreement": (frozenset({"draw-agreed"}), DRAW),
    "adjudication": (frozenset(), None),
    "cancelled": (frozenset({"cancelled"}), VOID),
    "abandoned": (frozenset({"abandoned"}), VOID),
    "voided": (frozenset({"voided"}), VOID),
}
"""
The ends that no turn makes: the kinds of event that may tell of each, none where there may be none, and the result that
each has, None for a winner.
"""
_OF_WINNER = frozenset({"time-claimed"})
"""The kinds of event by which their own seat wins."""


@dataclass(frozen=True, slots=True)
class _Round:
    """The turns that count together, and what may be known of the position after them where that is not all."""

    turns: tuple[RecordedTurn, ...]
    seen: SeenPosition | None = None

    @property
    def last_line(self) -> int:
        return self.turns[-1].line


def replay_record(record: Record, registry: Registry) -> Track:
    """
    The game that a record tells, played again.

    :raises RecordError: something in the record is not right; the sentence names the line.
    """
    rules = rules_of(record, registry)
    rounds = _rounds(record)
    _check_moments(record)
    track = Track.begin(rules)
    for round_ in rounds:
        track = _after(track, round_)
        _check_secrets(record, track, round_)
    _check_result(record, track)
    _check_position(record, track)
    _check_commitments(record, track)
    return track


def rules_of(record: Record, registry: Registry) -> AnyRules:
    """
    The rules that a recorded game was played by.

    :raises RecordError: there are no such rules, or they have no such option.
    """
    try:
        rules = registry.get_rules(record.ruleset)
        return registry.get_rules(record.ruleset, read_options(rules.info, dict(record.options)))
    except NotFoundError as refused:
        raise record.fault("Ruleset", refused.sentence) from refused
    except OptionError as refused:
        raise record.fault("Options", refused.sentence) from refused


def _rounds(record: Record) -> tuple[_Round, ...]:
    """The turns by rounds, each with the number that it must have."""
    rounds: list[_Round] = []
    for entry in record.entries:
        last = rounds[-1] if rounds else None
        is_further = isinstance(entry, RecordedTurn) and entry.number == len(rounds)
        if isinstance(entry, RecordedTurn) and is_further and last is not None and last.seen is None:
            rounds[-1] = _Round((*last.turns, entry))
        elif entry.number != len(rounds) + 1:
            raise RecordError(entry.line, f"turn {len(rounds) + 1} is due here, not turn {entry.number}.")
        elif isinstance(entry, RecordedTurn):
            rounds.append(_Round((entry,)))
        elif isinstance(entry, SeenPosition):
            if last is None or last.seen is not None or record.is_over:
                raise RecordError(entry.line, "nothing is secret here: a line “seen” has no place.")
            rounds[-1] = _Round(last.turns, entry)
    return tuple(rounds)


def _check_moments(record: Record) -> None:
    """Make sure that time never goes back."""
    if record.ended is not None and record.ended < record.started:
        raise record.fault("Ended", "this is before the start.")
    events = [entry for entry in record.entries if isinstance(entry, RecordedEvent)]
    floor = since = record.started
    number = 0
    for turn in record.turns:
        # Turns that count together come in any order.
        floor, number = (floor, number) if turn.number == number else (since, turn.number)
        since = max(since, _checked_moment(record, turn, floor))
    floor = record.started
    for event in events:
        floor = _checked_moment(record, event, floor)


def _checked_moment(record: Record, entry: RecordedTurn | RecordedEvent, floor: datetime) -> datetime:
    if entry.at < floor:
        raise RecordError(entry.line, "this happened before what stands above it.")
    if record.ended is not None and entry.at > record.ended:
        raise RecordError(entry.line, "this happened after the end of the game.")
    return entry.at


def _after(track: Track, round_: _Round) -> Track:
    seats = _seats(track, round_)
    if round_.seen is not None:
        return track.after_position(_position(track.rules, round_.seen))
    drafts = {seat: _draft(track, seat, turn) for seat, turn in zip(seats, round_.turns, strict=True)}
    return track.after(drafts)


def _seats(track: Track, round_: _Round) -> list[Seat]:
    """Whose turns the round has: of those who are due, once each."""
    info = track.rules.info
    if track.outcome is not None:
        how = info.endings[track.outcome.reason]
        raise RecordError(round_.turns[0].line, f"the game is over: {how}. No further turn can be played.")
    due = info.titles(track.due)
    seats: list[Seat] = []
    for turn in round_.turns:
        seat = _seat(info, turn.side, turn.line)
        if seat in seats or seat not in track.due:
            raise RecordError(turn.line, f"{due} should play here, not {info.seats[seat]}.")
        seats.append(seat)
    missing = sorted(track.due.difference(seats))
    if missing:
        raise RecordError(round_.last_line, f"{due} play at the same time; {info.seats[missing[0]]}’s turn is missing.")
    return seats


def _seat(info: Info, side: str, line: int) -> Seat:
    if side not in info.letters:
        raise RecordError(line, f"there is no seat “{shown(side)}”; there are {info.known_seats}.")
    return Seat(info.letters.index(side))


def _draft(track: Track, seat: Seat, turn: RecordedTurn) -> AnyDraft:
    rules = track.rules
    try:
        draft: AnyDraft = rules.read(rules.begin(track.position, seat), turn.text)
    except TurnError as refused:
        raise RecordError(turn.line, refused.sentence) from refused
    if rules.progress(draft) is Progress.MUST_GO_ON:
        raise RecordError(turn.line, rules.unfinished(draft))
    canonical = rules.write(draft.made)
    if canonical != turn.text:
        raise RecordError(turn.line, f"in canonical notation this turn is “{shown(canonical)}”.")
    return draft


def _position(rules: AnyRules, seen: SeenPosition) -> object:
    try:
        return rules.parse_position(seen.text)
    except PositionError as refused:
        raise RecordError(seen.line, refused.sentence) from refused


def _check_result(record: Record, track: Track) -> None:
    """Make sure that the tags tell the end that the turns, or a player, made."""
    info, outcome = track.rules.info, track.outcome
    views = {EVERYTHING} if record.is_over else {PUBLIC, *info.letters}
    if record.view not in views:
        raise record.fault("View", f"“{shown(record.view)}” does not fit the result “{shown(record.result)}”.")
    if record.is_over != (record.ended is not None) or record.is_over != bool(record.reason):
        raise record.fault("Result", "a game that is over has an end and a reason, and one that goes on has neither.")
    if not record.is_over:
        if outcome is not None:
            raise record.fault("Result", f"the game is over by its turns: {info.endings[outcome.reason]}.")
        return
    if record.result not in {DRAW, VOID, *info.letters}:
        known = ", ".join(info.letters)
        raise record.fault("Result", f"it is one of {known}, {DRAW}, {VOID} and *, not “{shown(record.result)}”.")
    is_won = record.result not in {DRAW, VOID}
    winner = _seat(info, record.result, record.lines.get("Result", 1)) if is_won else None
    if outcome is None:
        _check_act(record, info, winner)
    elif (outcome.winner, outcome.reason) != (winner, record.reason) or record.result == VOID:
        side = DRAW if outcome.winner is None else info.letters[outcome.winner]
        raise record.fault("Result", f"by its turns the game ended so: {side}, {outcome.reason}.")


def _check_act(record: Record, info: Info, winner: Seat | None) -> None:
    """Make sure that an end that no turn made is one that a player, the clock or the service can make."""
    if record.reason not in _ENDS:
        raise record.fault("Reason", f"the turns do not end the game by “{shown(record.reason)}”.")
    kinds, result = _ENDS[record.reason]
    if not kinds:
        return
    last = record.entries[-1] if record.entries else None
    if not isinstance(last, RecordedEvent) or last.kind not in kinds:
        wanted = "” or “".join(sorted(kinds))
        raise record.fault("Reason", f"the last thing that happened should then be an event “{wanted}”.")
    if (winner is None) != (result is not None) or (result is not None and record.result != result):
        raise record.fault("Result", f"“{shown(record.result)}” does not fit the reason “{record.reason}”.")
    if winner is not None and (_seat(info, last.side, last.line) == winner) != (last.kind in _OF_WINNER):
        whose = "that one" if last.kind in _OF_WINNER else "the other one"
        raise RecordError(last.line, f"{info.seats[winner]} won the game, say the tags, so this was {whose}.")


def _check_position(record: Record, track: Track) -> None:
    position = record.position
    if position.number != track.rounds + 1:
        raise RecordError(position.line, f"turn {track.rounds + 1} is next here, not turn {position.number}.")
    _position(track.rules, position)
    if position.text != track.text:
        raise RecordError(position.line, f"the turns lead to another position: {track.text}")


def _check_secrets(record: Record, track: Track, round_: _Round) -> None:
    """Make sure that what was committed to is what was played; *track* has just gone *round_*."""
    if round_.seen is not None:
        return
    for commitment in record.commitments:
        for turn in _turns_of(round_.turns, commitment.number, commitment.side):
            secret = track.rules.secret(turn.text, track.position)
            if commitment.is_open and (secret is None or secret.word != commitment.word):
                reason = f"the word “{shown(commitment.word)}” is not what the turn in line {turn.line} kept secret."
                raise RecordError(commitment.line, reason)


def _check_commitments(record: Record, track: Track) -> None:
    """Make sure that each commitment belongs to a turn and, once it is open, binds its word."""
    for commitment in record.commitments:
        seat = _seat(track.rules.info, commitment.side, commitment.line)
        # A turn that waits for that of another seat is not told yet, or never counted.
        may_wait = commitment.number == track.rounds + 1 and len(track.due) > 1 and seat in track.due
        if not may_wait and not list(_turns_of(record.turns, commitment.number, commitment.side)):
            raise RecordError(commitment.line, "there is no turn that this commitment is for.")
        if record.is_over and not commitment.is_open:
            raise RecordError(commitment.line, "the game is over, so word and nonce should stand here.")
        bound = commitment_digest(record.game, commitment.word, commitment.nonce)
        if commitment.is_open and bound != commitment.digest:
            raise RecordError(commitment.line, "the digest of game, word and nonce is another one.")


def _turns_of(turns: Sequence[RecordedTurn], number: int, side: str) -> Iterable[RecordedTurn]:
    return (turn for turn in turns if (turn.number, turn.side) == (number, side))
