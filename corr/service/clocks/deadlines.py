"""
What happens by the clock: deadlines that have passed.

Each call takes one thing in hand, works its truth out again and acts under compare-and-set, so that any number of
processes may call at once.
"""

import logging
from collections.abc import Hashable
from datetime import datetime, timedelta

from sqlalchemy import and_, bindparam, exists, or_, select, update
from sqlalchemy.exc import OperationalError

from corr.core.pace import is_late
from corr.games.seats import Seat, other
from corr.service import notices
from corr.service.games import Ending, end_game
from corr.service.standing import GAME, SEAT, Seated, Standing, get_standing_locked
from corr.service.uow import UnitOfWork
from corr.service.words import TIME, EventKind
from corr.store.base import table
from corr.store.tables.post import Inbox, InboxState

_LOG = logging.getLogger(__name__)
_GRACE = timedelta(seconds=5)
"""For turns that came in time and are being played at this moment."""
_MAIL_WAITS = timedelta(hours=1)
"""How long a mail that came in time and is not understood yet holds a deadline up."""
_HOLD = timedelta(hours=1)
"""How long a game that met a fault is put off."""

_INBOX = table(Inbox)
_WAITING_MAIL = exists().where(
    _INBOX.c.state == InboxState.NEW.value,
    _INBOX.c.received_at < SEAT.c.due_at,
    _INBOX.c.received_at > bindparam("mail_since"),
    # A mail whose game is not known may be for this one; but one that nobody can understand must not hold up all games.
    or_(_INBOX.c.game_id == SEAT.c.game_id, and_(_INBOX.c.game_id.is_(None), _INBOX.c.tries <= 1)),
)
_OVERDUE = (
    select(SEAT.c.game_id, SEAT.c.seat)
    .join(GAME, GAME.c.id == SEAT.c.game_id)
    .where(
        SEAT.c.due_at <= bindparam("overdue"),
        or_(SEAT.c.held_until.is_(None), SEAT.c.held_until <= bindparam("now")),
        ~_WAITING_MAIL,
    )
    .order_by(SEAT.c.due_at)
    .limit(1)
    .with_for_update(of=GAME, skip_locked=True, key_share=True)
)
_PUT_OFF = (
    update(SEAT).where(SEAT.c.game_id == bindparam("of_game")).values(held_until=bindparam("until"), remind_at=None)
)


def enforce_next_deadline(uow: UnitOfWork) -> str | None:
    """
    End the game whose deadline passed first, if there is one, and give its id; None if nothing is left to do.

    A game that meets a fault is put off and reported, so that it does not stop the others.

    :raises OperationalError: the database is in trouble.
    """
    asked = {"overdue": uow.now - _GRACE, "now": uow.now, "mail_since": uow.now - _MAIL_WAITS}
    found = uow.session.connection().execute(_OVERDUE, asked).first()
    if found is None:
        return None
    game_id = str(found.game_id)
    try:
        with uow.attempt():
            _enforce(uow, game_id)
    except OperationalError:
        # The database's trouble is not the game's: the next tick tries again.
        raise
    except Exception:  # noqa: BLE001 - one poisoned game must not stop the deadlines of all others
        _LOG.exception("the deadline of game %s met a fault and is put off", game_id)
        uow.session.connection().execute(_PUT_OFF, {"of_game": game_id, "until": uow.now + _HOLD})
    return game_id


def _enforce(uow: UnitOfWork, game_id: str) -> None:
    standing = get_standing_locked(uow, game_id)
    late = _late(uow, standing)
    if late is None:
        # Somebody was faster between the two statements.
        return
    winner = other(late.seat)
    end_game(uow, standing, Ending(winner, TIME, EventKind.TIME, late.seat))
    for seated in standing.seats:
        uow.tell(notices.game_over(standing.id, standing.turn_number, seated.player_id))


def _late(uow: UnitOfWork, standing: Standing) -> Seated | None:
    """The seat whose time ran out first, checked against the position and not against the clock alone."""
    if standing.is_over:
        return None
    overdue = [seated for seated in standing.seats if is_late(uow.now - _GRACE, seated.due_at)]
    if not overdue:
        return None
    rules = standing.rules(uow)
    position: Hashable = rules.parse_position(standing.position)
    first = min(overdue, key=_due_at)
    due: frozenset[Seat] = rules.due(position)
    assert first.seat in due, f"the clock of a seat that is not due runs in game {standing.id}"
    return first


def _due_at(seated: Seated) -> datetime:
    assert seated.due_at is not None
    return seated.due_at
