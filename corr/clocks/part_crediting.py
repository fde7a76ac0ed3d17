"""
Giving back the time of an outage: every clock that ran in it gets the whole of it, once.

A million clocks are credited bit by bit, each bit in a transaction that also notes how far it came. So any number of
processes may call at once, and whoever is killed in the middle has neither left out a clock nor credited one twice.
"""

import logging
from collections.abc import Collection

from sqlalchemy import bindparam, delete, insert, select, tuple_, update
from sqlalchemy.exc import OperationalError

from corr.base.uow import UnitOfWork
from corr.clocks.outage_credit import Closure, give_back
from corr.clocks.part_outage import ENOUGH
from corr.errors import UnreachableError
from corr.game.game_row import SEAT, standings_locked
from corr.store.base import table
from corr.store.tables.clocks import Outage
from corr.store.tables.running import Setting

AT_ONCE = 500
"""How many clocks are credited in one transaction."""
_LOG = logging.getLogger(__name__)
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


def credit_next(uow: UnitOfWork, most: int = AT_ONCE) -> bool:
    """Credit up to *most* clocks for the oldest outage that is over; False if there is nothing left to be credited."""
    found = uow.connection.execute(_UNSETTLED).first()
    if found is None:
        return False
    outage = Closure(*found, is_lasting=False)
    game, seat = _reached(uow, outage)
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


def _credit_one(uow: UnitOfWork, outage: Closure, seat: tuple[str, int]) -> None:
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


def _credit(uow: UnitOfWork, outage: Closure, ran: Collection[tuple[str, int]]) -> None:
    """Credit the games of the seats *ran*, once they are locked; what a clock has had already is not given again."""
    games = {game_id for game_id, _ in ran}
    if games:
        give_back(uow, outage, standings_locked(uow, games))


def _reached(uow: UnitOfWork, outage: Closure) -> tuple[str, int]:
    """The last seat that was looked at; before all seats, if none was."""
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
