"""The clock of a seat: started, recalculated, stopped, paused and resumed."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from typing import NamedTuple

from sqlalchemy import and_, bindparam, select

from corr.base.uow import Reader, UnitOfWork
from corr.core.clock import (
    USUAL_LEADS,
    Clock,
    ClockState,
    Habits,
    fitting_leads,
    next_reminder,
    started_clock,
)
from corr.core.days_off import USUAL_REST_DAYS, Span, rest_on
from corr.core.pace import UNCLAIMED_WARNED_DAYS, Terms, first_check, is_late
from corr.game.game_row import ALL_READ, NO_DRAFT, PLAYER, UPDATE_SEAT, GameRow, Seated, run_changes
from corr.games.seats import Seat
from corr.store.base import columns_of, table
from corr.store.compiled_statements import CompiledChange, CompiledQuery
from corr.store.tables.clocks import ClockPreference, Leave
from corr.store.tables.leagues import Season

UNCLAIMED_WARNED_BEFORE = timedelta(days=UNCLAIMED_WARNED_DAYS)
"""How long before a game that nobody claims is lost both players are warned."""
LEAVE = table(Leave)
CLOCK_PREFERENCE = table(ClockPreference)
"""How players want their clocks to run; a player who never chose has no row."""


class _HabitsRow(NamedTuple):
    """A player's habits with one of the leaves, or with None where there is none."""

    id: int
    zone: str
    rest_days: str | None
    reminder_hours: str | None
    automatic_leave: bool | None
    begins_at: datetime | None
    ends_at: datetime | None


_HABITS = CompiledQuery(
    select(PLAYER.c.id, *columns_of(_HabitsRow._fields[1:], PLAYER, CLOCK_PREFERENCE, LEAVE))
    .outerjoin(CLOCK_PREFERENCE, CLOCK_PREFERENCE.c.player_id == PLAYER.c.id)
    .outerjoin(LEAVE, and_(LEAVE.c.player_id == PLAYER.c.id, LEAVE.c.ends_at > bindparam("since")))
    .where(PLAYER.c.id.in_(bindparam("players", expanding=True))),
    _HabitsRow,
)
_SEASON = table(Season)
_TIGHTENED = select(_SEASON.c.id).where(
    _SEASON.c.id == bindparam("season"), _SEASON.c.tightened_at > bindparam("since")
)
_CLOCK = ("bank_ms", "since", "due_at", "rest_days", "rest_zone", "lapsed_at", "remind_at", "reminded", "look_at")
_SET = UPDATE_SEAT.values(held_until=None)
_SET_CLOCK = CompiledChange(_SET, _CLOCK)
_END_TURN = CompiledChange(_SET.values(**NO_DRAFT, **ALL_READ), _CLOCK)
"""The same when a turn was handed in: what its player had tried before is gone, and messages before it are read."""


def habits_of(reader: Reader, players: Collection[int], *, since: datetime) -> Mapping[int, Habits]:
    """The habits of *players*, with leaves that end after *since*; by one statement."""
    return _habits_in(_HABITS.all(reader.connection, {"players": players, "since": since}))


def habits_of_seats(reader: Reader, seats: Collection[Seated]) -> Mapping[int, Habits]:
    """The habits of the players at *seats*, with all leaves since the turns that are due now began; looked up once."""
    if not seats:
        return {}
    since = min((seated.since for seated in seats if seated.since is not None), default=reader.now)
    return _habits_in(reader.rows(_HABITS, {"players": sorted({seated.player_id for seated in seats}), "since": since}))


def _habits_in(found: Iterable[_HabitsRow]) -> Mapping[int, Habits]:
    rows: dict[int, list[_HabitsRow]] = {}
    for row in found:
        rows.setdefault(row.id, []).append(row)
    habits = {}
    for player_id, of_player in rows.items():
        row = of_player[0]
        preferences = preferences_in(row.zone, row.rest_days, row.reminder_hours, automatic_leave=row.automatic_leave)
        leaves = (Span(row.begins_at, row.ends_at) for row in of_player if row.begins_at and row.ends_at)
        habits[player_id] = replace(preferences, leaves=tuple(sorted(leaves)))
    return habits


def preferences_in(
    zone: str, rest_days: str | None, reminder_hours: str | None, *, automatic_leave: bool | None
) -> Habits:
    """The habits of a player without leaves, by the columns that hold them; None stands for what is usual."""
    rest = rest_on(USUAL_REST_DAYS if rest_days is None else rest_days, zone)
    leads = USUAL_LEADS if reminder_hours is None else kept_leads(reminder_hours)
    return Habits(rest, leads, automatic_leave is not False, ())


def kept_leads(text: str) -> tuple[int, ...]:
    """How many hours before a deadline reminders go out, read from the column that holds them: "24,4"."""
    return tuple(int(hours) for hours in text.split(",") if hours)


def paused_clock(terms: Terms, seated: Seated, habits: Habits, *, now: datetime) -> ClockState:
    """
    The clock of *seated*, which stops *now* in the middle of a turn, with what is left in the bank.

    The player keeps at least the time up to the deadline that was shown.
    """
    clock, left_ms = clock_of(terms, seated, habits), seated.bank_ms
    if clock is not None:
        until = clock.bank_ms if seated.due_at is None else max(clock.bank_ms, clock.used_ms(seated.due_at))
        left_ms = max(0, until - clock.used_ms(now))
    since = None if seated.since is None else now
    return ClockState(
        left_ms, since, None, rest_on(seated.rest_days, seated.rest_zone), seated.lapsed_at, reminded=seated.reminded
    )


def clock_of(terms: Terms, seated: Seated, habits: Habits) -> Clock | None:
    """The clock of *seated* to calculate with; None while it does not run, and in untimed games."""
    if seated.since is None or terms.pace.is_untimed:
        return None
    return Clock(
        seated.since,
        seated.bank_ms,
        rest_on(seated.rest_days, seated.rest_zone),
        habits.leaves if terms.allows_leave else (),
    )


def recalculated_clock(
    terms: Terms, seated: Seated, habits: Habits, *, now: datetime, given_ms: int = 0, may_shorten: bool = False
) -> ClockState:
    """
    The running clock of *seated*, calculated anew after the player's leaves changed or time was given.

    :param given_ms: milliseconds that are added to the bank.
    :param may_shorten: whether the deadline may move to an earlier moment: only by an act of the player's own.
    """
    seated = replace(seated, bank_ms=seated.bank_ms + given_ms)
    clock, due_at, remind_at = clock_of(terms, seated, habits), seated.due_at, None
    if clock is not None and due_at is not None:
        due_at = clock.deadline if may_shorten else max(due_at, clock.deadline)
        leads = fitting_leads(habits.leads, seated.bank_ms)
        remind_at = next_reminder(due_at, leads, after=now, sent=seated.reminded)
    is_lapsed = seated.lapsed_at is not None and is_late(now, due_at)
    lapsed_at = seated.lapsed_at if is_lapsed else None
    look_at = (seated.look_at or first_check(now)) if is_lapsed else None
    return ClockState(
        seated.bank_ms,
        seated.since,
        due_at,
        rest_on(seated.rest_days, seated.rest_zone),
        lapsed_at,
        remind_at,
        seated.reminded,
        look_at,
    )


def clock_cells(clock: ClockState) -> dict[str, object]:
    """What the row of a seat keeps of its clock, by the names of the columns."""
    return {
        "bank_ms": clock.bank_ms,
        "since": clock.since,
        "due_at": clock.due_at,
        "rest_days": clock.rest.days,
        "rest_zone": clock.rest.zone if clock.rest.days else "",
        "lapsed_at": clock.lapsed_at,
        "remind_at": clock.remind_at,
        "reminded": clock.reminded,
        "look_at": clock.look_at,
    }


def set_clocks(uow: UnitOfWork, games: Mapping[str, Mapping[int, ClockState]]) -> None:
    """Write the clocks of some seats of locked games, by their ids and by seat; with one statement."""
    run_changes(uow, _SET_CLOCK, [row for game_id, clocks in games.items() for row in _clock_rows(game_id, clocks)])


def _clock_rows(game_id: str, clocks: Mapping[int, ClockState]) -> list[dict[str, object]]:
    return [{"of_game": game_id, "of_seat": seat, **clock_cells(clock)} for seat, clock in clocks.items()]


def pass_clocks(
    uow: UnitOfWork, game_row: GameRow, mine: Seated, due: Collection[Seat], *, received_at: datetime
) -> tuple[Seated, ...]:
    """
    Stop the clock of *mine*, whose turn was played, and start those that are *due* now; the seats as they are then.

    :param game_row: the game before the turn, locked.
    :param received_at: when the turn came in.
    """
    habits = habits_of(uow, [seated.player_id for seated in game_row.seats], since=mine.since or uow.now)
    bank_ms = _bank_after(uow, game_row, mine, habits[mine.player_id], received_at=received_at)
    clocks: dict[int, ClockState] = {}
    for seated in game_row.seats:
        left_ms = bank_ms if seated.seat == mine.seat else seated.bank_ms
        stopped, seat_habits = ClockState(left_ms), habits[seated.player_id]
        is_due = seated.seat in due
        clocks[seated.seat] = started_clock(game_row.terms, seat_habits, left_ms, uow.now) if is_due else stopped
    run_changes(uow, _END_TURN, _clock_rows(game_row.id, clocks))
    return tuple(
        replace(
            seated,
            bank_ms=clock.bank_ms,
            since=clock.since,
            due_at=clock.due_at,
            rest_days=clock.rest.days,
            rest_zone=clock.rest.zone if clock.rest.days else "",
            lapsed_at=None,
            look_at=None,
            reminded=None,
        )
        for seated, clock in zip(game_row.seats, clocks.values(), strict=True)
    )


def stop_clock(uow: UnitOfWork, game_row: GameRow, mine: Seated, *, received_at: datetime) -> None:
    """Stop the clock of *mine*, whose turn waits sealed; the parameters are those of `pass_clocks`."""
    habits = habits_of(uow, [mine.player_id], since=mine.since or uow.now)
    bank_ms = _bank_after(uow, game_row, mine, habits[mine.player_id], received_at=received_at)
    run_changes(uow, _END_TURN, _clock_rows(game_row.id, {mine.seat: ClockState(bank_ms)}))


def _bank_after(uow: UnitOfWork, game_row: GameRow, mine: Seated, habits: Habits, *, received_at: datetime) -> int:
    """What is left in the bank of the seat whose turn came in."""
    pace, clock = game_row.terms.pace, clock_of(game_row.terms, mine, habits)
    if clock is None:
        return mine.bank_ms
    received_at = min(received_at, uow.now)
    if is_late(received_at, mine.due_at):
        return pace.left_after_late
    # A deadline that was shown stands, even where the clock worked out anew would have run out before it.
    used_ms = min(clock.used_ms(received_at), mine.bank_ms)
    left_after = pace.left_after_away if clock.is_away_at(received_at) else pace.left_after
    left_ms = left_after(mine.bank_ms, used_ms)
    if left_ms > pace.cap_ms and _was_tightened(uow, game_row, mine):
        return pace.cap_ms
    return left_ms


def _was_tightened(reader: Reader, game_row: GameRow, mine: Seated) -> bool:
    """Whether the pace became tighter in the middle of the turn: what is left of it is cut to the new cap."""
    asked = {"season": game_row.season_id, "since": mine.since}
    return game_row.season_id is not None and reader.connection.execute(_TIGHTENED, asked).scalar() is not None


def losing_at(seated: Seated, warned_at: datetime | None) -> datetime | None:
    """When the game is lost if nobody claims it; None unless the time of *seated* ran out in a game to be claimed."""
    if seated.look_at is None or seated.lapsed_at is None:
        return None
    return seated.look_at if is_warned(seated, warned_at) else seated.look_at + UNCLAIMED_WARNED_BEFORE


def is_warned(seated: Seated, warned_at: datetime | None) -> bool:
    """Whether the players were warned since the deadline of *seated* passed."""
    return warned_at is not None and seated.due_at is not None and warned_at >= seated.due_at


def pause_clocks(uow: UnitOfWork, game_rows: Collection[GameRow]) -> None:
    """Stop all clocks of locked games, with what is left now in the bank."""
    habits = habits_of_seats(uow, [seated for game_row in game_rows for seated in game_row.seats])
    clocks: dict[str, dict[int, ClockState]] = {
        game_row.id: {
            seated.seat: paused_clock(game_row.terms, seated, habits[seated.player_id], now=uow.now)
            for seated in game_row.seats
        }
        for game_row in game_rows
    }
    set_clocks(uow, clocks)


def resume_clocks(uow: UnitOfWork, game_rows: Collection[GameRow]) -> None:
    """Start the clocks again that `pause_clocks` stopped in the middle of a turn."""
    habits = habits_of_seats(uow, [seated for game_row in game_rows for seated in game_row.seats])
    clocks = {
        game_row.id: _resumed(uow, game_row, frozenset(seat.seat for seat in game_row.seats if seat.is_due), habits)
        for game_row in game_rows
    }
    set_clocks(uow, clocks)


def resume_clocks_of(uow: UnitOfWork, game_row: GameRow, due: frozenset[Seat]) -> None:
    """Start the clocks of the *due* seats again, with the rest days that their turns began with."""
    set_clocks(uow, {game_row.id: _resumed(uow, game_row, due, habits_of_seats(uow, game_row.seats))})


def _resumed(
    uow: UnitOfWork, game_row: GameRow, due: frozenset[Seat], habits: Mapping[int, Habits]
) -> dict[int, ClockState]:
    terms = game_row.terms
    clocks: dict[int, ClockState] = {}
    for seated in game_row.seats:
        mine = habits[seated.player_id]
        if seated.seat not in due:
            clocks[seated.seat] = ClockState(seated.bank_ms)
        elif seated.since is None:
            clocks[seated.seat] = started_clock(terms, mine, seated.bank_ms, uow.now)
        else:
            again = replace(seated, since=uow.now, due_at=None if terms.pace.is_untimed else uow.now)
            clocks[seated.seat] = recalculated_clock(terms, again, mine, now=uow.now)
    return clocks
