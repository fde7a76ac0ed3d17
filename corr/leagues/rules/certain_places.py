"""Certain places: who is sure to be champion, promoted, relegated or to stay while a season still runs."""

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
    """The best and the worst final place that an entry can reach."""

    best: int
    worst: int
    """Both as the standings show them: of those who share a place each has the better number."""
    highest: int
    lowest: int
    """
    The same among those who have not withdrawn, with shared places parted by lot: promotion and relegation depend on
    these. They mean nothing for a player who has withdrawn, who comes last in any case.
    """


Reaches = Mapping[EntryId, Reach]
"""The reach of every entry in the table."""


def endings(settings: SeasonSettings) -> tuple[Result, ...]:
    """The results that an open game may have, by play or by the season's rule for its end date."""
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
"""The words for people, to follow a name."""


def certain_words(found: Sequence[Certain]) -> str:
    """What is certain for a player, in a few words; "sure to stay up" is left out beside anything better."""
    said = found if len(found) == 1 else [each for each in found if each is not Certain.STAYS]
    return ", ".join(WORDS[each] for each in said)


@dataclass(frozen=True, slots=True)
class Zones:
    """The sizes that decide which positions of a division are promoted and relegated."""

    tier: int
    tiers: int
    """How many divisions the season has."""
    up: int
    down: int
    """Both as the league's settings; the highest division ignores `up`, and the lowest `down`."""
    players: int
    """How many players the division has, withdrawn or not."""
    withdrawn: int
    """How many of them withdrew, whatever became of their results."""

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
        """Whether anybody goes down besides those who withdrew."""
        return self.staying < self.players - self.withdrawn


def certainties(reach: Reach, zones: Zones) -> tuple[Certain, ...]:
    """What is certain for a player who has not withdrawn, the best first."""
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
