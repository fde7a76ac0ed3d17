"""What mails in and out need to be trusted: ledger, preferences, standings of addresses, held orders, messages."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import sqlalchemy as sa
from alembic import op
from alembic.operations import BatchOperations
from sqlmodel.sql.sqltypes import AutoString, UTCDateTime

revision: str = "0003"
down_revision: str | None = "0002"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


_STATES = "state IN ('waiting', 'sent', 'obsolete', 'failed')"
_MORE_STATES = "state IN ('waiting', 'sent', 'obsolete', 'withheld', 'failed', 'dropped')"


def upgrade() -> None:
    # First of all, while no other table refers to it: SQLite makes it anew.
    with _outbox(_MORE_STATES) as outbox:
        outbox.add_column(sa.Column("envelope_sender", AutoString(), nullable=True))
        outbox.add_column(sa.Column("bounce_hash", AutoString(), nullable=True))
        outbox.add_column(sa.Column("bounced_at", UTCDateTime(), nullable=True))
        outbox.create_unique_constraint(op.f("uq_outbox_bounce_hash"), ["bounce_hash"])
    op.create_table(
        "breaker",
        sa.Column("relay", AutoString(), nullable=False),
        sa.Column("faults", sa.Integer(), nullable=False),
        sa.Column("open_until", UTCDateTime(), nullable=True),
        sa.Column("words", AutoString(), nullable=False),
        sa.Column("changed_at", UTCDateTime(), nullable=False),
        sa.PrimaryKeyConstraint("relay", name=op.f("pk_breaker")),
    )
    op.create_table(
        "mail_cursor",
        sa.Column("mailbox", AutoString(), nullable=False),
        sa.Column("uid_validity", sa.BigInteger(), nullable=False),
        sa.Column("last_uid", sa.BigInteger(), nullable=False),
        sa.Column("read_at", UTCDateTime(), nullable=False),
        sa.PrimaryKeyConstraint("mailbox", name=op.f("pk_mail_cursor")),
    )
    op.create_table(
        "mail_standing",
        sa.Column("address_key", AutoString(), nullable=False),
        sa.Column("score", sa.Float(), nullable=False),
        sa.Column("scored_at", UTCDateTime(), nullable=True),
        sa.Column("hard_bounces", sa.Integer(), nullable=False),
        sa.Column("suppressed_at", UTCDateTime(), nullable=True),
        sa.Column("suppressed_for", AutoString(), nullable=False),
        sa.Column("words", AutoString(), nullable=False),
        sa.Column("no_invitations_at", UTCDateTime(), nullable=True),
        sa.PrimaryKeyConstraint("address_key", name=op.f("pk_mail_standing")),
    )
    op.create_table(
        "mail_preference",
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("turns", AutoString(), nullable=False),
        sa.Column("digest_hour", sa.Integer(), nullable=False),
        sa.Column("digest_at", UTCDateTime(), nullable=True),
        sa.Column("digested_at", UTCDateTime(), nullable=True),
        sa.Column("silent_since", UTCDateTime(), nullable=True),
        sa.Column("silent_after", sa.Integer(), nullable=True),
        sa.Column("reminders", sa.Boolean(), nullable=False),
        sa.Column("messages", sa.Boolean(), nullable=False),
        sa.Column("challenges", sa.Boolean(), nullable=False),
        sa.CheckConstraint("turns IN ('each', 'digest', 'one', 'none')", name=op.f("ck_mail_preference_turns")),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_mail_preference_player_id_player")),
        sa.PrimaryKeyConstraint("player_id", name=op.f("pk_mail_preference")),
    )
    op.create_index("ix_mail_preference_digest", "mail_preference", ["digest_at"], unique=False)
    op.create_table(
        "message",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game_id", AutoString(), nullable=False),
        sa.Column("turn_number", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("text", AutoString(), nullable=False),
        sa.Column("door", AutoString(), nullable=False),
        sa.Column("at", UTCDateTime(), nullable=False),
        sa.Column("order_key", AutoString(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_message_game_id_game")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_message")),
        sa.UniqueConstraint("game_id", "order_key", name=op.f("uq_message_game_id_order_key")),
    )
    op.create_index("ix_message_game", "message", ["game_id", "id"], unique=False)
    op.create_table(
        "unsubscribe_token",
        sa.Column("token_hash", AutoString(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=True),
        sa.Column("address_key", AutoString(), nullable=True),
        sa.Column("category", AutoString(), nullable=False),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_unsubscribe_token_player_id_player")),
        sa.PrimaryKeyConstraint("token_hash", name=op.f("pk_unsubscribe_token")),
    )
    op.create_table(
        "account_token",
        sa.Column("token_hash", AutoString(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("purpose", AutoString(), nullable=False),
        sa.Column("outbox_id", sa.Integer(), nullable=False),
        sa.Column("created_at", UTCDateTime(), nullable=False),
        sa.Column("expires_at", UTCDateTime(), nullable=False),
        sa.Column("answered_at", UTCDateTime(), nullable=True),
        sa.CheckConstraint("purpose IN ('digest', 'test')", name=op.f("ck_account_token_purpose")),
        sa.ForeignKeyConstraint(["outbox_id"], ["outbox.id"], name=op.f("fk_account_token_outbox_id_outbox")),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_account_token_player_id_player")),
        sa.PrimaryKeyConstraint("token_hash", name=op.f("pk_account_token")),
    )
    op.create_index("ix_account_token_letter", "account_token", ["outbox_id"], unique=False)
    op.create_index("ix_account_token_expiry", "account_token", ["expires_at"], unique=False)
    op.create_table(
        "delivery_event",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("outbox_id", sa.Integer(), nullable=False),
        sa.Column("kind", AutoString(), nullable=False),
        sa.Column("began_at", UTCDateTime(), nullable=True),
        sa.Column("at", UTCDateTime(), nullable=False),
        sa.Column("host", AutoString(), nullable=False),
        sa.Column("words", AutoString(), nullable=False),
        sa.CheckConstraint(
            "kind IN ('accepted', 'put-off', 'refused', 'delayed', 'bounced', 'complained', 'obsolete', 'withheld', "
            "'dropped', 'retried')",
            name=op.f("ck_delivery_event_kind"),
        ),
        sa.ForeignKeyConstraint(["outbox_id"], ["outbox.id"], name=op.f("fk_delivery_event_outbox_id_outbox")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_delivery_event")),
    )
    op.create_index("ix_delivery_event_kind", "delivery_event", ["kind", "at"], unique=False)
    op.create_index("ix_delivery_event_letter", "delivery_event", ["outbox_id", "id"], unique=False)
    op.create_table(
        "held_order",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("token_hash", AutoString(), nullable=False),
        sa.Column("inbox_id", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("game_id", AutoString(), nullable=False),
        sa.Column("turn_number", sa.Integer(), nullable=False),
        sa.Column("orders", AutoString(), nullable=False),
        sa.Column("written_by", AutoString(), nullable=False),
        sa.Column("received_at", UTCDateTime(), nullable=False),
        sa.Column("expires_at", UTCDateTime(), nullable=False),
        sa.Column("state", AutoString(), nullable=False),
        sa.Column("settled_at", UTCDateTime(), nullable=True),
        sa.CheckConstraint("state IN ('waiting', 'confirmed', 'rejected')", name=op.f("ck_held_order_state")),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_held_order_game_id_game")),
        sa.ForeignKeyConstraint(["inbox_id"], ["inbox.id"], name=op.f("fk_held_order_inbox_id_inbox")),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_held_order_player_id_player")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_held_order")),
        sa.UniqueConstraint("inbox_id", name=op.f("uq_held_order_inbox_id")),
        sa.UniqueConstraint("token_hash", name=op.f("uq_held_order_token_hash")),
    )
    op.create_index("ix_held_order_game", "held_order", ["game_id", "player_id", "state"], unique=False)
    _create_small_index("ix_held_order_expiry", "held_order", "expires_at", where="orders <> '{}'")
    # What is forgotten bit by bit has to be found at once.
    _create_small_index("ix_inbox_raw", "inbox", "received_at", where="raw IS NOT NULL")
    op.create_index("ix_reply_token_expiry", "reply_token", ["expires_at"], unique=False)
    op.drop_index("ix_inbox_player_id", table_name="inbox")
    op.create_index("ix_inbox_player", "inbox", ["player_id", "received_at"], unique=False)
    # Code of the version before knows nothing of what is added to its tables, so that has defaults.
    op.add_column("inbox", sa.Column("cut_text", AutoString(), nullable=False, server_default=sa.text("''")))
    op.add_column("inbox", sa.Column("mail_class", AutoString(), nullable=False, server_default=sa.text("''")))
    op.add_column("inbox", sa.Column("subject", AutoString(), nullable=False, server_default=sa.text("''")))
    op.add_column("inbox", sa.Column("written_by", AutoString(), nullable=False, server_default=sa.text("''")))
    op.add_column("inbox", sa.Column("commands", sa.JSON(), nullable=True))
    op.add_column("inbox", sa.Column("outcome", AutoString(), nullable=False, server_default=sa.text("''")))
    op.add_column("player", sa.Column("is_admin", sa.Boolean(), nullable=False, server_default=sa.false()))


def downgrade() -> None:
    op.drop_column("player", "is_admin")
    op.drop_column("inbox", "outcome")
    op.drop_column("inbox", "commands")
    op.drop_column("inbox", "written_by")
    op.drop_column("inbox", "subject")
    op.drop_column("inbox", "mail_class")
    op.drop_column("inbox", "cut_text")
    op.drop_index("ix_inbox_player", table_name="inbox")
    op.create_index("ix_inbox_player_id", "inbox", ["player_id"], unique=False)
    op.drop_index("ix_reply_token_expiry", table_name="reply_token")
    op.drop_index("ix_inbox_raw", table_name="inbox")
    op.drop_index("ix_held_order_expiry", table_name="held_order")
    op.drop_index("ix_held_order_game", table_name="held_order")
    op.drop_table("held_order")
    op.drop_index("ix_delivery_event_letter", table_name="delivery_event")
    op.drop_index("ix_delivery_event_kind", table_name="delivery_event")
    op.drop_table("delivery_event")
    op.drop_index("ix_account_token_expiry", table_name="account_token")
    op.drop_index("ix_account_token_letter", table_name="account_token")
    op.drop_table("account_token")
    op.drop_table("unsubscribe_token")
    op.drop_index("ix_message_game", table_name="message")
    op.drop_table("message")
    op.drop_index("ix_mail_preference_digest", table_name="mail_preference")
    op.drop_table("mail_preference")
    op.drop_table("mail_standing")
    op.drop_table("mail_cursor")
    op.drop_table("breaker")
    op.execute("UPDATE outbox SET state = 'failed' WHERE state IN ('withheld', 'dropped')")
    with _outbox(_STATES) as outbox:
        outbox.drop_constraint(op.f("uq_outbox_bounce_hash"), type_="unique")
        outbox.drop_column("bounced_at")
        outbox.drop_column("bounce_hash")
        outbox.drop_column("envelope_sender")


def _create_small_index(name: str, table: str, column: str, *, where: str) -> None:
    """An index over a part of a table."""
    part = sa.text(where)
    op.create_index(name, table, [column], unique=False, sqlite_where=part, postgresql_where=part)


@contextmanager
def _outbox(states: str) -> Iterator[BatchOperations]:
    """The table of letters, with the CHECK of its states replaced."""
    with op.batch_alter_table("outbox") as batch:
        batch.drop_constraint(op.f("ck_outbox_state"), type_="check")
        batch.create_check_constraint(op.f("ck_outbox_state"), states)
        yield batch
