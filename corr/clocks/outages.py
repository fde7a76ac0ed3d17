"""
Outages: times when players could not reach the service, so that no deadline is enforced.

They are judged by the last heartbeat of each kind of process that players need. Every clock that ran while the service
was down gets the whole of that time back, once.
"""

import logging
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from sqlalchemy import (
    Row,
    ScalarSelect,
    and_,
    bindparam,
    delete,
    exists,
    func,
    insert,
    or_,
    select,
    text,
    tuple_,
    update,
)

from corr.base.faults import NO_FAULTS, LoopFault
from corr.base.heartbeat import JOBS, PULSE, WEB, beat, last_seen, latest_believed
from corr.base.uow import Reader, UnitOfWork
from corr.clocks.seat_clocks import clock_of, habits_of_seats, recalculated_clock, set_clocks
from corr.core.clock import ClockState, Habits
from corr.core.pace import is_late
from corr.game.game_row import SEAT, GameRow, Seated, game_rows_locked, get_game_row_locked, show_anew
from corr.game.history import Happening, record_events
from corr.game.words import EventKind
from corr.store.base import table
from corr.store.compiled_statements import CompiledQuery
from corr.store.tables.clocks import Outage, Setting
from corr.store.tables.games import GameEvent

ENOUGH = timedelta(minutes=15)
"""A longer outage is given back as a whole; and after any outage nobody's time runs out for so long."""
_KNOWN = "is outage"
"""The key under which a reader knows whether there is one; ids of games, which are keys too, have no blanks."""
_LOG = logging.getLogger(__name__)
_OUTAGE = table(Outage)
_MOMENT = timedelta(microseconds=1)
_LOCK = 7_263_418_906
"""The number of the advisory lock on PostgreSQL that is held by whoever notes an outage; nothing else uses it."""
# An end far in the future was noted by a machine whose clock was wrong.
_IS_OUT = exists().where(
    or_(
        _OUTAGE.c.ended_at.is_(None),
        _OUTAGE.c.settled_at.is_(None),
        and_(_OUTAGE.c.ended_at > bindparam("outage_after"), _OUTAGE.c.ended_at < bindparam("outage_before")),
    )
)
_MILLISECOND = timedelta(milliseconds=1)
_EVENT = table(GameEvent)
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
class OutageLimits:
    """How long heartbeats may be missing before that is an outage."""

    one: timedelta = timedelta(minutes=15)
    """For one kind of process, while others are alive."""
    all: timedelta = timedelta(minutes=1)
    """For all kinds together."""


def closed_since(seen: Collection[datetime], now: datetime, patience: OutageLimits) -> datetime | None:
    """
    Since when there is an outage; None if there is none.

    :param seen: the last heartbeat of each kind of process that was ever seen.
    """
    silent = [at for at in seen if now - at > patience.one]
    if seen and now - max(seen) > patience.all:
        silent.append(max(seen))
    return min(silent, default=None)


def are_all_back(seen: Collection[datetime], now: datetime, patience: OutageLimits) -> bool:
    """Whether each kind of process that was ever seen is alive, so that an outage is over."""
    return all(now - at <= patience.all for at in seen)


def credited(due_at: datetime, began_at: datetime, ended_at: datetime, *, given_until: datetime) -> timedelta:
    """
    The credit for an outage of a clock that ran until *due_at*: the whole outage if it was long, and in any case enough
    to have `ENOUGH` time left after it.

    :param given_until: up to when the clock was credited for the same outage before; *began_at* if it was not.
    """
    owed = ended_at - given_until if ended_at - began_at > ENOUGH else timedelta(0)
    return max(owed, ended_at + ENOUGH - due_at, timedelta(0))


def _last(loop: str) -> ScalarSelect[datetime]:
    last = select(func.max(PULSE.c.at)).where(PULSE.c.loop == loop, PULSE.c.at <= bindparam("pulse_before"))
    return last.scalar_subquery()


OUTAGE_COLUMNS = (_IS_OUT.label("is_out"), _last(WEB).label("web_at"), _last(JOBS).label("jobs_at"))
"""Columns that tell whether there is an outage, for statements that ask for something else too."""


class _StateRow(NamedTuple):
    is_out: bool
    web_at: datetime | None
    jobs_at: datetime | None


_OUTAGE_STATE = CompiledQuery(select(*OUTAGE_COLUMNS), _StateRow)


@dataclass(frozen=True, slots=True)
class OutageView:
    """A time when the service was down."""

    began_at: datetime
    ended_at: datetime | None
    settled_at: datetime | None


def is_outage(reader: Reader) -> bool:
    """Whether players cannot hand in their turns, or could not a moment ago: then no deadline is enforced."""
    known = reader.known.get(_KNOWN)
    if isinstance(known, bool):
        return known
    row = reader.rows(_OUTAGE_STATE, outage_parameters(reader))[0]
    return is_outage_by(reader, row.web_at, row.jobs_at, is_out=row.is_out)


def outage_parameters(reader: Reader) -> dict[str, datetime]:
    """The parameters of `OUTAGE_COLUMNS`."""
    return {
        "outage_after": reader.now - ENOUGH,
        "outage_before": reader.now + ENOUGH,
        "pulse_before": latest_believed(reader),
    }


def is_outage_by(reader: Reader, *last: datetime | None, is_out: bool) -> bool:
    """Whether there is an outage, by the values of `OUTAGE_COLUMNS`; *last* are those of the heartbeats."""
    # An outage may not have been noted yet: a machine wakes up, a database is back.
    seen = [at for at in last if at is not None]
    found = is_out or closed_since(seen, reader.now, _patience(reader)) is not None
    if not isinstance(reader, UnitOfWork):
        reader.known[_KNOWN] = found
    return found


def note_alive(
    uow: UnitOfWork, owner: str, loops: Collection[str], failing: Mapping[str, LoopFault] = NO_FAULTS
) -> None:
    """Record that these *loops* of the process *owner* are alive; and before that, an outage if there was one."""
    began_at = _closed_since(uow)
    if began_at is not None or _find_open(uow) is not None:
        _lock(uow)
        _note_begin(uow)
        beat(uow, owner, loops, failing)
        _note_end(uow)
    else:
        beat(uow, owner, loops, failing)


def outages(reader: Reader, most: int = 10) -> tuple[OutageView, ...]:
    """The latest outages, newest first."""
    columns = (_OUTAGE.c.began_at, _OUTAGE.c.ended_at, _OUTAGE.c.settled_at)
    found = reader.connection.execute(select(*columns).order_by(_OUTAGE.c.began_at.desc()).limit(most))
    return tuple(OutageView(*row) for row in found)


def latest_end(reader: Reader) -> datetime | None:
    """When the last outage ended; None if there was none."""
    # An end in the future was noted by a machine whose clock was wrong.
    ended = select(func.max(_OUTAGE.c.ended_at)).where(_OUTAGE.c.ended_at <= reader.now)
    return reader.connection.execute(ended).scalar()


def _note_begin(uow: UnitOfWork) -> None:
    """Record that there is an outage, or that it began earlier than known; under the lock, and so only once."""
    began_at, known = _closed_since(uow), _find_open(uow)
    if began_at is None:
        return
    if known is not None:
        began_at = min(began_at, known.began_at)
        uow.connection.execute(update(_OUTAGE).where(_OUTAGE.c.id == known.id).values(began_at=began_at))
        return
    began_at = _after_others(uow, began_at)
    _LOG.error("The doors are closed since %s: no deadline is enforced until that is settled.", began_at)
    uow.connection.execute(insert(_OUTAGE).values(began_at=began_at))


def _after_others(uow: UnitOfWork, began_at: datetime) -> datetime:
    """*began_at*, or later where an earlier outage covers it: no minute is given back twice."""
    earlier = select(_OUTAGE.c.ended_at).where(_OUTAGE.c.began_at <= began_at).order_by(_OUTAGE.c.ended_at.desc())
    last = uow.connection.execute(earlier.limit(1)).scalar()
    # One that ends in the future was noted by a machine whose clock was wrong.
    if last is not None and began_at <= last <= uow.now:
        began_at = last + _MOMENT
    same = select(_OUTAGE.c.id)
    while uow.connection.execute(same.where(_OUTAGE.c.began_at == began_at)).first() is not None:
        began_at += _MOMENT
    return began_at


def _note_end(uow: UnitOfWork) -> None:
    """Record that the outage is over, if it is."""
    known = _find_open(uow)
    if known is not None and are_all_back(_seen(uow), uow.now, _patience(uow)):
        ended_at = max(uow.now, known.began_at)
        _LOG.warning("The doors are open again, after %s.", ended_at - known.began_at)
        uow.connection.execute(update(_OUTAGE).where(_OUTAGE.c.id == known.id).values(ended_at=ended_at))


def _closed_since(reader: Reader) -> datetime | None:
    return closed_since(_seen(reader), reader.now, _patience(reader))


def _seen(reader: Reader) -> Collection[datetime]:
    """The last heartbeats of the kinds that players need. Mail is none: other mail servers keep mails and try again."""
    return [at for loop, at in last_seen(reader).items() if loop in (WEB, JOBS)]


def _patience(reader: Reader) -> OutageLimits:
    usual = OutageLimits()
    return OutageLimits(reader.machine(usual.one), reader.machine(usual.all))


def _find_open(reader: Reader) -> Row[Any, Any] | None:
    lasting = select(_OUTAGE.c.id, _OUTAGE.c.began_at).where(_OUTAGE.c.ended_at.is_(None)).limit(1)
    return reader.connection.execute(lasting).first()


def _lock(uow: UnitOfWork) -> None:
    if not uow.is_sqlite:
        uow.connection.execute(text("SELECT pg_advisory_xact_lock(:number)"), {"number": _LOCK})


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
    habits = habits_of_seats(uow, [seated for _, seated in hit])
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
