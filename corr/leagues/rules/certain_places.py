"""What is decided while a season still runs: who is champion, promoted, relegated or stays, whatever else happens."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType

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


class Certain(StrEnum):
    """Something that nothing can change any more."""

    CHAMPION = "champion"
    """First of the highest division, perhaps together with others."""
    FIRST = "first"
    """First of another division."""
    PROMOTED = "promoted"
    RELEGATED = "relegated"
    STAYS = "stays"
    """Will not be relegated, in a division where somebody will."""


WORDS: Mapping[Certain, str] = MappingProxyType(
    {
        Certain.CHAMPION: "sure of the championship",
        Certain.FIRST: "sure of first place",
        Certain.PROMOTED: "sure of promotion",
        Certain.RELEGATED: "sure to be relegated",
        Certain.STAYS: "sure to stay up",
    }
)
"""For people, after the name."""


def certain_words(found: Sequence[Certain]) -> str:
    """What is certain of somebody in a few words; whoever is first stays up, which need not be said."""
    said = found if len(found) == 1 else [each for each in found if each is not Certain.STAYS]
    return ", ".join(WORDS[each] for each in said)


@dataclass(frozen=True, slots=True)
class Zones:
    """What the order of a division decides."""

    tier: int
    tiers: int
    """How many divisions the season has."""
    up: int
    down: int
    """Both as the league settled them; the highest division has no up, and the lowest no down."""
    players: int
    """All who played here, withdrawn or not."""
    withdrawn: int
    """Those who withdrew, whatever became of their results."""

    @property
    def promoted(self) -> int:
        """The last position that goes up; 0 for none."""
        return 0 if self.tier == 1 else self.up

    @property
    def staying(self) -> int:
        """The last position that does not go down."""
        if self.tier == self.tiers:
            return self.players
        return max(self.promoted, self.players - max(self.down, self.withdrawn))

    @property
    def has_relegation(self) -> bool:
        """Whether anybody goes down who has not withdrawn."""
        return self.staying < self.players - self.withdrawn


def certainties(reach: Reach, zones: Zones) -> tuple[Certain, ...]:
    """What is certain of somebody who has not withdrawn, the most first."""
    found = []
    if reach.worst == 1:
        found.append(Certain.CHAMPION if zones.tier == 1 else Certain.FIRST)
    if reach.lowest <= zones.promoted:
        found.append(Certain.PROMOTED)
    elif reach.highest > zones.staying:
        found.append(Certain.RELEGATED)
    elif reach.lowest <= zones.staying and zones.has_relegation:
        found.append(Certain.STAYS)
    return tuple(found)
