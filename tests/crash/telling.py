"""Whom a game's log and end call to be told, worked out anew from the rules alone."""

from collections import defaultdict
from collections.abc import Iterator, Sequence

from corr.games.api import AnyRules
from corr.games.replay import Track
from corr.games.seats import Seat, other
from tests.crash.facts import Event, Turn

_BY_ONE = frozenset({"resigned", "draw-agreed", "time-claimed"})
"""Ends that one player makes: the other one is told."""
_LEFT = frozenset({"forfeited", "annulled"})
"""Ends of games of a league whose one player withdrew: the other one is told."""
_BY_NOBODY = frozenset({"time", "cancelled", "abandoned", "voided"})
"""Ends that both are told of."""


def told_of(
    game_id: str,
    rules: AnyRules,
    players: Sequence[int],
    *,
    logs: Sequence[Turn],
    events: Sequence[Event],
    is_of_season: bool = False,
) -> frozenset[str]:
    """
    The keys of all notices about turns and the end of a game.

    :param players: in the order of their seats.
    :param is_of_season: whether the letter about the season told who is not due that the game has begun.
    """
    begun = {key for key in _at_start(game_id, rules, players) if not (is_of_season and key.startswith("game-started"))}
    keys = {*begun, *_of_end(game_id, players, events)}
    rounds: dict[int, list[Turn]] = defaultdict(list)
    for turn in logs:
        rounds[turn.number].append(turn)
    track = Track.begin(rules)
    for number in sorted(rounds):
        turns = rounds[number]
        track = track.after_texts({Seat(turn.seat): turn.text for turn in turns})
        movers = {turn.seat for turn in turns}
        if track.outcome is not None:
            keys |= {f"game-over:{game_id}:{players[seat]}" for seat in (0, 1) if seat not in movers}
            continue
        told = [seat for seat in track.due if len(turns) > 1 or seat not in movers]
        keys |= {f"your-turn:{game_id}:{number + 1}:{players[seat]}" for seat in told}
    return frozenset(keys)


def _at_start(game_id: str, rules: AnyRules, players: Sequence[int]) -> Iterator[str]:
    due = rules.due(rules.start())
    for seat, player_id in enumerate(players):
        yield f"your-turn:{game_id}:1:{player_id}" if seat in due else f"game-started:{game_id}:{player_id}"


def _of_end(game_id: str, players: Sequence[int], events: Sequence[Event]) -> Iterator[str]:
    for event in events:
        if event.kind == "cancelled" and event.door and event.seat is not None:
            # Somebody claimed a game that the other one never began.
            yield f"game-over:{game_id}:{players[event.seat]}"
        elif event.kind in _BY_NOBODY or (event.kind == "forfeited" and not event.door):
            # In a league a game that was never begun is forfeited by its deadline.
            yield from (f"game-over:{game_id}:{player_id}" for player_id in players)
        elif event.kind in _BY_ONE | _LEFT and event.seat is not None:
            yield f"game-over:{game_id}:{players[other(Seat(event.seat))]}"
