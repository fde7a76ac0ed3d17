"""What clocks depend on besides the games: leaves, preferences, outages, heartbeats; and facts about all data."""

from datetime import datetime
from enum import StrEnum

from sqlalchemy import Index, UniqueConstraint, text
from sqlmodel import Field

from corr.store.base import Row, one_of


class LeaveKind(StrEnum):
    """Who decided that a player is on leave."""

    TAKEN = "taken"
    """The player."""
    AUTOMATIC = "automatic"
    """The service, after a deadline had passed."""


class Leave(Row, table=True):
    """Days on which a player's clocks stand still. A leave that was called off has no days; a row is never deleted."""

    __tablename__ = "leave"
    __table_args__ = (
        one_of("kind", LeaveKind),
        UniqueConstraint("player_id", "order_key"),
        Index("ix_leave_player", "player_id", "ends_at"),
    )

    id: int | None = Field(default=None, primary_key=True)
    player_id: int = Field(foreign_key="player.id")
    kind: str = LeaveKind.TAKEN.value
    begins_at: datetime
    ends_at: datetime
    """Not included; the same as `begins_at` for a leave that was called off."""
    days: int
    """The days of leave that it costs."""
    booked_at: datetime
    order_key: str | None = None
    """The idempotency key of the form, or of the mail."""


class ClockPreference(Row, table=True):
    """How a player's clocks run. A player without a row has the defaults."""

    __tablename__ = "clock_preference"

    player_id: int = Field(primary_key=True, foreign_key="player.id")
    reminder_hours: str = "24,4"
    """Hours before a deadline at which reminders are sent, largest first, joined by commas; empty for none."""
    automatic_leave: bool = True
    """Whether a day of leave begins automatically when a deadline has passed."""
    rest_days: str = "67"
    """ISO numbers of the weekdays on which clocks stand still, in games with weekends off; at most two."""


class Outage(Row, table=True):
    """A time during which the service was down, or pages or jobs alone were."""

    __tablename__ = "outage"
    __table_args__ = (UniqueConstraint("began_at"),)

    id: int | None = Field(default=None, primary_key=True)
    began_at: datetime
    """The last heartbeat before it."""
    ended_at: datetime | None = None
    """When everything worked again; None while it lasts."""
    settled_at: datetime | None = None
    """When every clock had got its outage credit; no deadline is enforced before that."""


class FeedToken(Row, table=True):
    """The secret part of the addresses of a player's calendar and feed."""

    __tablename__ = "feed_token"
    __table_args__ = (UniqueConstraint("token_hash"),)

    player_id: int = Field(primary_key=True, foreign_key="player.id")
    serial: int
    """The number of the player's address; those with a lower number are revoked."""
    token_hash: str
    """SHA-256 of the token, which is a keyed hash of player and serial and so can be shown again."""
    created_at: datetime


class Pulse(Row, table=True):
    """The last heartbeat of one loop of one process."""

    __tablename__ = "pulse"

    loop: str = Field(primary_key=True)
    """The loop's name, such as "web", "outbox", "inbox" or "deadlines"."""
    owner: str = Field(primary_key=True)
    """The process: host name and process id."""
    at: datetime
    failing_since: datetime | None = None
    """Since when it has met nothing but faults; None if it works."""
    fault: str = Field(default="", sa_column_kwargs={"server_default": text("''")})
    """The latest fault, by its kind and place."""


class Setting(Row, table=True):
    """A fact about this database as a whole, such as that it is a demo."""

    __tablename__ = "setting"

    name: str = Field(primary_key=True)
    value: str
