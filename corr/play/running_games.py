"""
The running games of one player, a page at a time: as lines of a list and as forecasts, both from the same rows.

Which games a page shows is found first, in narrow rows: everything else is read of those alone.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, FromClause, Integer, Subquery, and_, bindparam, case, exists, func, or_, select

from corr.base.paging import Page, page_of_compiled
from corr.base.uow import Reader
from corr.clocks.agreement import closing_at
from corr.clocks.forecast import ComingPaces, Consequence, GameClocks, GameForecast, game_forecasts, habits_of_games
from corr.clocks.leave import owner_of
from corr.core.clock import Habits
from corr.core.pace import Late, Terms, read_pace
from corr.core.rest_days import merged, rest_on
from corr.core.spans import left_words_until
from corr.game.game_row import GAME, PLAYER, SEAT, TURN, Seated
from corr.game.views import GameLine
from corr.games.seats import FIRST, Seat
from corr.play.sealed_turns import SEALED
from corr.store.compiled_statements import CompiledQuery
from corr.store.statements import unindexed
from corr.store.tables.games import FrozenKind, GameState

PAGE = 50
"""How many running games one page shows."""
_MINUTE = timedelta(minutes=1)
_QUARTER = timedelta(minutes=15)
"""In every time zone days begin with a quarter of an hour."""
_BY_OTHERS = frozenset({Consequence.FORFEITED, Consequence.CANCELLED})
"""What depends, in a league, on what the players did in other games of the season."""
_MINE, _THEIRS = SEAT.alias("mine"), SEAT.alias("theirs")
_ME, _OPPONENT = PLAYER.alias("me"), PLAYER.alias("opponent")
_IS_YOURS = case((and_(_MINE.c.since.is_not(None), GAME.c.frozen_at.is_(None)), 1), else_=0)
_DUE_AT = case(
    (or_(_MINE.c.due_at.is_(None), _THEIRS.c.due_at < _MINE.c.due_at), _THEIRS.c.due_at), else_=_MINE.c.due_at
)
_IS_OTHER_SEAT = and_(_THEIRS.c.game_id == _MINE.c.game_id, _THEIRS.c.seat == 1 - _MINE.c.seat)
_WHICH = (
    select(
        _MINE.c.game_id,
        _MINE.c.seat,
        _IS_YOURS.label("is_yours"),
        _DUE_AT.label("first_due_at"),
        GAME.c.changed_at.label("last_change"),
        func.sum(_IS_YOURS).over().label("your_turns"),
        func.count().over().label("all_turns"),
    )
    .join(GAME, and_(GAME.c.id == _MINE.c.game_id, unindexed(GAME.c.state) == GameState.RUNNING.value))
    .join(_THEIRS, _IS_OTHER_SEAT)
    .where(_MINE.c.player_id == bindparam("player"), _MINE.c.ended_at.is_(None))
    .subquery("which")
)


def _by_urgency(found: Subquery) -> tuple[ColumnElement[Any], ...]:
    """One's own turns first, by time left; games without a deadline, untimed or frozen, come last."""
    due_at = found.c.first_due_at
    return found.c.is_yours.desc(), due_at.is_(None), func.coalesce(due_at, found.c.last_change), found.c.game_id


_FOUND = (
    select(_WHICH)
    .order_by(*_by_urgency(_WHICH))
    .limit(bindparam("most", type_=Integer))
    .offset(bindparam("skipped", type_=Integer))
    .subquery("found")
)
_OF_CLOCK = ("seat", "player_id", "bank_ms", "since", "due_at", "rest_days", "rest_zone", "lapsed_at", "look_at")


def _has_begun(seat: FromClause) -> ColumnElement[bool]:
    of_seat = (rows for rows in (TURN, SEALED))
    return or_(*(exists().where(rows.c.game_id == seat.c.game_id, rows.c.seat == seat.c.seat) for rows in of_seat))


class _GameRow(NamedTuple):
    id: str
    ruleset: str
    turn_number: int
    pace: str
    weekends_off: bool
    late: str
    allows_leave: bool
    frozen_at: datetime | None
    frozen_kind: str
    season_id: int | None
    changed_at: datetime
    warned_at: datetime | None
    my_seat: Seat
    my_player_id: int
    my_bank_ms: int
    my_since: datetime | None
    my_due_at: datetime | None
    my_rest_days: str
    my_rest_zone: str
    my_lapsed_at: datetime | None
    my_look_at: datetime | None
    their_seat: Seat
    their_player_id: int
    their_bank_ms: int
    their_since: datetime | None
    their_due_at: datetime | None
    their_rest_days: str
    their_rest_zone: str
    their_lapsed_at: datetime | None
    their_look_at: datetime | None
    my_name: str
    their_name: str
    i_began: bool
    they_began: bool
    is_yours: int
    first_due_at: datetime | None
    your_turns: int
    all_turns: int


_ROWS = CompiledQuery(
    select(
        GAME.c.id,
        GAME.c.ruleset,
        GAME.c.turn_number,
        GAME.c.pace,
        GAME.c.weekends_off,
        GAME.c.late,
        GAME.c.allows_leave,
        GAME.c.frozen_at,
        GAME.c.frozen_kind,
        GAME.c.season_id,
        GAME.c.changed_at,
        GAME.c.warned_at,
        *(_MINE.c[name].label(f"my_{name}") for name in _OF_CLOCK),
        *(_THEIRS.c[name].label(f"their_{name}") for name in _OF_CLOCK),
        _ME.c.name.label("my_name"),
        _OPPONENT.c.name.label("their_name"),
        _has_begun(_MINE).label("i_began"),
        _has_begun(_THEIRS).label("they_began"),
        _FOUND.c.is_yours,
        _FOUND.c.first_due_at,
        _FOUND.c.your_turns,
        _FOUND.c.all_turns,
    )
    .select_from(_FOUND)
    .join(GAME, GAME.c.id == _FOUND.c.game_id)
    .join(_MINE, and_(_MINE.c.game_id == _FOUND.c.game_id, _MINE.c.seat == _FOUND.c.seat))
    .join(_THEIRS, _IS_OTHER_SEAT)
    .join(_ME, _ME.c.id == _MINE.c.player_id)
    .join(_OPPONENT, _OPPONENT.c.id == _THEIRS.c.player_id)
    .order_by(*_by_urgency(_FOUND)),
    _GameRow,
)


@dataclass(frozen=True, slots=True)
class RunningGames:
    """A page of a player's running games."""

    page: Page[GameLine]
    your_turns: int
    """In how many games the player owes a turn, on all pages."""
    their_turns: int
    clocks: tuple[GameClocks, ...]
    """The clocks of the games of the page."""


@dataclass(frozen=True, slots=True)
class ForetoldGames:
    """The same with what will happen in each game, in the words of a moment."""

    games: RunningGames
    forecasts: Mapping[str, GameForecast]
    """By the ids of the games."""
    holds_until: datetime
    """The moment before which all of this stays as it is, unless somebody does something."""


def running_games(reader: Reader, player_id: int, number: int = 1) -> RunningGames:
    """A page of a player's running games, the most urgent first."""
    found: list[_GameRow] = []
    clocks: list[GameClocks] = []

    def shown(rows: Sequence[_GameRow]) -> Iterable[GameLine]:
        found.extend(rows)
        clocks.extend(map(_clocks, rows))
        habits = habits_of_games(reader, clocks) if clocks else {}
        away = {player: _away_until(of_player, reader.now) for player, of_player in habits.items()}
        return [_line(reader, row, away[row.their_player_id]) for row in rows]

    page = page_of_compiled(reader, _ROWS, shown, number=number, size=PAGE, asked={"player": player_id})
    if not found:
        return RunningGames(page, 0, 0, ())
    your_turns = found[0].your_turns
    return RunningGames(page, your_turns, found[0].all_turns - your_turns, tuple(clocks))


def foretold_games(reader: Reader, player_id: int, coming_paces: ComingPaces, number: int = 1) -> ForetoldGames:
    """A page of a player's running games, with their forecasts as that player may see them."""
    games = running_games(reader, player_id, number)
    forecasts = game_forecasts(reader, games.clocks, player_id, coming_paces)
    habits = habits_of_games(reader, games.clocks) if games.clocks else {}
    changes = [
        *_changes_by_leave(reader.now, habits),
        *_changes_by_rescue(reader, player_id, forecasts, habits),
        *(at for clocks in games.clocks for at in _changes(reader.now, clocks, forecasts[clocks.id])),
    ]
    return ForetoldGames(games, forecasts, min(changes, default=datetime.max.replace(tzinfo=UTC)))


def _clocks(row: _GameRow) -> GameClocks:
    mine = Seated(
        seat=row.my_seat,
        player_id=row.my_player_id,
        name=row.my_name,
        bank_ms=row.my_bank_ms,
        since=row.my_since,
        due_at=row.my_due_at,
        rest=rest_on(row.my_rest_days, row.my_rest_zone),
        lapsed_at=row.my_lapsed_at,
        look_at=row.my_look_at,
        reminded=None,
        offered_at_turn=None,
    )
    theirs = Seated(
        seat=row.their_seat,
        player_id=row.their_player_id,
        name=row.their_name,
        bank_ms=row.their_bank_ms,
        since=row.their_since,
        due_at=row.their_due_at,
        rest=rest_on(row.their_rest_days, row.their_rest_zone),
        lapsed_at=row.their_lapsed_at,
        look_at=row.their_look_at,
        reminded=None,
        offered_at_turn=None,
    )
    seats = (mine, theirs) if row.my_seat == FIRST else (theirs, mine)
    return GameClocks(
        row.id,
        Terms(read_pace(row.pace), row.weekends_off, Late(row.late), row.allows_leave),
        row.frozen_at is not None,
        row.changed_at,
        row.warned_at,
        seats,
        tuple(seated for seated in seats if seated.is_due),
        row.frozen_at is not None and row.frozen_kind == FrozenKind.PAUSE,
        row.season_id,
        [seat for seat, has_begun in ((mine.seat, row.i_began), (theirs.seat, row.they_began)) if not has_begun],
    )


def _line(reader: Reader, row: _GameRow, away_until: datetime | None) -> GameLine:
    info = reader.registry.get_rules(row.ruleset).info
    return GameLine(
        id=row.id,
        title=info.title,
        names=(row.my_name, row.their_name) if row.my_seat == FIRST else (row.their_name, row.my_name),
        seat_titles=info.seats,
        turn_number=row.turn_number,
        is_your_turn=bool(row.is_yours),
        due_at=row.first_due_at,
        is_over=False,
        outcome_words="",
        changed_at=row.changed_at,
        opponent=row.their_name,
        is_frozen=row.frozen_at is not None,
        opponent_away_until=away_until,
    )


def _away_until(habits: Habits, now: datetime) -> datetime | None:
    """Until when a player who is on leave now is away; a leave that follows at once is included."""
    return next((span.end for span in merged(habits.leaves) if span.holds(now)), None)


def _changes_by_leave(now: datetime, habits: Mapping[int, Habits]) -> Iterator[datetime]:
    """The moments at which somebody's leave begins or ends."""
    spans = (span for found in habits.values() for span in found.leaves)
    return (moment for span in spans for moment in (span.begin, span.end) if moment > now)


def _changes_by_rescue(
    reader: Reader, player_id: int, forecasts: Mapping[str, GameForecast], habits: Mapping[int, Habits]
) -> Iterator[datetime]:
    """The moment at which the player earns the day of leave that may save a game."""
    clocks = (clock for forecast in forecasts.values() for clock in forecast.clocks if clock.seat == forecast.you)
    if any(clock.may_be_saved and not clock.has_rescue for clock in clocks) and habits[player_id].has_automatic_leave:
        earned_at = owner_of(reader, player_id).next_day_at(reader.now)
        if earned_at is not None:
            yield earned_at


def _changes(now: datetime, game: GameClocks, forecast: GameForecast) -> Iterator[datetime]:
    """The moments from which something is told differently of a game; or the present one if that cannot be known."""
    if forecast.closes_at is not None:
        closes_later = closing_at(game.changed_at, game.warned_at, now + _QUARTER)
        yield _next(now, _QUARTER if closes_later == forecast.closes_at else _MINUTE)
    for clock in forecast.clocks:
        if clock.due_at is not None:
            yield left_words_until(clock.due_at, now)
        if clock.standstill is not None:
            yield clock.standstill.until
        if game.seats[clock.seat].rest.days:
            yield _next(now, _QUARTER)
        if game.season_id is not None and clock.consequence in _BY_OTHERS:
            yield now


def _next(now: datetime, step: timedelta) -> datetime:
    """The next moment of the hour that is a whole number of steps."""
    begun = timedelta(minutes=now.minute, seconds=now.second, microseconds=now.microsecond)
    return now + step - begun % step
