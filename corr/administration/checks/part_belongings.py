"""Whether all that belongs to a game fits it: its seats, its challenge, its messages and its reply addresses."""

from collections.abc import Iterator
from typing import Any

from sqlalchemy import Row

from corr.administration.cases import Case
from corr.administration.part_findings import RESTORE, Finding
from corr.store.tables.games import ChallengeState

_AGREED = ("ruleset", "pace", "weekends_off", "late", "allows_leave")
"""What a game has from the challenge that it came out of."""


def check_belongings(case: Case) -> Iterator[Finding]:
    """What does not fit the game."""
    players = {row.player_id for row in case.seats}
    if [row.seat for row in case.seats] != [0, 1]:
        yield case.finding("The game does not have its two seats.", RESTORE)
    elif len(players) != len(case.seats):
        yield case.finding("Both seats are the same player’s.", RESTORE)
    for challenge in case.challenges:
        yield from _check_challenge(case, challenge, players)
    if len(case.challenges) > 1:
        yield case.finding("The game came out of more than one challenge.", RESTORE)
    if any(row.seat not in {0, 1} or not 1 <= row.turn_number <= case.game.turn_number for row in case.messages):
        yield case.finding("A message belongs to a turn or a seat that there is not.", RESTORE)
    if any(row.player_id not in players for row in case.tokens):
        yield case.finding("A reply address of the game is that of somebody who does not play it.", RESTORE)
    elif any(not 1 <= row.turn_number <= case.game.turn_number for row in case.tokens):
        yield case.finding("A reply address belongs to a turn that there is not.", RESTORE)


def _check_challenge(case: Case, challenge: Row[Any], players: set[int]) -> Iterator[Finding]:
    name = f"The challenge {challenge.id}"
    if challenge.state != ChallengeState.ACCEPTED.value:
        yield case.finding(f"{name} has a game, and yet was not accepted.", RESTORE)
    if players and {challenge.challenger_id, challenge.opponent_id} != players:
        yield case.finding(f"{name} is between other players than its game.", RESTORE)
    if any(getattr(challenge, agreed) != getattr(case.game, agreed) for agreed in _AGREED):
        yield case.finding(f"{name} was for another game or for other terms.", RESTORE)
