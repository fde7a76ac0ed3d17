"""The rounds of a division: who meets whom in which seat, with results, and who has a bye."""

from dataclasses import dataclass
from itertools import groupby

from corr.leagues.division_tables import DivisionTable
from corr.leagues.rules.division_table import EntryId, Meeting
from corr.leagues.views.part_cross import left_of, signs_of


@dataclass(frozen=True, slots=True)
class RoundGame:
    """A game of a round."""

    game_id: str
    first: str
    """Who has the first seat."""
    second: str
    result: str
    """As the cross-table has it, from both sides: "1 : 0"; empty while it is open."""
    is_forfeit: bool
    is_set: bool
    is_out: bool
    """Whether it counts for nothing in the table, because one of the two withdrew early."""
    is_yours: bool
    """Whether the viewer plays it."""


@dataclass(frozen=True, slots=True)
class Round:
    """The games that belong together in the pairing table; all rounds begin at once."""

    number: int
    games: tuple[RoundGame, ...]
    byes: tuple[str, ...]
    """Who has nobody to meet."""

    @property
    def finished(self) -> int:
        """How many of them are over."""
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
