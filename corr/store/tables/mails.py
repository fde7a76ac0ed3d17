"""Mail: inbox, outbox, tokens in addresses, held orders, delivery ledger, and what players want to be sent."""

from datetime import datetime
from enum import StrEnum
from typing import Any

from sqlalchemy import JSON, BigInteger, Column, Index, UniqueConstraint, false, text, true
from sqlmodel import Field

from corr.store.base import Row, one_of

_EMPTY = {"server_default": text("''")}
"""For columns that the previous version of the code does not know."""
_IS_RAW = text("raw IS NOT NULL")
"""Mails that are not purged yet: a small part of all."""
IS_NEEDLESS = text("raw IS NOT NULL AND state = 'done' AND (mail_class <> 'human' OR player_id IS NULL)")
"""Raw mails that nobody needs any more: from machines, and from senders who are no players."""
_IS_NEW = text("state = 'new'")
"""Mails that wait to be read: a small part of all."""
_IS_LEASED = text("lease_owner IS NOT NULL")
_IS_COMPOSED = text("message_id IS NOT NULL")
"""Rows that a process has in hand."""
_IS_TOLD = text("orders <> '{}'")
"""Held orders whose text is not purged yet: a small part of all."""
_IS_DELAYED = text("state = 'delayed'")
"""Held orders that are carried out by themselves soon: a small part of all."""


class InboxState(StrEnum):
    """How far a mail has been worked on."""

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
        Index("ix_inbox_sender", "sender_key", "try_at", sqlite_where=_IS_NEW, postgresql_where=_IS_NEW),
        Index("ix_inbox_player", "player_id", "received_at"),
        Index("ix_inbox_lease", "lease_owner", sqlite_where=_IS_LEASED, postgresql_where=_IS_LEASED),
        Index("ix_inbox_raw", "received_at", sqlite_where=_IS_RAW, postgresql_where=_IS_RAW),
        Index("ix_inbox_needless", "received_at", sqlite_where=IS_NEEDLESS, postgresql_where=IS_NEEDLESS),
    )

    id: int | None = Field(default=None, primary_key=True)
    source: str
    """The way it came in: "smtp", "smtp-unjudged", "lmtp", "imap" or "hook"."""
    sender: str
    """The envelope sender; empty for bounces."""
    sender_key: str = Field(default="", sa_column_kwargs=_EMPTY)
    """What it is counted by: a hash of the envelope sender, the network that it came from, and whom it is for."""
    recipient: str
    """The envelope recipient that was accepted; a mail to several has a row for each."""
    raw: bytes | None = None
    """The mail byte for byte; None after it was purged."""
    raw_hash: str
    """SHA-256 of the raw mail."""
    received_at: datetime
    state: str = InboxState.NEW.value
    try_at: datetime
    """When it may be read next, which is also its place among those that wait."""
    tries: int = 0
    lease_until: datetime | None = None
    lease_owner: str | None = None
    dedupe_key: str | None = None
    """The key by which the same mail is recognised; set in the transaction of its effect, never earlier."""
    player_id: int | None = Field(default=None, foreign_key="player.id")
    game_id: str | None = Field(default=None, foreign_key="game.id")
    is_for_any: bool = Field(default=False, sa_column_kwargs={"server_default": false()})
    """Whether only its text can tell which game it is for: it came to the address that letters come from."""
    reason: str = ""
    """A code for what happened to it, such as "played", "auto-reply" or "unreadable"; empty before the first try."""
    new_text: str = ""
    """The text that counts as the writer's own words, cut to 4,000 characters."""
    cut_text: str = Field(default="", sa_column_kwargs=_EMPTY)
    """The text that counts as quote or signature, cut to 4,000 characters."""
    mail_class: str = Field(default="", sa_column_kwargs=_EMPTY)
    """The kind of mail, such as "human", "auto" or "bounce"; empty before it is understood."""
    subject: str = Field(default="", sa_column_kwargs=_EMPTY)
    """Decoded, cut to 200 characters."""
    written_by: str = Field(default="", sa_column_kwargs=_EMPTY)
    """The address in From; empty if it cannot be read."""
    commands: list[dict[str, str]] | None = Field(default=None, sa_column=Column(JSON))
    """The commands that were understood, in order: `text` as typed, and `outcome`, a sentence about what happened."""
    outcome: str = Field(default="", sa_column_kwargs=_EMPTY)
    """What happened to the mail as a whole, in one sentence for its writer."""
    understood_at: datetime | None = None


class OutboxState(StrEnum):
    """How far a letter has been sent."""

    WAITING = "waiting"
    SENT = "sent"
    OBSOLETE = "obsolete"
    """What it would say is no longer true."""
    WITHHELD = "withheld"
    """Its player wants no such letters, or the address takes none."""
    FAILED = "failed"
    """The receiving server refused it for good, or it was tried for too long."""
    DROPPED = "dropped"
    """An administrator dropped it."""


class Outbox(Row, table=True):
    """A notice that waits to be sent as a letter, or was sent."""

    __tablename__ = "outbox"
    __table_args__ = (
        one_of("state", OutboxState),
        UniqueConstraint("key"),
        UniqueConstraint("bounce_hash"),
        Index("ix_outbox_waiting", "state", "try_at"),
        Index("ix_outbox_game", "game_id", "state"),
        Index("ix_outbox_message_id", "message_id", sqlite_where=_IS_COMPOSED, postgresql_where=_IS_COMPOSED),
        Index("ix_outbox_lease", "lease_owner", sqlite_where=_IS_LEASED, postgresql_where=_IS_LEASED),
    )

    id: int | None = Field(default=None, primary_key=True)
    key: str
    """The notice's key: the same notice told twice is one row."""
    kind: str
    """The kind of notice, which is the name of its templates."""
    player_id: int | None = Field(default=None, foreign_key="player.id", index=True)
    """The player whom it is for; None for a person without an account."""
    address: str | None = None
    """The address that it is sent to; None for the player's main address at the time of sending."""
    game_id: str | None = Field(default=None, foreign_key="game.id")
    turn_number: int | None = None
    """The turn that was due when it was told: the letter shows that position."""
    facts: dict[str, Any] = Field(default_factory=dict, sa_column=Column(JSON, nullable=False))
    """The other facts for the templates; they may contain secrets in clear, and are deleted after it was sent."""
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
    """The rendered letter, kept so that every retry is the same; None before that, and after it was sent."""
    envelope_sender: str | None = None
    """The address for its bounces, with a token in clear; None before it is rendered, and after it was sent."""
    bounce_hash: str | None = None
    """SHA-256 of the token in the envelope sender."""
    sent_at: datetime | None = None
    bounced_at: datetime | None = None
    """When a bounce came after it had been accepted."""
    fault: str = ""
    """Why the last attempt failed, in the words of the receiving server."""


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
    """The letter that carries it; None if that was not noted."""
    created_at: datetime
    expires_at: datetime
    revoked_at: datetime | None = None
    held_order_id: int | None = Field(default=None, foreign_key="held_order.id")
    """The order that the letter asks about; None if it asks nothing."""
    draw_offer_id: int | None = None
    """The draw offer that the letter shows; None if it shows none."""


class TurnMail(StrEnum):
    """How a player gets news of games by mail."""

    EACH = "each"
    """Every letter at once."""
    DIGEST = "digest"
    """One letter a day, at an hour that the player chose."""
    ONE = "one"
    """One letter, then none until the player comes back."""
    NONE = "none"


class MailPreference(Row, table=True):
    """The letters that a player wants. A player without a row wants everything at once."""

    __tablename__ = "mail_preference"
    __table_args__ = (one_of("turns", TurnMail), Index("ix_mail_preference_digest", "digest_at"))

    player_id: int = Field(primary_key=True, foreign_key="player.id")
    turns: str = TurnMail.EACH.value
    digest_hour: int = 8
    """From 0 to 23, in the player's zone."""
    digest_at: datetime | None = None
    """When the next digest is due; None for a player who wants none."""
    digested_at: datetime | None = None
    """The moment up to which digests have told which games ended; None before there could be one."""
    silent_since: datetime | None = None
    """When the one letter was sent after which no more are sent; None after the player came back."""
    silent_after: int | None = None
    """The id of that letter, which may still be retried."""
    reminders: bool = True
    messages: bool = True
    """Whether messages of the other player come as letters of their own."""
    challenges: bool = True
    leagues: bool = Field(default=True, sa_column_kwargs={"server_default": true()})
    """Whether news of leagues come, such as the weekly report; letters about the player alone always come."""
    follows: bool = Field(default=True, sa_column_kwargs={"server_default": true()})
    """Whether letters come about what the player follows."""


class MailStanding(Row, table=True):
    """What is known about a mail address: whether letters reach it, and what its owner has asked for."""

    __tablename__ = "mail_standing"

    address_key: str = Field(primary_key=True)
    """The address in lower case."""
    score: float = 0.0
    """The score of temporary failures, which falls with time."""
    scored_at: datetime | None = None
    hard_bounces: int = 0
    """The number of permanent refusals that still count."""
    suppressed_at: datetime | None = None
    """Since when only letters that verify the address again are sent there; None if all are sent."""
    suppressed_for: str = ""
    """Why it is suppressed: "bounced" or "complained"; empty if it is not."""
    words: str = ""
    """The words of the receiving server."""
    no_invitations_at: datetime | None = None
    """When its owner asked never to be invited again."""


class DeliveryKind(StrEnum):
    """What happened to a letter."""

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
    """When the attempt to hand the letter over began; None if the event is no attempt."""
    at: datetime
    host: str = ""
    """The domain that the letter goes to."""
    words: str = ""
    """The words of the receiving server, or the reason in a sentence."""


class UnsubscribeToken(Row, table=True):
    """
    The token in the unsubscribe address of a letter; only its hash is stored.

    It never expires. After the service's secret was changed, the same letters have further tokens.
    """

    __tablename__ = "unsubscribe_token"

    token_hash: str = Field(primary_key=True)
    player_id: int | None = Field(default=None, foreign_key="player.id")
    address_key: str | None = None
    """The address of the letters; None for letters to a player that an earlier version sent."""
    category: str
    """The letters that end: "turns", "reminders", "messages", "challenges", "leagues", "follows" or "invitations"."""


class AccountTokenPurpose(StrEnum):
    """The purpose of an answer to a letter that belongs to no game."""

    DIGEST = "digest"
    """An order about all games at once."""
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
    """When an answer to it came; for a test letter, this proves that mail works in both directions."""
    held_order_id: int | None = Field(default=None, foreign_key="held_order.id")
    """The order that the letter asks about; None if it asks nothing."""
    revoked_at: datetime | None = None


class CommandAddress(Row, table=True):
    """The address to which a player sends commands that answer no letter; only the hash of its token is stored."""

    __tablename__ = "command_address"
    __table_args__ = (UniqueConstraint("token_hash"),)

    player_id: int = Field(primary_key=True, foreign_key="player.id")
    number: int = 1
    """The token is worked out from the player and this number; a new address has the next one."""
    token_hash: str


class HeldState(StrEnum):
    """What happened to an order that was not carried out at once."""

    WAITING = "waiting"
    """Its player is asked whether it is meant."""
    DELAYED = "delayed"
    """It is carried out by itself at `plays_at`, unless its player stops it."""
    PLAYED = "played"
    """It was carried out by itself."""
    OVERTAKEN = "overtaken"
    """The game went on before it was carried out by itself."""
    CONFIRMED = "confirmed"
    REJECTED = "rejected"
    REPLACED = "replaced"
    """A newer turn of the same player is asked about instead."""


class HeldOrder(Row, table=True):
    """An order in a mail that was asked back, or is delayed; its player may still confirm it."""

    __tablename__ = "held_order"
    __table_args__ = (
        one_of("state", HeldState),
        UniqueConstraint("token_hash"),
        UniqueConstraint("inbox_id"),
        Index("ix_held_order_game", "game_id", "player_id", "state"),
        Index("ix_held_order_expiry", "expires_at", sqlite_where=_IS_TOLD, postgresql_where=_IS_TOLD),
        Index("ix_held_order_delayed", "received_at", sqlite_where=_IS_DELAYED, postgresql_where=_IS_DELAYED),
    )

    id: int | None = Field(default=None, primary_key=True)
    token_hash: str
    """SHA-256 of the token in the link that confirms it."""
    inbox_id: int = Field(foreign_key="inbox.id")
    player_id: int = Field(foreign_key="player.id")
    game_id: str | None = Field(default=None, foreign_key="game.id")
    """None if it is about no game."""
    turn_number: int | None = None
    """The turn that it is for; once the game has gone on, it is not carried out any more."""
    orders: str
    """The orders as JSON."""
    why: str = Field(default="stranger", sa_column_kwargs={"server_default": "stranger"})
    """The code of the reason to ask back."""
    asks_to_resign: bool = Field(default=False, sa_column_kwargs={"server_default": false()})
    """Kept when the orders are purged: a time-out after it counts as a resignation for reliability."""
    written_by: str
    """The address in From; empty if it cannot be read."""
    received_at: datetime
    expires_at: datetime
    """The moment after which it can no longer be confirmed; far away while it is delayed."""
    plays_at: datetime | None = None
    """When a delayed one is carried out; None until its letter was handed to the relay."""
    is_proved: bool = Field(default=False, sa_column_kwargs={"server_default": false()})
    """Whether our own mail server found proof of its sender, without which no other mail stops it."""
    draw_offer_id: int | None = None
    """The draw offer that the answered letter showed; None if it showed none."""
    state: str = HeldState.WAITING.value
    settled_at: datetime | None = None


class MailCursor(Row, table=True):
    """How far a polled mailbox has been read."""

    __tablename__ = "mail_cursor"

    mailbox: str = Field(primary_key=True)
    """User, host and folder."""
    uid_validity: int = Field(sa_type=BigInteger)
    last_uid: int = Field(sa_type=BigInteger)
    """Only saves work: a mail that is read twice takes effect once."""
    read_at: datetime


class Breaker(Row, table=True):
    """The circuit breaker of a relay: whether it takes letters at all."""

    __tablename__ = "breaker"

    relay: str = Field(primary_key=True)
    """Host and port."""
    faults: int = 0
    """The number of faults in a row."""
    open_until: datetime | None = None
    """The moment before which nothing is sent; None while the relay works."""
    words: str = ""
    """The last words of the relay."""
    changed_at: datetime
