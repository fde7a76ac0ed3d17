"""
Open offers: made, taken by whoever comes first, withdrawn, and expired; and standing offers.

A standing offer keeps so many games of a kind going: whenever fewer run, an offer is open for the next. It is made of
ordinary offers, one after the other on the same terms; so whatever holds for offers holds for these.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Select, and_, bindparam, exists, func, insert, select, update

from corr.base import notices, rate_limits, tokens
from corr.base.notices import Facts
from corr.base.uow import Reader, UnitOfWork
from corr.clocks.leave import away_until, last_day_words, owner_of
from corr.errors import ConflictError, InputError, NotAllowedError, NotFoundError, TooManyError
from corr.game.game_row import GAME, PLAYER
from corr.play.lifecycle import NewGame, start_game
from corr.play.meeting import challenge_limits
from corr.play.offer_pauses import pauses_of
from corr.play.offer_rows import (
    IS_STORED_OPEN,
    OFFER,
    STANDING,
    Conditions,
    OfferRow,
    Taker,
    find_offer,
    find_offers,
    get_offer,
)
from corr.play.proposed_terms import TypedTerms, lock_proposer, read_terms, read_wish, seated
from corr.players.listing import note_seen
from corr.players.sanctions import Outreach, check_may_reach, is_forbidden, may_not_reach
from corr.store.tables.games import OfferState
from corr.store.tables.moderation import SanctionKind
from corr.store.tables.player_accounts import OffersPaused

LASTS = timedelta(days=30)
"""How long an offer waits for somebody who takes it."""
MOST_OPEN = 10
MOST_STANDING = 5
GAMES = range(1, 6)
"""How many games a standing offer may keep going."""
RATINGS = range(3001)
"""Ratings that an offer can ask for."""
PERCENTAGES = range(101)
SEATS = range(1, 21)
"""For how many players a link may be."""
_MOST_EXPIRED = 100
_DAY = timedelta(days=1)
_OFFERS = rate_limits.Limit("offers", 30, _DAY, "You have made 30 offers, the most for one day.")
_TAKEN = rate_limits.Limit("offers-taken", 20, _DAY, "You have taken 20 offers, the most for one day.")
_TERMS = (
    *("ruleset", "options", "pace", "weekends_off", "late", "allows_leave", "is_rated", "seat_wish"),
    *("seat_is_wish", "message"),
    *(condition.name for condition in fields(Conditions)),
)
"""The columns that say what is offered to whom."""
_STANDS = STANDING.c.ended_at.is_(None)
_END_STANDING = update(STANDING).where(STANDING.c.id == bindparam("standing"), _STANDS).values(ended_at=bindparam("at"))
GONE = {
    OfferState.TAKEN: "Someone else got there first.",
    OfferState.WITHDRAWN: "This offer was withdrawn.",
    OfferState.EXPIRED: "No one accepted this offer within 30 days, so it has expired.",
}
"""Why an offer is not open any more."""
_MOST_AT_ONCE = 50
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
class MakeOffer:
    """An offer as it was typed into a form."""

    player_id: int
    terms: TypedTerms
    conditions: Conditions
    order_key: str | None = field(default=None, repr=False)
    """The same key is the same order, however often it comes."""
    is_link: bool = False
    """Whether only who has its secret address may see it."""
    seats: int = 1
    """How many players may take a link."""
    keeps: int = 0
    """How many games a standing offer keeps going; 0 for an offer that is over when it is taken."""


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


def make_offer(uow: UnitOfWork, order: MakeOffer) -> str:
    """
    Offer a game to anybody, or to who has a link; gives the offer's id, and that of the first one if the order was
    carried out before.

    :raises InputError: something cannot be offered; the field says what.
    :raises OptionError: the game has no such option.
    :raises ConflictError: the order's key is that of another offer.
    :raises TooManyError: the player has as many open offers as one may have.
    """
    lock_proposer(uow, order.player_id)
    values = {**read_terms(uow, order.terms), **_checked(order.conditions), "seats": _checked_seats(order)}
    earlier = _find_earlier(uow, order)
    if earlier is not None:
        _check_same(uow, earlier, values, order)
        return earlier.id
    check_may_reach(uow, order.player_id, Outreach.OFFER, "game")
    if values["message"]:
        check_may_reach(uow, order.player_id, Outreach.NOTE, "message")
    standing_id = _make_standing(uow, order) if order.keeps else None
    if standing_id is None:
        _check_room(uow, order.player_id)
    limits = challenge_limits(uow, order.player_id) if order.is_link else {}
    rate_limits.count(uow, {**limits, _OFFERS: str(order.player_id)})
    note_seen(uow, order.player_id)
    offer_id = _free_id(uow)
    _add(
        uow,
        id=offer_id,
        player_id=order.player_id,
        order_key=order.order_key,
        expires_at=uow.now + LASTS,
        link_hash=tokens.hash_token(tokens.link_token(uow.secret, offer_id)) if order.is_link else None,
        standing_id=standing_id,
        **values,
    )
    return offer_id


def offer_again(uow: UnitOfWork, offer_id: str) -> None:
    """
    Open the next offer of a standing one, after the one of that id was taken; without its message if its player is
    forbidden words.
    """
    columns = [OFFER.c[name] for name in (*_TERMS, "player_id", "standing_id", "expires_at", "taker_id")]
    last = uow.connection.execute(select(*columns).where(OFFER.c.id == offer_id)).mappings().one()
    again = {name: value for name, value in last.items() if name != "taker_id"}
    if may_not_reach(uow, last["player_id"], Outreach.NOTE):
        again["message"] = ""
    _add(uow, id=_free_id(uow), not_again_id=last["taker_id"], **again)


def take_offer(uow: UnitOfWork, offer_id: str, player_id: int, wish: str = "") -> str:
    """
    Take an offer, which starts the game and tells both; gives the game's id, again if the same player took it before.

    :param wish: the seat that the player would like, if the offer makes none a condition; empty for either.
    :raises NotAllowedError: it is one's own, or not for this player.
    :raises ConflictError: it is not open any more.
    """
    offer = get_offer(uow, offer_id, is_locked=True)
    if offer.state is OfferState.TAKEN and offer.taker_id == player_id and offer.game_id:
        return offer.game_id
    game_id = begin_offered(uow, offer, player_id, wish, is_rated=offer.is_rated)
    _end(uow, offer, OfferState.TAKEN, taker_id=player_id, game_id=game_id)
    return game_id


def begin_offered(uow: UnitOfWork, offer: OfferRow, player_id: int, wish: str, *, is_rated: bool) -> str:
    """
    Begin the game of an offer, or of a link, that is locked; gives the game's id.

    :param wish: the seat that the player would like, as `take_offer` reads it.

    :raises NotAllowedError: it is one's own, or not for this player.
    :raises ConflictError: it is not open any more.
    """
    if offer.player_id == player_id:
        raise NotAllowedError("This is your own offer: someone else has to accept it.")
    check_can_be_taken(uow, offer, player_id)
    why_not = Taker.of(uow, player_id, {offer.player_id: offer.player}).why_not(
        offer, uow.registry.get_rules(offer.ruleset).info
    )
    if why_not:
        raise NotAllowedError(why_not)
    rate_limits.count(uow, {_TAKEN: str(player_id)})
    return start_game(
        uow,
        NewGame(
            ruleset=offer.ruleset,
            options=offer.options,
            terms=offer.terms,
            players=seated(offer.seat, offer.player_id, player_id, read_wish(wish)),
            challenger_id=offer.player_id,
            is_offered=True,
            is_rated=is_rated,
        ),
    )


def withdraw_offer(uow: UnitOfWork, offer_id: str, player_id: int) -> None:
    """Withdraw one's own offer or link, whose games go on; doing so again changes nothing."""
    offer = get_offer(uow, offer_id, is_locked=True, with_links_of=player_id)
    if offer.player_id != player_id:
        raise NotAllowedError("Only the player who made an offer can withdraw it.")
    if offer.state is OfferState.WITHDRAWN:
        return
    check_is_open(uow, offer)
    _end(uow, offer, OfferState.WITHDRAWN)
    if offer.standing_id is not None:
        uow.connection.execute(_END_STANDING, {"standing": offer.standing_id, "at": uow.now})


def check_open(reader: Reader, offer_id: str, viewer_id: int | None) -> None:
    """
    Refuse to write a letter for an offer that nobody can take now.

    :raises ConflictError: it is not open, or waits.
    """
    check_can_be_taken(reader, get_offer(reader, offer_id), viewer_id)


def expire_next_offers(uow: UnitOfWork) -> bool:
    """Close some offers whose time is over and tell their players; False if there are none."""
    old = find_offers(uow, and_(IS_STORED_OPEN, OFFER.c.expires_at <= uow.now), most=_MOST_EXPIRED)
    for offer in old:
        _end(uow, offer, OfferState.EXPIRED)
        # Of a standing offer its player is told once it is over itself, whether or not one of its offers is open then.
        if offer.standing_id is None:
            facts = expiry_facts(uow, offer, "link" if offer.link_hash else "offer")
            uow.tell(notices.offer_expired(offer.id, offer.player_id, facts))
    return bool(old)


def expiry_facts(reader: Reader, offer: OfferRow, kind: str) -> Facts:
    """What a letter says of an offer, a link or a standing offer whose time is over."""
    info = reader.registry.get_rules(offer.ruleset).info
    words = {"game": info.game, "title": info.title, "pace": offer.terms.pace.words}
    return {"kind": kind, "taken": offer.taken, "seats": offer.seats, **words}


def _checked(conditions: Conditions) -> dict[str, object]:
    for name, rating in (("lowest_rating", conditions.lowest_rating), ("highest_rating", conditions.highest_rating)):
        if rating is not None and rating not in RATINGS:
            raise InputError(f"A rating is a whole number from 0 to {RATINGS[-1]}.", field=name)
    if (
        conditions.lowest_rating is not None
        and conditions.highest_rating is not None
        and conditions.lowest_rating > conditions.highest_rating
    ):
        raise InputError("The lowest rating is above the highest one.", field="lowest_rating")
    least = conditions.lowest_reliability
    if least is not None and least not in PERCENTAGES:
        raise InputError("A reliability is a whole number of percent from 0 to 100.", field="lowest_reliability")
    return asdict(conditions)


def _checked_seats(order: MakeOffer) -> int:
    if order.seats not in SEATS:
        raise InputError(f"A link is for 1 to {SEATS[-1]} players.", field="takers")
    return order.seats if order.is_link else 1


def _make_standing(uow: UnitOfWork, order: MakeOffer) -> int:
    if order.keeps not in GAMES or order.is_link:
        raise InputError(f"A standing offer keeps {GAMES[0]} to {GAMES[-1]} games going.", field="takers")
    mine = (STANDING.c.player_id == order.player_id, _STANDS)
    if uow.connection.execute(select(func.count()).where(*mine)).scalar_one() >= MOST_STANDING:
        raise TooManyError(f"You have {MOST_STANDING} standing offers, the most there may be; end one first.")
    row = {"player_id": order.player_id, "games": order.keeps, "created_at": uow.now, "expires_at": uow.now + LASTS}
    return int(uow.connection.execute(insert(STANDING).values(**row).returning(STANDING.c.id)).scalar_one())


def _find_earlier(uow: UnitOfWork, order: MakeOffer) -> OfferRow | None:
    if order.order_key is None:
        return None
    tokens.check_order_key(order.order_key)
    return find_offer(uow, (OFFER.c.player_id == order.player_id) & (OFFER.c.order_key == order.order_key))


def _check_same(uow: UnitOfWork, earlier: OfferRow, values: Mapping[str, object], order: MakeOffer) -> None:
    written = uow.connection.execute(select(OFFER).where(OFFER.c.id == earlier.id)).mappings().one()
    is_same_kind = (order.is_link, order.keeps) == (earlier.link_hash is not None, earlier.keeps or 0)
    if not is_same_kind or any(written[name] != value for name, value in values.items()):
        raise ConflictError("This form was used before. If this is meant as another offer, send it once more.")


def _check_room(uow: UnitOfWork, player_id: int) -> None:
    mine = select(func.count()).where(
        OFFER.c.player_id == player_id, IS_STORED_OPEN, OFFER.c.expires_at > uow.now, OFFER.c.standing_id.is_(None)
    )
    if uow.connection.execute(mine).scalar_one() >= MOST_OPEN:
        raise TooManyError(f"You have {MOST_OPEN} open offers; withdraw one, or wait until one is taken.")


def _add(uow: UnitOfWork, **values: object) -> None:
    row = {"state": OfferState.OPEN.value, "created_at": uow.now, **values}
    uow.connection.execute(insert(OFFER).values(**row))


def _free_id(uow: UnitOfWork) -> str:
    while True:
        offer_id = tokens.new_offer_id()
        if find_offer(uow, OFFER.c.id == offer_id) is None:
            return offer_id


def check_can_be_taken(reader: Reader, offer: OfferRow, taker_id: int | None) -> None:
    """Refuse an offer that is over for whoever would take it, or whose player takes no new games at present."""
    check_is_open(reader, offer.shown_to(reader, taker_id))
    if offer.player_id not in pauses_of(reader, [offer.player_id]):
        return
    until = away_until(reader, [offer.player_id]).get(offer.player_id)
    if until is None:
        raise ConflictError(f"{offer.player} isn’t taking new games at the moment. Please come back later.")
    zone = "UTC" if taker_id is None else owner_of(reader, taker_id).zone
    raise ConflictError(
        f"{offer.player} is on leave until {last_day_words(until, zone)}. You can accept after that; no clock runs "
        "before the game starts."
    )


def check_is_open(reader: Reader, offer: OfferRow) -> None:
    """Refuse what only an open offer allows."""
    state = offer.state_at(reader.now)
    if state is not OfferState.OPEN:
        raise ConflictError(GONE[state])


def _end(uow: UnitOfWork, offer: OfferRow, state: OfferState, **more: object) -> None:
    changed = uow.connection.execute(
        update(OFFER)
        .where(OFFER.c.id == offer.id, OFFER.c.state == OfferState.OPEN.value)
        .values(state=state.value, ended_at=uow.now, **more)
    )
    if changed.rowcount != 1:
        raise ConflictError("Someone else got there first.")


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
