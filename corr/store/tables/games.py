"""
Challenges, offers, games, seats and turns.

The log of turns is the truth; `Game.position` and `Turn.position` are snapshots kept beside it. The key of each row
that belongs to a game begins with the game's id.
"""

from datetime import datetime
from enum import StrEnum

from sqlalchemy import JSON, BigInteger, CheckConstraint, Column, Index, UniqueConstraint, false, text, true
from sqlmodel import Field

from corr.core.pace import Late
from corr.store.base import Row, one_of

# For columns that the previous version of the code does not know.
_EMPTY = {"server_default": text("''")}
_NO = {"server_default": false()}
_YES = {"server_default": true()}
_FAULT = {"server_default": text("'fault'")}
_LOSE = {"server_default": text("'lose'")}
_IN_PLAY = text("held_until IS NULL AND lapsed_at IS NULL AND due_at IS NOT NULL")
"""Clocks that the tick enforces; without those of claimable games that ran out, which it would pass over each time."""
_IS_LOOKED_AFTER = text("look_at IS NOT NULL")
"""Clocks that ran out in games that nobody has claimed yet."""
_IS_REMINDED = text("remind_at IS NOT NULL")
_IS_HELD = text("held_until IS NOT NULL")
_IS_WAITING = text("since IS NOT NULL")
"""Seats that owe a turn: every page counts those of its reader."""
_IS_FROZEN = text("frozen_at IS NOT NULL")
_IS_UNCOUNTED = text("ended_at IS NOT NULL AND counted_at IS NULL")
"""Games that are over and not counted; without `state`, as SQLite would then read all games with that state."""
_IS_OVER_IN_SEASON = text("season_id IS NOT NULL AND state = 'over'")
"""Finished games of leagues: the stamp of a season's pages is made of their versions."""
_RUNS = text("ended_at IS NULL")
_IS_OVER = text("ended_at IS NOT NULL")
_IS_OPEN = text("state = 'open'")
_IS_LINK = text("link_hash IS NOT NULL")
"""Without this, SQLite would look among all that are no link for those that are open."""
_STANDS = text("state IN ('open', 'accepted')")
_IS_UNTIMED = text("pace = 'untimed' AND state = 'running'")


class ChallengeState(StrEnum):
    """What happened to a challenge."""

    OPEN = "open"
    ACCEPTED = "accepted"
    DECLINED = "declined"
    WITHDRAWN = "withdrawn"
    EXPIRED = "expired"


class DeclineReason(StrEnum):
    """Why somebody declined a challenge."""

    NONE = ""
    PACE = "pace"
    GAMES = "games"
    """Too many games already."""
    NOW = "now"
    """Not just now."""


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
        one_of("decline_reason", DeclineReason),
        UniqueConstraint("invitation_hash"),
        UniqueConstraint("challenger_id", "order_key"),
        CheckConstraint("(opponent_id IS NULL) <> (address_key IS NULL) OR state <> 'open'", name="to_one"),
        Index("ix_challenge_expiry", "state", "expires_at"),
        Index("ix_challenge_rematch", "rematch_of", unique=True, sqlite_where=_STANDS, postgresql_where=_STANDS),
    )

    id: str = Field(primary_key=True)
    challenger_id: int = Field(foreign_key="player.id", index=True)
    opponent_id: int | None = Field(default=None, foreign_key="player.id", index=True)
    address: str | None = None
    """The address that the invitation was sent to; None for a challenge to a player."""
    address_key: str | None = Field(default=None, index=True)
    invitation_hash: str | None = None
    """SHA-256 of the token in the invitation's link."""
    answers_revoked_at: datetime | None = None
    """When the letter's reply address was revoked, because others had seen it; the link still works."""
    ruleset: str
    options: dict[str, bool | str] = Field(default_factory=dict, sa_column=Column(JSON, nullable=False))
    pace: str
    weekends_off: bool = Field(default=False, sa_column_kwargs=_NO)
    late: str = Field(default=Late.LOSE.value, sa_column_kwargs=_LOSE)
    allows_leave: bool = Field(default=True, sa_column_kwargs=_YES)
    is_rated: bool = Field(default=False, sa_column_kwargs=_NO)
    is_private: bool = Field(default=False, sa_column_kwargs=_NO)
    """Whether only the two would see the game."""
    seat_wish: str
    seat_is_wish: bool = Field(default=False, sa_column_kwargs=_NO)
    """Whether that seat is a wish, which a wish of the opponent can change; else it is a condition."""
    message: str = ""
    """A message from the challenger."""
    state: str = ChallengeState.OPEN.value
    is_withheld: bool = Field(default=False, sa_column_kwargs=_NO)
    """Whether it is shown to its challenger alone, since the other one takes no challenges from them."""
    order_key: str | None = None
    """The idempotency key of the form that made it."""
    created_at: datetime
    expires_at: datetime
    answered_at: datetime | None = None
    decline_reason: str = Field(default=DeclineReason.NONE.value, sa_column_kwargs=_EMPTY)
    game_id: str | None = Field(default=None, foreign_key="game.id")
    rematch_of: str | None = Field(default=None, foreign_key="game.id")
    """The finished game that it asks to play again; of one game at most one is open or accepted."""


class StandingOffer(Row, table=True):
    """So many games that somebody keeps going: one open offer after the other, on the terms of the first."""

    __tablename__ = "standing_offer"
    __table_args__ = (
        CheckConstraint("games > 0", name="games"),
        Index("ix_standing_offer_standing", "id", sqlite_where=_RUNS, postgresql_where=_RUNS),
    )

    id: int | None = Field(default=None, primary_key=True)
    player_id: int = Field(foreign_key="player.id", index=True)
    games: int
    """How many of its games may run at a time."""
    created_at: datetime
    expires_at: datetime
    ended_at: datetime | None = None
    """When its player ended it, or it expired."""


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
        Index("ix_offer_link_hash", "link_hash", unique=True, sqlite_where=_IS_LINK, postgresql_where=_IS_LINK),
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
    seat_is_wish: bool = Field(default=False, sa_column_kwargs=_NO)
    """Whether that seat is a wish, which a wish of whoever takes it can change; else it is a condition."""
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
    standing_id: int | None = Field(default=None, foreign_key="standing_offer.id", index=True)
    """The standing offer that it is one of."""
    not_again_id: int | None = Field(default=None, foreign_key="player.id")
    """Whoever took the one before it, and may not take this one."""
    state: str = OfferState.OPEN.value
    order_key: str | None = None
    """The idempotency key of the form that made it."""
    created_at: datetime
    expires_at: datetime
    ended_at: datetime | None = None
    """When it was taken or withdrawn, or expired."""
    taker_id: int | None = Field(default=None, foreign_key="player.id")
    """Who took it; None for a link, whose takers have rows of their own."""
    game_id: str | None = Field(default=None, foreign_key="game.id")
    link_hash: str | None = None
    """SHA-256 of the token in the address of a link; None for an offer to anybody."""
    seats: int = Field(default=1, sa_column_kwargs={"server_default": text("1")})
    """How many players may take it: each begins a game."""
    taken: int = Field(default=0, sa_column_kwargs={"server_default": text("0")})
    """How many took a link."""


class LinkTaker(Row, table=True):
    """Somebody who took a link, with the game that it began."""

    __tablename__ = "link_taker"

    offer_id: str = Field(primary_key=True, foreign_key="offer.id")
    player_id: int = Field(primary_key=True, foreign_key="player.id")
    game_id: str = Field(foreign_key="game.id")
    taken_at: datetime


class GameState(StrEnum):
    """Whether a game is still played."""

    RUNNING = "running"
    OVER = "over"


class FrozenKind(StrEnum):
    """Why a game is frozen."""

    FAULT = "fault"
    """The log and the rules no longer agree, or an administrator wants to look at the game."""
    PAUSE = "pause"
    """The organisers of its league paused the season, or are deciding about the game."""


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
        Index("ix_game_ended", "state", "ended_at", "id", sqlite_where=_IS_OVER, postgresql_where=_IS_OVER),
        Index("ix_game_of_running", "ruleset", "changed_at", "id", sqlite_where=_RUNS, postgresql_where=_RUNS),
        Index("ix_game_of_ended", "ruleset", "ended_at", "id", sqlite_where=_IS_OVER, postgresql_where=_IS_OVER),
        Index("ix_game_untimed", "changed_at", sqlite_where=_IS_UNTIMED, postgresql_where=_IS_UNTIMED),
    )

    id: str = Field(primary_key=True)
    """Short and random, of letters and digits that cannot be mistaken for squares."""
    ruleset: str
    options: dict[str, bool | str] = Field(default_factory=dict, sa_column=Column(JSON, nullable=False))
    pace: str
    """In its notation, such as "3d/turn" or "untimed"."""
    weekends_off: bool = Field(default=False, sa_column_kwargs=_NO)
    """Whether each player's clock stands still on that player's rest days."""
    late: str = Field(default=Late.LOSE.value, sa_column_kwargs=_LOSE)
    """What happens to the game when a deadline has passed."""
    allows_leave: bool = Field(default=True, sa_column_kwargs=_YES)
    """Whether clocks stand still while their player is on leave."""
    is_rated: bool = Field(default=False, sa_column_kwargs=_NO)
    """Whether its result counts for the players' ratings."""
    is_private: bool = Field(default=False, sa_column_kwargs=_NO)
    """Whether only its players see it; then it is neither rated nor in a season."""
    season_id: int | None = Field(default=None, foreign_key="season.id")
    """The season of a league that it belongs to; None for all other games."""
    counted_at: datetime | None = None
    """When its result was last counted for ratings and conduct; None before, and again after the result changed."""
    frozen_at: datetime | None = None
    """Since when it is frozen; None if it is not."""
    frozen_for: str = Field(default="", sa_column_kwargs=_EMPTY)
    """Why it is frozen, in one sentence for people."""
    frozen_kind: str = Field(default=FrozenKind.FAULT.value, sa_column_kwargs=_FAULT)
    """Why it is frozen, which also decides who may end the freeze."""
    warned_at: datetime | None = None
    """When the players were last warned that a game in which nobody acts will be closed, or will be lost."""
    turn_number: int = 1
    """The number of the turn that is due; each accepted turn increases it by compare-and-set."""
    position: str
    """The snapshot: the position in which that turn is due."""
    last_squares: str = ""
    """What everybody may know of the last turn, so that no page replays the game: see `corr/games/courses.py`."""
    version: int = 0
    """The number of changes of anything that a viewer could see."""
    state: str = GameState.RUNNING.value
    winner: int | None = None
    """The seat that won; None for a draw or while the game runs."""
    reason: str = ""
    """The end reason, one word."""
    draw_offer: int | None = None
    """The seat whose draw offer is open."""
    draw_offer_id: int = Field(default=0, sa_column_kwargs={"server_default": text("0")})
    """Which of the game's draw offers was the last: the version of the game that it made."""
    created_at: datetime
    changed_at: datetime
    ended_at: datetime | None = None
    ran_out_at: datetime | None = None
    """The deadline by which it was lost on time; None if it was not. Like the next one it never changes."""
    loser_was_absent: bool = Field(default=False, sa_column_kwargs=_NO)
    """Whether who lost it on time handed in no turn in any game while that clock ran."""


class GameSeat(Row, table=True):
    """A player's place in a game, with the clock. Narrow on purpose: the deadline tick reads only this table."""

    __tablename__ = "game_seat"
    __table_args__ = (
        Index("ix_game_seat_due", "due_at", sqlite_where=_IN_PLAY, postgresql_where=_IN_PLAY),
        Index("ix_game_seat_held", "held_until", sqlite_where=_IS_HELD, postgresql_where=_IS_HELD),
        Index("ix_game_seat_look", "look_at", sqlite_where=_IS_LOOKED_AFTER, postgresql_where=_IS_LOOKED_AFTER),
        Index("ix_game_seat_remind", "remind_at", sqlite_where=_IS_REMINDED, postgresql_where=_IS_REMINDED),
        Index("ix_game_seat_player", "player_id", "ended_at", "game_id"),
        Index("ix_game_seat_waiting", "player_id", "game_id", sqlite_where=_IS_WAITING, postgresql_where=_IS_WAITING),
    )

    game_id: str = Field(primary_key=True, foreign_key="game.id")
    seat: int = Field(primary_key=True)
    player_id: int = Field(foreign_key="player.id")
    bank_ms: int = Field(sa_type=BigInteger)
    """
    The bank when the present turn began, with the time given since, in milliseconds: 32 bits would hold only 24 days.
    """
    since: datetime | None = None
    """When the present turn began; None while the seat is not due."""
    due_at: datetime | None = None
    """
    The deadline, worked out when the turn began; None while the seat is not due, if the game is over or frozen, and in
    an untimed game.
    """
    rest_days: str = Field(default="", sa_column_kwargs=_EMPTY)
    """The rest days at the beginning of the present turn, as ISO numbers of weekdays; empty if its clock has none."""
    rest_zone: str = Field(default="", sa_column_kwargs=_EMPTY)
    """The time zone of the rest days; empty if there are none."""
    lapsed_at: datetime | None = None
    """When it was noted that the time ran out, in a claimable game; None if it did not run out."""
    look_at: datetime | None = None
    """
    When the service acts next on a game that nobody claimed after the time ran out: first both players are warned, then
    the game is lost. None for all other clocks.
    """
    remind_at: datetime | None = None
    """When the next reminder is due; None if there is none."""
    reminded: int | None = None
    """How many hours before the deadline the last reminder of the present turn was for; None before the first."""
    held_until: datetime | None = None
    """The moment before which no deadline is enforced, as the last attempt met a fault; None if it met none."""
    ended_at: datetime | None = None
    """
    When the game ended, as in its own row; None while it runs. Kept here too, so that the index has the few games that
    a player is playing apart, and the finished ones in the order in which pages show them.
    """
    offered_at_turn: int | None = None
    """How many turns the seat had made when it last offered a draw: it may offer once per turn of its own."""
    draft: str | None = None
    """
    The half-made turn that its player left, in canonical notation; None if there is none, and once a turn is handed in.
    It is as secret as a sealed turn.
    """
    draft_turn: int | None = None
    """The number of the turn that the draft is for; it means nothing any more when another one is due."""
    drafted_at: datetime | None = None
    """When the draft was kept last."""
    unread_message: int | None = None
    """
    The id of the newest message to the player that the player has not read. None once the player says so, as a script
    of the game's page does, makes a turn, or writes.
    """


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
    """The door that it came through: "web" or "mail"."""
    received_at: datetime
    order_key: str | None = None
    """The idempotency key of the form, or of the mail."""
    repeat_key: str | None = None
    """A digest of the repetition key of the position after the turn; of turns that count together, the last has it."""
    position: str | None = None
    """
    A snapshot of the position after every 25th turn, so that no page replays more; of turns that count together, the
    last has it. None after all others.
    """
    secret: str | None = None
    """The word of the turn that was secret when it was played; None if there was none."""
    nonce: str | None = None
    """The random text that keeps the word from being guessed from its commitment; None if there was no secret."""


class SealedTurn(Row, table=True):
    """
    A turn that waits until all other due seats have made theirs. Rows are only added: the latest of a seat counts.

    They stay after the turn has entered the log, so that an order that comes twice is recognised.
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
    """The random text for the turn's commitment, if the turn has a secret."""
    door: str
    """The door that it came through: "web" or "mail"."""
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
    """The seat that did it; None if the service did."""
    kind: str
    at: datetime
    door: str = ""
    amount_ms: int | None = Field(default=None, sa_type=BigInteger)
    """The change of a clock in milliseconds; None if no clock was changed."""
    until: datetime | None = None
    """The end of something that lasts, such as a leave."""
    reason: str = Field(default="", sa_column_kwargs=_EMPTY)
    """Why it was done, in the words of the person who did it."""
    by_player_id: int | None = Field(default=None, foreign_key="player.id")
    """Who did it, if it was neither of the two players."""
    order_key: str | None = None
    """The idempotency key of what did it: the same key in one game is the same event."""


class Message(Row, table=True):
    """A message from one player to the other, shown with the turn that was due when it came."""

    __tablename__ = "message"
    __table_args__ = (
        UniqueConstraint("game_id", "order_key"),
        Index("ix_message_turn", "game_id", "turn_number", "id"),
    )

    id: int | None = Field(default=None, primary_key=True)
    game_id: str = Field(foreign_key="game.id")
    turn_number: int
    """The turn that it was written with; for one that came alone, the turn that was due."""
    seat: int
    text: str
    door: str
    """The door that it came through: "web" or "mail"."""
    at: datetime
    order_key: str
    """The idempotency key of the form, or of the mail."""
    hidden_at: datetime | None = None
    """When an administrator hid it; the copy in the report stays."""
