"""The row of a game with its seats and players, read by one statement; its turns, and how often positions repeat."""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from operator import attrgetter
from typing import Any, Final, NamedTuple

from sqlalchemy import CursorResult, Select, Update, and_, bindparam, exists, func, select, update

from corr.base.uow import Reader, UnitOfWork
from corr.core.pace import Late, Terms, read_pace
from corr.errors import NotAllowedError, NotFoundError
from corr.games.api import AnyRules, OptionValue
from corr.games.replay import repeat_digest
from corr.games.seats import FIRST, SECOND, Seat
from corr.store.base import table
from corr.store.compiled_statements import CompiledChange, CompiledQuery, Parameters
from corr.store.tables.clocks import Outage
from corr.store.tables.follows import Follow
from corr.store.tables.games import FrozenKind, Game, GameSeat, GameState, Turn
from corr.store.tables.player_accounts import Player

GAME = table(Game)
SEAT = table(GameSeat)
PLAYER = table(Player)
_OUTAGE, _FOLLOW = table(Outage), table(Follow)

_UNKNOWN = "There is no such game."
_BOTH = (FIRST, SECOND)
_ID = re.compile(r"[a-z0-9]{1,16}")
_OWED_SINCE = select(func.min(_OUTAGE.c.began_at)).where(_OUTAGE.c.settled_at.is_(None)).scalar_subquery()
_TURNS_FOLLOWED = exists(select(_FOLLOW.c.id).where(_FOLLOW.c.game_id == GAME.c.id, _FOLLOW.c.each_turn))


class _SeatRow(NamedTuple):
    """A seat with its player and its game."""

    id: str
    ruleset: str
    options: Mapping[str, OptionValue]
    pace: str
    weekends_off: bool
    late: str
    allows_leave: bool
    is_rated: bool
    is_private: bool
    season_id: int | None
    frozen_at: datetime | None
    frozen_for: str
    frozen_kind: str
    warned_at: datetime | None
    turn_number: int
    position: str
    last_squares: str
    version: int
    state: str
    winner: Seat | None
    reason: str
    draw_offer: Seat | None
    draw_offer_id: int
    created_at: datetime
    changed_at: datetime
    ended_at: datetime | None
    owed_since: datetime | None
    has_turns_followed: bool
    seat: Seat
    player_id: int
    name: str
    bank_ms: int
    since: datetime | None
    due_at: datetime | None
    rest_days: str
    rest_zone: str
    lapsed_at: datetime | None
    look_at: datetime | None
    reminded: int | None
    offered_at_turn: int | None
    unread_message: int | None


_OF_SEAT: Final = 28
"""Where the fields of a `Seated` begin in such a row."""
# Of columns with the same name, that of the game counts.
_COLUMNS = {**PLAYER.c, **SEAT.c, **GAME.c, "owed_since": _OWED_SINCE.label("owed_since")}
_COLUMNS["has_turns_followed"] = _TURNS_FOLLOWED.label("has_turns_followed")
_GAME_ROWS = (
    select(*(_COLUMNS[name] for name in _SeatRow._fields))
    .join(SEAT, SEAT.c.game_id == GAME.c.id)
    .join(PLAYER, PLAYER.c.id == SEAT.c.player_id)
)
_OF_GAME = _GAME_ROWS.where(GAME.c.id == bindparam("wanted")).order_by(SEAT.c.seat)
_GAME_ROW = CompiledQuery(_OF_GAME, _SeatRow)
# The key is not locked, so that rows that refer to the game, such as a letter's, need not wait. The seats are locked
# too: a transaction that waited for the game sees the locked rows as they are then, but others as they were before.
_GAME_ROW_LOCKED = CompiledQuery(_OF_GAME.with_for_update(of=(GAME, SEAT), key_share=True), _SeatRow)
_MINE = SEAT.alias("mine")
# Several games are always locked in the same order, so that transactions never wait for each other.
_OF_PLAYER = _GAME_ROWS.where(
    GAME.c.id.in_(select(_MINE.c.game_id).where(_MINE.c.player_id == bindparam("player"), _MINE.c.ended_at.is_(None))),
    GAME.c.state == GameState.RUNNING.value,
).order_by(GAME.c.id, SEAT.c.seat)
_RUNNING = CompiledQuery(_OF_PLAYER, _SeatRow)
_RUNNING_LOCKED = CompiledQuery(_OF_PLAYER.with_for_update(of=(GAME, SEAT), key_share=True), _SeatRow)
_SOME_LOCKED = CompiledQuery(
    _GAME_ROWS.where(GAME.c.id.in_(bindparam("games", expanding=True)))
    .order_by(GAME.c.id, SEAT.c.seat)
    .with_for_update(of=(GAME, SEAT), key_share=True),
    _SeatRow,
)
UPDATE_GAME = update(GAME).where(GAME.c.id == bindparam("of_game"))
"""The beginning of a change of a game."""
UPDATE_GAMES = update(GAME).where(GAME.c.id.in_(bindparam("games", expanding=True)))
"""The same for several."""
UPDATE_SEAT = update(SEAT).where(SEAT.c.game_id == bindparam("of_game"), SEAT.c.seat == bindparam("of_seat"))
"""The same for a seat of a game."""
UPDATE_WHILE_DUE = UPDATE_GAME.where(
    GAME.c.turn_number == bindparam("of_turn"), GAME.c.state == GameState.RUNNING.value
)
"""A change that is made only while the game runs and that turn is due: compare-and-set by the turn number."""
WARN_WHILE_DUE = UPDATE_WHILE_DUE.values(warned_at=bindparam("at"), version=GAME.c.version + 1)
"""The note that the players were warned of what becomes of a game that nobody plays on."""
_SHOW_ANEW = UPDATE_GAMES.values(version=GAME.c.version + 1)
NO_DRAFT = {"draft": None, "draft_turn": None, "drafted_at": None}
"""What the row of a seat holds while its player has left no half-made turn."""
ALL_READ = {"unread_message": None}
"""What it holds while its player has read all messages."""
_END_SEATS = (
    update(SEAT)
    .where(SEAT.c.game_id == bindparam("of_game"))
    .values(
        since=None,
        due_at=None,
        lapsed_at=None,
        look_at=None,
        remind_at=None,
        held_until=None,
        ended_at=bindparam("at"),
        **NO_DRAFT,
    )
)
TURN = table(Turn)
SEATS = (SEAT.alias("first_seat"), SEAT.alias("second_seat"))
"""Both seats of a game, and below their players, in statements with `joined_seats`."""
PLAYERS = (PLAYER.alias("first_player"), PLAYER.alias("second_player"))


class _Count(NamedTuple):
    times: int


_TIMES_LOGGED = CompiledQuery(
    select(func.count().label("times")).where(
        TURN.c.game_id == bindparam("game"), TURN.c.repeat_key == bindparam("key")
    ),
    _Count,
)
_PLAYED = select(TURN.c.text).where(
    TURN.c.game_id == bindparam("game"), TURN.c.seat == bindparam("seat"), TURN.c.number == bindparam("number")
)


@dataclass(frozen=True, slots=True)
class Seated:
    """A seat with its player and its clock; its fields are columns, in the order in which rows have them."""

    seat: Seat
    player_id: int
    name: str
    bank_ms: int
    since: datetime | None
    """When the present turn began; None while the seat is not due."""
    due_at: datetime | None
    """The deadline; None while the seat is not due, the game is over or frozen, and in an untimed game."""
    rest_days: str
    """The rest days that the present turn began with; empty if its clock has none."""
    rest_zone: str
    lapsed_at: datetime | None
    """When it was recorded that the time ran out, in a game that the other player may claim."""
    look_at: datetime | None
    """When such a game is looked at next, to warn the players or to end it, as long as nobody claims it."""
    reminded: int | None = None
    """The lead in hours of the last reminder of the present turn."""
    offered_at_turn: int | None = None
    unread_message: int | None = None
    """The id of the newest message to the player that the player has not read; None if there is none."""

    @property
    def is_due(self) -> bool:
        """Whether the seat owes a turn now; a seat whose turn waits sealed does not."""
        return self.since is not None


@dataclass(frozen=True, slots=True)
class GameRow:
    """The row of a game and the rows of its seats."""

    id: str
    ruleset: str
    options: Mapping[str, OptionValue]
    terms: Terms
    frozen_at: datetime | None
    """Since when nobody can play on; None unless it is frozen or paused."""
    frozen_for: str
    is_paused: bool
    """Whether it is frozen because the organisers of its league paused it."""
    season_id: int | None
    """The season that it belongs to; None for a game outside leagues."""
    is_rated: bool
    is_private: bool
    """Whether only its players may see it."""
    warned_at: datetime | None
    """When the players were last warned that the game will be closed or lost if nobody acts."""
    turn_number: int
    position: str
    last_squares: str
    version: int
    is_over: bool
    winner: Seat | None
    reason: str
    draw_offer: Seat | None
    """The seat whose draw offer stands."""
    draw_offer_id: int
    """Which offer that is; while none stands, the last one."""
    created_at: datetime
    changed_at: datetime
    ended_at: datetime | None
    owed_since: datetime | None
    """When the first outage began whose credit not all clocks have got yet; None if there is none."""
    has_turns_followed: bool
    """Whether somebody wants to be told each turn."""
    seats: tuple[Seated, ...]

    def find_seat(self, player_id: int | None) -> Seated | None:
        """
        The seat of a player; None for a spectator.

        :raises NotFoundError: it is a private game of others.
        """
        found = next((seated for seated in self.seats if seated.player_id == player_id), None)
        if found is None and self.is_private:
            raise NotFoundError(_UNKNOWN)
        return found

    def get_seat(self, player_id: int) -> Seated:
        """
        The seat of a player.

        :raises NotAllowedError: the player does not play this game.
        :raises NotFoundError: nor may the player see it.
        """
        found = self.find_seat(player_id)
        if found is not None:
            return found
        raise NotAllowedError("You are not one of the players of this game; you may watch it.")

    def is_owed(self, seated: Seated) -> bool:
        """Whether *seated* may still get credit for an outage: its time had not run out when the outage began."""
        return self.owed_since is not None and seated.due_at is not None and seated.due_at > self.owed_since

    def rules(self, reader: Reader) -> AnyRules:
        """The rules by which it is played."""
        return reader.registry.get_rules(self.ruleset, self.options)


def joined_seats(statement: Select[Any]) -> Select[Any]:
    """*statement*, which selects games, with both `SEATS` and `PLAYERS` of each."""
    for number, (seat, player) in enumerate(zip(SEATS, PLAYERS, strict=True)):
        statement = statement.join(seat, and_(seat.c.game_id == GAME.c.id, seat.c.seat == number))
        statement = statement.join(player, player.c.id == seat.c.player_id)
    return statement


def get_game_row(reader: Reader, game_id: str) -> GameRow:
    """The row of a game."""
    known = reader.known.get(game_id)
    if isinstance(known, GameRow):
        return known
    check_id(game_id)
    found = _game_rows(_GAME_ROW.all(reader.connection, {"wanted": game_id}))
    if not found:
        raise NotFoundError(_UNKNOWN)
    if not isinstance(reader, UnitOfWork):
        reader.known[game_id] = found[0]
    return found[0]


def get_game_row_locked(uow: UnitOfWork, game_id: str) -> GameRow:
    """The row of a game, locked until the end of the transaction."""
    known = uow.known.get(game_id)
    if isinstance(known, GameRow):
        return known
    check_id(game_id)
    found = _locked(uow, _GAME_ROW_LOCKED, {"wanted": game_id}, count=1)
    if not found:
        raise NotFoundError(_UNKNOWN)
    return found[0]


def running_game_rows(reader: Reader, player_id: int) -> tuple[GameRow, ...]:
    """The rows of a player's running games, ordered by id."""
    return _game_rows(_RUNNING.all(reader.connection, {"player": player_id}))


def running_game_rows_locked(uow: UnitOfWork, player_id: int) -> tuple[GameRow, ...]:
    """The same, locked until the end of the transaction; the caller must have locked the player before."""
    return _locked(uow, _RUNNING_LOCKED, {"player": player_id})


def game_rows_locked(uow: UnitOfWork, games: Collection[str]) -> tuple[GameRow, ...]:
    """The rows of *games*, which are ids, ordered by id and locked until the end of the transaction."""
    return _locked(uow, _SOME_LOCKED, {"games": list(games)}, count=len(set(games)))


def change_games(
    uow: UnitOfWork, statement: Update, asked: Mapping[str, object] | Sequence[Mapping[str, object]]
) -> CursorResult[Any]:
    """Execute *statement*, which changes rows of games or of their seats: what was read of them holds no longer."""
    uow.known.clear()
    return uow.connection.execute(statement, asked)


def run_changes(uow: UnitOfWork, change: CompiledChange, many: Sequence[Parameters]) -> int:
    """The same for a compiled statement, once for each of *many*; how many rows it changed."""
    uow.known.clear()
    return change.run_many(uow.connection, many)


def show_anew(uow: UnitOfWork, games: Collection[str]) -> None:
    """Make kept pages of these locked *games* stale, since something that they show has changed."""
    if games:
        change_games(uow, _SHOW_ANEW, {"games": list(games)})


def end_seats(uow: UnitOfWork, games: Collection[str]) -> None:
    """Stop the clocks of locked *games*, which end now, and note the end on their seats."""
    change_games(uow, _END_SEATS, [{"of_game": game_id, "at": uow.now} for game_id in games])


def check_id(game_id: str) -> None:
    """Check that *game_id* has the form of an id: some other texts raise errors in PostgreSQL."""
    if _ID.fullmatch(game_id) is None:
        raise NotFoundError(_UNKNOWN)


def _locked(
    uow: UnitOfWork, query: CompiledQuery[_SeatRow], asked: Parameters, *, count: int = 0
) -> tuple[GameRow, ...]:
    """
    The games that *query* finds and locks, each with both seats.

    If somebody took over a seat while this transaction waited for the lock, PostgreSQL leaves that seat out, since the
    joined player is no longer its player. Now that all is locked, asking again finds it.

    :param count: how many games there are, if that is known.
    """
    found = _game_rows(query.all(uow.connection, asked))
    if len(found) < count or any(len(game_row.seats) != len(_BOTH) for game_row in found):
        found = _game_rows(query.all(uow.connection, asked))
    uow.known |= {game_row.id: game_row for game_row in found}
    return found


def _game_rows(rows: Sequence[_SeatRow]) -> tuple[GameRow, ...]:
    games = (tuple(seats) for _, seats in groupby(rows, key=attrgetter("id")))
    return tuple(
        GameRow(
            id=first.id,
            ruleset=first.ruleset,
            options=first.options,
            terms=Terms(read_pace(first.pace), first.weekends_off, Late(first.late), first.allows_leave),
            frozen_at=first.frozen_at,
            frozen_for=first.frozen_for,
            is_paused=first.frozen_at is not None and first.frozen_kind == FrozenKind.PAUSE,
            season_id=first.season_id,
            is_rated=first.is_rated,
            is_private=first.is_private,
            warned_at=first.warned_at,
            turn_number=first.turn_number,
            position=first.position,
            last_squares=first.last_squares,
            version=first.version,
            is_over=first.state == GameState.OVER,
            winner=first.winner,
            reason=first.reason,
            draw_offer=first.draw_offer,
            draw_offer_id=first.draw_offer_id,
            created_at=first.created_at,
            changed_at=first.changed_at,
            ended_at=first.ended_at,
            owed_since=first.owed_since,
            has_turns_followed=bool(first.has_turns_followed),
            seats=tuple(Seated(*row[_OF_SEAT:]) for row in (first, *others)),
        )
        for first, *others in games
    )


def terms_of(row: Mapping[Any, Any]) -> Terms:
    """The terms in the row of a game or a challenge."""
    return Terms(read_pace(row["pace"]), row["weekends_off"], Late(row["late"]), row["allows_leave"])


def terms_cells(terms: Terms) -> dict[str, object]:
    """The same the other way round: *terms* in the columns of a row."""
    return {
        "pace": terms.pace.text,
        "weekends_off": terms.has_weekends_off,
        "late": terms.late.value,
        "allows_leave": terms.allows_leave,
    }


def find_played(reader: Reader, game_id: str, seat: Seat, number: int) -> str | None:
    """The turn of that number in canonical notation; None if *seat* played none."""
    found = reader.connection.execute(_PLAYED, {"game": game_id, "seat": seat, "number": number})
    return found.scalar_one_or_none()


def times_seen(reader: Reader, game_id: str, rules: AnyRules, digest: str | None) -> int:
    """How often a position with that `repeat_digest` will have occurred if the turn that is due leads to it."""
    if digest is None:
        return 1
    logged = _TIMES_LOGGED.all(reader.connection, {"game": game_id, "key": digest})[0].times
    return logged + (digest == repeat_digest(rules, rules.start())) + 1
