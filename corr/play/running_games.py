"""
The running games of one player, a page at a time: as lines of a list and as forecasts, both from the same rows.

Which games a page shows is found first, in narrow rows: everything else is read of those alone.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from functools import lru_cache
from typing import Any, Final, NamedTuple

from sqlalchemy import (
    ColumnElement,
    FromClause,
    Integer,
    Select,
    and_,
    bindparam,
    case,
    exists,
    func,
    or_,
    select,
)

from corr.base.paging import Page, page_of_compiled
from corr.base.uow import Reader
from corr.clocks.forecast import (
    ComingPaces,
    Consequence,
    GameClocks,
    GameForecast,
    away_until,
    game_forecasts,
    habits_of_games,
)
from corr.clocks.forecast_words import CLOSING
from corr.clocks.leave import owner_of
from corr.core.clock import Habits
from corr.core.pace import Late, Terms, closing_at, read_pace
from corr.core.spans import left_words_until
from corr.game.game_row import GAME, PLAYER, SEAT, TURN, Seated
from corr.game.views import GameLine
from corr.games.seats import FIRST, Seat
from corr.play.sealed_turns import SEALED
from corr.players.sessions import IS_WAITED_FOR
from corr.ratings.glicko2 import Strength
from corr.ratings.player_ratings import RatingShown
from corr.ratings.rated_games import RATING, day_of
from corr.ratings.rating_days import Rated
from corr.store.base import unindexed
from corr.store.compiled_statements import CompiledQuery
from corr.store.tables.games import FrozenKind, GameState

PAGE = 50
"""How many running games one page shows."""
_KEPT = 512
"""
How many rows of all games are kept, of chosen ones, and clocks: of the games of a page one has changed as a rule. Three
megabytes at most.
"""
_MINUTE = timedelta(minutes=1)
_MOMENT = timedelta(microseconds=1)
_QUARTER = timedelta(minutes=15)
"""In every time zone days begin with a quarter of an hour."""
_BY_OTHERS = frozenset({Consequence.FORFEITED, Consequence.CANCELLED})
"""What depends, in a league, on what the players did in other games of the season."""
_FIRST_TURNS = 3
"""After so many turns a player knows where to go next, or how to change that."""
_ANY_TURN: Final = -1
_ANYBODY: Final = -1
_MINE, _THEIRS = SEAT.alias("mine"), SEAT.alias("theirs")
_ME, _OPPONENT = PLAYER.alias("me"), PLAYER.alias("opponent")
_IS_YOURS = case((and_(_MINE.c.since.is_not(None), GAME.c.frozen_at.is_(None)), 1), else_=0)
_DUE_AT = case(
    (or_(_MINE.c.due_at.is_(None), _THEIRS.c.due_at < _MINE.c.due_at), _THEIRS.c.due_at), else_=_MINE.c.due_at
)
_IS_RATED_IN = func.substr(GAME.c.ruleset, 1, func.length(RATING.c.game) + 1) == RATING.c.game + "/"
_IS_OTHER_SEAT = and_(_THEIRS.c.game_id == _MINE.c.game_id, _THEIRS.c.seat == 1 - _MINE.c.seat)
_PLAYED = (
    select(
        _MINE.c.game_id,
        _MINE.c.seat,
        _IS_YOURS.label("is_yours"),
        _DUE_AT.label("first_due_at"),
        GAME.c.changed_at.label("last_change"),
    )
    .join(GAME, GAME.c.id == _MINE.c.game_id)
    .join(_THEIRS, _IS_OTHER_SEAT)
    .where(
        _MINE.c.player_id == bindparam("player"),
        _MINE.c.ended_at.is_(None),
        # What the version before ended beside this one, until it is counted. PostgreSQL expects of a value that it does
        # not know that few games equal it, and that most differ from it; the latter is so here.
        unindexed(GAME.c.state) != GameState.OVER.value,
    )
)
_PLAYED_CHOSEN = _PLAYED.where(
    or_(bindparam("any_game", type_=Integer) == 1, GAME.c.ruleset.in_(bindparam("rulesets", expanding=True))),
    bindparam("turn", type_=Integer).in_((_ANY_TURN, _IS_YOURS)),
    bindparam("opponent", type_=Integer).in_((_ANYBODY, _THEIRS.c.player_id)),
)


def _by_urgency(found: FromClause) -> tuple[ColumnElement[Any], ...]:
    """One's own turns first, by time left; games without a deadline, untimed or frozen, come last."""
    due_at = found.c.first_due_at
    return found.c.is_yours.desc(), due_at.is_(None), func.coalesce(due_at, found.c.last_change), found.c.game_id


_OF_CLOCK = ("bank_ms", "since", "due_at", "rest_days", "rest_zone", "lapsed_at", "look_at")


def _has_begun(seat: FromClause) -> ColumnElement[bool]:
    # With "*" in place of a column SQLite would read the rows; so the keys are enough.
    made = (
        select(rows.c.seat).where(rows.c.game_id == seat.c.game_id, rows.c.seat == seat.c.seat)
        for rows in (TURN, SEALED)
    )
    return or_(*map(exists, made))


def _seated(seat: FromClause, player: FromClause, whose: str) -> Sequence[ColumnElement[Any]]:
    """The columns of a `Seated`, in the order of its fields."""
    columns = (seat.c.seat, seat.c.player_id, player.c.name, *(seat.c[name] for name in _OF_CLOCK))
    return [column.label(f"{whose}_{column.name}") for column in columns]


class _AfterTurnRow(NamedTuple):
    others: int
    made: int


_OWN_SEAT = SEAT.c.player_id == bindparam("player")
_OTHERS = select(func.count()).join_from(SEAT, GAME, GAME.c.id == SEAT.c.game_id)
_MADE = select(TURN.c.number).join(SEAT, and_(SEAT.c.game_id == TURN.c.game_id, SEAT.c.seat == TURN.c.seat))
_AFTER_TURN = CompiledQuery(
    select(
        _OTHERS.where(_OWN_SEAT, IS_WAITED_FOR, GAME.c.id != bindparam("from_game")).scalar_subquery().label("others"),
        select(func.count())
        .select_from(_MADE.where(_OWN_SEAT).limit(_FIRST_TURNS + 1).subquery())
        .scalar_subquery()
        .label("made"),
    ),
    _AfterTurnRow,
)


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
    version: int
    draw_offer: int | None
    my_news: int | None
    rating: float | None
    deviation: float | None
    volatility: float | None
    games: int | None
    last_day: date | None
    my_seat: Seat
    my_player_id: int
    my_name: str
    my_bank_ms: int
    my_since: datetime | None
    my_due_at: datetime | None
    my_rest_days: str
    my_rest_zone: str
    my_lapsed_at: datetime | None
    my_look_at: datetime | None
    their_seat: Seat
    their_player_id: int
    their_name: str
    their_bank_ms: int
    their_since: datetime | None
    their_due_at: datetime | None
    their_rest_days: str
    their_rest_zone: str
    their_lapsed_at: datetime | None
    their_look_at: datetime | None
    i_began: bool
    they_began: bool
    is_yours: int
    first_due_at: datetime | None


class _Totals(NamedTuple):
    your_turns: int
    all_turns: int


_MY_SEAT: Final = 20
_THEIR_SEAT: Final = 30
_AFTER_SEATS: Final = 40
"""Where the fields of each `Seated` begin and end in such a row."""


def _rows_of(played: Select[Any]) -> CompiledQuery[_GameRow]:
    """A page of the games that *played* finds, with all that is shown of them."""
    which = played.subquery("which")
    found = (
        select(which)
        .order_by(*_by_urgency(which))
        .limit(bindparam("most", type_=Integer))
        .offset(bindparam("skipped", type_=Integer))
        .subquery("found")
    )
    return CompiledQuery(
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
            GAME.c.version,
            GAME.c.draw_offer,
            _MINE.c.unread_message.label("my_news"),
            RATING.c.rating,
            RATING.c.deviation,
            RATING.c.volatility,
            RATING.c.games,
            RATING.c.last_day,
            *_seated(_MINE, _ME, "my"),
            *_seated(_THEIRS, _OPPONENT, "their"),
            _has_begun(_MINE).label("i_began"),
            _has_begun(_THEIRS).label("they_began"),
            found.c.is_yours,
            found.c.first_due_at,
        )
        .select_from(found)
        .join(GAME, GAME.c.id == found.c.game_id)
        .join(_MINE, and_(_MINE.c.game_id == found.c.game_id, _MINE.c.seat == found.c.seat))
        .join(_THEIRS, _IS_OTHER_SEAT)
        .join(_ME, _ME.c.id == _MINE.c.player_id)
        .join(_OPPONENT, _OPPONENT.c.id == _THEIRS.c.player_id)
        .outerjoin(RATING, and_(RATING.c.player_id == _THEIRS.c.player_id, _IS_RATED_IN))
        .order_by(*_by_urgency(found)),
        _GameRow,
        kept=_KEPT,
    )


def _totals_of(played: Select[Any]) -> CompiledQuery[_Totals]:
    """How many games *played* finds."""
    which = played.subquery("which")
    yours = func.coalesce(func.sum(which.c.is_yours), 0)
    return CompiledQuery(select(yours.label("your_turns"), func.count().label("all_turns")), _Totals)


@dataclass(frozen=True, slots=True)
class _Listing:
    """How running games are found."""

    rows: CompiledQuery[_GameRow]
    totals: CompiledQuery[_Totals]


_ALL, _CHOSEN = (_Listing(_rows_of(played), _totals_of(played)) for played in (_PLAYED, _PLAYED_CHOSEN))


@dataclass(frozen=True, slots=True)
class GamesChosen:
    """Which of a player's running games to show."""

    game: str = ""
    """The name of a game; empty for all games."""
    is_yours: bool | None = None
    """Whether the player owes a turn in them; None for either."""
    opponent_id: int | None = None
    """The other player; None for anybody."""


ALL_GAMES = GamesChosen()


@dataclass(frozen=True, slots=True)
class GameNews:
    """What a player sees of a running game of theirs, besides its line and its forecast."""

    rating: str = ""
    """The opponent's rating in that game, such as "1612"; empty if there is none."""
    offers_draw: bool = False
    """Whether the opponent offers a draw."""
    has_offered: bool = False
    """Whether the player offers one."""
    has_unread: bool = False
    """Whether the opponent wrote something that the player has not read."""


@dataclass(frozen=True, slots=True)
class RunningGames:
    """A page of a player's running games."""

    page: Page[GameLine]
    your_turns: int
    """In how many games the player owes a turn, on all pages."""
    their_turns: int
    clocks: tuple[GameClocks, ...]
    """The clocks of the games of the page."""
    habits: Mapping[int, Habits]
    """The habits of all players of these games."""
    news: Mapping[str, GameNews]
    """By the ids of the games; for the player alone."""


@dataclass(frozen=True, slots=True)
class ForetoldGames:
    """The same with what will happen in each game, in the words of a moment."""

    games: RunningGames
    forecasts: Mapping[str, GameForecast]
    """By the ids of the games."""
    holds_until: datetime
    """The moment before which all of this stays as it is, unless somebody does something."""


def running_games(reader: Reader, player_id: int, number: int = 1, *, chosen: GamesChosen = ALL_GAMES) -> RunningGames:
    """A page of a player's running games, or of the *chosen* ones among them, the most urgent first."""
    found: list[_GameRow] = []
    clocks: list[GameClocks] = []
    habits: dict[int, Habits] = {}

    def shown(rows: Sequence[_GameRow]) -> Iterable[GameLine]:
        found.extend(rows)
        clocks.extend(map(_clocks, rows))
        habits.update(habits_of_games(reader, clocks))
        away = away_until(habits, reader.now)
        return [_line(reader, row, away.get(row.their_player_id)) for row in rows]

    listing, asked = _listing(reader, player_id, chosen)
    page = page_of_compiled(reader, listing.rows, shown, number=number, size=PAGE, asked=asked)
    totals = _Totals(sum([row.is_yours for row in found]), len(found))
    if page.has_more or page.number > 1:
        totals = listing.totals.all(reader.connection, asked)[0]
    today = day_of(reader.now)
    news = {row.id: _news(row, today) for row in found}
    their_turns = totals.all_turns - totals.your_turns
    return RunningGames(page, totals.your_turns, their_turns, tuple(clocks), habits, news)


@dataclass(frozen=True, slots=True)
class AfterTurn:
    """What may follow on a turn that a player has just made."""

    others: int
    """In how many other games it is the player's turn."""
    is_new: bool
    """Whether the player has made three turns at most, and so may not know that one can go on by itself."""


def after_turn(reader: Reader, player_id: int, game_id: str) -> AfterTurn:
    """What may follow on a turn in that game. One statement."""
    row = _AFTER_TURN.first(reader.connection, {"player": player_id, "from_game": game_id})
    return AfterTurn(row.others, row.made <= _FIRST_TURNS) if row else AfterTurn(0, is_new=False)


def foretold_games(
    reader: Reader, player_id: int, coming_paces: ComingPaces, number: int = 1, *, chosen: GamesChosen = ALL_GAMES
) -> ForetoldGames:
    """A page of a player's running games, with their forecasts as that player may see them."""
    games = running_games(reader, player_id, number, chosen=chosen)
    forecasts = game_forecasts(reader, games.clocks, player_id, coming_paces, habits=games.habits)
    changes = [
        *_changes_by_leave(reader.now, games.habits),
        *_changes_by_rescue(reader, player_id, forecasts, games.habits),
        *(at for clocks in games.clocks for at in _changes(reader.now, clocks, forecasts[clocks.id])),
    ]
    if any(news.rating for news in games.news.values()):
        # Ratings become less sure from day to day.
        changes.append(reader.now.replace(hour=0, minute=0, second=0, microsecond=0) + timedelta(days=1))
    return ForetoldGames(games, forecasts, min(changes, default=datetime.max.replace(tzinfo=UTC)))


def _listing(reader: Reader, player_id: int, chosen: GamesChosen) -> tuple[_Listing, Mapping[str, object]]:
    if chosen == ALL_GAMES:
        return _ALL, {"player": player_id}
    rulesets = [info.ruleset for info in reader.registry.rulesets() if info.game == chosen.game]
    return _CHOSEN, {
        "player": player_id,
        "any_game": int(not chosen.game),
        "rulesets": rulesets or [""],
        "turn": _ANY_TURN if chosen.is_yours is None else int(chosen.is_yours),
        "opponent": _ANYBODY if chosen.opponent_id is None else chosen.opponent_id,
    }


def _news(row: _GameRow, today: date) -> GameNews:
    rating = ""
    # All columns of a rating are there, or none.
    if row.rating is not None and row.deviation is not None and row.volatility is not None and row.last_day is not None:
        rated = Rated(row.last_day, Strength(row.rating, row.deviation, row.volatility), row.games or 0)
        rating = RatingShown.of(rated, today).words
    is_open = row.frozen_at is None and row.draw_offer is not None
    return GameNews(
        rating,
        offers_draw=is_open and row.draw_offer == row.their_seat,
        has_offered=is_open and row.draw_offer == row.my_seat,
        has_unread=row.my_news is not None,
    )


@lru_cache(maxsize=_KEPT)
def _clocks(row: _GameRow) -> GameClocks:
    mine, theirs = Seated(*row[_MY_SEAT:_THEIR_SEAT]), Seated(*row[_THEIR_SEAT:_AFTER_SEATS])
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
        tuple(seat for seat, has_begun in ((mine.seat, row.i_began), (theirs.seat, row.they_began)) if not has_begun),
    )


def _line(reader: Reader, row: _GameRow, away_until: datetime | None) -> GameLine:
    info = reader.registry.get_rules(row.ruleset).info
    return GameLine(
        id=row.id,
        title=info.title,
        your_seat=row.my_seat,
        opponent=row.their_name,
        turn_number=row.turn_number,
        changed_at=row.changed_at,
        version=row.version,
        is_your_turn=bool(row.is_yours),
        due_at=row.first_due_at,
        is_frozen=row.frozen_at is not None,
        opponent_away_until=away_until,
    )


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
        if forecast.closes_at - now >= CLOSING:
            yield forecast.closes_at - CLOSING + _MOMENT
    for clock in forecast.clocks:
        if clock.due_at is not None:
            yield left_words_until(clock.due_at, now)
        if clock.standstill is not None:
            yield clock.standstill.until
        if game.seats[clock.seat].rest_days:
            yield _next(now, _QUARTER)
        if game.season_id is not None and clock.consequence in _BY_OTHERS:
            yield now


def _next(now: datetime, step: timedelta) -> datetime:
    """The next moment of the hour that is a whole number of steps."""
    begun = timedelta(minutes=now.minute, seconds=now.second, microseconds=now.microsecond)
    return now + step - begun % step
