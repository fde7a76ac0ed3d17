"""How much happened, in numbers."""

from collections import Counter
from collections.abc import Iterator

from tests.crash.facts import Act, Facts, Seen
from tests.crash.script import Script

_FALLEN = frozenset({"time", "time-lapsed", "cancelled", "forfeited"})


def story(facts: Facts, script: Script) -> Iterator[str]:
    """One line for each kind of thing."""
    yield f"seed {script.seed}, time {script.factor} times as fast, processes {' '.join(script.kinds)}"
    yield f"disturbed: {_listed(facts.figures)}"
    turns = [order for order in facts.orders if order.act is Act.TURN]
    for door in ("web", "mail"):
        seen = Counter(order.seen for order in turns if order.door == door)
        yield f"turns by {door}: {', '.join(f'{seen[word]} {word}' for word in Seen)}"
    yield f"sent more than once: {sum(order.tries > 1 for order in facts.orders)} of {len(facts.orders)} orders"
    others = Counter(f"{order.act} {order.seen}" for order in facts.orders if order.act is not Act.TURN)
    yield f"other orders: {_listed(others)}"
    yield f"log: {len(facts.turns)} turns in {len(facts.games)} games; ends: {_listed(_ends(facts))}"
    yield f"events: {_listed(Counter(event.kind for event in facts.events))}"
    for season in facts.seasons:
        results = Counter(pairing.result for pairing in season.pairings)
        yield f"season {season.number}, {season.state}: {len(season.entries)} players; games: {_listed(results)}"
        yield f"  its journal: {_listed(Counter(act for act, _ in season.acts))}"
    yield f"mails: {_listed(Counter(mail.reason or mail.state for mail in facts.mails))}"
    yield f"letters: {_listed(Counter(notice.state for notice in facts.notices))}"
    arrived = Counter(delivery.message_id for delivery in facts.deliveries)
    cut = sum(delivery.was_cut for delivery in facts.deliveries)
    yield f"delivered: {len(arrived)} letters, {arrived.total() - len(arrived)} repeats, {cut} connections cut"
    yield f"deadlines fallen: {sum(event.kind in _FALLEN and not event.door for event in facts.events)}"


def _ends(facts: Facts) -> Counter[str]:
    return Counter(game.reason or game.state for game in facts.games)


def _listed(counts: object) -> str:
    assert isinstance(counts, dict)
    return ", ".join(f"{count} {what}" for what, count in sorted(counts.items())) or "nothing"
