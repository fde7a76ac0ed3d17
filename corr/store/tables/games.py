"""
Challenges, games, seats and turns.

The log of turns is the truth; `Game.position` is a snapshot beside it. All that belongs to a game is keyed by the
game's id first.
"""

from datetime import datetime
from enum import StrEnum

from sqlalchemy import JSON, BigInteger, CheckConstraint, Column, Index, UniqueConstraint, false, text, true
from sqlmodel import Field

from corr.core.pace import Late
from corr.store.base import Row, one_of

# For columns that code of the version before does not know.
_EMPTY = {"server_default": text("''")}
_NO = {"server_default": false()}
_YES = {"server_default": true()}
_FAULT = {"server_default": text("'fault'")}
_LOSE = {"server_default": text("'lose'")}
_IN_PLAY = text("held_until IS NULL AND lapsed_at IS NULL AND due_at IS NOT NULL")
"""Clocks whose deadline the tick waits for: those that ran out in games to be claimed would lie in its way for ever."""
_IS_LOOKED_AFTER = text("look_at IS NOT NULL")
"""Clocks that ran out in games that nobody has claimed yet."""
_IS_HELD = text("held_until IS NOT NULL")
_IS_FROZEN = text("frozen_at IS NOT NULL")
_IS_UNCOUNTED = text("ended_at IS NOT NULL AND counted_at IS NULL")
"""Of games that are over; without their state, since SQLite would rather go through all of that state."""
_IS_OVER_IN_SEASON = text("season_id IS NOT NULL AND state = 'over'")
"""Games of leagues that are over: the stamp of a season's pages is made of their versions."""
_IS_UNTIMED = text("pace = 'untimed' AND state = 'running'")


class ChallengeState(StrEnum):
    """What became of a challenge."""

    OPEN = "open"
    ACCEPTED = "accepted"
    DECLINED = "declined"
    WITHDRAWN = "withdrawn"
    EXPIRED = "expired"


class SeatWish(StrEnum):
    """Which seat the challenger would like."""

    FIRST = "first"
    SECOND = "second"
    EITHER = "either"


class Challenge(Row, table=True):
    """An invitation to one game, to a player or to a mail address without an account."""

    __tablename__ = "challenge"
    __table_args__ = (
        one_of("state", ChallengeState),
        one_of("seat_wish", SeatWish),
        one_of("late", Late),
        UniqueConstraint("invitation_hash"),
        UniqueConstraint("challenger_id", "order_key"),
        CheckConstraint("(opponent_id IS NULL) <> (address_key IS NULL) OR state <> 'open'", name="to_one"),
        Index("ix_challenge_expiry", "state", "expires_at"),
    )

    id: str = Field(primary_key=True)
    challenger_id: int = Field(foreign_key="player.id", index=True)
    opponent_id: int | None = Field(default=None, foreign_key="player.id", index=True)
    address: str | None = None
    """Where the invitation went, if the challenge is to an address."""
    address_key: str | None = Field(default=None, index=True)
    invitation_hash: str | None = None
    """SHA-256 of the token in the invitation's link."""
    answers_revoked_at: datetime | None = None
    """When the letter's reply address was revoked, because others had seen it; the link goes on working."""
    ruleset: str
    options: dict[str, bool | str] = Field(default_factory=dict, sa_column=Column(JSON, nullable=False))
    pace: str
    weekends_off: bool = Field(default=False, sa_column_kwargs=_NO)
    late: str = Field(default=Late.LOSE.value, sa_column_kwargs=_LOSE)
    allows_leave: bool = Field(default=True, sa_column_kwargs=_YES)
    is_rated: bool = Field(default=False, sa_column_kwargs=_NO)
    seat_wish: str
    message: str = ""
    """A few words of the challenger."""
    state: str = ChallengeState.OPEN.value
    order_key: str | None = None
    """The idempotency key of the form that made it."""
    created_at: datetime
    expires_at: datetime
    answered_at: datetime | None = None
    game_id: str | None = Field(default=None, foreign_key="game.id")


class GameState(StrEnum):
    """Whether a game goes on."""

    RUNNING = "running"
    OVER = "over"


class FrozenKind(StrEnum):
    """Why nobody can play on."""

    FAULT = "fault"
    """The log and the rules no longer agree, or an administrator wants a look."""
    PAUSE = "pause"
    """The organisers of its league paused the season, or decide about the game."""


class Game(Row, table=True):
    """One game between two players."""

    __tablename__ = "game"
    __table_args__ = (
        one_of("state", GameState),
        one_of("late", Late),
        one_of("frozen_kind", FrozenKind),
        Index("ix_game_state", "state", "changed_at", "id"),
        Index("ix_game_frozen", "frozen_at", sqlite_where=_IS_FROZEN, postgresql_where=_IS_FROZEN),
        Index("ix_game_uncounted", "ended_at", sqlite_where=_IS_UNCOUNTED, postgresql_where=_IS_UNCOUNTED),
        Index("ix_game_rated", "ended_at", sqlite_where=text("is_rated = 1"), postgresql_where=text("is_rated")),
        Index(
            "ix_game_season",
            "season_id",
            "version",
            sqlite_where=_IS_OVER_IN_SEASON,
            postgresql_where=_IS_OVER_IN_SEASON,
        ),
        Index("ix_game_untimed", "changed_at", sqlite_where=_IS_UNTIMED, postgresql_where=_IS_UNTIMED),
    )

    id: str = Field(primary_key=True)
    """Short and random, of letters and digits that cannot be taken for squares."""
    ruleset: str
    options: dict[str, bool | str] = Field(default_factory=dict, sa_column=Column(JSON, nullable=False))
    pace: str
    """As it is written: "3d/turn", "untimed"."""
    weekends_off: bool = Field(default=False, sa_column_kwargs=_NO)
    """Whether each player's clock stands still on that player's rest days."""
    late: str = Field(default=Late.LOSE.value, sa_column_kwargs=_LOSE)
    """What becomes of the game when a deadline has passed."""
    allows_leave: bool = Field(default=True, sa_column_kwargs=_YES)
    """Whether clocks stand still while their player is on leave."""
    is_rated: bool = Field(default=False, sa_column_kwargs=_NO)
    """Whether its result counts for the players' ratings."""
    season_id: int | None = Field(default=None, foreign_key="season.id")
    """The season of a league that it belongs to; None for all other games."""
    counted_at: datetime | None = None
    """When its result was last counted for ratings and conduct; None before, and again when the result was changed."""
    frozen_at: datetime | None = None
    """Since when nobody can play on; None for all other games."""
    frozen_for: str = Field(default="", sa_column_kwargs=_EMPTY)
    """Why, in one sentence for people."""
    frozen_kind: str = Field(default=FrozenKind.FAULT.value, sa_column_kwargs=_FAULT)
    """Who lets it go on."""
    warned_at: datetime | None = None
    """When the players were last warned that a game in which nobody acts is closed, or is lost by itself."""
    turn_number: int = 1
    """The number of the turn that is due; each accepted turn counts it up under compare-and-set."""
    position: str
    """The snapshot: the position in which that turn is due."""
    last_squares: str = ""
    """The names of the squares that the last turn touched, joined by spaces: kept so that a page replays nothing."""
    version: int = 0
    """Counts every change of anything a viewer could see."""
    state: str = GameState.RUNNING.value
    winner: int | None = None
    """The seat that won; None for a draw or while the game runs."""
    reason: str = ""
    """The end reason, one word."""
    draw_offer: int | None = None
    """The seat whose draw offer stands."""
    created_at: datetime
    changed_at: datetime
    ended_at: datetime | None = None


class GameSeat(Row, table=True):
    """A player's place in a game, with the clock. Narrow on purpose: the deadline tick looks only here."""

    __tablename__ = "game_seat"
    __table_args__ = (
        Index("ix_game_seat_due", "due_at", sqlite_where=_IN_PLAY, postgresql_where=_IN_PLAY),
        Index("ix_game_seat_held", "held_until", sqlite_where=_IS_HELD, postgresql_where=_IS_HELD),
        Index("ix_game_seat_look", "look_at", sqlite_where=_IS_LOOKED_AFTER, postgresql_where=_IS_LOOKED_AFTER),
        Index("ix_game_seat_remind", "remind_at"),
        Index("ix_game_seat_player", "player_id", "due_at"),
    )

    game_id: str = Field(primary_key=True, foreign_key="game.id")
    seat: int = Field(primary_key=True)
    player_id: int = Field(foreign_key="player.id")
    bank_ms: int = Field(sa_type=BigInteger)
    """
    Time in the bank when the present turn began, and what was given since, in milliseconds: 32 bits would hold 24 days.
    """
    since: datetime | None = None
    """When the present turn began; None while the seat is not due."""
    due_at: datetime | None = None
    """
    The deadline, worked out when the turn passed; None while the seat is not due, the game is over or frozen, and in
    an untimed game.
    """
    rest_days: str = Field(default="", sa_column_kwargs=_EMPTY)
    """The rest days that the present turn began with, as ISO numbers of weekdays; empty if its clock knows none."""
    rest_zone: str = Field(default="", sa_column_kwargs=_EMPTY)
    """The time zone whose calendar they follow; empty if there are none."""
    lapsed_at: datetime | None = None
    """When it was noted that the time ran out, in a game that the other player may claim; None if it did not."""
    look_at: datetime | None = None
    """
    When something is done next, by itself, about a time that ran out and that nobody claimed: first both are warned,
    then the game is lost. None for all other clocks.
    """
    remind_at: datetime | None = None
    """When the next reminder is due; None when there is none to come."""
    reminded: int | None = None
    """The lead in hours of the last reminder of the present turn; None before the first."""
    held_until: datetime | None = None
    """No deadline is enforced before this moment, because the last attempt met a fault; None if none did."""
    offered_at_turn: int | None = None
    """How many own turns the seat had made when it last offered a draw: one offer per own turn."""


class Turn(Row, table=True):
    """One line of the log: what one seat did in one turn."""

    __tablename__ = "turn"
    __table_args__ = (UniqueConstraint("game_id", "order_key"), Index("ix_turn_repeat", "game_id", "repeat_key"))

    game_id: str = Field(primary_key=True, foreign_key="game.id")
    number: int = Field(primary_key=True)
    seat: int = Field(primary_key=True)
    text: str
    """In canonical notation."""
    door: str
    """How it came: "web" or "mail"."""
    received_at: datetime
    order_key: str | None = None
    """The idempotency key of the form, or of the mail."""
    repeat_key: str | None = None
    """A digest of the repetition key of the position after the turn; of turns that count together one has it."""
    secret: str | None = None
    """The word that the turn kept from others when it was played; None if nothing."""
    nonce: str | None = None
    """What makes the word unguessable in its commitment; None if the turn kept nothing."""


class SealedTurn(Row, table=True):
    """
    A turn that waits until the others that are due are in. Rows are only added: the latest of a seat counts.

    They stay when the turn has entered the log, so that an order that comes again is known.
    """

    __tablename__ = "sealed_turn"
    __table_args__ = (
        UniqueConstraint("game_id", "order_key"),
        Index("ix_sealed_turn_turn", "game_id", "number", "seat"),
    )

    id: int | None = Field(default=None, primary_key=True)
    game_id: str = Field(foreign_key="game.id")
    number: int
    seat: int
    text: str
    """In canonical notation."""
    nonce: str
    """For the turn's commitment, if it keeps a secret."""
    door: str
    """How it came: "web" or "mail"."""
    received_at: datetime
    order_key: str | None = None
    """The idempotency key of the form, or of the mail."""


class GameEvent(Row, table=True):
    """Something in a game's history that is not a turn: a draw offer, a resignation, a time-out."""

    __tablename__ = "game_event"
    __table_args__ = (
        Index("ix_game_event_game", "game_id", "id"),
        Index("uq_game_event_order", "game_id", "order_key", unique=True),
    )

    id: int | None = Field(default=None, primary_key=True)
    game_id: str = Field(foreign_key="game.id")
    turn_number: int
    """The turn that was due when it happened."""
    seat: int | None = None
    """Whose act it was; None for the service's own."""
    kind: str
    at: datetime
    door: str = ""
    amount_ms: int | None = Field(default=None, sa_type=BigInteger)
    """By how much a clock was changed, in milliseconds; None if none was."""
    until: datetime | None = None
    """Until when something holds, such as a leave."""
    reason: str = Field(default="", sa_column_kwargs=_EMPTY)
    """Why it was done, in the words of whoever did it."""
    by_player_id: int | None = Field(default=None, foreign_key="player.id")
    """Who did it, if that is none of the two players."""
    order_key: str | None = None
    """The idempotency key of what did it: the same key in one game is the same event."""


class Message(Row, table=True):
    """A few words of one player to the other, shown with the turn that was due when they came."""

    __tablename__ = "message"
    __table_args__ = (UniqueConstraint("game_id", "order_key"), Index("ix_message_game", "game_id", "id"))

    id: int | None = Field(default=None, primary_key=True)
    game_id: str = Field(foreign_key="game.id")
    turn_number: int
    """The turn that it was written with; for one that came alone, the turn that was due."""
    seat: int
    text: str
    door: str
    """How it came: "web" or "mail"."""
    at: datetime
    order_key: str
    """The idempotency key of the form, or of the mail."""
