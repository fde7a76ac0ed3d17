"""
The weekly report of a season: for each division what happened in it, told to those who play there.

It is worked out when it is told, so that all letters of one report say the same.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Row, Select, bindparam, select

from corr.core.leagues.standings import Standings, ranks
from corr.core.leagues.table import EntryId, Table
from corr.core.leagues.wording import listed
from corr.core.spans import counted
from corr.games.seats import FIRST, Seat
from corr.service import notices
from corr.service.leagues.letters import standings_of, table_lines
from corr.service.leagues.rows import PAIRING, SeasonRow
from corr.service.leagues.starting import REPORTS_EVERY
from corr.service.leagues.tables import DivisionTable, division_tables
from corr.service.leagues.told import TableLine, WeekView
from corr.service.leagues.views.open_games import OpenGame, open_games_of
from corr.service.leagues.weeks import stored_week
from corr.service.notices import NoticeKind
from corr.service.sentences import Sentence
from corr.service.standing import GAME
from corr.service.uow import Reader, UnitOfWork
from corr.service.words import NO_RESULT, outcome_words
from corr.store.tables.games import GameState

_NEAR = timedelta(days=1)
"""A deadline that is so near puts a game at risk."""
_MOST_RESULTS = 30
_MOST_AT_RISK = 12
_WAITED_FOR = 4
"""A division waits for its last games once they are at most one in so many."""
_ENDED: Select[Any] = (
    select(
        PAIRING.c.division_id,
        PAIRING.c.round,
        PAIRING.c.first_id,
        PAIRING.c.second_id,
        GAME.c.id,
        GAME.c.ruleset,
        GAME.c.winner,
        GAME.c.reason,
        GAME.c.turn_number,
    )
    .join(GAME, GAME.c.id == PAIRING.c.game_id)
    .where(
        PAIRING.c.season_id == bindparam("season"),
        GAME.c.state == GameState.OVER.value,
        GAME.c.ended_at > bindparam("since"),
    )
    .order_by(GAME.c.ended_at, PAIRING.c.id)
)


@dataclass(frozen=True, slots=True)
class _Week:
    """A division at the end of a week."""

    season: SeasonRow
    division: DivisionTable
    standings: Standings
    before: Mapping[EntryId, int]
    """The places when the week began; empty if it was the first."""
    ended: Sequence[Row[Any]]
    open: Sequence[OpenGame]


def report(uow: UnitOfWork, season: SeasonRow) -> None:
    """Tell everybody who plays in *season* what happened in their division since the last report."""
    since = _since(uow, season)
    ended = uow.connection.execute(_ENDED, {"season": season.id, "since": since}).all()
    for division in division_tables(uow, season):
        week = _Week(
            season,
            division,
            standings_of(season, division),
            _places_at(season, division, [row.id for row in ended], is_first=since == season.started_at),
            [row for row in ended if row.division_id == division.id],
            open_games_of(uow, season.id, division.id),
        )
        if week.ended or week.open:
            _tell(uow, week)


def _since(reader: Reader, season: SeasonRow) -> datetime:
    """When the last report was due, or the season began."""
    began = season.started_at or season.dates.starts_at
    last = (season.report_at or reader.now) - REPORTS_EVERY
    return max(began, last)


def _tell(uow: UnitOfWork, week: _Week) -> None:
    facts = {
        **stored_week(_view(uow, week)),
        "division_id": week.division.id,
        "table": [_without_reader(line) for line in _table(week)],
    }
    # By the moment when it was due: two processes that report at once tell the same.
    occasion = f"{week.season.report_at or uow.now:%Y%m%dT%H%M%S}"
    for entry in week.division.entries:
        if entry.is_in:
            kind, season_id = NoticeKind.SEASON_REPORT, week.season.id
            uow.tell(notices.about_season(kind, season_id, entry.player_id, occasion=occasion, facts=facts))


def _view(reader: Reader, week: _Week) -> WeekView:
    dramatic = _most_dramatic(week)
    return WeekView(
        division=week.division.name,
        results=tuple(_result(reader, week, row) for row in week.ended[:_MOST_RESULTS]),
        left_out=max(0, len(week.ended) - _MOST_RESULTS),
        dramatic=_dramatic_words(week, dramatic) if dramatic else "",
        dramatic_game=dramatic.id if dramatic else "",
        at_risk=tuple(_at_risk(reader, week))[:_MOST_AT_RISK],
        away=tuple(dict.fromkeys(side.name for game in week.open for side in game.sides if side.away_until)),
        open=len(week.open),
    )


def _result(reader: Reader, week: _Week, row: Row[Any]) -> str:
    """A game that ended, in a line."""
    names = week.division.names()
    first, second = names[row.first_id], names[row.second_id]
    info = reader.registry.get_rules(row.ruleset).info
    winner = None if row.winner is None else Seat(row.winner)
    if row.reason in NO_RESULT or winner is None:
        return f"{first} – {second}. {outcome_words(info, winner, row.reason)}"
    won, lost = (first, second) if winner == FIRST else (second, first)
    return f"{won} beat {lost}. {outcome_words(info, winner, row.reason)}"


def _table(week: _Week) -> Iterator[TableLine]:
    """The standings, with how far each has moved within the week."""
    lines = table_lines(week.division, week.standings)
    for at, line in enumerate(lines):
        if at >= len(week.standings.places):
            yield line
            continue
        place = week.standings.places[at]
        yield replace(line, moved=_moved(week.before.get(place.entry, place.place) - place.place))


def _moved(places: int) -> str:
    if not places:
        return ""
    return f"up {places}" if places > 0 else f"down {-places}"


def _without_reader(line: TableLine) -> dict[str, Any]:
    facts = asdict(line)
    del facts["is_you"]
    return facts


def _places_at(
    season: SeasonRow, division: DivisionTable, ended: Sequence[str], *, is_first: bool
) -> Mapping[EntryId, int]:
    """The places as they were before the games *ended* were; none in a season's first week, when all were level."""
    return {} if is_first else _ranks(season, _without(division.table, frozenset(ended)))


def _without(table: Table, games: frozenset[str]) -> Table:
    """*table* with *games* still open."""
    meetings = (replace(meeting, result=None) if meeting.game_id in games else meeting for meeting in table.meetings)
    return replace(table, meetings=tuple(meetings))


def _ranks(season: SeasonRow, table: Table) -> Mapping[EntryId, int]:
    settings = season.settings
    return ranks(table, settings.tie_breaks, is_higher_rating_first=settings.is_higher_rating_first)


def _at_risk(reader: Reader, week: _Week) -> Iterator[Sentence]:
    """Games whose time has run out or is about to, and those for which the others wait."""
    for (name, due_at), opponents in _pressed(reader, week.open).items():
        if due_at is None:
            yield Sentence.of(f"{name}’s time has run out against {listed(opponents)}.")
        else:
            yield Sentence.of(f"{name} has until ", due_at, f" against {listed(opponents)}.")
    count, total = len(week.open), len(week.open) + week.standings.finished
    if count and count * _WAITED_FOR <= total:
        names = "; ".join(" – ".join(side.name for side in game.sides) for game in week.open[:_MOST_AT_RISK])
        last = "its last game" if count == 1 else f"its last {count} games"
        yield Sentence.of(f"The division waits for {last}: {names}.")


def _pressed(reader: Reader, games: Sequence[OpenGame]) -> Mapping[tuple[str, datetime | None], list[str]]:
    """Against whom each player's time is about to run out, by the deadline; None for time that is over."""
    found: dict[tuple[str, datetime | None], list[str]] = {}
    for game in games:
        is_near = game.due_at is not None and game.due_at <= reader.now + _NEAR and not game.is_frozen
        for side in game.due if game.is_late or is_near else ():
            due_at = None if game.is_late else game.due_at
            found.setdefault((side.name, due_at), []).append(game.opponent(side.player_id).name)
    return found


def _most_dramatic(week: _Week) -> Row[Any] | None:
    """The game of the week that moved the table most; of equals the shortest."""
    played = [row for row in week.ended if _is_played(week, row)]
    return max(played, key=lambda row: (_swing(week, row.id), -row.turn_number), default=None)


def _is_played(week: _Week, row: Row[Any]) -> bool:
    """Whether a game was played out, and its result counts."""
    meeting = next((one for one in week.division.table.counted() if one.game_id == row.id), None)
    return meeting is not None and not meeting.is_forfeit


def _swing(week: _Week, game_id: str) -> int:
    """How many places all players together would stand elsewhere without the game."""
    without = _ranks(week.season, _without(week.division.table, frozenset({game_id})))
    return sum(abs(without[place.entry] - place.place) for place in week.standings.places)


def _dramatic_words(week: _Week, row: Row[Any]) -> str:
    names = week.division.names()
    without = _ranks(week.season, _without(week.division.table, frozenset({row.id})))
    turns = counted(max(1, row.turn_number - 1), "turn")
    first, second = EntryId(row.first_id), EntryId(row.second_id)
    if row.winner is None:
        said = f"{names[first]} and {names[second]} drew after {turns}."
    else:
        won, lost = (first, second) if row.winner == FIRST else (second, first)
        said = f"{names[won]} beat {names[lost]} after {turns}."
    now = {place.entry: place.place for place in week.standings.places}
    moves = [
        f"{names[entry]} would stand at place {without[entry]} and not {now[entry]}"
        for entry in (first, second)
        if without[entry] != now[entry]
    ]
    return f"{said} Without that game {', and '.join(moves)}." if moves else said
