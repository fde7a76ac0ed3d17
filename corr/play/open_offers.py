"""The rows of open offers, offers as their readers see them, and who may take one."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Self

from sqlalchemy import ColumnElement, Integer, RowMapping, Select, and_, bindparam, literal_column, or_, select, tuple_

from corr.base.paging import KeysetPage, Place, page_at
from corr.base.tokens import hash_token, link_token
from corr.base.uow import Reader, UnitOfWork
from corr.clocks.agreement import terms_sentences
from corr.clocks.leave import away_until
from corr.core.pace import Terms
from corr.errors import NotFoundError
from corr.game.game_row import PLAYER, SEAT, terms_of
from corr.game.words import option_words, rated_words, seat_words
from corr.games.api import Info, OptionValue
from corr.play.meeting import unmet_by
from corr.play.proposals import proposed_seat, seat_of, wished_seat_words
from corr.play.proposed_terms import ProposedSeat
from corr.players.blocks import blocks_between
from corr.ratings.player_ratings import ratings_of, ratings_of_some
from corr.ratings.reliability import Reliability, reliability_of_some
from corr.ratings.same_two import NOT_RATED_WORDS, rated_within_limit
from corr.store.base import table, value_of
from corr.store.tables.games import LinkTaker, Offer, OfferState, StandingOffer
from corr.store.tables.player_accounts import OffersPaused

OFFER, LINK_TAKER, STANDING = table(Offer), table(LinkTaker), table(StandingOffer)
PAGE = 20
"""How many offers one page shows."""
_SHOWN_AFTER_END = timedelta(days=14)
_MOST_OF_PLAYER = 40
_TAKERS, _MINE, _THEIRS = PLAYER.alias("taker"), SEAT.alias("mine"), SEAT.alias("theirs")
_ID = re.compile(r"[a-z0-9]{1,12}")
_OFFERS: Select[Any] = (
    select(OFFER, PLAYER.c.name.label("player"), _TAKERS.c.name.label("taker"), STANDING.c.games.label("keeps"))
    .join(PLAYER, PLAYER.c.id == OFFER.c.player_id)
    .outerjoin(_TAKERS, _TAKERS.c.id == OFFER.c.taker_id)
    .outerjoin(STANDING, STANDING.c.id == OFFER.c.standing_id)
)
# Written out, since SQLite proves that an index of a part serves from literals alone.
IS_STORED_OPEN = OFFER.c.state == literal_column(f"'{OfferState.OPEN.value}'")
"""The condition that an offer is stored as open; it may be too old, and not be closed yet."""
_IS_PUBLIC = OFFER.c.link_hash.is_(None)
# On leave only standing offers wait: of others a list says that the clock stands.
_WAITS_NOT = or_(
    PLAYER.c.offers_paused == OffersPaused.NO.value,
    and_(PLAYER.c.offers_paused == OffersPaused.LEAVE.value, OFFER.c.standing_id.is_(None)),
)
_IS_OPEN = and_(IS_STORED_OPEN, _IS_PUBLIC, OFFER.c.expires_at > bindparam("now"), _WAITS_NOT)
_NEWEST, _OLDEST = (OFFER.c.created_at.desc(), OFFER.c.id.desc()), (OFFER.c.created_at, OFFER.c.id)
_SPOT = tuple_(OFFER.c.created_at, OFFER.c.id)
_PLACE = tuple_(bindparam("at", type_=OFFER.c.created_at.type), bindparam("offer", type_=OFFER.c.id.type))
_MOST_JUDGED = 100
_LATEST_OF_OTHERS = (
    _OFFERS.where(_IS_OPEN, OFFER.c.player_id != bindparam("player")).order_by(*_NEWEST).limit(_MOST_JUDGED)
)
_OF_PLAYER = (
    _OFFERS.where(OFFER.c.player_id == bindparam("player"), OFFER.c.standing_id.is_(None))
    .where(or_(IS_STORED_OPEN, OFFER.c.ended_at > bindparam("since")))
    .order_by(*_NEWEST)
    .limit(_MOST_OF_PLAYER)
)
_OPPONENTS = (
    select(_THEIRS.c.player_id)
    .join(_MINE, and_(_MINE.c.game_id == _THEIRS.c.game_id, _MINE.c.seat != _THEIRS.c.seat))
    .where(
        _MINE.c.player_id == bindparam("player", type_=Integer),
        _MINE.c.ended_at.is_(None),
        _THEIRS.c.player_id.in_(bindparam("players", expanding=True)),
    )
    .distinct()
)


_LINK_GAMES = (
    select(LINK_TAKER.c.offer_id, PLAYER.c.name, LINK_TAKER.c.game_id)
    .join(PLAYER, PLAYER.c.id == LINK_TAKER.c.player_id)
    .where(LINK_TAKER.c.offer_id.in_(bindparam("offers", expanding=True)))
    .order_by(LINK_TAKER.c.taken_at, LINK_TAKER.c.player_id)
)
_STANDING_WORDS = "A standing offer: open again after each game, and never twice running for the same player."
_NEW_UNRATED = "Not rated for an account that has not finished a game yet."


@dataclass(frozen=True, slots=True)
class Conditions:
    """Whom an offer is for."""

    lowest_rating: int | None = None
    highest_rating: int | None = None
    lowest_reliability: int | None = None
    """The least percentage of games kept."""
    known_only: bool = False
    """Whether it is not for players without a rating in this game, or with too few games for a reliability."""
    one_at_a_time: bool = True
    """Whether it is not for somebody who plays with its player already."""

    def words(self) -> tuple[str, ...]:
        """A sentence for each condition."""
        sentences = []
        if self.lowest_rating is not None and self.highest_rating is not None:
            sentences.append(f"For ratings from {self.lowest_rating} to {self.highest_rating}.")
        elif self.lowest_rating is not None:
            sentences.append(f"For ratings of {self.lowest_rating} and more.")
        elif self.highest_rating is not None:
            sentences.append(f"For ratings of {self.highest_rating} and less.")
        if self.lowest_reliability is not None:
            sentences.append(f"For players who finished at least {self.lowest_reliability} % of their games.")
        if self.known_only:
            sentences.append("For known players only: with a rating in this game and five games or more.")
        if self.one_at_a_time:
            sentences.append("Not for somebody who plays a game with this player already.")
        return tuple(sentences)


@dataclass(frozen=True, slots=True)
class OfferRow:
    """The row of an offer with the names of its players."""

    id: str
    player_id: int
    player: str
    ruleset: str
    options: Mapping[str, OptionValue]
    terms: Terms
    is_rated: bool
    seat: ProposedSeat
    message: str
    conditions: Conditions
    state: OfferState
    created_at: datetime
    expires_at: datetime
    taker_id: int | None
    taker: str | None
    game_id: str | None
    link_hash: str | None
    seats: int
    taken: int
    standing_id: int | None
    not_again_id: int | None
    keeps: int | None
    """How many games the standing offer keeps going that it is one of."""

    @property
    def condition_words(self) -> tuple[str, ...]:
        """A sentence for each condition."""
        words = self.conditions.words()
        if self.keeps is not None:
            words = (*words, _STANDING_WORDS)
        return (*words, _NEW_UNRATED) if self.is_rated and self.link_hash else words

    def state_at(self, now: datetime) -> OfferState:
        """Its state at that moment: an open one that is too old counts as expired before that is stored."""
        is_old = self.state is OfferState.OPEN and self.expires_at <= now
        return OfferState.EXPIRED if is_old else self.state


@dataclass(frozen=True, slots=True)
class OfferView:
    """An offer as somebody may see it: all are public but links, which who has their address may see."""

    id: str
    game: str
    game_title: str
    options: tuple[str, ...]
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
    away_until: datetime | None
    """Until when the player is on leave, if that is so now: the clock stands until then, if the terms allow leave."""
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
    def is_to_send(self) -> bool:
        """Whether it is the viewer's own link, which somebody can take."""
        return self.state == OfferState.OPEN.value and bool(self.link)


@dataclass(frozen=True, slots=True)
class Taker:
    """What conditions ask of somebody who would take an offer."""

    player_id: int
    ratings: Mapping[str, int]
    """By game; those without one are missing."""
    reliability: int | None
    """The percentage of games kept; None while too few games count."""
    opponents: frozenset[int]
    """Those of the offers' players with whom a game is running."""
    unmet: Mapping[int, str]
    """Why the player may not meet some of the offers' players, by their ids."""
    unheard: frozenset[int]
    """Those of the offers' players whose words the player is not shown."""

    @classmethod
    def of(cls, reader: Reader, player_id: int, offerers: Mapping[int, str]) -> Self:
        """
        What is known of a player, as far as offers of *offerers*, given by id and name, ask for it: four statements.
        """
        known, blocks = ratings_of(reader, player_id), blocks_between(reader, player_id, offerers)
        asked = {"player": player_id, "players": sorted(offerers)}
        return cls(
            player_id,
            {rating.game: rating.shown.rating for rating in known.ratings},
            known.reliability.percent if known.reliability else None,
            frozenset(reader.connection.execute(_OPPONENTS, asked).scalars()) if offerers else frozenset(),
            unmet_by(blocks, offerers),
            blocks.unheard,
        )

    def why_not(self, offer: OfferRow, info: Info) -> str:
        """Why this player may not take *offer*, in a sentence that says what would do; empty if nothing is missing."""
        wanted = offer.conditions
        why_not = self._why_not_by_ratings(wanted, info) or self._why_not_by_games(wanted)
        if why_not:
            return why_not
        if offer.not_again_id == self.player_id:
            return f"You took the last one of these. The next game with {offer.player} is for somebody else."
        if wanted.one_at_a_time and offer.player_id in self.opponents:
            return f"You play a game with {offer.player} already, and this offer is for somebody else."
        return self.unmet.get(offer.player_id, "")

    def _why_not_by_ratings(self, wanted: Conditions, info: Info) -> str:
        rating = self.ratings.get(info.game)
        if wanted.known_only and (rating is None or self.reliability is None):
            return f"This offer is for players with a rating in {info.title} and at least five finished games."
        if rating is not None and wanted.lowest_rating is not None and rating < wanted.lowest_rating:
            return f"This offer is for ratings of {wanted.lowest_rating} and more; yours is {rating}."
        if rating is not None and wanted.highest_rating is not None and rating > wanted.highest_rating:
            return f"This offer is for ratings of {wanted.highest_rating} and less; yours is {rating}."
        return ""

    def _why_not_by_games(self, wanted: Conditions) -> str:
        least, kept = wanted.lowest_reliability, self.reliability
        if least is None or kept is None or kept >= least:
            return ""
        return f"This offer is for players who finished {least} % of their games; you finished {kept} %."


def open_offers(
    reader: Reader,
    viewer_id: int | None,
    *,
    game: str = "",
    after: Place | None = None,
    before: Place | None = None,
    size: int = PAGE,
) -> KeysetPage[OfferView]:
    """
    A page of the offers that anybody may take, the latest first.

    :param game: the name of a game; empty for all games.
    :param after: the place after which the page begins; None for the first page.
    :param before: the place before which it ends instead.
    :raises NotFoundError: there is no such game.
    """
    query = _OFFERS.where(_IS_OPEN).order_by(*(_OLDEST if before else _NEWEST)).limit(size + 1)
    asked: dict[str, Any] = {"now": reader.now}
    place = before or after
    if place is not None:
        query = query.where(_SPOT > _PLACE if before else _SPOT < _PLACE)
        asked |= {"at": place.at, "offer": place.id}
    if game:
        wanted = reader.registry.get_info(game).game
        rulesets = [info.ruleset for info in reader.registry.rulesets() if info.game == wanted]
        query = query.where(OFFER.c.ruleset.in_(rulesets))

    return page_at(
        [_offer(row) for row in reader.connection.execute(query, asked).mappings()],
        lambda offers: _views(reader, offers, viewer_id),
        lambda offer: Place(offer.created_at, offer.id).cursor,
        size=size,
        is_after=after is not None,
        is_before=before is not None,
    )


def met_words(reader: Reader, player_id: int) -> str:
    """How many of the latest open offers a player may take, for one who has no rating or reliability; else empty."""
    asked = {"now": reader.now, "player": player_id}
    offers = [_offer(row) for row in reader.connection.execute(_LATEST_OF_OTHERS, asked).mappings()]
    taker = Taker.of(reader, player_id, {offer.player_id: offer.player for offer in offers})
    judged = [(offer, reader.registry.get_rules(offer.ruleset).info) for offer in offers]
    is_known = taker.reliability is not None and all(info.game in taker.ratings for _, info in judged)
    if is_known or not offers:
        return ""
    met = sum(not taker.why_not(offer, info) for offer, info in judged)
    latest = "the latest " if len(offers) == _MOST_JUDGED else ""
    return f"You meet the conditions of {met} of {latest}{len(offers)} open offer{'s' if len(offers) != 1 else ''}."


def offers_of(reader: Reader, player_id: int) -> list[OfferView]:
    """A player's own offers but standing ones, the latest first: those that are open, or ended within two weeks."""
    asked = {"player": player_id, "since": reader.now - _SHOWN_AFTER_END}
    rows = reader.connection.execute(_OF_PLAYER, asked).mappings()
    return _views(reader, [_offer(row) for row in rows], player_id)


def offer_page(reader: Reader, offer_id: str, viewer_id: int | None) -> OfferView:
    """
    An offer in whatever state; a link has a page of its own.

    :raises NotFoundError: there was never such an offer.
    """
    return view_of_offer(reader, get_offer(reader, offer_id), viewer_id)


def view_of_offer(reader: Reader, offer: OfferRow, viewer_id: int | None) -> OfferView:
    """An offer as somebody sees it who may."""
    return _views(reader, [offer], viewer_id)[0]


def get_offer(reader: Reader, offer_id: str, *, is_locked: bool = False, with_links_of: int | None = None) -> OfferRow:
    """
    The offer of that id; locked until the end of the transaction if *is_locked*.

    :param with_links_of: the player whose links are found too; for all others there are none.
    """
    asked = and_(OFFER.c.id == offer_id, or_(_IS_PUBLIC, OFFER.c.player_id == with_links_of))
    found = find_offer(reader, asked, is_locked=is_locked) if _ID.fullmatch(offer_id) else None
    if found is None:
        raise NotFoundError("There is no such offer.")
    return found


def find_offer(reader: Reader, condition: ColumnElement[bool], *, is_locked: bool = False) -> OfferRow | None:
    """An offer or a link for which *condition* holds, if there is one."""
    return next(iter(_find(reader, condition, 1, is_locked=is_locked)), None)


def find_offers(uow: UnitOfWork, condition: ColumnElement[bool], *, most: int) -> list[OfferRow]:
    """Up to *most* offers and links for which *condition* holds, locked until the end of the transaction."""
    return _find(uow, condition, most, is_locked=True)


def _find(reader: Reader, condition: ColumnElement[bool], most: int, *, is_locked: bool) -> list[OfferRow]:
    statement = _OFFERS.where(condition).limit(most)
    if is_locked:
        statement = statement.with_for_update(of=OFFER, key_share=True)
    return [_offer(row) for row in reader.connection.execute(statement).mappings()]


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
        is_asked = taker is not None and offer.player_id != viewer_id and state is OfferState.OPEN
        is_full = is_asked and offer.is_rated and offer.player_id in full
        found.append(
            OfferView(
                id=offer.id,
                game=info.game,
                game_title=info.title,
                options=option_words(info, dict(offer.options)),
                pace_words=offer.terms.pace.words,
                terms=(
                    *terms_sentences(offer.terms, info.length),
                    NOT_RATED_WORDS if is_full else rated_words(is_rated=offer.is_rated),
                ),
                is_rated=offer.is_rated and not is_full,
                seat_words=_seat_words(info, offer, is_yours=offer.player_id == viewer_id),
                may_wish=offer.seat.is_open,
                message="" if taker is not None and offer.player_id in taker.unheard else offer.message,
                conditions=offer.condition_words,
                state=state.value,
                created_at=offer.created_at,
                expires_at=offer.expires_at,
                player=offer.player,
                rating=ratings.get((offer.player_id, info.game), ""),
                reliability=reliable.get(offer.player_id),
                away_until=away.get(offer.player_id),
                taker=offer.taker,
                game_id=offer.game_id,
                is_yours=offer.player_id == viewer_id,
                why_not=taker.why_not(offer, info) if is_asked and taker is not None else "",
                is_link=offer.link_hash is not None,
                link=_own_link(reader, offer) if offer.player_id == viewer_id else "",
                seats=offer.seats,
                seats_left=offer.seats - offer.taken,
                games=tuple(games.get(offer.id, ())),
            )
        )
    return found


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


def _seat_words(info: Info, offer: OfferRow, *, is_yours: bool) -> str:
    if not is_yours:
        return wished_seat_words(info, offer.seat, offer.player)
    seat = seat_of(offer.seat.of_proposer)
    if seat is None:
        return "Who moves first is drawn by lot, unless whoever takes it has a wish."
    words = seat_words(info, seat)
    return f"{words} Somebody with the same wish has it drawn by lot." if offer.seat.is_wish else words


def _offer(row: RowMapping) -> OfferRow:
    return value_of(OfferRow, row, terms=terms_of(row), seat=proposed_seat(row), conditions=value_of(Conditions, row))
