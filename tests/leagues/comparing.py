"""What the service shows of a league, beside what the model says."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from itertools import combinations

from corr.errors import CorrError
from corr.leagues.division_tables import DivisionTable
from corr.leagues.rules.standings import standings
from corr.store.tables.games import GameSeat
from tests.league_builders import TestSeason
from tests.leagues.glickman import Found
from tests.leagues.model import Bout, Edition, Group
from tests.playing import Room
from tests.ratings.building import count, present


def look_at_seats(group: Group, legs: int) -> None:
    """Each pair meets once or twice, and everybody has both seats as often, but for one game."""
    pairs = Counter(frozenset(bout.rows) for bout in group.bouts)
    assert pairs == {frozenset(pair): legs for pair in combinations(group.rows, 2)}
    for row in group.rows:
        seats = Counter(bout.rows.index(row) for bout in group.bouts if row in bout.rows)
        assert abs(seats[0] - seats[1]) <= (1 if legs == 1 else 0)


def compare_season(season: TestSeason, edition: Edition, known: Mapping[str, Bout]) -> None:
    """How far a season has come, and its tables."""
    row = season.row
    assert (row.state.value, row.paused_at, row.dates.ends_at) == (edition.state, edition.paused_at, edition.ends_at)
    for division, group in zip(season.tables(), edition.groups, strict=True):
        _compare_division(division, edition, group, known)


def compare_ratings(room: Room, wanted: Mapping[int, Found]) -> None:
    """Everybody’s present rating."""
    count(room)
    shown = {player: numbers[:3] for (player, _), numbers in present(room).items()}
    assert shown.keys() == wanted.keys()
    for player, numbers in wanted.items():
        assert all(abs(one - other) < 1e-3 for one, other in zip(numbers, shown[player], strict=True))


def compare_boards(room: Room, known: Mapping[str, Bout]) -> None:
    """Who sits at which board."""
    seats = {(row["game_id"], row["seat"]): row["player_id"] for row in room.rows(GameSeat)}
    assert seats == {(game_id, seat): bout.players[seat] for game_id, bout in known.items() for seat in (0, 1)}


def compare_asked(room: Room, editions: Iterable[Edition]) -> None:
    """Who was asked by letter to join, and how often."""
    asked = Counter(player for player, _ in room.letters("season-opens") if player)
    assert asked == Counter(player for edition in editions for player in edition.asked)


def _compare_division(division: DivisionTable, edition: Edition, group: Group, known: Mapping[str, Bout]) -> None:
    """A table, row by row and game by game, with its places."""
    rows = dict(zip((entry.id for entry in division.entries), group.rows, strict=True))
    assert [(one.player_id, one.began_by, one.withdrawal or "", one.final_place) for one in division.entries] == [
        (row.player, row.began, row.withdrew, row.place) for row in group.rows
    ]
    for meeting in division.table.meetings:
        bout = known[meeting.game_id]
        assert (meeting.result or "", meeting.is_forfeit) == (bout.result, bout.is_forfeit)
    settings = edition.settings
    shown = standings(division.table, settings)
    found = {rows[place.entry]: (place.place, place.points) for place in shown.places}
    assert found == {row: (place, group.points(row, settings)) for row, place in group.places(edition).items()}
    assert {rows[entry] for entry in shown.removed} == {row for row in group.rows if row.withdrew == "removed"}


def is_refused(act: Callable[[], object]) -> bool:
    """Whether somebody is told that this cannot be done."""
    try:
        act()
    except CorrError:
        return True
    return False
