"""Laws about letters: each notice once, each letter delivered, and none comes again without a cause."""

import heapq
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from itertools import pairwise

from tests.crash.facts import Disruption, Facts

_OF_GAMES = frozenset({"your-turn", "game-started", "game-over"})
"""The kinds of notices that the log and the end of a game call for."""
_SETTLED = frozenset({"obsolete", "dropped"})
_SLOW = 3.0
"""Seconds that the far end may take to note a letter whose sender is dead already, or we that something is back."""
_WITH_REASON = frozenset({"withheld", "failed"})


def exactly_its_rows(facts: Facts) -> Iterator[str]:
    """Notices that turns call for and that are not there once; notices that no turn calls for."""
    there = Counter(notice.key for notice in facts.notices)
    called_for = frozenset[str]().union(*(game.told for game in facts.games))
    for key in sorted(called_for):
        if there[key] != 1:
            yield f"the notice {key} is there {there[key]} times"
    for notice in facts.notices:
        if notice.kind in _OF_GAMES and notice.key not in called_for:
            yield f"nothing calls for the notice {notice.key}"
        elif notice.key not in called_for and there[notice.key] > 1:
            yield f"the notice {notice.key} is there {there[notice.key]} times"


def all_delivered(facts: Facts) -> Iterator[str]:
    """Notices that are neither delivered nor settled with a reason."""
    arrived = {delivery.message_id for delivery in facts.deliveries}
    for notice in facts.notices:
        if notice.state in _SETTLED or (notice.state in _WITH_REASON and notice.fault):
            continue
        if notice.state == "waiting" and notice.created_at + facts.patience > facts.now:
            # A deadline fell when all was about to end.
            continue
        if notice.state != "sent":
            yield f"the notice {notice.key} is left {notice.state}"
        elif not arrived & (_identities(facts, notice.id) | {notice.message_id}):
            yield f"the notice {notice.key} was never delivered"


def nothing_else_delivered(facts: Facts) -> Iterator[str]:
    """Letters that belong to no notice."""
    known = {identity.message_id for identity in facts.identities}
    for message_id in sorted({delivery.message_id for delivery in facts.deliveries} - known):
        yield f"the letter {message_id} belongs to no notice"


def one_identity(facts: Facts) -> Iterator[str]:
    """Notices that had several Message-IDs."""
    identities = defaultdict[int, set[str]](set)
    for identity in facts.identities:
        identities[identity.notice_id].add(identity.message_id)
    for notice_id, found in sorted(identities.items()):
        if len(found) > 1:
            yield f"notice {notice_id} had {len(found)} Message-IDs: {', '.join(sorted(found))}"


def repeats_explained(facts: Facts) -> Iterator[str]:
    """Letters that came again though nothing was disrupted in between."""
    spans = []
    arrivals = defaultdict[str, list[tuple[float, bool]]](list)
    for delivery in facts.deliveries:
        arrivals[delivery.message_id].append((delivery.at, delivery.was_cut))
    for message_id, times in arrivals.items():
        times.sort()
        # Where the connection was cut, that is the cause.
        spans += [(at, again, message_id) for (at, was_cut), (again, _) in pairwise(times) if not was_cut]
    for message_id in sorted(_unexplained(spans, facts.disruptions)):
        yield f"the letter {message_id} came {len(arrivals[message_id])} times, and nothing explains it"


def _identities(facts: Facts, notice_id: int) -> set[str | None]:
    return {identity.message_id for identity in facts.identities if identity.notice_id == notice_id}


def _unexplained(spans: Iterable[tuple[float, float, str]], disruptions: Iterable[Disruption]) -> list[str]:
    """Those letters whose time between two arrivals holds no disruption that is not used up: the first end first."""
    coming = sorted(spans, reverse=True)
    open_spans: list[tuple[float, str]] = []
    missed = []
    for disruption in sorted(disruptions, key=lambda found: found.at):
        while coming and coming[-1][0] - _SLOW <= disruption.at:
            _, end, message_id = coming.pop()
            heapq.heappush(open_spans, (end, message_id))
        left = disruption.repeats
        while open_spans and left:
            end, message_id = heapq.heappop(open_spans)
            if end + _SLOW < disruption.at - disruption.lasted:
                missed.append(message_id)
            else:
                left -= 1
    return missed + [message_id for _, message_id in open_spans] + [message_id for _, _, message_id in coming]
