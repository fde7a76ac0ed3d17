"""Coming to rest: waiting until nothing is left to do, and taking from the dead what they had in hand."""

from collections.abc import Iterable, Mapping
from datetime import datetime

from sqlalchemy import ColumnElement, Table, func, or_, select, true, update

from corr.base.uow import Reader
from corr.store.base import table
from corr.store.tables.clocks import Outage
from corr.store.tables.games import Game, GameSeat
from corr.store.tables.leagues import Season
from corr.store.tables.mails import Inbox, Outbox
from corr.store.tables.ratings import ConductDue, RatingDue
from tests.crash.house import House

_INBOX, _OUTBOX, _SEAT, _OUTAGE = table(Inbox), table(Outbox), table(GameSeat), table(Outage)
_SEASON, _GAME, _RATING_DUE, _CONDUCT_DUE = table(Season), table(Game), table(RatingDue), table(ConductDue)
_QUEUES = ((_INBOX, "new"), (_OUTBOX, "waiting"))


def left(reader: Reader, recently: datetime) -> Mapping[str, int]:
    """
    How much is left to do that came up before the moment *recently*; nothing for what is all done.

    Deadlines go on falling while games run, so what has only just come up may wait.
    """
    waits: tuple[tuple[Table, ColumnElement[bool]], ...] = (
        (_INBOX, _INBOX.c.state == "new"),
        (_OUTBOX, (_OUTBOX.c.state == "waiting") & (_OUTBOX.c.created_at < recently)),
        (_SEAT, (_SEAT.c.due_at < recently) & _SEAT.c.lapsed_at.is_(None)),
        (_OUTAGE, _OUTAGE.c.settled_at.is_(None)),
    )
    return _counted(reader, waits)


def left_of_league(reader: Reader, recently: datetime) -> Mapping[str, int]:
    """The same of a league: a season that was to end or to be looked after, and games that count for no ratings yet."""
    is_running = _SEASON.c.state == "running"
    waits: tuple[tuple[Table, ColumnElement[bool]], ...] = (
        (_SEASON, or_(_SEASON.c.look_at < recently, is_running & (_SEASON.c.ends_at < reader.now))),
        (_GAME, _GAME.c.ended_at.is_not(None) & _GAME.c.counted_at.is_(None)),
        (_RATING_DUE, true()),
        (_CONDUCT_DUE, true()),
    )
    return _counted(reader, waits)


def is_any_uncounted(reader: Reader) -> bool:
    """Whether a game that is over waits to be counted: then no rating of its day can be compared."""
    waiting = select(_GAME.c.id).where(_GAME.c.ended_at.is_not(None), _GAME.c.counted_at.is_(None))
    return reader.connection.execute(waiting.limit(1)).first() is not None


def _counted(reader: Reader, waits: Iterable[tuple[Table, ColumnElement[bool]]]) -> Mapping[str, int]:
    counts = {
        rows.name: reader.connection.execute(select(func.count()).select_from(rows).where(which)).scalar_one()
        for rows, which in waits
    }
    return {name: count for name, count in counts.items() if count}


def let_leases_run_out(house: House) -> None:
    """Do what some minutes would have done: what the dead had in hand, and what was put off, may be taken up now."""
    dead = house.stage.dead_pids()
    with house.workshop.open() as uow:
        for queue, state in _QUEUES:
            held = (
                select(queue.c.lease_owner).where(queue.c.state == state, queue.c.lease_owner.is_not(None)).distinct()
            )
            for owner in uow.connection.execute(held).scalars().all():
                if int(owner.split(":")[1]) in dead:
                    its_own = (queue.c.lease_owner == owner) & (queue.c.state == state)
                    uow.connection.execute(update(queue).where(its_own).values(try_at=uow.now, lease_owner=None))
            put_off = (queue.c.state == state) & queue.c.lease_owner.is_(None) & (queue.c.try_at > uow.now)
            uow.connection.execute(update(queue).where(put_off).values(try_at=uow.now))
