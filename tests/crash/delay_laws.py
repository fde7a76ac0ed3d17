"""Laws about turns that are played by themselves, some time after the mail that they stand in."""

from collections.abc import Iterator

from tests.crash.facts import Facts, Held, Turn

_DONE = frozenset({"played", "confirmed"})


def once_and_in_time(facts: Facts) -> Iterator[str]:
    """Delayed turns that are there more or less often than they were played, or were played too early."""
    for held in facts.held:
        found = [turn for turn in facts.turns if _is_of(held, turn)] or [
            turn for turn in facts.sealed if _is_of(held, turn)
        ]
        told = f"the turn of player {held.player_id} in game {held.game_id} of {held.received_at}"
        if held.state not in _DONE and found:
            yield f"{told} is {held.state}, and was played"
        if held.state == "played" and len(found) != 1:
            yield f"{told} was played and is there {len(found)} times"
        if held.state == "played" and not _is_in_time(facts, held, found):
            yield f"{told} was to be played at {held.plays_at}, and was at {held.settled_at}"


def _is_of(held: Held, turn: Turn) -> bool:
    place = (turn.game_id, turn.number, turn.player_id)
    is_there = place == (held.game_id, held.number, held.player_id)
    return is_there and turn.door == "mail" and turn.received_at == held.received_at


def _is_in_time(facts: Facts, held: Held, found: list[Turn]) -> bool:
    """Whether its moment had come, or a deadline of its player."""
    assert held.settled_at is not None
    if held.plays_at is not None and held.plays_at <= held.settled_at:
        return True
    seats = {(turn.game_id, turn.number, turn.seat) for turn in found}
    own = (one for one in facts.deadlines if (one.game_id, one.number, one.seat) in seats)
    return any(held.received_at < one.due_at <= held.settled_at for one in own)
