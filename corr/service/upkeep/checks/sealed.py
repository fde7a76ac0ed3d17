"""Whether turns that waited sealed are those that were played, and those that wait can be."""

from collections.abc import Iterator
from typing import Any

from sqlalchemy import Row

from corr.games.replay import CorruptLogError
from corr.games.seats import Seat
from corr.service.handed import HandedIn
from corr.service.upkeep.cases import Case
from corr.service.upkeep.findings import Finding
from corr.service.upkeep.retelling import Retold, check_waiting


def check_sealed(case: Case, retold: Retold) -> Iterator[Finding]:
    """What is wrong with turns that wait, or waited, sealed. None of them is quoted."""
    latest = {(row.number, row.seat): row for row in case.sealed}
    played = {(row.number, row.seat): row for row in case.turns}
    together = {number + 1 for number, due in retold.due_after.items() if len(due) > 1}
    for number, seat in sorted(latest):
        if number not in together or Seat(seat) not in retold.due_after[number - 1]:
            yield case.finding(f"A turn {number} of {case.title(seat)} waited sealed, where none had to wait.")
    for key in sorted(key for key in played if key[0] in together):
        if not _is_same(latest.get(key), played[key]):
            yield case.finding(f"Turn {key[0]} of {case.title(key[1])} is not the one that was sealed last.")
    waiting = [row for (number, _), row in latest.items() if number == retold.turn_number]
    if waiting and retold.turn_number in together:
        yield from _check_waiting(case, retold, waiting)


def _is_same(sealed: Row[Any] | None, turn: Row[Any]) -> bool:
    if sealed is None:
        return False
    is_bound = turn.nonce is None or turn.nonce == sealed.nonce
    return is_bound and (sealed.text, sealed.received_at, sealed.order_key) == (
        turn.text,
        turn.received_at,
        turn.order_key,
    )


def _check_waiting(case: Case, retold: Retold, waiting: list[Row[Any]]) -> Iterator[Finding]:
    turns = [HandedIn(Seat(row.seat), row.text, row.door, row.received_at) for row in waiting]
    try:
        check_waiting(retold, turns)
    except CorruptLogError:
        yield case.finding("A turn that waits sealed cannot be played by the rules.")
    if not case.is_over and len(waiting) == len(retold.track.due):
        yield case.finding("The turns of all are in, and yet they were not played.")
