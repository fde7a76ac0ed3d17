"""The standings of a division as rows that pages, files and frames on other sites show."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from corr.core.spans import ordinal
from corr.leagues.division_tables import DivisionTable, finisher_of
from corr.leagues.rows import EntryRow
from corr.leagues.rules.division_table import EntryId
from corr.leagues.rules.divisions import Finisher, Move, PromotionCounts, moved
from corr.leagues.rules.fractions import written
from corr.leagues.rules.standings import Standings, StandingsPlace, standings
from corr.leagues.rules.table_words import points_written
from corr.leagues.rules.tiebreaks import TieBreak


class Zone(StrEnum):
    """Whether a place leads to promotion, to relegation, or to neither."""

    UP = "up"
    DOWN = "down"
    NONE = ""


@dataclass(frozen=True, slots=True)
class StandingRow:
    """A player in the standings."""

    number: int
    """The number of the row, and of the column in the cross-table."""
    entry: EntryRow
    standing: StandingsPlace | None
    """None if all results left the table."""
    is_shared: bool
    """Whether others have the same place."""
    zone: Zone
    is_you: bool

    @property
    def place_words(self) -> str:
        """The place in words: "2nd place", "shared 2nd place"; empty without one."""
        if self.standing is None:
            return ""
        return f"{'shared ' if self.is_shared else ''}{ordinal(self.standing.place)} place"

    @property
    def place(self) -> str:
        """The place as a number, with an equals sign if it is shared; a dash without one."""
        if self.standing is None:
            return "–"
        return f"{self.standing.place}{'=' if self.is_shared else ''}"

    @property
    def points(self) -> str:
        """The points as people write them."""
        return "–" if self.standing is None else written(self.standing.points)

    @property
    def points_words(self) -> str:
        """The points with their word: "6½ points"."""
        return "no points" if self.standing is None else points_written(self.standing.points)

    def value(self, tie_break: TieBreak) -> str:
        """The value of a tie-break as people write it; a dash without one."""
        found = None if self.standing is None else self.standing.values.get(tie_break)
        return "–" if found is None else written(found)


@dataclass(frozen=True, slots=True)
class DivisionRows:
    """A division with its standings."""

    division: DivisionTable
    standings: Standings
    rows: tuple[StandingRow, ...]

    @property
    def order(self) -> tuple[EntryId, ...]:
        """The entries in the order of the rows."""
        return tuple(row.entry.id for row in self.rows)

    @property
    def has_zones(self) -> bool:
        """Whether any row is in a zone of promotion or relegation."""
        return any(row.zone is not Zone.NONE for row in self.rows)

    @property
    def has_shared(self) -> bool:
        """Whether any place is shared."""
        return any(row.is_shared for row in self.rows)


def rows_of(divisions: Sequence[DivisionTable], viewer: int | None = None) -> tuple[DivisionRows, ...]:
    """The standings of all divisions of a season as they are now."""
    found = [standings(each.table, each.season.settings) for each in divisions]
    zones = _zones(divisions, found) if divisions else {}
    return tuple(
        DivisionRows(each, ranked, tuple(_rows(each, ranked, zones, viewer)))
        for each, ranked in zip(divisions, found, strict=True)
    )


def _rows(
    division: DivisionTable, ranked: Standings, zones: Mapping[int, Zone], viewer: int | None
) -> Iterator[StandingRow]:
    entries = {entry.id: entry for entry in division.entries}
    sharing = Counter(place.place for place in ranked.places)
    listed = [(place.entry, place) for place in ranked.places] + [(entry, None) for entry in ranked.removed]
    for number, (entry_id, place) in enumerate(listed, 1):
        entry = entries[entry_id]
        zone = zones.get(entry.player_id, Zone.NONE) if ranked.finished else Zone.NONE
        is_shared = place is not None and sharing[place.place] > 1
        yield StandingRow(number, entry, place, is_shared, zone, is_you=entry.player_id == viewer)


def _zones(divisions: Sequence[DivisionTable], found: Sequence[Standings]) -> Mapping[int, Zone]:
    """The zones by player id, as if the season ended now."""
    season = divisions[0].season
    finals = [_finishers(each, ranked) for each, ranked in zip(divisions, found, strict=True)]
    movers = moved(finals, PromotionCounts(season.settings.up, season.settings.down))
    zones = {Move.PROMOTED: Zone.UP, Move.RELEGATED: Zone.DOWN}
    return {mover.player_id: zones.get(mover.move, Zone.NONE) for mover in movers}


def _finishers(division: DivisionTable, ranked: Standings) -> list[Finisher]:
    places = {place.entry: place.place for place in ranked.places}
    return [finisher_of(division.season, entry, places.get(entry.id)) for entry in division.entries]
