"""The standings of a division as rows that pages, files and frames on other sites show."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from corr.core.spans import ordinal
from corr.leagues.division_tables import DivisionTable, finisher_of
from corr.leagues.rows import EntryRow, SeasonRow
from corr.leagues.rules.division_table import EntryId
from corr.leagues.rules.divisions import Finisher, Move, PromotionCounts, moved
from corr.leagues.rules.fractions import written
from corr.leagues.rules.standings import Standings, StandingsPlace, standings
from corr.leagues.rules.table_words import points_written
from corr.leagues.rules.tiebreaks import TieBreak
from corr.states import EntryState


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
    entry: EntryId
    player_id: int
    first_player_id: int
    """The player of the entry when the season began, whose id the lot is drawn with."""
    name: str
    standing: StandingsPlace | None
    """None if all results left the table."""
    is_shared: bool
    """Whether others have the same place."""
    zone: Zone
    has_withdrawn: bool
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
        return tuple(row.entry for row in self.rows)


def rows_of(
    season: SeasonRow, divisions: Sequence[DivisionTable], viewer: int | None = None
) -> tuple[DivisionRows, ...]:
    """The standings of all divisions of a season as they are now."""
    found = [standings(each.table, season.settings) for each in divisions]
    zones = _zones(season, divisions, found)
    return tuple(
        DivisionRows(each, ranked, tuple(_rows(each, ranked, zones, viewer)))
        for each, ranked in zip(divisions, found, strict=True)
    )


def _rows(
    division: DivisionTable, ranked: Standings, zones: Mapping[int, Zone], viewer: int | None
) -> list[StandingRow]:
    entries = {entry.id: entry for entry in division.entries}
    places = [place.place for place in ranked.places]
    listed: list[tuple[EntryRow, StandingsPlace | None]] = [(entries[place.entry], place) for place in ranked.places]
    listed += [(entries[entry], None) for entry in ranked.removed]
    return [
        StandingRow(
            number=number,
            entry=entry.id,
            player_id=entry.player_id,
            first_player_id=entry.first_player_id,
            name=entry.name,
            standing=place,
            is_shared=place is not None and places.count(place.place) > 1,
            zone=zones.get(entry.player_id, Zone.NONE) if ranked.finished else Zone.NONE,
            has_withdrawn=entry.state is EntryState.WITHDRAWN,
            is_you=entry.player_id == viewer,
        )
        for number, (entry, place) in enumerate(listed, 1)
    ]


def _zones(season: SeasonRow, divisions: Sequence[DivisionTable], found: Sequence[Standings]) -> Mapping[int, Zone]:
    """The zones by player id, as if the season ended now."""
    finals = [_finishers(season, each, ranked) for each, ranked in zip(divisions, found, strict=True)]
    movers = moved(finals, PromotionCounts(season.settings.up, season.settings.down))
    zones = {Move.PROMOTED: Zone.UP, Move.RELEGATED: Zone.DOWN}
    return {mover.player_id: zones.get(mover.move, Zone.NONE) for mover in movers}


def _finishers(season: SeasonRow, division: DivisionTable, ranked: Standings) -> list[Finisher]:
    places = {place.entry: place.place for place in ranked.places}
    return [finisher_of(season, entry, places.get(entry.id)) for entry in division.entries]
