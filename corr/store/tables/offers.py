"""Open offers: games that somebody proposes to anybody."""

from datetime import datetime
from enum import StrEnum

from sqlalchemy import JSON, CheckConstraint, Column, Index, UniqueConstraint, text
from sqlmodel import Field

from corr.core.pace import Late
from corr.store.base import Row, one_of
from corr.store.tables.games import SeatWish

_IS_OPEN = text("state = 'open'")


class OfferState(StrEnum):
    """What happened to an offer."""

    OPEN = "open"
    TAKEN = "taken"
    WITHDRAWN = "withdrawn"
    EXPIRED = "expired"


class Offer(Row, table=True):
    """A game that somebody proposes to whoever takes it first. Rows are never deleted, so no id means two offers."""

    __tablename__ = "offer"
    __table_args__ = (
        one_of("state", OfferState),
        one_of("seat_wish", SeatWish),
        one_of("late", Late),
        UniqueConstraint("player_id", "order_key"),
        CheckConstraint("(taker_id IS NULL) = (game_id IS NULL)", name="taken_by"),
        Index("ix_offer_open", "created_at", "id", sqlite_where=_IS_OPEN, postgresql_where=_IS_OPEN),
        Index("ix_offer_open_of_game", "ruleset", "created_at", "id", sqlite_where=_IS_OPEN, postgresql_where=_IS_OPEN),
        Index("ix_offer_expiry", "expires_at", sqlite_where=_IS_OPEN, postgresql_where=_IS_OPEN),
    )

    id: str = Field(primary_key=True)
    player_id: int = Field(foreign_key="player.id", index=True)
    ruleset: str
    options: dict[str, bool | str] = Field(default_factory=dict, sa_column=Column(JSON, nullable=False))
    pace: str
    weekends_off: bool
    late: str
    allows_leave: bool
    is_rated: bool
    seat_wish: str
    message: str
    lowest_rating: int | None = None
    """The least rating that whoever takes it may have; None for any."""
    highest_rating: int | None = None
    lowest_reliability: int | None = None
    """The least share of kept games in percent that whoever takes it may have; None for any."""
    known_only: bool
    """Whether somebody may not take it who has no rating in this game, or too few games for a reliability."""
    one_at_a_time: bool
    """Whether somebody may not take it who plays with its player already."""
    state: str = OfferState.OPEN.value
    order_key: str | None = None
    """The idempotency key of the form that made it."""
    created_at: datetime
    expires_at: datetime
    ended_at: datetime | None = None
    """When it was taken or withdrawn, or expired."""
    taker_id: int | None = Field(default=None, foreign_key="player.id")
    game_id: str | None = Field(default=None, foreign_key="game.id")
