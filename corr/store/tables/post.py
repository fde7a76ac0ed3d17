"""Mail in and out: the inbox, the outbox, and the tokens in reply addresses."""

from datetime import datetime
from enum import StrEnum
from typing import Any

from sqlalchemy import JSON, Column, Index, UniqueConstraint, text
from sqlmodel import Field

from corr.store.base import Row, one_of

_EMPTY = {"server_default": text("''")}
"""For columns that code of the version before does not know."""
_IS_RAW = text("raw IS NOT NULL")
"""What is still to be forgotten: a small part of all mails."""
IS_NEEDLESS = text("raw IS NOT NULL AND state = 'done' AND (mail_class <> 'human' OR player_id IS NULL)")
"""Mails to the letter that nobody has to look at any more: of machines, and of nobody whom we know."""
_IS_LEASED = text("lease_owner IS NOT NULL")
"""What somebody has in hand."""


class InboxState(StrEnum):
    """How far a mail has come."""

    NEW = "new"
    DONE = "done"
    PARKED = "parked"


class Inbox(Row, table=True):
    """A mail that came in, exactly as it arrived. It is stored first and understood later."""

    __tablename__ = "inbox"
    __table_args__ = (
        one_of("state", InboxState),
        UniqueConstraint("dedupe_key"),
        Index("ix_inbox_waiting", "state", "try_at"),
        Index("ix_inbox_player", "player_id", "received_at"),
        Index("ix_inbox_lease", "lease_owner", sqlite_where=_IS_LEASED, postgresql_where=_IS_LEASED),
        Index("ix_inbox_raw", "received_at", sqlite_where=_IS_RAW, postgresql_where=_IS_RAW),
        Index("ix_inbox_needless", "received_at", sqlite_where=IS_NEEDLESS, postgresql_where=IS_NEEDLESS),
    )

    id: int | None = Field(default=None, primary_key=True)
    source: str
    """Which door: "smtp", "smtp-unjudged", "lmtp", "imap" or "hook"."""
    sender: str
    """The envelope sender; empty for bounces."""
    recipient: str
    """The envelope recipient that was accepted. One row for each."""
    raw: bytes | None = None
    """The mail to the letter; None once it was purged."""
    raw_hash: str
    """SHA-256 of the raw mail."""
    received_at: datetime
    state: str = InboxState.NEW.value
    try_at: datetime
    """When it may be tried next."""
    tries: int = 0
    lease_until: datetime | None = None
    lease_owner: str | None = None
    dedupe_key: str | None = None
    """Worked out and inserted in the transaction of the effect, never earlier."""
    player_id: int | None = Field(default=None, foreign_key="player.id")
    game_id: str | None = Field(default=None, foreign_key="game.id")
    reason: str = ""
    """A code for what became of it: "played", "auto-reply", "unreadable" …"""
    new_text: str = ""
    """What was read as the writer's own words, cut to 4,000 characters."""
    cut_text: str = Field(default="", sa_column_kwargs=_EMPTY)
    """What was taken for a quote or a signature, cut to 4,000 characters."""
    mail_class: str = Field(default="", sa_column_kwargs=_EMPTY)
    """What kind of mail it is: "human", "auto", "bounce" …; empty before it is understood."""
    subject: str = Field(default="", sa_column_kwargs=_EMPTY)
    """Decoded, cut to 200 characters."""
    written_by: str = Field(default="", sa_column_kwargs=_EMPTY)
    """The address in From; empty if it cannot be read."""
    commands: list[dict[str, str]] | None = Field(default=None, sa_column=Column(JSON))
    """What was understood, in order: `text` as typed, and `outcome`, a sentence about what became of it."""
    outcome: str = Field(default="", sa_column_kwargs=_EMPTY)
    """What became of the mail as a whole, in one sentence for its writer."""
    understood_at: datetime | None = None


class OutboxState(StrEnum):
    """How far a letter has come."""

    WAITING = "waiting"
    SENT = "sent"
    OBSOLETE = "obsolete"
    """What it would say is no longer so."""
    WITHHELD = "withheld"
    """Its player wants no such letter, or the address takes none."""
    FAILED = "failed"
    """The far end refused it for good, or it was tried for too long."""
    DROPPED = "dropped"
    """An administrator threw it away."""


class Outbox(Row, table=True):
    """A notice that waits to be sent as a letter, or was."""

    __tablename__ = "outbox"
    __table_args__ = (
        one_of("state", OutboxState),
        UniqueConstraint("key"),
        UniqueConstraint("bounce_hash"),
        Index("ix_outbox_waiting", "state", "try_at"),
        Index("ix_outbox_game", "game_id", "state"),
        Index("ix_outbox_message_id", "message_id"),
        Index("ix_outbox_lease", "lease_owner", sqlite_where=_IS_LEASED, postgresql_where=_IS_LEASED),
    )

    id: int | None = Field(default=None, primary_key=True)
    key: str
    """What makes it happen once: the same notice told twice is one row."""
    kind: str
    """The kind of notice, which is the name of its templates."""
    player_id: int | None = Field(default=None, foreign_key="player.id", index=True)
    """Whom it is for; None for a person without an account."""
    address: str | None = None
    """Where it goes, if not to the player's main address at the time of sending."""
    game_id: str | None = Field(default=None, foreign_key="game.id")
    turn_number: int | None = None
    """The turn that was due when it was told: a letter is rendered for that position."""
    facts: dict[str, Any] = Field(default_factory=dict, sa_column=Column(JSON, nullable=False))
    """What the templates need beyond that; it may hold secrets in clear and is emptied when the letter was sent."""
    state: str = OutboxState.WAITING.value
    created_at: datetime
    try_at: datetime
    tries: int = 0
    lease_until: datetime | None = None
    lease_owner: str | None = None
    message_id: str | None = None
    recipient: str | None = None
    """The address that the rendered letter goes to."""
    message: bytes | None = None
    """The rendered letter, kept so that every retry is the same; None before, and again after it was sent."""
    envelope_sender: str | None = None
    """Where bounces of it go, with a token in clear; None before it is rendered, and again after it was sent."""
    bounce_hash: str | None = None
    """SHA-256 of the token in the envelope sender."""
    sent_at: datetime | None = None
    bounced_at: datetime | None = None
    """When it came back after it had been taken."""
    fault: str = ""
    """Why the last attempt failed, in the words of the far end."""


class ReplyToken(Row, table=True):
    """The random token in a reply address; only its hash is stored."""

    __tablename__ = "reply_token"
    __table_args__ = (
        Index("ix_reply_token_game", "game_id", "player_id"),
        Index("ix_reply_token_letter", "outbox_id"),
        Index("ix_reply_token_expiry", "expires_at"),
    )

    token_hash: str = Field(primary_key=True)
    player_id: int = Field(foreign_key="player.id")
    game_id: str = Field(foreign_key="game.id")
    turn_number: int
    """The turn that was due in the letter."""
    outbox_id: int | None = Field(default=None, foreign_key="outbox.id")
    """The letter that carries it; None where that was not noted."""
    created_at: datetime
    expires_at: datetime
    revoked_at: datetime | None = None
    held_order_id: int | None = Field(default=None, foreign_key="held_order.id")
    """What the letter asks about; None for one that asks nothing."""
