"""Laws about what players send: nothing is lost, nothing is there twice, nothing comes from nowhere."""

from collections import Counter, defaultdict
from collections.abc import Iterator

from tests.crash.facts import Act, Facts, Order, Seen, Turn

_DRAW_EVENTS = {
    "draw-offered": "offer",
    "draw-withdrawn": "withdraw",
    "draw-declined": "decline",
    "draw-agreed": "accept",
}
_WITH_WORDS = frozenset({Act.MESSAGE, Act.CHALLENGE})
_Key = tuple[str, int, int, str]


def accepted_once(facts: Facts) -> Iterator[str]:
    """Turns and words that were accepted and are not there exactly once; mails that were taken and are lost."""
    counts = _Counts(facts)
    for order in facts.orders:
        if order.seen is Seen.ACCEPTED and (count := counts.of(order)) != 1:
            yield f"{_told(order)} was accepted and is there {count} times"
    known = {mail.message_id: mail for mail in facts.mails}
    for order in facts.orders:
        if order.door == "mail" and order.is_taken:
            mail = known.get(order.key)
            if mail is None:
                yield f"the mail {order.key} was taken and is lost"
            elif mail.state == "new":
                yield f"the mail {order.key} was taken and is never understood"


def unanswered_at_most_once(facts: Facts) -> Iterator[str]:
    """Turns and words that got no answer and are there more than once."""
    counts = _Counts(facts)
    for order in facts.orders:
        if order.seen is Seen.NOTHING and (count := counts.of(order)) > 1:
            yield f"{_told(order)} got no answer and is there {count} times"


def nothing_invented(facts: Facts) -> Iterator[str]:
    """What is stored though nobody sent it."""
    sent = {(order.game_id, order.number, order.player_id, order.words) for order in facts.orders}
    for turn in (*facts.turns, *facts.sealed):
        if (turn.game_id, turn.number, turn.player_id, turn.text) not in sent:
            yield f"nobody sent turn {turn.number} of game {turn.game_id}: {turn.text}"
    said = {(order.act, order.player_id, order.words) for order in facts.orders}
    for stored in facts.words:
        if (stored.act, stored.player_id, stored.words) not in said:
            yield f"player {stored.player_id} never sent this {stored.act}: {stored.words}"
    done = {(order.act, order.game_id, order.player_id, order.words) for order in facts.orders}
    for event in facts.events:
        words = _DRAW_EVENTS.get(event.kind, "")
        act = Act.DRAW if words else Act.RESIGN
        is_act = bool(words) or event.kind == "resigned"
        if is_act and (act, event.game_id, event.player_id, words) not in done:
            yield f"nobody asked for “{event.kind}” in game {event.game_id}"


def numbers_without_gap(facts: Facts) -> Iterator[str]:
    """Games whose turn numbers have a gap, or do not lead up to the counter."""
    numbers = defaultdict[str, set[int]](set)
    for turn in facts.turns:
        numbers[turn.game_id].add(turn.number)
    for game in facts.games:
        if sorted(numbers[game.id]) != list(range(1, game.turn_number)):
            yield f"game {game.id} counts {game.turn_number} and has the turns {sorted(numbers[game.id])}"


class _Counts:
    """How often things are stored."""

    def __init__(self, facts: Facts) -> None:
        self._turns: Counter[_Key] = Counter(_of(turn) for turn in facts.turns)
        self._sealed: Counter[_Key] = Counter(_of(turn) for turn in facts.sealed)
        self._words = Counter((stored.act, stored.player_id, stored.words) for stored in facts.words)

    def of(self, order: Order) -> int:
        """How often *order* is stored; once for anything that leaves nothing of its own."""
        if order.act is Act.TURN:
            key = (order.game_id, order.number, order.player_id, order.words)
            # A turn that waited stays where it waited, and is in the log once the others came.
            return max(self._turns[key], self._sealed[key])
        if order.act in _WITH_WORDS:
            return self._words[order.act, order.player_id, order.words]
        return 1


def _of(turn: Turn) -> _Key:
    return (turn.game_id, turn.number, turn.player_id, turn.text)


def _told(order: Order) -> str:
    if order.act is Act.TURN:
        return f"turn {order.number} of game {order.game_id} by {order.door} ({order.words})"
    return f"the {order.act} “{order.words}” of player {order.player_id}"
