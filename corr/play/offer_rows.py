"""The rows of offers and links: how they are found, whom they are for, and whether somebody may take one."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Self

from sqlalchemy import ColumnElement, Integer, RowMapping, Select, and_, bindparam, literal_column, or_, select

from corr.base.uow import Reader, UnitOfWork
from corr.errors import NotFoundError
from corr.game.game_row import PLAYER, SEAT, terms_of
from corr.games.api import Info
from corr.play.meeting import unmet_by
from corr.play.proposed_terms import ProposedGame, proposed_seat
from corr.players.blocks import blocked_since, blocks_between
from corr.ratings.player_ratings import ratings_of
from corr.store.base import table, value_of
from corr.store.tables.games import LinkTaker, Offer, OfferState, StandingOffer
from corr.store.tables.player_accounts import OffersPaused

OFFER, LINK_TAKER, STANDING = table(Offer), table(LinkTaker), table(StandingOffer)
_TAKERS = PLAYER.alias("taker")
_ID = re.compile(r"[a-z0-9]{1,12}")
OFFERS: Select[Any] = (
    select(
        OFFER,
        PLAYER.c.name.label("player"),
        PLAYER.c.offers_paused.label("waits"),
        _TAKERS.c.name.label("taker"),
        STANDING.c.games.label("keeps"),
    )
    .join(PLAYER, PLAYER.c.id == OFFER.c.player_id)
    .outerjoin(_TAKERS, _TAKERS.c.id == OFFER.c.taker_id)
    .outerjoin(STANDING, STANDING.c.id == OFFER.c.standing_id)
)
"""Offers and links with the names of their players."""
# Written out, since SQLite proves that an index of a part serves from literals alone.
IS_STORED_OPEN = OFFER.c.state == literal_column(f"'{OfferState.OPEN.value}'")
"""The condition that an offer is stored as open; it may be too old, and not be closed yet."""
IS_PUBLIC = OFFER.c.link_hash.is_(None)
"""The condition that an offer is no link."""
_MINE, _THEIRS = SEAT.alias("mine"), SEAT.alias("theirs")
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
_STANDING_WORDS = "A standing offer: open again after each game, and never twice running for the same player."


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
            sentences.append("One game at a time with the same player.")
        return tuple(sentences)


@dataclass(frozen=True, slots=True)
class OfferRow(ProposedGame):
    """The row of an offer with the names of its players."""

    id: str
    player_id: int
    player: str
    message: str
    conditions: Conditions
    state: OfferState
    created_at: datetime
    expires_at: datetime
    ended_at: datetime | None
    taker_id: int | None
    taker: str | None
    game_id: str | None
    link_hash: str | None
    seats: int
    taken: int
    standing_id: int | None
    not_again_id: int | None
    waits: OffersPaused
    """Why its player's offers waited when that was last written."""
    keeps: int | None
    """How many games the standing offer keeps going that it is one of."""

    @property
    def condition_words(self) -> tuple[str, ...]:
        """A sentence for each condition."""
        words = self.conditions.words()
        return words if self.keeps is None else (*words, _STANDING_WORDS)

    def shown_to(self, reader: Reader, viewer_id: int | None) -> Self:
        """
        The offer as a player is told of it. If its player blocked that one before it ended, it was withdrawn, whatever
        has become of it, so that nobody notices a block.
        """
        if viewer_id in {None, self.player_id, self.taker_id} or self.state is OfferState.WITHDRAWN:
            return self
        since = blocked_since(reader, viewer_id, self.player_id)
        if since is None or (self.ended_at or self.expires_at) <= since:
            return self
        return replace(self, state=OfferState.WITHDRAWN, taker_id=None, taker=None, game_id=None)

    def state_at(self, now: datetime) -> OfferState:
        """Its state at that moment: an open one that is too old counts as expired before that is stored."""
        is_old = self.state is OfferState.OPEN and self.expires_at <= now
        return OfferState.EXPIRED if is_old else self.state


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
            return f"You already have a game with {offer.player}; this offer is for someone else."
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


def get_offer(reader: Reader, offer_id: str, *, is_locked: bool = False, with_links_of: int | None = None) -> OfferRow:
    """
    The offer of that id; locked until the end of the transaction if *is_locked*.

    :param with_links_of: the player whose links are found too; for all others there are none.
    """
    asked = and_(OFFER.c.id == offer_id, or_(IS_PUBLIC, OFFER.c.player_id == with_links_of))
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
    statement = OFFERS.where(condition).limit(most)
    if is_locked:
        statement = statement.with_for_update(of=OFFER, key_share=True)
    return [offer_of(row) for row in reader.connection.execute(statement).mappings()]


def offer_of(row: RowMapping) -> OfferRow:
    """The offer in a row of `OFFERS`."""
    return value_of(OfferRow, row, terms=terms_of(row), seat=proposed_seat(row), conditions=value_of(Conditions, row))
