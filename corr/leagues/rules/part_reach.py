"""
Between which final places an entry will end, and what such a promise rests on.

The promise is: as long as nobody withdraws and no organiser sets a result, nobody ends outside. A game that is open
ends by play, with a win for either or a draw; where a season's rule is that games unfinished at the end date have no
result, that is a fourth way, since it comes about by itself.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from corr.leagues.rules.division_table import EntryId
from corr.leagues.rules.settings import SeasonSettings, Unfinished
from corr.states import Result

_PLAYED = (Result.FIRST, Result.SECOND, Result.DRAW)


@dataclass(frozen=True, slots=True)
class Reach:
    """Between which final places an entry will end."""

    best: int
    worst: int
    """Both as the standings show them: of those who share a place each has the better number."""
    highest: int
    lowest: int
    """
    The same among those who have not withdrawn, once shared places are parted by lot: what promotion and relegation go
    by. Of somebody who has withdrawn, and comes last there, it says nothing.
    """


Reaches = Mapping[EntryId, Reach]
"""Of every entry that is in the table."""


def endings(settings: SeasonSettings) -> tuple[Result, ...]:
    """How an open game may end by play, or by the season's rule for its end date."""
    return (*_PLAYED, Result.NONE) if settings.unfinished is Unfinished.NO_RESULT else _PLAYED
