"""Outage credit: every clock that ran while the service was down gets the whole of that time back, once."""

import logging
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import bindparam, delete, insert, select, tuple_, update

from corr.base.uow import UnitOfWork
from corr.clocks.outages import ENOUGH, credited
from corr.clocks.seat_clocks import clock_of, habits_of, recalculated_clock, set_clocks
from corr.core.clock import ClockState, Habits
from corr.core.pace import is_late
from corr.game.game_row import SEAT, GameRow, Seated, game_rows_locked, get_game_row_locked, show_anew
from corr.game.history import Happening, record_events
from corr.game.words import EventKind
from corr.store.base import table
from corr.store.tables.clocks import Outage, Setting
from corr.store.tables.games import GameEvent

_MILLISECOND = timedelta(milliseconds=1)
_EVENT, _OUTAGE = table(GameEvent), table(Outage)
_UNSETTLED = (
    select(_OUTAGE.c.id, _OUTAGE.c.began_at, _OUTAGE.c.ended_at)
    .where(_OUTAGE.c.settled_at.is_(None))
    .order_by(_OUTAGE.c.id)
)
_GIVEN = select(_EVENT.c.game_id, _EVENT.c.order_key, _EVENT.c.seat, _EVENT.c.until).where(
    _EVENT.c.game_id.in_(bindparam("games", expanding=True)),
    _EVENT.c.kind == EventKind.OUTAGE.value,
    _EVENT.c.until > bindparam("began"),
)

_Reached = Mapping[tuple[str, int], datetime]
"""The moment up to which the time of an outage was given back, by game and seat."""
AT_ONCE = 500
"""How many clocks are credited in one transaction."""
_LOG = logging.getLogger(__name__)
_SETTING = table(Setting)
_OLDEST_UNSETTLED = (
    select(_OUTAGE.c.id, _OUTAGE.c.began_at, _OUTAGE.c.ended_at)
    .where(_OUTAGE.c.ended_at.is_not(None), _OUTAGE.c.settled_at.is_(None))
    .order_by(_OUTAGE.c.id)
    .limit(1)
    # Several processes take turns: each continues where the last one stopped.
    .with_for_update()
)
_RAN = (
    select(SEAT.c.game_id, SEAT.c.seat)
    .where(
        tuple_(SEAT.c.game_id, SEAT.c.seat) > tuple_(bindparam("game"), bindparam("seat")),
        SEAT.c.since < bindparam("ended"),
        SEAT.c.due_at > bindparam("began"),
    )
    .order_by(SEAT.c.game_id, SEAT.c.seat)
    .limit(bindparam("most"))
)


@dataclass(frozen=True, slots=True)
class Closure:
    """An outage that is not settled yet, as far as it is known."""

    id: int
    began_at: datetime
    until: datetime
    """When it ended; the present moment while it lasts."""
    is_lasting: bool

    def key(self, seat: int) -> str:
        """
        The key that makes a credit happen once for each game and seat.

        While the outage lasts, each credit up to a moment has a key of its own.
        """
        whole = f"outage:{self.id}:{seat}"
        return f"{whole}:{self.until.isoformat()}" if self.is_lasting else whole

    def is_of(self, key: str) -> bool:
        """Whether *key* is that of a credit for this outage."""
        return key.split(":")[:2] == ["outage", str(self.id)]

    def has_hit(self, game_row: GameRow, seated: Seated) -> bool:
        """Whether the clock of *seated* ran during the outage, and had not run out before."""
        return (
            not game_row.is_over
            and game_row.frozen_at is None
            and seated.since is not None
            and seated.due_at is not None
            and seated.since < self.until
            and not is_late(self.began_at, seated.due_at)
        )


@dataclass(frozen=True, slots=True)
class _Credit:
    """The time that one clock is given."""

    game_row: GameRow
    seated: Seated
    habits: Habits
    amount: timedelta

    @property
    def amount_ms(self) -> int:
        """The amount in milliseconds, rounded up: in the player's favour."""
        return -(-self.amount // _MILLISECOND)


def credit_game(uow: UnitOfWork, game_row: GameRow) -> GameRow:
    """A locked game that is owed outage credit, after its clocks got it up to now: for use cases that may stop one."""
    for closure in _closures(uow):
        if credit_clocks(uow, closure, [game_row]):
            game_row = get_game_row_locked(uow, game_row.id)
    return game_row


def credited_game_rows(uow: UnitOfWork, games: Collection[str]) -> tuple[GameRow, ...]:
    """The locked rows of *games*, which are ids, after their clocks got their outage credit up to now."""
    game_rows = game_rows_locked(uow, games)
    if all(game_row.owed_since is None for game_row in game_rows):
        return game_rows
    for closure in _closures(uow):
        if credit_clocks(uow, closure, game_rows):
            game_rows = game_rows_locked(uow, games)
    return game_rows


def credit_clocks(uow: UnitOfWork, closure: Closure, game_rows: Sequence[GameRow]) -> bool:
    """Give every clock of some locked games its credit for one outage; whether any clock got one."""
    reached = _reached(uow, closure, game_rows)
    hit = [
        (game_row, seated) for game_row in game_rows for seated in game_row.seats if closure.has_hit(game_row, seated)
    ]
    habits = _habits(uow, [seated for _, seated in hit])
    credits_ = []
    for game_row, seated in hit:
        since = reached.get((game_row.id, seated.seat), closure.began_at)
        if credit := _find_credit(closure, game_row, seated, habits[seated.player_id], since=since):
            credits_.append(credit)
    if credits_:
        _write(uow, closure, credits_)
    return bool(credits_)


def _closures(uow: UnitOfWork) -> list[Closure]:
    """The outages that are not settled yet."""
    return [
        Closure(outage.id, outage.began_at, outage.ended_at or uow.now, is_lasting=outage.ended_at is None)
        for outage in uow.connection.execute(_UNSETTLED)
    ]


def _reached(uow: UnitOfWork, closure: Closure, game_rows: Sequence[GameRow]) -> _Reached:
    asked = {"games": [game_row.id for game_row in game_rows], "began": closure.began_at}
    rows = [row for row in uow.connection.execute(_GIVEN, asked) if closure.is_of(row.order_key)]
    return {(row.game_id, row.seat): row.until for row in sorted(rows, key=lambda row: row.until)}


def _habits(uow: UnitOfWork, seats: Sequence[Seated]) -> Mapping[int, Habits]:
    since = min((seated.since for seated in seats if seated.since is not None), default=None)
    return {} if since is None else habits_of(uow, {seated.player_id for seated in seats}, since=since)


def _find_credit(
    closure: Closure, game_row: GameRow, seated: Seated, habits: Habits, *, since: datetime
) -> _Credit | None:
    """The credit of a clock that was credited up to the moment *since*; None if there is none."""
    clock = clock_of(game_row.terms, seated, habits)
    if clock is None or seated.due_at is None or since >= closure.until:
        return None
    # On a rest day and on leave the outage cost no time.
    stood = clock.used_ms(since) == clock.used_ms(closure.until)
    given_until = closure.until if stood else since
    amount = credited(seated.due_at, closure.began_at, closure.until, given_until=given_until)
    return _Credit(game_row, seated, habits, amount) if amount > timedelta(0) else None


def _write(uow: UnitOfWork, closure: Closure, credits_: Collection[_Credit]) -> None:
    """Give the time, and record it in the history of each game."""
    clocks: dict[str, dict[int, ClockState]] = {}
    for credit in credits_:
        clocks.setdefault(credit.game_row.id, {})[credit.seated.seat] = _clock(uow, credit)
    set_clocks(uow, clocks)
    record_events(uow, [_event(closure, credit) for credit in credits_])
    show_anew(uow, clocks)


def _clock(uow: UnitOfWork, credit: _Credit) -> ClockState:
    return recalculated_clock(
        credit.game_row.terms, credit.seated, credit.habits, now=uow.now, given_ms=credit.amount_ms
    )


def _event(closure: Closure, credit: _Credit) -> tuple[str, int, Happening]:
    seat = credit.seated.seat
    key = closure.key(seat)
    happening = Happening(EventKind.OUTAGE, seat, amount_ms=credit.amount_ms, until=closure.until, order_key=key)
    return credit.game_row.id, credit.game_row.turn_number, happening


def credit_next(uow: UnitOfWork, most: int = AT_ONCE) -> bool:
    """Credit up to *most* clocks for the oldest outage that is over; False if there is nothing left to be credited."""
    found = uow.connection.execute(_OLDEST_UNSETTLED).first()
    if found is None:
        return False
    outage = Closure(*found, is_lasting=False)
    game, seat = _reached_by(uow, outage)
    asked = {"game": game, "seat": seat, "ended": outage.until, "began": outage.began_at, "most": most}
    ran = [(str(row.game_id), int(row.seat)) for row in uow.connection.execute(_RAN, asked)]
    _credit_all(uow, outage, ran)
    if len(ran) < most:
        _settle(uow, outage)
    else:
        _note_reached(uow, outage, ran[-1])
    return True


def _credit_all(uow: UnitOfWork, outage: Closure, ran: Collection[tuple[str, int]]) -> None:
    """
    Credit the seats *ran*. If one of their games makes the program fail, all others are credited.
    """
    with uow.guarded() as part:
        _credit(uow, outage, ran)
    for seat in ran if part.fault is not None else ():
        with uow.guarded() as part:
            _credit(uow, outage, [seat])
        if part.fault is not None:
            _LOG.error("a clock of game %s could not be credited for an outage: %s", seat[0], part.fault_words)


def _credit(uow: UnitOfWork, outage: Closure, ran: Collection[tuple[str, int]]) -> None:
    """Lock and credit the games of the seats *ran*; a credit that a clock has had is not given again."""
    games = {game_id for game_id, _ in ran}
    if games:
        credit_clocks(uow, outage, game_rows_locked(uow, games))


def _reached_by(uow: UnitOfWork, outage: Closure) -> tuple[str, int]:
    """The last seat that was credited; a seat before all others if none was."""
    found = uow.connection.execute(select(_SETTING.c.value).where(_SETTING.c.name == _name(outage))).scalar()
    game, _, seat = str(found or " -1").partition(" ")
    return game, int(seat)


def _note_reached(uow: UnitOfWork, outage: Closure, reached: tuple[str, int]) -> None:
    _forget_reached(uow, outage)
    uow.connection.execute(insert(_SETTING).values(name=_name(outage), value=f"{reached[0]} {reached[1]}"))


def _settle(uow: UnitOfWork, outage: Closure) -> None:
    _forget_reached(uow, outage)
    uow.connection.execute(update(_OUTAGE).where(_OUTAGE.c.id == outage.id).values(settled_at=uow.now))
    lasted = outage.until - outage.began_at
    if lasted > ENOUGH:
        _LOG.warning("All clocks that ran in the outage of %s have had it back.", lasted)
    else:
        _LOG.warning("The outage of %s was short: only clocks that ran out had a while more, and no other.", lasted)


def _forget_reached(uow: UnitOfWork, outage: Closure) -> None:
    uow.connection.execute(delete(_SETTING).where(_SETTING.c.name == _name(outage)))


def _name(outage: Closure) -> str:
    return f"outage {outage.id}"
