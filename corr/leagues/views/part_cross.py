"""The cross-table of a division: who met whom, game by game, as it stands in every row."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from corr.leagues.division_tables import DivisionTable
from corr.leagues.rules.division_table import EntryId, Meeting
from corr.states import Result

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
"""What the signs mean."""
_OPEN = ("·", "·")


@dataclass(frozen=True, slots=True)
class CellGame:
    """A game as one of the two sees it in the table."""

    game_id: str
    round: int
    has_first_seat: bool
    sign: str
    """What stands in the cell: 1, ½, 0, + or − for a forfeit, · while it is open, – without a result."""
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
"""The row of an entry: the games with each opponent, in the order of the columns; None where it would meet itself."""


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
    """The entries whose results left the table, because the player withdrew early."""
    return frozenset(entrant.id for entrant in division.table.entrants if entrant.is_removed)


def signs_of(meeting: Meeting) -> tuple[str, str]:
    """What stands in the table for who has the first seat, and for the other."""
    if meeting.result is None:
        return _OPEN
    if meeting.is_forfeit and meeting.result in _FORFEITS:
        return _FORFEITS[meeting.result]
    return _SIGNS[meeting.result]
