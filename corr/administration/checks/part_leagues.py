"""Whether a game fits the season that it belongs to: its pairing, the entries that meet, and what was ruled."""

from collections.abc import Iterator
from typing import Any

from sqlalchemy import Row

from corr.administration.cases import Case
from corr.administration.part_findings import LOOK, RESTORE, Finding
from corr.game.words import FORFEIT
from corr.leagues.division_tables import result_of
from corr.states import EntryState


def check_league(case: Case) -> Iterator[Finding]:
    """What does not fit; nothing of a game that belongs to no season."""
    if len(case.pairings) > 1:
        yield case.finding("The game is that of more than one pairing.", RESTORE)
    elif not case.pairings and case.game.season_id is not None:
        yield case.finding("The game belongs to a season, and yet is that of no pairing.", RESTORE)
    for pairing in case.pairings:
        if pairing.season_id != case.game.season_id:
            yield case.finding("The pairing of the game is one of another season.", RESTORE)
        yield from _check_entries(case, pairing)
        yield from _check_ruling(case, pairing)


def _check_entries(case: Case, pairing: Row[Any]) -> Iterator[Finding]:
    """A game that goes on is played by those whose entries meet; one that is over may be that of who was replaced."""
    entries = {row.id: row for row in case.entries}
    for seat in case.seats:
        entry = entries.get((pairing.first_id, pairing.second_id)[seat.seat])
        if entry is None or entry.division_id != pairing.division_id:
            yield case.finding(f"The entry of {case.title(seat.seat)} is not in the division of the game.", RESTORE)
        elif not case.is_over and entry.player_id != seat.player_id:
            yield case.finding(f"{case.title(seat.seat)} is played by somebody who does not have that entry.", RESTORE)
        elif not case.is_over and entry.state != EntryState.PLAYING.value:
            yield case.finding(f"{case.title(seat.seat)} does not play in the season any more; the game goes on.", LOOK)


def _check_ruling(case: Case, pairing: Row[Any]) -> Iterator[Finding]:
    if pairing.ruling is None:
        if pairing.played_reason or pairing.played_winner is not None:
            yield case.finding("What was played is kept beside the game, and yet nothing was ruled.", LOOK)
        return
    found = result_of(is_over=case.is_over, winner=case.game.winner, reason=case.game.reason)
    if found != pairing.ruling:
        yield case.finding("The result is not the one that was set in its league.", LOOK)
    elif pairing.is_forfeit != (case.game.reason == FORFEIT):
        yield case.finding("Whether the game is a forfeit is not what was set in its league.", LOOK)
