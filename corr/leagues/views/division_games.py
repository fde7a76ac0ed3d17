"""The games of a division: its rounds, its cross-table, results that were set, and notes on entries."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from typing import Any

from sqlalchemy import Select, bindparam, select

from corr.base.sentences import Sentence
from corr.base.uow import Reader
from corr.game.game_row import GAME, PLAYER
from corr.game.words import outcome_words
from corr.games.api import Info
from corr.games.seats import Seat
from corr.leagues.division_tables import DivisionTable
from corr.leagues.rows import PAIRING, EntryRow
from corr.leagues.rules.division_table import EntryId, Meeting
from corr.players.names import isolated
from corr.states import EntryState, Result, Withdrawal

_RULED: Select[Any] = (
    select(PAIRING, PLAYER.c.name, GAME.c.winner, GAME.c.reason)
    .join(GAME, GAME.c.id == PAIRING.c.game_id)
    .outerjoin(PLAYER, PLAYER.c.id == PAIRING.c.ruled_by)
    .where(PAIRING.c.season_id == bindparam("season"), PAIRING.c.ruling.is_not(None))
    .order_by(PAIRING.c.ruled_at, PAIRING.c.id)
)
_NAMES: Select[Any] = select(PLAYER.c.id, PLAYER.c.name).where(PLAYER.c.id.in_(bindparam("players", expanding=True)))
_SIGNS = {Result.FIRST: ("1", "0"), Result.SECOND: ("0", "1"), Result.DRAW: ("½", "½"), Result.NONE: ("–", "–")}
_FORFEITS = {Result.FIRST: ("+", "−"), Result.SECOND: ("−", "+")}
WORDS = {
    "1": "won",
    "0": "lost",
    "½": "draw",
    "–": "no result",
    "+": "won by forfeit",
    "−": "lost by forfeit",
    "·": "open",
}
"""The meaning of each sign."""
_OPEN = ("·", "·")


@dataclass(frozen=True, slots=True)
class ResultSet:
    """A result that an organiser set, or the season's rule."""

    game_id: str
    division_id: int
    first: EntryId
    second: EntryId
    outcome: str
    """The result as it is now, in a sentence."""
    reason: str
    """The reason of the ruling."""
    by: str
    """The name of whoever set it; empty for the season's rule."""
    at: datetime | None
    was: str
    """The result as played, in a sentence; empty if the game was running."""


def set_results(reader: Reader, season_id: int, info: Info) -> tuple[ResultSet, ...]:
    """The results of a season that were set, the oldest first."""
    rows = reader.connection.execute(_RULED, {"season": season_id})
    return tuple(
        ResultSet(
            game_id=row.game_id,
            division_id=row.division_id,
            first=EntryId(row.first_id),
            second=EntryId(row.second_id),
            outcome=_outcome(info, row.winner, row.reason),
            reason=row.ruled_for,
            by=row.name or "",
            at=row.ruled_at,
            was=_outcome(info, row.played_winner, row.played_reason),
        )
        for row in rows
    )


def notes_of(reader: Reader, entries: Sequence[EntryRow]) -> Mapping[EntryId, Sentence]:
    """The notes beside the rows of players who withdrew, or who replaced somebody."""
    wanted = [entry.began_by for entry in entries if entry.began_by is not None]
    names: dict[int, str] = {}
    if wanted:
        names = {row.id: row.name for row in reader.connection.execute(_NAMES, {"players": wanted})}
    notes = {entry.id: Sentence(tuple(_note(entry, names))) for entry in entries}
    return {entry: note for entry, note in notes.items() if note}


def _note(entry: EntryRow, names: Mapping[int, str]) -> list[str | datetime]:
    parts: list[str | datetime] = []
    name = isolated(entry.name)
    if entry.began_by is not None and entry.took_over_at is not None:
        parts += [f"{name} plays for {isolated(names[entry.began_by])} since ", entry.took_over_at, "."]
    if entry.state is EntryState.WITHDRAWN:
        removed = entry.withdrawal == Withdrawal.REMOVED
        became = "all results left the table" if removed else "the remaining games are forfeits"
        parts.append(f"{' ' if parts else ''}{name} withdrew: {became}.")
    return parts


def _outcome(info: Info, winner: int | None, reason: str) -> str:
    return outcome_words(info, None if winner is None else Seat(winner), reason) if reason else ""


@dataclass(frozen=True, slots=True)
class CellGame:
    """A game in the cross-table, from the side of one player."""

    game_id: str
    round: int
    has_first_seat: bool
    sign: str
    """The text of the cell: 1, ½, 0, + or − for a forfeit, · while it is open, – without a result."""
    is_set: bool
    """Whether an organiser, or the season's rule, set the result."""
    is_out: bool
    """Whether it counts for nothing in the table, because one of the two withdrew early."""

    @property
    def words(self) -> str:
        """The sign in a word or two."""
        return WORDS[self.sign]

    @property
    def is_open(self) -> bool:
        """Whether it may still change the table."""
        return self.sign == _OPEN[0]


Cells = tuple[tuple[CellGame, ...] | None, ...]
"""The row of an entry: the games against each opponent, in the order of the columns; None in its own column."""


def cross_table(
    division: DivisionTable, order: Sequence[EntryId], set_games: frozenset[str] = frozenset()
) -> Mapping[EntryId, Cells]:
    """
    The rows of the cross-table.

    :param order: the entries in the order of rows and columns.
    :param set_games: the games whose results were set.
    """
    games: dict[tuple[EntryId, EntryId], list[CellGame]] = {}
    out = left_of(division)
    for meeting in sorted(division.table.meetings, key=lambda found: (found.round, found.game_id)):
        first, second = signs_of(meeting)
        is_set = meeting.game_id in set_games
        is_out = meeting.first in out or meeting.second in out
        for of, against, sign in ((meeting.first, meeting.second, first), (meeting.second, meeting.first, second)):
            game = CellGame(meeting.game_id, meeting.round, of == meeting.first, sign, is_set, is_out)
            games.setdefault((of, against), []).append(game)
    return {
        of: tuple(None if of == against else tuple(games.get((of, against), ())) for against in order) for of in order
    }


def left_of(division: DivisionTable) -> frozenset[EntryId]:
    """The entries whose results left the table because the player withdrew early."""
    return frozenset(entrant.id for entrant in division.table.entrants if entrant.is_removed)


def signs_of(meeting: Meeting) -> tuple[str, str]:
    """The signs in the cross-table for the player with the first seat, and for the other."""
    if meeting.result is None:
        return _OPEN
    if meeting.is_forfeit and meeting.result in _FORFEITS:
        return _FORFEITS[meeting.result]
    return _SIGNS[meeting.result]


@dataclass(frozen=True, slots=True)
class RoundGame:
    """A game of a round."""

    game_id: str
    first: str
    """The name of the player with the first seat."""
    second: str
    result: str
    """The signs of both sides as in the cross-table: "1 : 0"; empty while the game is open."""
    is_forfeit: bool
    is_set: bool
    is_out: bool
    """Whether it counts for nothing in the table, because one of the two withdrew early."""
    is_yours: bool
    """Whether the viewer plays it."""


@dataclass(frozen=True, slots=True)
class Round:
    """A round of the pairing table; the games of all rounds begin at the same time."""

    number: int
    games: tuple[RoundGame, ...]
    byes: tuple[str, ...]
    """The names of the players without a game in this round."""

    @property
    def finished(self) -> int:
        """The number of its games that are over."""
        return sum(bool(game.result) for game in self.games)


def rounds_of(
    division: DivisionTable, set_games: frozenset[str] = frozenset(), own: EntryId | None = None
) -> tuple[Round, ...]:
    """
    The rounds of a division in order.

    :param own: the viewer's entry, if there is one.
    """
    names, out = division.names(), left_of(division)

    def game(meeting: Meeting) -> RoundGame:
        return RoundGame(
            game_id=meeting.game_id,
            first=names[meeting.first],
            second=names[meeting.second],
            result="" if meeting.result is None else " : ".join(signs_of(meeting)),
            is_forfeit=meeting.is_forfeit,
            is_set=meeting.game_id in set_games,
            is_out=meeting.first in out or meeting.second in out,
            is_yours=own in (meeting.first, meeting.second),
        )

    meetings = sorted(division.table.meetings, key=lambda found: found.round)
    rounds = []
    for number, found in groupby(meetings, key=lambda meeting: meeting.round):
        here = tuple(found)
        playing = {entry for meeting in here for entry in (meeting.first, meeting.second)}
        byes = tuple(name for entry, name in names.items() if entry not in playing)
        rounds.append(Round(number, tuple(game(meeting) for meeting in here), byes))
    return tuple(rounds)
