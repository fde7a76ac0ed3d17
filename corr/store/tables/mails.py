"""Mail: inbox, outbox, tokens in addresses, held orders, delivery ledger, and what players want to be sent."""

from datetime import datetime
from enum import StrEnum
from typing import Any

from sqlalchemy import JSON, BigInteger, Column, Index, UniqueConstraint, false, text, true
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
_IS_TOLD = text("orders <> '{}'")
"""Held orders that still say what was asked for: a small part of all."""


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


class TurnMail(StrEnum):
    """How a player hears of games by mail."""

    EACH = "each"
    """Every letter at once."""
    DIGEST = "digest"
    """One letter a day, at an hour of the player's."""
    ONE = "one"
    """One letter, then silence until the player comes back."""
    NONE = "none"


class MailPreference(Row, table=True):
    """What a player wants to be sent. A player without a row wants everything at once."""

    __tablename__ = "mail_preference"
    __table_args__ = (one_of("turns", TurnMail), Index("ix_mail_preference_digest", "digest_at"))

    player_id: int = Field(primary_key=True, foreign_key="player.id")
    turns: str = TurnMail.EACH.value
    digest_hour: int = 8
    """From 0 to 23, in the player's zone."""
    digest_at: datetime | None = None
    """When the next digest is due; None for who wants none."""
    digested_at: datetime | None = None
    """Until when digests have told which games ended; None before there could be one."""
    silent_since: datetime | None = None
    """When the one letter went out after which the player is left alone; None after the player came back."""
    silent_after: int | None = None
    """The id of that letter, which goes out at every try."""
    reminders: bool = True
    messages: bool = True
    """Whether the other player's words come as letters of their own."""
    challenges: bool = True
    leagues: bool = Field(default=True, sa_column_kwargs={"server_default": true()})
    """Whether news of leagues come, such as the weekly report; what concerns the player alone always does."""


class MailStanding(Row, table=True):
    """What is known of a mail address: whether letters reach it, and what its owner has asked for."""

    __tablename__ = "mail_standing"

    address_key: str = Field(primary_key=True)
    """The address wholly in lower case."""
    score: float = 0.0
    """Passing troubles, fading with time."""
    scored_at: datetime | None = None
    hard_bounces: int = 0
    """Lasting refusals that time has not made good."""
    suppressed_at: datetime | None = None
    """Since when nothing is sent there but what proves the address anew; None while all is well."""
    suppressed_for: str = ""
    """Why: "bounced" or "complained"; empty while all is well."""
    words: str = ""
    """The far end's own words."""
    no_invitations_at: datetime | None = None
    """When its owner asked never to be invited again."""


class DeliveryKind(StrEnum):
    """What happened to a letter on its way."""

    ACCEPTED = "accepted"
    PUT_OFF = "put-off"
    REFUSED = "refused"
    DELAYED = "delayed"
    BOUNCED = "bounced"
    COMPLAINED = "complained"
    OBSOLETE = "obsolete"
    WITHHELD = "withheld"
    DROPPED = "dropped"
    RETRIED = "retried"


class DeliveryEvent(Row, table=True):
    """One line of the delivery ledger. Rows are only added."""

    __tablename__ = "delivery_event"
    __table_args__ = (
        one_of("kind", DeliveryKind),
        Index("ix_delivery_event_letter", "outbox_id", "id"),
        Index("ix_delivery_event_kind", "kind", "at"),
    )

    id: int | None = Field(default=None, primary_key=True)
    outbox_id: int = Field(foreign_key="outbox.id")
    kind: str
    began_at: datetime | None = None
    """When the letter began to be handed over; None for what is no attempt."""
    at: datetime
    host: str = ""
    """The domain that the letter goes to."""
    words: str = ""
    """The far end's own words, or why, in a sentence."""


class UnsubscribeToken(Row, table=True):
    """
    What the unsubscribe address of a letter stands for; only the token's hash is stored. It never expires: a service
    that got another secret has further tokens for the same letters.
    """

    __tablename__ = "unsubscribe_token"

    token_hash: str = Field(primary_key=True)
    player_id: int | None = Field(default=None, foreign_key="player.id")
    address_key: str | None = None
    """Where the letters go; None for a player's that the version before sent."""
    category: str
    """What ends: "turns", "reminders", "messages", "challenges", "leagues" or "invitations"."""


class AccountTokenPurpose(StrEnum):
    """What an answer to a letter that belongs to no game is for."""

    DIGEST = "digest"
    """Something about all games at once."""
    TEST = "test"


class AccountToken(Row, table=True):
    """The random token in the reply address of a letter that belongs to no game; only its hash is stored."""

    __tablename__ = "account_token"
    __table_args__ = (
        one_of("purpose", AccountTokenPurpose),
        Index("ix_account_token_letter", "outbox_id"),
        Index("ix_account_token_expiry", "expires_at"),
    )

    token_hash: str = Field(primary_key=True)
    player_id: int = Field(foreign_key="player.id")
    purpose: str
    outbox_id: int = Field(foreign_key="outbox.id")
    """The letter that carries it."""
    created_at: datetime
    expires_at: datetime
    answered_at: datetime | None = None
    """When an answer to it came: for a test letter the way there and back is proved."""
    held_order_id: int | None = Field(default=None, foreign_key="held_order.id")
    """What the letter asks about; None for one that asks nothing."""
    revoked_at: datetime | None = None


class HeldState(StrEnum):
    """What became of something that was asked back."""

    WAITING = "waiting"
    CONFIRMED = "confirmed"
    REJECTED = "rejected"
    REPLACED = "replaced"
    """A newer turn of its player is asked about instead."""


class HeldOrder(Row, table=True):
    """What a mail asked for that was not carried out but asked back; its player may still confirm it."""

    __tablename__ = "held_order"
    __table_args__ = (
        one_of("state", HeldState),
        UniqueConstraint("token_hash"),
        UniqueConstraint("inbox_id"),
        Index("ix_held_order_game", "game_id", "player_id", "state"),
        Index("ix_held_order_expiry", "expires_at", sqlite_where=_IS_TOLD, postgresql_where=_IS_TOLD),
    )

    id: int | None = Field(default=None, primary_key=True)
    token_hash: str
    """SHA-256 of the token in the link that confirms it."""
    inbox_id: int = Field(foreign_key="inbox.id")
    player_id: int = Field(foreign_key="player.id")
    game_id: str | None = Field(default=None, foreign_key="game.id")
    """None for what is about no game."""
    turn_number: int | None = None
    """The turn that it is for: if the game has gone on, it is not done any more."""
    orders: str
    """What was asked for, as JSON."""
    why: str = Field(default="stranger", sa_column_kwargs={"server_default": "stranger"})
    """The code of the reason to ask."""
    asks_to_resign: bool = Field(default=False, sa_column_kwargs={"server_default": false()})
    """Kept when the orders are forgotten: whose time runs out then has resigned, as far as reliability goes."""
    written_by: str
    """The address that it came from; empty if that cannot be read."""
    received_at: datetime
    expires_at: datetime
    state: str = HeldState.WAITING.value
    settled_at: datetime | None = None


class MailCursor(Row, table=True):
    """How far a mailbox that is polled has been read."""

    __tablename__ = "mail_cursor"

    mailbox: str = Field(primary_key=True)
    """User, host and folder."""
    uid_validity: int = Field(sa_type=BigInteger)
    last_uid: int = Field(sa_type=BigInteger)
    """Kept to save work alone: what was read twice is understood once."""
    read_at: datetime


class Breaker(Row, table=True):
    """Whether our own relay takes letters at all. One row for each relay."""

    __tablename__ = "breaker"

    relay: str = Field(primary_key=True)
    """Host and port."""
    faults: int = 0
    """In a row."""
    open_until: datetime | None = None
    """Nothing is sent before this moment; None while all is well."""
    words: str = ""
    """What the relay said last."""
    changed_at: datetime
