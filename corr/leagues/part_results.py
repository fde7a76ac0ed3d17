"""The results of a week, line by line: one for each game that was played out, and one for all others of a kind."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from sqlalchemy import Row

from corr.base.uow import Reader
from corr.game.words import ADJUDICATED, FORFEIT, NO_RESULT, outcome_words
from corr.games.seats import FIRST, Seat
from corr.leagues.rules.division_table import EntryId
from corr.leagues.rules.table_words import Names, met_written

_NONE = "none"
_TOGETHER: Mapping[str, str] = {
    ADJUDICATED: "Decided by the organisers",
    FORFEIT: "By forfeit",
    _NONE: "Without a result",
}
"""What is told of several games at once, as it is the same of all."""


def result_lines(reader: Reader, ended: Sequence[Row[Any]], names: Names) -> Iterator[str]:
    """
    Games that *ended*, in their order; those that nobody played to the end come last.

    :param ended: with their ruleset, winner and reason, and the entries of both, as `first_id` and `second_id`.
    """
    kinds: dict[str, list[Row[Any]]] = {kind: [] for kind in _TOGETHER}
    for row in ended:
        kind = _NONE if row.reason in NO_RESULT else row.reason
        if kind in kinds:
            kinds[kind].append(row)
        else:
            yield _alone(reader, row, names)
    for kind, rows in kinds.items():
        told = _forfeits(rows, names) if kind == FORFEIT else [_in_short(row, names) for row in rows]
        if told:
            yield f"{_TOGETHER[kind]}: {'; '.join(told)}."


def _forfeits(rows: Sequence[Row[Any]], names: Names) -> list[str]:
    """Who won, by whom they won against: mostly that is somebody who left the season."""
    winners: dict[EntryId, list[EntryId]] = {}
    for row in rows:
        won, lost = (row.first_id, row.second_id) if row.winner == FIRST else (row.second_id, row.first_id)
        winners.setdefault(lost, []).append(won)
    return [f"{met_written(won, names)} beat {names[lost]}" for lost, won in winners.items()]


def _alone(reader: Reader, row: Row[Any], names: Names) -> str:
    winner = None if row.winner is None else Seat(row.winner)
    words = outcome_words(reader.registry.get_rules(row.ruleset).info, winner, row.reason)
    return f"{_beat(row, names) or _pair(row, names)}. {words}"


def _in_short(row: Row[Any], names: Names) -> str:
    if row.reason in NO_RESULT:
        return _pair(row, names)
    return _beat(row, names) or f"{_pair(row, names)} is a draw"


def _beat(row: Row[Any], names: Names) -> str:
    """Who beat whom; nothing where nobody won."""
    if row.winner is None or row.reason in NO_RESULT:
        return ""
    first, second = names[row.first_id], names[row.second_id]
    won, lost = (first, second) if row.winner == FIRST else (second, first)
    return f"{won} beat {lost}"


def _pair(row: Row[Any], names: Names) -> str:
    return f"{names[row.first_id]} – {names[row.second_id]}"
