"""Whether turns that waited sealed are those that were played, and those that wait can be; and what binds both."""

from collections.abc import Iterator
from typing import Any

from sqlalchemy import Row

from corr.administration.cases import Case
from corr.administration.part_findings import Finding
from corr.administration.replay import Retold, check_waiting
from corr.game.part_handed import HandedIn
from corr.games.replay import CorruptLogError
from corr.games.seats import Seat

_NONCE = frozenset("0123456789abcdef")
_NONCE_LENGTH = 32


def check_sealed(case: Case, retold: Retold) -> Iterator[Finding]:
    """What is wrong with turns that wait, or waited, sealed. None of them is quoted."""
    latest = {(row.number, row.seat): row for row in case.sealed}
    played = {(row.number, row.seat): row for row in case.turns}
    together = {number + 1 for number, due in retold.due_after.items() if len(due) > 1}
    for number, seat in sorted(latest):
        if number not in together or Seat(seat) not in retold.due_after[number - 1]:
            yield case.finding(f"A turn {number} of {case.title(seat)} waited sealed, where none had to wait.")
    for key in sorted(key for key in played if key[0] in together):
        yield from _check_played(case, latest.get(key), played[key])
    yield from _check_secrets(case, retold)
    yield from (
        _unchecked(case, latest[key])
        for key in sorted(latest.keys() - played.keys())
        if not _is_nonce(latest[key].nonce)
    )
    waiting = [row for (number, _), row in latest.items() if number == retold.turn_number]
    if waiting and retold.turn_number in together:
        yield from _check_waiting(case, retold, waiting)


def _check_played(case: Case, sealed: Row[Any] | None, turn: Row[Any]) -> Iterator[Finding]:
    """A turn of the log, and the one that was sealed last."""
    whose = _whose(case, turn)
    if sealed is None or _handed_in(sealed) != _handed_in(turn):
        yield case.finding(f"Turn {whose} is not the one that was sealed last.")
    elif turn.nonce not in {None, sealed.nonce}:
        yield case.finding(f"The commitment of turn {whose} is not the one that was made when it was sealed.")


def _handed_in(row: Row[Any]) -> tuple[Any, ...]:
    return row.text, row.received_at, row.order_key


def _check_secrets(case: Case, retold: Retold) -> Iterator[Finding]:
    """What the log keeps of the secrets in its turns."""
    for row in case.turns:
        secret = retold.secrets.get((row.number, row.seat))
        has_word, has_nonce = row.secret is not None, row.nonce is not None
        if row.secret != secret and (has_word or secret is not None):
            yield case.finding(f"What turn {_whose(case, row)} kept secret is not what the log says.")
        elif has_word != has_nonce or (has_nonce and not _is_nonce(row.nonce)):
            yield _unchecked(case, row)


def _unchecked(case: Case, row: Row[Any]) -> Finding:
    return case.finding(
        f"The commitment of turn {_whose(case, row)} cannot be checked: what hides its word is missing or damaged."
    )


def _whose(case: Case, row: Row[Any]) -> str:
    return f"{row.number} of {case.title(row.seat)}"


def _is_nonce(text: str) -> bool:
    return len(text) == _NONCE_LENGTH and set(text) <= _NONCE


def _check_waiting(case: Case, retold: Retold, waiting: list[Row[Any]]) -> Iterator[Finding]:
    turns = [HandedIn(Seat(row.seat), row.text, row.door, row.received_at) for row in waiting]
    try:
        check_waiting(retold, turns)
    except CorruptLogError:
        yield case.finding("A turn that waits sealed cannot be played by the rules.")
    if not case.is_over and len(waiting) == len(retold.track.due):
        yield case.finding("The turns of all are in, and yet they were not played.")
