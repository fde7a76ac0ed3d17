"""
The games that count for ratings, those that ended too early, and the tables of ratings.

Of the same two players only so many count: what two could arrange between each other must not make a rating.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import UTC, date, datetime, time, timedelta
from typing import Any, NamedTuple

from sqlalchemy import (
    ColumnElement,
    Delete,
    Row,
    Select,
    Table,
    and_,
    bindparam,
    case,
    delete,
    exists,
    func,
    insert,
    or_,
    select,
)

from corr.base.uow import Reader, UnitOfWork
from corr.game.game_row import GAME, PLAYER, SEAT, TURN
from corr.game.words import ADJUDICATED, AGREEMENT, ANNULLED, FORFEIT, NO_RESULT, RESIGNATION, TIME, EventKind
from corr.games.seats import FIRST, SECOND, Seat
from corr.players.listing import note_listing
from corr.ratings.glicko2 import Strength
from corr.ratings.rating_days import Changes, Days, Met, Rated, score_of
from corr.store.base import table
from corr.store.tables.games import GameEvent
from corr.store.tables.leagues import Pairing
from corr.store.tables.ratings import Rating, RatingDay, RatingDue

ENOUGH_TURNS = 2
"""How many turns each player must have made for a game to count however it ends."""
BROKEN_OFF = frozenset({RESIGNATION, TIME, AGREEMENT})
"""The end reasons for which a game counts only if both players have made enough turns."""
_EVENT = table(GameEvent)
RATING, RATING_DAY, RATING_DUE = table(Rating), table(RatingDay), table(RatingDue)
NEVER_RATED = frozenset({*NO_RESULT, FORFEIT, ADJUDICATED})
"""The end reasons of games that never count for ratings."""
_PAIRING = table(Pairing)
# If a result was set, the game has it, and the pairing has the one that was played before.
_WAS_PLAYED = and_(_PAIRING.c.ruling.is_not(None), _PAIRING.c.played_reason != "")
_PLAYED_WINNER = case((_WAS_PLAYED, _PAIRING.c.played_winner), else_=GAME.c.winner)
_PLAYED_REASON = case((_WAS_PLAYED, _PAIRING.c.played_reason), else_=GAME.c.reason)
_FIRST, _SECOND = SEAT.alias("first_seat"), SEAT.alias("second_seat")
MOST_RATED = 10
"""How many games of the same two count that begin within `WITHIN`."""
WITHIN = timedelta(days=90)
NOT_RATED_WORDS = (
    f"You two have begun {MOST_RATED} rated games in {WITHIN.days} days, the most that count; "
    "the result of this one counts for no ratings."
)
Pair = tuple[int, int]
_MINE, _THEIRS = SEAT.alias("mine"), SEAT.alias("theirs")
_RATED: Select[Any] = (
    select(_MINE.c.player_id, _THEIRS.c.player_id.label("other_id"), func.count().label("games"))
    .join(_THEIRS, and_(_THEIRS.c.game_id == _MINE.c.game_id, _THEIRS.c.player_id > _MINE.c.player_id))
    .join(GAME, GAME.c.id == _MINE.c.game_id)
    .where(
        _MINE.c.player_id.in_(bindparam("players", expanding=True)),
        _THEIRS.c.player_id.in_(bindparam("players", expanding=True)),
        GAME.c.is_rated.is_(True),
        GAME.c.created_at > bindparam("since"),
    )
    .group_by(_MINE.c.player_id, _THEIRS.c.player_id)
)


def _has_made_enough(seat: Seat) -> ColumnElement[bool]:
    """Whether a seat has made enough turns; further ones are not read."""
    found = select(TURN.c.number).where(TURN.c.game_id == GAME.c.id, TURN.c.seat == seat)
    return exists(found.limit(1).offset(ENOUGH_TURNS - 1).correlate(GAME))


HAVE_MADE_ENOUGH: ColumnElement[bool] = and_(*(_has_made_enough(seat) for seat in (FIRST, SECOND)))
"""Whether both players of a game have made two turns."""
HAS_CHANGED_HANDS: ColumnElement[bool] = and_(
    GAME.c.season_id.is_not(None),
    exists().where(_EVENT.c.game_id == GAME.c.id, _EVENT.c.kind == EventKind.REPLACED.value),
)
"""Whether a seat of the game was taken over, which happens only in leagues."""


def have_made_enough(seats: Iterable[Seat]) -> bool:
    """Whether both players have made two turns; *seats* are those of all turns."""
    made = Counter(seats)
    return min(made[FIRST], made[SECOND]) >= ENOUGH_TURNS


def void_words(reason: str, *, is_early: bool, has_changed_hands: bool) -> str:
    """
    Why a game that ended for that *reason* does not count for ratings, in a sentence; empty if it counts.

    :param reason: empty for a game that runs.
    :param is_early: whether one of the two had not made two turns.
    """
    if reason in {ADJUDICATED, ANNULLED}:
        return "Only play counts for ratings, so this decision changes none."
    if reason == FORFEIT:
        return "A forfeit counts for no ratings, but against the loser’s reliability."
    if has_changed_hands:
        return "This game counts for no ratings, because somebody took a seat over."
    if is_early and reason in BROKEN_OFF:
        return "It counts for no ratings, because the players had not both made two turns."
    return ""


# A game with `ended_at` is over. With a condition on the state SQLite would use an index with all games that are over.
_COUNTED: Select[Any] = (
    select(
        GAME.c.ended_at,
        _PLAYED_WINNER.label("winner"),
        _FIRST.c.player_id.label("first"),
        _SECOND.c.player_id.label("second"),
        and_(GAME.c.loser_was_absent, _PLAYED_REASON == TIME).label("is_absence"),
    )
    .join(_FIRST, and_(_FIRST.c.game_id == GAME.c.id, _FIRST.c.seat == 0))
    .join(_SECOND, and_(_SECOND.c.game_id == GAME.c.id, _SECOND.c.seat == 1))
    .outerjoin(_PAIRING, _PAIRING.c.game_id == GAME.c.id)
    .where(
        GAME.c.is_rated,
        GAME.c.ended_at >= bindparam("begin"),
        GAME.c.ended_at < bindparam("end"),
        _PLAYED_REASON.not_in(sorted(NEVER_RATED)),
        ~HAS_CHANGED_HANDS,
        or_(_PLAYED_REASON.not_in(sorted(BROKEN_OFF)), HAVE_MADE_ENOUGH),
        func.substr(GAME.c.ruleset, 1, func.length(bindparam("prefix"))) == bindparam("prefix"),
    )
    .order_by(GAME.c.ended_at, GAME.c.id)
)
# These take one look into the index for each player, however long the player's history is.
_EARLIER, _LATER = (
    select(found)
    .where(RATING_DAY.c.game == bindparam("game"), RATING_DAY.c.player_id == PLAYER.c.id, which)
    .scalar_subquery()
    for found, which in (
        (func.max(RATING_DAY.c.day), RATING_DAY.c.day < bindparam("day")),
        (func.min(RATING_DAY.c.day), RATING_DAY.c.day > bindparam("day")),
    )
)
_OF_SOME = PLAYER.c.id.in_(bindparam("players", expanding=True))
_LAST_BEFORE = select(PLAYER.c.id.label("player_id"), _EARLIER.label("day")).where(_OF_SOME).subquery()
_BEFORE = select(RATING_DAY).join(
    _LAST_BEFORE,
    and_(
        RATING_DAY.c.game == bindparam("game"),
        RATING_DAY.c.player_id == _LAST_BEFORE.c.player_id,
        RATING_DAY.c.day == _LAST_BEFORE.c.day,
    ),
)
_NEXT = select(PLAYER.c.id.label("player_id"), _LATER.label("day")).where(_OF_SOME)
_BETWEEN = select(RATING_DAY).where(
    RATING_DAY.c.game == bindparam("game"), RATING_DAY.c.day >= bindparam("begin"), RATING_DAY.c.day < bindparam("end")
)
_PRESENT = select(RATING, RATING.c.last_day.label("day")).where(
    RATING.c.game == bindparam("game"), RATING.c.player_id.in_(bindparam("players", expanding=True))
)
_PRESENT_GONE = delete(RATING).where(
    RATING.c.game == bindparam("of_game"), RATING.c.player_id == bindparam("of_player")
)
_DAY_GONE = delete(RATING_DAY).where(
    RATING_DAY.c.game == bindparam("of_game"),
    RATING_DAY.c.player_id == bindparam("of_player"),
    RATING_DAY.c.day == bindparam("of_day"),
)


class RatedRow(NamedTuple):
    """A player's rating in one game after one day."""

    player_id: int
    game: str
    rating: float
    deviation: float
    volatility: float
    games: int
    day: date


class RatingBatch(NamedTuple):
    """The rated games of one kind that were finished on one day."""

    day: date
    game: str
    """The name of the game without its version: all its rulesets share one list."""


def game_of(ruleset: str) -> str:
    """The name of the game to which a ruleset belongs."""
    return ruleset.partition("/")[0]


def day_of(moment: datetime) -> date:
    """The day, in UTC, on which a game counts that ended at that *moment*."""
    return moment.astimezone(UTC).date()


def games_between(reader: Reader, game: str, begin: date, end: date, *, most: int | None = None) -> list[Met]:
    """
    The games of one kind that count and were finished from *begin* to *end*, which is not included, in order.

    :param most: the largest number of games to give; None for all.
    """
    asked = {"begin": _midnight(begin), "end": _midnight(end), "prefix": f"{game}/"}
    return [
        Met(day_of(row.ended_at), row.first, row.second, score_of(row.winner), bool(row.is_absence))
        for row in reader.connection.execute(_COUNTED if most is None else _COUNTED.limit(most), asked)
    ]


def rated_before(reader: Reader, batch: RatingBatch, players: Collection[int]) -> dict[int, Rated]:
    """The ratings of *players* after the last day before a batch; new players are missing."""
    asked = {"game": batch.game, "day": batch.day, "players": sorted(players)}
    return {row.player_id: rated_of(row) for row in reader.connection.execute(_BEFORE, asked)}


def rated_between(reader: Reader, game: str, begin: date, end: date) -> dict[date, dict[int, Rated]]:
    """The stored ratings of all players for the days from *begin* to *end*, which is not included."""
    found: dict[date, dict[int, Rated]] = {}
    for row in reader.connection.execute(_BETWEEN, {"game": game, "begin": begin, "end": end}):
        found.setdefault(row.day, {})[row.player_id] = rated_of(row)
    return found


def present_of(reader: Reader, game: str, players: Collection[int]) -> dict[int, Rated]:
    """The stored present ratings of *players*, which are those after their last days."""
    asked = {"game": game, "players": sorted(players)}
    return {row.player_id: rated_of(row) for row in reader.connection.execute(_PRESENT, asked)}


def next_days(reader: Reader, batch: RatingBatch, players: Collection[int]) -> dict[int, date]:
    """The next day after a batch for which a rating of each of *players* is stored; those without one are missing."""
    asked = {"game": batch.game, "day": batch.day, "players": sorted(players)}
    return {row.player_id: row.day for row in reader.connection.execute(_NEXT, asked) if row.day is not None}


def store_days(uow: UnitOfWork, game: str, changed: Changes, stored: Days) -> None:
    """Replace the *stored* ratings of days by the *changed* ones."""
    old = [
        {"of_game": game, "of_player": player, "of_day": day}
        for day, found in changed.items()
        for player in found
        if player in stored.get(day, {})
    ]
    new = [_cells(game, player, after, "day") for found in changed.values() for player, after in found.items() if after]
    _replace(uow, RATING_DAY, (_DAY_GONE, old), new)


def store_present(uow: UnitOfWork, game: str, last: Mapping[int, Rated | None]) -> None:
    """Store the present ratings of players; None for a player who has none any more."""
    stored = present_of(uow, game, last)
    changed = {player: found for player, found in last.items() if found != stored.get(player)}
    old = [{"of_game": game, "of_player": player} for player in changed if player in stored]
    new = [_cells(game, player, after, "last_day") for player, after in changed.items() if after]
    _replace(uow, RATING, (_PRESENT_GONE, old), new)
    note_listing(uow, changed)


def rated_of(row: Row[Any] | RatedRow) -> Rated:
    """The rating in a row with the columns of a rating and its day."""
    return Rated(row.day, Strength(row.rating, row.deviation, row.volatility), row.games)


def _replace(
    uow: UnitOfWork, rows: Table, gone: tuple[Delete, list[dict[str, object]]], new: list[dict[str, object]]
) -> None:
    """Delete some rows by their keys and insert others: two statements at most, however many rows there are."""
    statement, old = gone
    if old:
        uow.connection.execute(statement, old)
    if new:
        uow.connection.execute(insert(rows), new)


def _cells(game: str, player: int, after: Rated, day: str) -> dict[str, object]:
    return {"game": game, "player_id": player, day: after.day, **_numbers(after)}


def _numbers(after: Rated) -> dict[str, object]:
    strength = after.strength
    return {
        "rating": strength.rating,
        "deviation": strength.deviation,
        "volatility": strength.volatility,
        "games": after.games,
    }


def _midnight(day: date) -> datetime:
    return datetime.combine(day, time(), UTC)


def rated_within_limit(reader: Reader, pairs: Sequence[Pair]) -> tuple[bool, ...]:
    """Which games, each of two players, may be rated if they begin now, one after the other: one statement."""
    if not pairs:
        return ()
    counted = _counted(reader, {player_id for pair in pairs for player_id in pair})
    found = []
    for pair in pairs:
        key = _key(pair)
        counted[key] += 1
        found.append(counted[key] <= MOST_RATED)
    return tuple(found)


def have_reached_limit(reader: Reader, player_id: int, other_id: int) -> bool:
    """Whether the next game of two players would not be rated."""
    return not all(rated_within_limit(reader, [(player_id, other_id)]))


def _counted(reader: Reader, players: Collection[int]) -> Counter[Pair]:
    asked = {"players": sorted(players), "since": reader.now - WITHIN}
    rows = reader.connection.execute(_RATED, asked)
    return Counter({(row.player_id, row.other_id): row.games for row in rows})


def _key(pair: Pair) -> Pair:
    return min(pair), max(pair)
