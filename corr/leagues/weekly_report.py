"""
The weekly report of a season: what happened in each division, for those who play there.

The most dramatic game of a week is chosen by what every game has: a result, its effect on the table, and a length. The
swing of a game is how much another result would have moved the table: the sum over all players of the places that they
would stand elsewhere, had the other player won; for a draw, had either won, whichever moves more. Among games with the
same swing the least expected result wins, by the ratings at the start of the season, then the shorter game. Where no
result moves the table, it is the shortest game.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any

from sqlalchemy import Row, Select, bindparam, select

from corr.base import notices
from corr.base.notices import NoticeKind
from corr.base.sentences import Sentence
from corr.base.uow import Reader, UnitOfWork
from corr.core.spans import counted
from corr.game.game_row import GAME
from corr.game.words import ADJUDICATED, FORFEIT, NO_RESULT, TIME, outcome_words
from corr.games.seats import FIRST, Seat
from corr.leagues.division_tables import DivisionTable, division_tables
from corr.leagues.letter_contents import WEEK, TableLine, WeekView, table_lines
from corr.leagues.rows import PAIRING, REPORTS_EVERY, SeasonRow
from corr.leagues.rules.division_table import EntryId, Meeting, Names, Table, holding_up
from corr.leagues.rules.playouts import expected
from corr.leagues.rules.settings import SeasonSettings, Unfinished
from corr.leagues.rules.standings import Standings, ranks, standings
from corr.leagues.rules.table_words import listed_once, shortly_listed
from corr.leagues.views.division_games import OpenGame, open_games_of
from corr.players.names import isolated
from corr.states import Result
from corr.store.tables.games import GameState

_NONE = "none"
_TOGETHER: Mapping[str, str] = {
    ADJUDICATED: "Decided by the organisers",
    FORFEIT: "By forfeit",
    _NONE: "Without a result",
}
"""The reasons whose games are listed in one sentence, with its beginning."""
_NEAR = timedelta(days=1)
"""How near a deadline is that puts a game at risk."""
_MOST_OPPONENTS = 4
"""How many opponents are named in a sentence about a player whose time runs out."""
_MOST_RESULTS = 30
_MOST_AT_RISK = 12
_NOT_PLAYED_OUT = NO_RESULT | {FORFEIT, ADJUDICATED, TIME}
"""The reasons for which a game ends without being played out: it counts as no dramatic game."""
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
        GAME.c.ended_at,
    )
    .join(GAME, GAME.c.id == PAIRING.c.game_id)
    .where(
        PAIRING.c.season_id == bindparam("season"),
        GAME.c.state == GameState.OVER.value,
        GAME.c.ended_at > bindparam("since"),
    )
    .order_by(GAME.c.ended_at, PAIRING.c.id)
)
_WITHOUT_WINNER = (Result.FIRST, Result.SECOND)


class Drama(StrEnum):
    """The reason why a game is dramatic."""

    SWING = "swing"
    SHORTEST = "shortest"


@dataclass(frozen=True, slots=True)
class Dramatic:
    """A game with the measures of its drama."""

    meeting: Meeting
    drama: Drama
    places: int
    """The swing: how many places all players together would move with another result."""
    surprise: float
    """The distance of the result from the expected score by ratings: from 0 to 1."""
    turns: int


def most_dramatic(table: Table, settings: SeasonSettings, turns: Mapping[str, int]) -> Dramatic | None:
    """
    The most dramatic of the games in *turns*; None if none of them was decided at the board.

    :param turns: the numbers of turns by game id. Games that were not played out should not be among them; forfeits
        are left out in any case.
    """
    known = [meeting for meeting in table.counted() if meeting.game_id in turns and not meeting.is_forfeit]
    return best_of(_told(table, settings, meeting, turns[meeting.game_id]) for meeting in known)


def best_of(found: Iterable[Dramatic]) -> Dramatic | None:
    """The most dramatic of *found*; None if it is empty."""
    return min(found, key=lambda one: (-one.places, -one.surprise, one.turns, one.meeting.game_id), default=None)


def _told(table: Table, settings: SeasonSettings, meeting: Meeting, turns: int) -> Dramatic:
    places = _swing(table, settings, meeting)
    if places == 0:
        # A surprise that changes nothing does not count: the shortest game does.
        return Dramatic(meeting, Drama.SHORTEST, 0, 0.0, turns)
    return Dramatic(meeting, Drama.SWING, places, _surprise(table, meeting), turns)


def _swing(table: Table, settings: SeasonSettings, meeting: Meeting) -> int:
    now = ranks(table, settings)
    others = {Result.FIRST: (Result.SECOND,), Result.SECOND: (Result.FIRST,)}.get(_result(meeting), _WITHOUT_WINNER)
    return max(_distance(now, ranks(_with(table, meeting, result), settings)) for result in others)


def _distance(one: Mapping[EntryId, int], other: Mapping[EntryId, int]) -> int:
    return sum(abs(place - other[entry]) for entry, place in one.items())


def _with(table: Table, meeting: Meeting, result: Result) -> Table:
    changed = tuple(replace(each, result=result) if each is meeting else each for each in table.meetings)
    return replace(table, meetings=changed)


def _surprise(table: Table, meeting: Meeting) -> float:
    entrants = {entrant.id: entrant for entrant in table.entrants}
    hoped = expected(entrants[meeting.first], entrants[meeting.second])
    reached = {Result.FIRST: 1.0, Result.DRAW: 0.5}.get(_result(meeting), 0.0)
    return abs(reached - hoped)


def _result(meeting: Meeting) -> Result:
    assert meeting.result is not None
    return meeting.result


def result_lines(reader: Reader, ended: Sequence[Row[Any]], names: Names) -> Iterator[str]:
    """
    A line for each of the games that *ended*, in their order; those that were not played out come last.

    :param ended: rows with ruleset, winner and reason, and the two entries as `first_id` and `second_id`.
    """
    kinds: dict[str, list[Row[Any]]] = {kind: [] for kind in _TOGETHER}
    for row in ended:
        kind = _NONE if row.reason in NO_RESULT else row.reason
        if kind in kinds:
            kinds[kind].append(row)
        else:
            yield _alone(reader, row, names)
    for kind, rows in kinds.items():
        told = _forfeits(rows, names) if kind == FORFEIT else [_in_short(row, names) for row in rows]
        if told:
            yield f"{_TOGETHER[kind]}: {'; '.join(told)}."


def _forfeits(rows: Sequence[Row[Any]], names: Names) -> list[str]:
    """The winners by opponent: mostly that is one player who left the season."""
    winners: dict[EntryId, list[EntryId]] = {}
    for row in rows:
        won, lost = (row.first_id, row.second_id) if row.winner == FIRST else (row.second_id, row.first_id)
        winners.setdefault(lost, []).append(won)
    return [f"{listed_once(names[each] for each in won)} beat {names[lost]}" for lost, won in winners.items()]


def _alone(reader: Reader, row: Row[Any], names: Names) -> str:
    winner = None if row.winner is None else Seat(row.winner)
    words = outcome_words(reader.registry.get_rules(row.ruleset).info, winner, row.reason)
    return f"{_beat(row, names) or _pair(row, names)}. {words}"


def _in_short(row: Row[Any], names: Names) -> str:
    if row.reason in NO_RESULT:
        return _pair(row, names)
    return _beat(row, names) or f"{_pair(row, names)} is a draw"


def _beat(row: Row[Any], names: Names) -> str:
    """The sentence "Ada beat Ben"; empty where nobody won."""
    if row.winner is None or row.reason in NO_RESULT:
        return ""
    first, second = names[row.first_id], names[row.second_id]
    won, lost = (first, second) if row.winner == FIRST else (second, first)
    return f"{won} beat {lost}"


def _pair(row: Row[Any], names: Names) -> str:
    return f"{names[row.first_id]} – {names[row.second_id]}"


@dataclass(frozen=True, slots=True)
class _Week:
    """A division at the end of a week."""

    division: DivisionTable
    standings: Standings
    before: Mapping[EntryId, int]
    """The places at the beginning of the week; empty for the first one."""
    ended: Sequence[Row[Any]]
    open: Sequence[OpenGame]
    """The games that are open now, as `slow`; the division's table also has those open that ended after the week."""
    slow: Sequence[Meeting]
    """The last open games, for which the whole division waits."""


@dataclass(frozen=True, slots=True)
class _Span:
    """The time that a report is about: from `since`, not included, to `until`, included."""

    since: datetime
    until: datetime
    is_first: bool
    """Whether it begins with the season."""


def report(uow: UnitOfWork, season: SeasonRow) -> None:
    """Tell everybody who plays in *season* what happened in their division since the last report."""
    span = _span(uow, season)
    found = uow.connection.execute(_ENDED, {"season": season.id, "since": span.since}).all()
    ended = [row for row in found if row.ended_at <= span.until]
    later = frozenset(row.id for row in found if row.ended_at > span.until)
    for seen in division_tables(uow, season):
        # Games that ended since the report was due belong to the next one.
        division = replace(seen, table=_without(seen.table, later))
        week = _Week(
            division,
            standings(division.table, season.settings),
            {} if span.is_first else _places_before(division, ended),
            [row for row in ended if row.division_id == division.id],
            open_games_of(uow, season.id, division.id),
            holding_up(seen.table),
        )
        if week.ended or week.open:
            _tell(uow, week)


def _span(reader: Reader, season: SeasonRow) -> _Span:
    """The time from the last due report, or the start of the season, to the latest due one: weeks may have passed."""
    began, due = season.started_at or season.dates.starts_at, season.report_at or reader.now
    until = due + max(0, (reader.now - due) // REPORTS_EVERY) * REPORTS_EVERY
    if due - REPORTS_EVERY > began:
        return _Span(due - REPORTS_EVERY, until, is_first=False)
    return _Span(began - timedelta(microseconds=1), until, is_first=True)


def _tell(uow: UnitOfWork, week: _Week) -> None:
    facts = {
        **WEEK.dump_python(_view(uow, week), mode="json"),
        "division_id": week.division.id,
        "table": [_without_reader(line) for line in _table(week)],
    }
    # The key holds the moment when it was due, so that two processes that report at once send one letter.
    occasion = f"{week.division.season.report_at or uow.now:%Y%m%dT%H%M%S}"
    for entry in week.division.entries:
        if entry.is_in:
            kind, season_id = NoticeKind.SEASON_REPORT, week.division.season.id
            uow.tell(notices.about_season(kind, season_id, entry.player_id, occasion=occasion, facts=facts))


def _view(reader: Reader, week: _Week) -> WeekView:
    dramatic = _find_dramatic(week)
    return WeekView(
        division=week.division.name,
        results=tuple(result_lines(reader, week.ended[:_MOST_RESULTS], _names(week))),
        left_out=max(0, len(week.ended) - _MOST_RESULTS),
        dramatic=_dramatic_words(week, dramatic) if dramatic else "",
        dramatic_game=dramatic.meeting.game_id if dramatic else "",
        at_risk=tuple(_at_risk(reader, week))[:_MOST_AT_RISK],
        away=tuple(dict.fromkeys(isolated(side.name) for game in week.open for side in game.sides if side.away_until)),
        open=len(week.open),
        is_time_up=_waits_for_organisers(week.division.season, reader.now),
    )


def _waits_for_organisers(season: SeasonRow, now: datetime) -> bool:
    """Whether the open games wait for the organisers' decision."""
    return season.settings.unfinished is Unfinished.ADJUDICATE and season.dates.ends_at <= now


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


def _places_before(division: DivisionTable, ended: Sequence[Row[Any]]) -> Mapping[EntryId, int]:
    """The places with the games that *ended* counted as open."""
    return ranks(_without(division.table, frozenset(row.id for row in ended)), division.season.settings)


def _without(table: Table, games: frozenset[str]) -> Table:
    """*table* with *games* counted as open."""
    meetings = (replace(meeting, result=None) if meeting.game_id in games else meeting for meeting in table.meetings)
    return replace(table, meetings=tuple(meetings))


def _at_risk(reader: Reader, week: _Week) -> Iterator[Sentence]:
    """Sentences about games whose time has run out or will soon, and about those for which the division waits."""
    for (name, due_at), opponents in _pressed(reader, week.open).items():
        if due_at is None:
            yield Sentence.of(f"{name}’s time has run out against {shortly_listed(opponents, _MOST_OPPONENTS)}.")
        else:
            yield Sentence.of(f"{name} has until ", due_at, f" against {shortly_listed(opponents, _MOST_OPPONENTS)}.")
    if week.slow:
        names = _names(week)
        pairs = "; ".join(f"{names[meeting.first]} – {names[meeting.second]}" for meeting in week.slow)
        last = "its last game" if len(week.slow) == 1 else f"its last {len(week.slow)} games"
        yield Sentence.of(f"The division waits for {last}: {pairs}.")


def _pressed(reader: Reader, games: Sequence[OpenGame]) -> Mapping[tuple[str, datetime | None], list[str]]:
    """The opponents by player and deadline, where time runs out soon; the deadline is None where it has run out."""
    found: dict[tuple[str, datetime | None], list[str]] = {}
    for game in games:
        is_near = game.due_at is not None and game.due_at <= reader.now + _NEAR and not game.is_frozen
        for side in game.due if game.is_late or is_near else ():
            due_at = None if game.is_late else game.due_at
            opponent = isolated(game.opponent(side.player_id).name)
            found.setdefault((isolated(side.name), due_at), []).append(opponent)
    return found


def _names(week: _Week) -> Names:
    return {entry: isolated(name) for entry, name in week.division.names().items()}


def _find_dramatic(week: _Week) -> Dramatic | None:
    turns = {row.id: row.turn_number - 1 for row in week.ended if row.reason not in _NOT_PLAYED_OUT}
    played = {game_id: count for game_id, count in turns.items() if count}
    return most_dramatic(week.division.table, week.division.season.settings, played)


def _dramatic_words(week: _Week, found: Dramatic) -> str:
    names, meeting = _names(week), found.meeting
    turns = counted(found.turns, "turn")
    if meeting.winner is None:
        said = f"{names[meeting.first]} and {names[meeting.second]} drew after {turns}."
    else:
        said = f"{names[meeting.winner]} beat {names[meeting.opponent(meeting.winner)]} after {turns}."
    if found.drama is Drama.SHORTEST:
        return f"The shortest game: {said}"
    places = counted(found.places, "place")
    return f"{said} No game meant more for the table: with another result, all players together would move {places}."
