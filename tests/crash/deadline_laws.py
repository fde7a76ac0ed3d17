"""Laws about deadlines: each falls once, none too early, and none is forgotten."""

from collections import Counter
from collections.abc import Iterator, Mapping
from datetime import datetime

from tests.crash.facts import RUNNING, Facts

_LAPSED = "time-lapsed"
_FALLEN = frozenset({"time", _LAPSED, "cancelled", "forfeited"})
_ENDS = "lose"
_Place = tuple[str, int, int]


def none_twice(facts: Facts) -> Iterator[str]:
    """Games that ended twice by a deadline, and deadlines of which it was noted more than once that they passed."""
    ends = Counter((event.game_id, event.number) for event in facts.events if event.kind in _FALLEN - {_LAPSED})
    for (game_id, number), count in sorted(ends.items()):
        if count > 1:
            yield f"the deadline of turn {number} of game {game_id} fell {count} times"
    # Who lapsed and got more time may lapse again.
    had = Counter((found.game_id, found.number, found.seat) for found in set(facts.deadlines))
    lapses = Counter((event.game_id, event.number, event.seat) for event in facts.events if event.kind == _LAPSED)
    for (game_id, number, seat), count in lapses.items():
        if seat is not None and count > had[game_id, number, seat]:
            yield f"the deadlines of seat {seat} in turn {number} of game {game_id} lapsed {count} times"


def none_missed(facts: Facts) -> Iterator[str]:
    """Turns that were accepted though they came at or after the deadline."""
    deadlines = _in_force(facts)
    strict = {game.id for game in facts.games if game.late == _ENDS}
    for turn in facts.turns:
        due_at = deadlines.get((turn.game_id, turn.number, turn.seat))
        if due_at is not None and turn.game_id in strict and turn.received_at >= due_at:
            yield f"turn {turn.number} of game {turn.game_id} came at {turn.received_at}, after its deadline {due_at}"


def none_left(facts: Facts) -> Iterator[str]:
    """Clocks that have run out and nothing came of it."""
    for game in facts.games:
        for seat, due_at in game.waited:
            is_settled = game.late != _ENDS and seat in game.lapsed
            if game.state == RUNNING and not game.is_frozen and not is_settled and due_at + facts.patience < facts.now:
                yield f"the deadline {due_at} of game {game.id} never fell; it is {facts.now}"


def none_early(facts: Facts) -> Iterator[str]:
    """Deadlines that fell before they had passed."""
    deadlines = _in_force(facts)
    for event in facts.events:
        if event.kind in _FALLEN and event.seat is not None and not event.door:
            due_at = deadlines.get((event.game_id, event.number, event.seat))
            if due_at is None or event.at < due_at:
                yield f"the deadline of turn {event.number} of game {event.game_id} fell at {event.at}: it was {due_at}"


def _in_force(facts: Facts) -> Mapping[_Place, datetime]:
    """The last deadline of each seat in each turn."""
    return {(found.game_id, found.number, found.seat): found.due_at for found in facts.deadlines}
