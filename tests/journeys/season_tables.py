"""What a season's tables say, read from its pages and files as strangers do, and judged by a second opinion."""

import csv
import io
import re
from dataclasses import dataclass
from fractions import Fraction
from hashlib import sha256
from typing import Any

from selectolax.lexbor import LexborHTMLParser

from corr.leagues.rules.division_table import Entrant, EntryId, Meeting, Table
from corr.leagues.rules.table_words import written
from corr.leagues.rules.tiebreaks import TieBreak
from corr.states import Result
from tests.journeys.seasons import Club
from tests.leagues.rules.second_opinion import Opinion

_RESULTS = {
    "win": Result.FIRST,
    "loss": Result.SECOND,
    "draw": Result.DRAW,
    "none": Result.NONE,
    "open": None,
}
_SIGNS = {"1": "1", "0": "0", "½": "½", "1F": "+", "0F": "−", "n": "–", ".": "·", "x": "×"}
"""What stands on the page for a cell of the cross-table as CSV."""


@dataclass(frozen=True)
class Standing:
    """A row of a table, as the page shows it."""

    place: str
    name: str
    points: str


@dataclass(frozen=True)
class Division:
    """A division as strangers read it: the address of its page."""

    club: Club
    season: str
    """The address of the season's page."""
    tier: int

    @property
    def address(self) -> str:
        """The page."""
        return f"{self.season}/{self.tier}"

    @property
    def words(self) -> str:
        """All that can be read on the page."""
        return self.club.look(self.address).words

    def names(self) -> list[str]:
        """Who plays there, the first place first; without those whose results left the table."""
        return [line.name for line in _standings(self._page()) if line.place != "–"]

    def points(self) -> dict[str, str]:
        """The points of each, as the page writes them."""
        return {line.name: line.points for line in _standings(self._page())}

    def check(self) -> None:
        """Page, CSV and JSON say the same, and so does somebody with pen and paper."""
        page = self._page()
        body = self.club.file(f"{self.address}/standings.json")
        shown = [
            Standing(
                "–" if row["place"] is None else f"{row['place']}{'=' if row['is_shared'] else ''}",
                row["player"],
                "–" if row["points"] is None else written(Fraction(row["points"])),
            )
            for row in body["rows"]
        ]
        assert _standings(page) == shown
        assert self._csv("standings") == [{key: _cell(value) for key, value in row.items()} for row in body["rows"]]
        self._check_cross_table(page)
        self._check_opinion(body)

    def _check_opinion(self, body: Any) -> None:  # noqa: ANN401 - JSON
        """Places, points and tie-breaks follow from the games alone."""
        rows = {row["player"]: row for row in body["rows"]}
        ids = {name: EntryId(number) for number, name in enumerate(rows)}
        seed = self._seed()
        lots = {name: sha256(f"{seed}:{row['player_number']}".encode()).hexdigest() for name, row in rows.items()}
        entrants = [Entrant(ids[name], lot=lots[name], is_removed=row["place"] is None) for name, row in rows.items()]
        games = self.club.games(self.address)
        meetings = [Meeting(1, ids[met.first], ids[met.second], _RESULTS[met.result]) for met in games]
        opinion = Opinion(Table(tuple(entrants), tuple(meetings)))
        tie_breaks = [TieBreak(code) for code in body["tie_breaks"]]

        places = {ids[name]: row["place"] for name, row in rows.items() if row["place"] is not None}
        assert places == opinion.order(tie_breaks, is_higher_rating_first=False)
        for name, row in rows.items():
            if row["place"] is not None:
                worth = (opinion.points(ids[name]), opinion.wins(ids[name]), opinion.sb(ids[name]))
                assert worth == (Fraction(row["points"]), Fraction(row["wins"]), Fraction(row["sb"]))
                assert row["played"] == opinion.finished(ids[name])

    def _check_cross_table(self, page: LexborHTMLParser) -> None:
        frame = LexborHTMLParser(self.club.look(f"{self.address}/embed").html)
        lines = self._csv("crosstable")
        told = [[_signs(line[str(column)]) for column in range(1, len(lines) + 1)] for line in lines]
        for table in (page.css("table.cross")[0], frame.css("table.cross")[0]):
            rows = [[cell.text().strip() for cell in row.css("td")] for row in table.css("tbody tr")]
            assert [[cell.removesuffix("*") for cell in row[1:-1]] for row in rows] == told

    def _seed(self) -> str:
        found = re.search(r"Lots are drawn with the number (\w+)", self.club.look(self.season).words)
        assert found
        return found[1]

    def _page(self) -> LexborHTMLParser:
        return LexborHTMLParser(self.club.look(self.address).html)

    def _csv(self, table: str) -> list[dict[str, str]]:
        body = self.club.look(f"{self.address}/{table}.csv").html.removeprefix("\ufeff")
        return list(csv.DictReader(io.StringIO(body, newline="")))


def _standings(page: LexborHTMLParser) -> list[Standing]:
    found = []
    for row in page.css("table.standings tbody tr"):
        place, name, points = (row.css_first(part) for part in ("td.place a", "th bdi", "td.score"))
        assert place
        assert name
        assert points
        found.append(Standing(place.text().strip(), name.text(), points.text()))
    return found


def _signs(cell: str) -> str:
    return " ".join(_SIGNS[sign] for sign in cell.split())


def _cell(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return " ".join(value)
    if isinstance(value, float):
        return f"{value:.6f}".rstrip("0").rstrip(".")
    if isinstance(value, str) and re.fullmatch(r"\d+/\d+", value):
        return written(Fraction(value))
    return "" if value is None else str(value)
