"""
Giving back the time of an outage: every clock that ran in it gets the whole of it, once.

A million clocks are credited bit by bit, each bit in a transaction that also notes how far it came. So any number of
processes may call at once, and whoever is killed in the middle has neither left out a clock nor credited one twice.
"""

import logging
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import bindparam, delete, insert, select, tuple_, update
from sqlalchemy.exc import OperationalError

from corr.core.outage import credited
from corr.errors import UnreachableError
from corr.service.clocks.running import ClockColumns, Habits, habits_of, reworked, set_all_clocks
from corr.service.history import Happening, record_events
from corr.service.standing import GAME, SEAT, Seated, Standing, standings_locked
from corr.service.uow import UnitOfWork
from corr.service.words import EventKind
from corr.store.base import table
from corr.store.tables.clocks import Outage
from corr.store.tables.games import GameEvent
from corr.store.tables.running import Setting

AT_ONCE = 500
"""How many clocks are credited in one transaction."""
_LOG = logging.getLogger(__name__)
_MILLISECOND = timedelta(milliseconds=1)
_EVENT = table(GameEvent)
_OUTAGE = table(Outage)
_SETTING = table(Setting)
_UNSETTLED = (
    select(_OUTAGE.c.id, _OUTAGE.c.began_at, _OUTAGE.c.ended_at)
    .where(_OUTAGE.c.ended_at.is_not(None), _OUTAGE.c.settled_at.is_(None))
    .order_by(_OUTAGE.c.id)
    .limit(1)
    # Several processes take turns: each of them goes on from where the last one came to.
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
_DONE = select(_EVENT.c.game_id, _EVENT.c.order_key).where(
    _EVENT.c.game_id.in_(bindparam("games", expanding=True)),
    _EVENT.c.order_key.in_(bindparam("keys", expanding=True)),
)
_BUMP = update(GAME).where(GAME.c.id.in_(bindparam("games", expanding=True))).values(version=GAME.c.version + 1)


@dataclass(frozen=True, slots=True)
class _Ended:
    """An outage that is over, and not settled yet."""

    id: int
    began_at: datetime
    ended_at: datetime

    def key(self, seat: int) -> str:
        """What makes its credit happen once for each game and seat."""
        return f"outage:{self.id}:{seat}"

    def ran(self, seated: Seated) -> bool:
        """Whether the clock of *seated* ran in it, and had not run out before."""
        return (
            seated.since is not None
            and seated.due_at is not None
            and seated.since < self.ended_at
            and seated.due_at > self.began_at
        )


@dataclass(frozen=True, slots=True)
class _Credit:
    """What one clock is given."""

    standing: Standing
    seated: Seated
    amount: timedelta

    @property
    def amount_ms(self) -> int:
        """The amount in milliseconds, rounded up: in the player's favour."""
        return -(-self.amount // _MILLISECOND)


def credit_next(uow: UnitOfWork, most: int = AT_ONCE) -> bool:
    """Credit up to *most* clocks for the oldest outage that is over; False if there is nothing left to be credited."""
    found = uow.connection.execute(_UNSETTLED).first()
    if found is None:
        return False
    outage = _Ended(*found)
    game, seat = _reached(uow, outage)
    asked = {"game": game, "seat": seat, "ended": outage.ended_at, "began": outage.began_at, "most": most}
    ran = [(str(row.game_id), int(row.seat)) for row in uow.connection.execute(_RAN, asked)]
    _credit_all(uow, outage, ran)
    if len(ran) < most:
        _settle(uow, outage)
    else:
        _note_reached(uow, outage, ran[-1])
    return True


def _credit_all(uow: UnitOfWork, outage: _Ended, ran: Collection[tuple[str, int]]) -> None:
    """
    Credit the seats *ran*; where one of their games trips the program up, all but that one.

    :raises OperationalError: the database is in trouble.
    :raises UnreachableError: it cannot be reached.
    """
    try:
        with uow.attempt():
            _credit(uow, outage, ran)
    except (OperationalError, UnreachableError):
        raise
    except Exception:  # noqa: BLE001 - which of them it was is found out, and said, below
        for seat in ran:
            _credit_one(uow, outage, seat)


def _credit_one(uow: UnitOfWork, outage: _Ended, seat: tuple[str, int]) -> None:
    """
    Credit one seat, if that can be done.

    :raises OperationalError: the database is in trouble.
    :raises UnreachableError: it cannot be reached.
    """
    try:
        with uow.attempt():
            _credit(uow, outage, [seat])
    except (OperationalError, UnreachableError):
        raise
    except Exception:  # noqa: BLE001 - one poisoned game must not keep all others waiting
        _LOG.exception("a clock of game %s could not be credited for an outage", seat[0])


def _credit(uow: UnitOfWork, outage: _Ended, ran: Collection[tuple[str, int]]) -> None:
    """Credit those of the seats *ran* that are still to be credited, once their games are locked."""
    games = {game_id for game_id, _ in ran}
    if not games:
        return
    standings = standings_locked(uow, games)
    keys = {outage.key(seat) for _, seat in ran}
    done = {tuple(row) for row in uow.connection.execute(_DONE, {"games": list(games), "keys": list(keys)})}
    wanted = set(ran)
    credits_ = [
        credit
        for standing in standings
        for credit in _credits(outage, standing)
        if (standing.id, credit.seated.seat) in wanted and (standing.id, outage.key(credit.seated.seat)) not in done
    ]
    if credits_:
        _write(uow, outage, credits_)


def _credits(outage: _Ended, standing: Standing) -> Iterator[_Credit]:
    if standing.is_over or standing.frozen_at is not None:
        return
    for seated in standing.seats:
        if outage.ran(seated):
            assert seated.due_at is not None
            amount = credited(seated.due_at, outage.began_at, outage.ended_at)
            if amount > timedelta(0):
                yield _Credit(standing, seated, amount)


def _write(uow: UnitOfWork, outage: _Ended, credits_: Collection[_Credit]) -> None:
    """Give the time, and say so in the history of each game."""
    since = min(credit.seated.since for credit in credits_ if credit.seated.since is not None)
    habits = habits_of(uow, {credit.seated.player_id for credit in credits_}, since=since)
    clocks: dict[str, dict[int, ClockColumns]] = {}
    for credit in credits_:
        clock = _clock(uow, credit, habits[credit.seated.player_id])
        clocks.setdefault(credit.standing.id, {})[credit.seated.seat] = clock
    set_all_clocks(uow, clocks)
    record_events(uow, [_event(outage, credit) for credit in credits_])
    uow.connection.execute(_BUMP, {"games": list(clocks)})


def _clock(uow: UnitOfWork, credit: _Credit, habits: Habits) -> ClockColumns:
    return reworked(credit.standing.terms, credit.seated, habits, now=uow.now, given_ms=credit.amount_ms)


def _event(outage: _Ended, credit: _Credit) -> tuple[str, int, Happening]:
    seat = credit.seated.seat
    key = outage.key(seat)
    happening = Happening(EventKind.OUTAGE, seat, amount_ms=credit.amount_ms, until=outage.ended_at, order_key=key)
    return credit.standing.id, credit.standing.turn_number, happening


def _reached(uow: UnitOfWork, outage: _Ended) -> tuple[str, int]:
    """The last seat that was looked at; before all seats, if none was."""
    found = uow.connection.execute(select(_SETTING.c.value).where(_SETTING.c.name == _name(outage))).scalar()
    game, _, seat = str(found or " -1").partition(" ")
    return game, int(seat)


def _note_reached(uow: UnitOfWork, outage: _Ended, reached: tuple[str, int]) -> None:
    _forget_reached(uow, outage)
    uow.connection.execute(insert(_SETTING).values(name=_name(outage), value=f"{reached[0]} {reached[1]}"))


def _settle(uow: UnitOfWork, outage: _Ended) -> None:
    _forget_reached(uow, outage)
    uow.connection.execute(update(_OUTAGE).where(_OUTAGE.c.id == outage.id).values(settled_at=uow.now))
    _LOG.warning("All clocks were credited for the outage of %s.", outage.ended_at - outage.began_at)


def _forget_reached(uow: UnitOfWork, outage: _Ended) -> None:
    uow.connection.execute(delete(_SETTING).where(_SETTING.c.name == _name(outage)))


def _name(outage: _Ended) -> str:
    return f"outage {outage.id}"
