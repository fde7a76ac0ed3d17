"""Offers as their readers see them: one, all that are open, or one's own."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Integer, and_, bindparam, or_, select, tuple_

from corr.base.paging import KeysetPage, Place, page_at
from corr.base.tokens import hash_token, link_token
from corr.base.uow import Reader
from corr.clocks.leave import away_until
from corr.core.pace import terms_sentences
from corr.game.game_row import PLAYER
from corr.game.words import option_words, rated_words, seat_words
from corr.games.api import Info
from corr.play.meeting import has_finished
from corr.play.offer_rows import (
    IS_PUBLIC,
    IS_STORED_OPEN,
    LINK_TAKER,
    OFFER,
    OFFERS,
    OfferRow,
    Taker,
    get_offer,
    offer_of,
)
from corr.play.proposed_terms import seat_of, wished_seat_words
from corr.players.blocks import has_blocked
from corr.ratings.player_ratings import ratings_of_some
from corr.ratings.rated_games import NOT_RATED_WORDS, rated_within_limit
from corr.ratings.reliability import Reliability, reliability_of_some
from corr.store.tables.games import OfferState
from corr.store.tables.player_accounts import OffersPaused

PAGE = 20
"""How many offers one page shows."""
_SHOWN_AFTER_END = timedelta(days=14)
_MOST_OF_PLAYER = 40
_RATED_LATER = "The result counts for both players’ ratings if {taker} finished a game here before."
_UNRATED_WORDS = "The result counts for no ratings, since you have not finished a game here yet."
_WAITS_NOT = PLAYER.c.offers_paused == OffersPaused.NO.value
_IS_OPEN = and_(IS_STORED_OPEN, IS_PUBLIC, OFFER.c.expires_at > bindparam("now"), _WAITS_NOT)
_NEWEST, _OLDEST = (OFFER.c.created_at.desc(), OFFER.c.id.desc()), (OFFER.c.created_at, OFFER.c.id)
_SPOT = tuple_(OFFER.c.created_at, OFFER.c.id)
_PLACE = tuple_(bindparam("at", type_=OFFER.c.created_at.type), bindparam("offer", type_=OFFER.c.id.type))
_MOST_JUDGED = 100
# Whoever is blocked sees no offers of who did it, so that nobody notices.
_IS_SHOWN = ~has_blocked(OFFER.c.player_id, bindparam("player", type_=Integer))
_LATEST_OF_OTHERS = (
    OFFERS.where(_IS_OPEN, OFFER.c.player_id != bindparam("player"), _IS_SHOWN).order_by(*_NEWEST).limit(_MOST_JUDGED)
)
_LATEST_FOR_NEWCOMERS = (
    OFFERS.where(_IS_OPEN, OFFER.c.known_only.is_(False)).order_by(*_NEWEST).limit(bindparam("most", type_=Integer))
)
_OF_PLAYER = (
    OFFERS.where(OFFER.c.player_id == bindparam("player"), OFFER.c.standing_id.is_(None))
    .where(or_(IS_STORED_OPEN, OFFER.c.ended_at > bindparam("since")))
    .order_by(*_NEWEST)
    .limit(_MOST_OF_PLAYER)
)
_LINK_GAMES = (
    select(LINK_TAKER.c.offer_id, PLAYER.c.name, LINK_TAKER.c.game_id)
    .join(PLAYER, PLAYER.c.id == LINK_TAKER.c.player_id)
    .where(LINK_TAKER.c.offer_id.in_(bindparam("offers", expanding=True)))
    .order_by(LINK_TAKER.c.taken_at, LINK_TAKER.c.player_id)
)


@dataclass(frozen=True, slots=True)
class OfferView:
    """An offer as somebody may see it: all are public but links, which who has their address may see."""

    id: str
    game: str
    game_title: str
    options: tuple[str, ...]
    pace: str
    pace_words: str
    terms: tuple[str, ...]
    """Sentences about time, and whether the game is rated."""
    is_rated: bool
    """Whether the game would be rated; not if the viewer has begun too many rated games with the player."""
    seat_words: str
    """Which seat whoever takes it gets, in a sentence."""
    may_wish: bool
    """Whether whoever takes it may say which seat they would like."""
    message: str
    conditions: tuple[str, ...]
    """A sentence for each."""
    state: str
    created_at: datetime
    expires_at: datetime
    player: str
    rating: str
    """The player's rating in this game, such as "1612"; empty if there is none."""
    reliability: Reliability | None
    waits: OffersPaused
    """Why nobody can take it at present, for all that it is open."""
    away_until: datetime | None
    """Until when the player is on leave, if that is so now."""
    taker: str | None
    game_id: str | None
    is_yours: bool
    why_not: str
    """Why the viewer may not take it, in a sentence; empty if the viewer may, or is nobody who has signed in."""
    is_link: bool
    link: str
    """The token of a link, for the player whose it is; empty for others, and if the service has another secret now."""
    seats: int
    """How many players may take it."""
    seats_left: int
    games: tuple[tuple[str, str], ...]
    """Who took the player's own link, and the ids of their games."""

    @property
    def address(self) -> str:
        """Where it is shown to the viewer: a link only to its own player."""
        return f"/l/{self.link}" if self.is_link else f"/offers/{self.id}"

    @property
    def can_be_taken(self) -> bool:
        """Whether it is open and does not wait."""
        return self.state == OfferState.OPEN.value and not self.waits

    @property
    def is_to_send(self) -> bool:
        """Whether it is the viewer's own link, which somebody can take."""
        return self.state == OfferState.OPEN.value and bool(self.link)


def open_offers(
    reader: Reader,
    viewer_id: int | None,
    *,
    game: str = "",
    after: Place | None = None,
    before: Place | None = None,
) -> KeysetPage[OfferView]:
    """
    A page of the offers that anybody may take, but those of who has blocked the viewer, the latest first.

    :param game: the name of a game; empty for all games.
    :param after: the place after which the page begins; None for the first page.
    :param before: the place before which it ends instead.
    :raises NotFoundError: there is no such game.
    """
    query = OFFERS.where(_IS_OPEN).order_by(*(_OLDEST if before else _NEWEST)).limit(PAGE + 1)
    asked: dict[str, Any] = {"now": reader.now}
    if viewer_id is not None:
        query = query.where(_IS_SHOWN)
        asked["player"] = viewer_id
    place = before or after
    if place is not None:
        query = query.where(_SPOT > _PLACE if before else _SPOT < _PLACE)
        asked |= {"at": place.at, "offer": place.id}
    if game:
        wanted = reader.registry.get_info(game).game
        rulesets = [info.ruleset for info in reader.registry.rulesets() if info.game == wanted]
        query = query.where(OFFER.c.ruleset.in_(rulesets))

    return page_at(
        [offer_of(row) for row in reader.connection.execute(query, asked).mappings()],
        lambda offers: _views(reader, offers, viewer_id),
        lambda offer: Place(offer.created_at, offer.id).cursor,
        size=PAGE,
        is_after=after is not None,
        is_before=before is not None,
    )


def offers_to_take(reader: Reader, viewer_id: int | None, most: int) -> tuple[OfferView, ...]:
    """The latest offers that a player may take; for somebody who is not signed in, those that are for newcomers."""
    if viewer_id is None:
        rows = reader.connection.execute(_LATEST_FOR_NEWCOMERS, {"now": reader.now, "most": most})
        return tuple(_views(reader, [offer_of(row) for row in rows.mappings()], None))
    taker, offers = _judged(reader, viewer_id)
    return tuple(_views(reader, [offer for offer, info in offers if not taker.why_not(offer, info)][:most], viewer_id))


def met_words(reader: Reader, player_id: int) -> str:
    """How many of the latest open offers a player may take, for one who has no rating or reliability; else empty."""
    taker, offers = _judged(reader, player_id)
    is_known = taker.reliability is not None and all(info.game in taker.ratings for _, info in offers)
    if is_known or not offers:
        return ""
    met = sum(not taker.why_not(offer, info) for offer, info in offers)
    if len(offers) == 1:
        return f"You can{'' if met else 'not'} accept this one."
    latest = "latest " if len(offers) == _MOST_JUDGED else ""
    return f"You can accept {met} of these {latest}{len(offers)} offers."


def _judged(reader: Reader, player_id: int) -> tuple[Taker, list[tuple[OfferRow, Info]]]:
    """What is known of a player, and the latest open offers of others, each with its game."""
    asked = {"now": reader.now, "player": player_id}
    offers = [offer_of(row) for row in reader.connection.execute(_LATEST_OF_OTHERS, asked).mappings()]
    taker = Taker.of(reader, player_id, {offer.player_id: offer.player for offer in offers})
    return taker, [(offer, reader.registry.get_rules(offer.ruleset).info) for offer in offers]


def offers_of(reader: Reader, player_id: int) -> list[OfferView]:
    """A player's own offers but standing ones, the latest first: those that are open, or ended within two weeks."""
    asked = {"player": player_id, "since": reader.now - _SHOWN_AFTER_END}
    rows = reader.connection.execute(_OF_PLAYER, asked).mappings()
    return _views(reader, [offer_of(row) for row in rows], player_id)


def offer_page(reader: Reader, offer_id: str, viewer_id: int | None) -> OfferView:
    """
    An offer in whatever state; a link has a page of its own.

    :raises NotFoundError: there was never such an offer.
    """
    return view_of_offer(reader, get_offer(reader, offer_id).shown_to(reader, viewer_id), viewer_id)


def view_of_offer(reader: Reader, offer: OfferRow, viewer_id: int | None) -> OfferView:
    """An offer as somebody sees it who may."""
    return _views(reader, [offer], viewer_id)[0]


def _views(reader: Reader, offers: Sequence[OfferRow], viewer_id: int | None) -> list[OfferView]:
    if not offers:
        return []
    players = {offer.player_id: offer.player for offer in offers}
    ratings, away = ratings_of_some(reader, players), away_until(reader, players)
    reliable = reliability_of_some(reader, players)
    others = {one: name for one, name in players.items() if one != viewer_id}
    taker = None if viewer_id is None else Taker.of(reader, viewer_id, others)
    full = _full_pairs(reader, offers, viewer_id)
    games = _games_of_links(reader, [offer.id for offer in offers if offer.link_hash and offer.player_id == viewer_id])
    found = []
    for offer in offers:
        info = reader.registry.get_rules(offer.ruleset).info
        state = offer.state_at(reader.now)
        asked = taker if offer.player_id != viewer_id and state is OfferState.OPEN else None
        why_unrated = _why_unrated(reader, offer, asked, full)
        found.append(
            OfferView(
                id=offer.id,
                game=info.game,
                game_title=info.title,
                options=option_words(info, dict(offer.options)),
                pace=offer.terms.pace.text,
                pace_words=offer.terms.pace.words,
                terms=(
                    *terms_sentences(offer.terms, info.length),
                    why_unrated or _rated_words(offer, viewer_id),
                ),
                is_rated=offer.is_rated and not why_unrated,
                seat_words=_seat_words(info, offer, viewer_id),
                may_wish=offer.seat.is_open,
                message="" if taker is not None and offer.player_id in taker.unheard else offer.message,
                conditions=offer.condition_words,
                state=state.value,
                created_at=offer.created_at,
                expires_at=offer.expires_at,
                player=offer.player,
                rating=ratings.get((offer.player_id, info.game), ""),
                reliability=reliable.get(offer.player_id),
                waits=_waits(offer, away),
                away_until=away.get(offer.player_id),
                taker=offer.taker,
                game_id=offer.game_id,
                is_yours=offer.player_id == viewer_id,
                why_not="" if asked is None else asked.why_not(offer, info),
                is_link=offer.link_hash is not None,
                link=_own_link(reader, offer) if offer.player_id == viewer_id else "",
                seats=offer.seats,
                seats_left=offer.seats - offer.taken,
                games=tuple(games.get(offer.id, ())),
            )
        )
    return found


def _waits(offer: OfferRow, away: Mapping[int, datetime]) -> OffersPaused:
    """Why an offer waits; leave is known at once, the rest as it was last written."""
    if offer.player_id in away:
        return OffersPaused.LEAVE
    return OffersPaused.NO if offer.waits is OffersPaused.LEAVE else offer.waits


def _why_unrated(reader: Reader, offer: OfferRow, asked: Taker | None, full: Collection[int]) -> str:
    """Why a rated offer would count for no ratings if whoever is *asked* took it; empty if it would, or nobody is."""
    if asked is None or not offer.is_rated:
        return ""
    if offer.player_id in full:
        return NOT_RATED_WORDS
    is_new = offer.link_hash is not None and not has_finished(reader, asked.player_id)
    return _UNRATED_WORDS if is_new else ""


def _rated_words(offer: OfferRow, viewer_id: int | None) -> str:
    """Whether the game would be rated; of a link, that depends on whoever takes it."""
    if not offer.is_rated or offer.link_hash is None:
        return rated_words(is_rated=offer.is_rated)
    if offer.player_id == viewer_id:
        return _RATED_LATER.format(taker="the player who accepts has")
    return rated_words(is_rated=True) if viewer_id is not None else _RATED_LATER.format(taker="you have")


def _full_pairs(reader: Reader, offers: Sequence[OfferRow], viewer_id: int | None) -> frozenset[int]:
    """The players of rated offers with whom the viewer has begun as many rated games as count."""
    others = sorted({offer.player_id for offer in offers if offer.is_rated and offer.player_id != viewer_id})
    if viewer_id is None:
        return frozenset()
    may_count = rated_within_limit(reader, [(viewer_id, other_id) for other_id in others])
    return frozenset(one for one, may in zip(others, may_count, strict=True) if not may)


def _own_link(reader: Reader, offer: OfferRow) -> str:
    token = link_token(reader.secret, offer.id)
    return token if hash_token(token) == offer.link_hash else ""


def _games_of_links(reader: Reader, offers: Sequence[str]) -> Mapping[str, list[tuple[str, str]]]:
    """Who took each of these links, the first one first, with their games."""
    found: dict[str, list[tuple[str, str]]] = {}
    for row in reader.connection.execute(_LINK_GAMES, {"offers": offers}) if offers else ():
        found.setdefault(row.offer_id, []).append((row.name, row.game_id))
    return found


def _seat_words(info: Info, offer: OfferRow, viewer_id: int | None) -> str:
    if offer.player_id != viewer_id:
        # A stranger takes it by a letter, which asks for no seat.
        return wished_seat_words(info, offer.seat, offer.player, may_wish=viewer_id is not None)
    seat = seat_of(offer.seat.of_proposer)
    if seat is None:
        return "Who moves first is decided at random, unless the other player chooses."
    words = seat_words(info, seat)
    return f"{words} If the other player wants the same, it’s decided at random." if offer.seat.is_wish else words
