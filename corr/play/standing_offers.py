"""
Standing offers: so many games of a kind are kept going. Whenever fewer run, an offer is open for the next.

Each is made of ordinary offers, one after the other on the same terms; so whatever holds for offers holds for these.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Select, and_, exists, func, select, update

from corr.base import notices
from corr.base.uow import Reader, UnitOfWork
from corr.errors import NotFoundError
from corr.game.game_row import GAME, PLAYER
from corr.play.offers import expiry_facts, offer_again, withdraw_offer
from corr.play.open_offers import IS_STORED_OPEN, OFFER, STANDING, find_offer
from corr.play.proposed_terms import lock_proposer
from corr.players.sanctions import is_forbidden
from corr.store.tables.moderation import SanctionKind
from corr.store.tables.player_accounts import OffersPaused

_MOST_AT_ONCE = 50
_STANDS = STANDING.c.ended_at.is_(None)
_ITS_OFFERS = OFFER.c.standing_id == STANDING.c.id
_IS_OPEN = exists(select(OFFER.c.id).where(_ITS_OFFERS, IS_STORED_OPEN))
_RUNNING = (
    select(func.count(GAME.c.id))
    .join_from(OFFER, GAME, GAME.c.id == OFFER.c.game_id)
    .where(_ITS_OFFERS, GAME.c.ended_at.is_(None))
    .correlate(STANDING)
    .scalar_subquery()
)
_LATEST = (
    select(OFFER.c.id)
    .where(_ITS_OFFERS)
    .order_by(OFFER.c.created_at.desc(), OFFER.c.id.desc())
    .limit(1)
    .correlate(STANDING)
    .scalar_subquery()
)
_FOUND: Select[Any] = select(
    STANDING.c.id,
    STANDING.c.player_id,
    STANDING.c.games,
    STANDING.c.expires_at,
    _RUNNING.label("running"),
    _IS_OPEN.label("is_open"),
    _LATEST.label("latest"),
).where(_STANDS)


@dataclass(frozen=True, slots=True)
class StandingView:
    """A standing offer, as its player sees it."""

    id: int
    game: str
    title: str
    """The name of what is played."""
    pace_words: str
    games: int
    """How many games it keeps going."""
    running: int
    offer_id: str
    """The offer that is open for the next game; empty if none is."""
    expires_at: datetime


def standing_offers_of(reader: Reader, player_id: int) -> tuple[StandingView, ...]:
    """A player's standing offers, the first one first."""
    rows = reader.connection.execute(_FOUND.where(STANDING.c.player_id == player_id).order_by(STANDING.c.id)).all()
    found = []
    for row in rows:
        latest = find_offer(reader, OFFER.c.id == row.latest)
        assert latest is not None
        info, open_id = reader.registry.get_rules(latest.ruleset).info, row.latest if row.is_open else ""
        pace = latest.terms.pace.words
        found.append(StandingView(row.id, info.game, info.title, pace, row.games, row.running, open_id, row.expires_at))
    return tuple(found)


def end_standing_offer(uow: UnitOfWork, standing_id: int, player_id: int) -> None:
    """
    End one's own standing offer, whose games go on; doing so again changes nothing.

    :raises NotFoundError: the player has made no such offer.
    """
    lock_proposer(uow, player_id)
    asked = and_(STANDING.c.id == standing_id, STANDING.c.player_id == player_id)
    if uow.connection.execute(select(STANDING.c.id).where(asked)).first() is None:
        raise NotFoundError("You made no such standing offer.")
    uow.connection.execute(update(STANDING).where(asked, _STANDS).values(ended_at=uow.now))
    open_one = find_offer(uow, and_(OFFER.c.standing_id == standing_id, IS_STORED_OPEN))
    if open_one is not None:
        withdraw_offer(uow, open_one.id, player_id)


def refill_next(uow: UnitOfWork) -> bool:
    """Open the next offer of some standing ones that have room for a game; False if there are none."""
    has_room = and_(~_IS_OPEN, STANDING.c.games > _RUNNING, STANDING.c.expires_at > uow.now)
    is_ready = and_(
        PLAYER.c.offers_paused == OffersPaused.NO.value,
        PLAYER.c.closed_at.is_(None),
        ~is_forbidden(PLAYER.c.id, SanctionKind.OFFERS, uow.now),
    )
    wanted = _FOUND.join(PLAYER, PLAYER.c.id == STANDING.c.player_id).where(has_room, is_ready)
    first = wanted.order_by(STANDING.c.id).limit(_MOST_AT_ONCE)
    taken = [row.id for row in uow.connection.execute(_locked(first))]
    # What another process did just before the lock is seen by a statement that begins after it.
    rows = uow.connection.execute(_FOUND.where(STANDING.c.id.in_(taken), has_room)).all() if taken else ()
    for row in rows:
        offer_again(uow, row.latest)
    return bool(rows)


def expire_next_standing(uow: UnitOfWork) -> bool:
    """End some standing offers whose time is over, and tell their players; False if there are none."""
    old = _FOUND.where(STANDING.c.expires_at <= uow.now).limit(_MOST_AT_ONCE)
    rows = uow.connection.execute(_locked(old)).all()
    for row in rows:
        uow.connection.execute(update(STANDING).where(STANDING.c.id == row.id).values(ended_at=uow.now))
        latest = find_offer(uow, OFFER.c.id == row.latest)
        assert latest is not None
        key, facts = f"standing:{row.id}", expiry_facts(uow, latest, "standing")
        uow.tell(notices.offer_expired(key, row.player_id, facts))
    return bool(rows)


def _locked(statement: Select[Any]) -> Select[Any]:
    """Whoever comes second leaves out what another process has in hand."""
    return statement.with_for_update(of=STANDING, key_share=True, skip_locked=True)
