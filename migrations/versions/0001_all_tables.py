"""All tables of the first version."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op
from sqlmodel.sql.sqltypes import AutoString, UTCDateTime

revision: str = "0001"
down_revision: str | None = None
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.create_table(
        "game",
        sa.Column("id", AutoString(), nullable=False),
        sa.Column("ruleset", AutoString(), nullable=False),
        sa.Column("options", sa.JSON(), nullable=False),
        sa.Column("pace", AutoString(), nullable=False),
        sa.Column("turn_number", sa.Integer(), nullable=False),
        sa.Column("position", AutoString(), nullable=False),
        sa.Column("last_squares", AutoString(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("state", AutoString(), nullable=False),
        sa.Column("winner", sa.Integer(), nullable=True),
        sa.Column("reason", AutoString(), nullable=False),
        sa.Column("draw_offer", sa.Integer(), nullable=True),
        sa.Column("created_at", UTCDateTime(), nullable=False),
        sa.Column("changed_at", UTCDateTime(), nullable=False),
        sa.Column("ended_at", UTCDateTime(), nullable=True),
        sa.CheckConstraint("state IN ('running', 'over')", name=op.f("ck_game_state")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_game")),
    )
    op.create_index("ix_game_state", "game", ["state", "changed_at"], unique=False)

    op.create_table(
        "player",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", AutoString(), nullable=False),
        sa.Column("name_key", AutoString(), nullable=False),
        sa.Column("look_key", AutoString(), nullable=False),
        sa.Column("zone", AutoString(), nullable=False),
        sa.Column("created_at", UTCDateTime(), nullable=False),
        sa.Column("is_demo", sa.Boolean(), nullable=False),
        sa.Column("closed_at", UTCDateTime(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_player")),
        sa.UniqueConstraint("look_key", name=op.f("uq_player_look_key")),
        sa.UniqueConstraint("name_key", name=op.f("uq_player_name_key")),
    )
    op.create_table(
        "pulse",
        sa.Column("loop", AutoString(), nullable=False),
        sa.Column("owner", AutoString(), nullable=False),
        sa.Column("at", UTCDateTime(), nullable=False),
        sa.PrimaryKeyConstraint("loop", "owner", name=op.f("pk_pulse")),
    )
    op.create_table(
        "rate_count",
        sa.Column("key", AutoString(), nullable=False),
        sa.Column("window_at", UTCDateTime(), nullable=False),
        sa.Column("count", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("key", "window_at", name=op.f("pk_rate_count")),
    )
    op.create_index("ix_rate_count_window_at", "rate_count", ["window_at"], unique=False)

    op.create_table(
        "setting",
        sa.Column("name", AutoString(), nullable=False),
        sa.Column("value", AutoString(), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_setting")),
    )
    op.create_table(
        "challenge",
        sa.Column("id", AutoString(), nullable=False),
        sa.Column("challenger_id", sa.Integer(), nullable=False),
        sa.Column("opponent_id", sa.Integer(), nullable=True),
        sa.Column("address", AutoString(), nullable=True),
        sa.Column("address_key", AutoString(), nullable=True),
        sa.Column("invitation_hash", AutoString(), nullable=True),
        sa.Column("ruleset", AutoString(), nullable=False),
        sa.Column("options", sa.JSON(), nullable=False),
        sa.Column("pace", AutoString(), nullable=False),
        sa.Column("seat_wish", AutoString(), nullable=False),
        sa.Column("message", AutoString(), nullable=False),
        sa.Column("state", AutoString(), nullable=False),
        sa.Column("order_key", AutoString(), nullable=True),
        sa.Column("created_at", UTCDateTime(), nullable=False),
        sa.Column("expires_at", UTCDateTime(), nullable=False),
        sa.Column("answered_at", UTCDateTime(), nullable=True),
        sa.Column("game_id", AutoString(), nullable=True),
        sa.CheckConstraint(
            "(opponent_id IS NULL) <> (address_key IS NULL) OR state <> 'open'", name=op.f("ck_challenge_to_one")
        ),
        sa.CheckConstraint("seat_wish IN ('first', 'second', 'either')", name=op.f("ck_challenge_seat_wish")),
        sa.CheckConstraint(
            "state IN ('open', 'accepted', 'declined', 'withdrawn', 'expired')", name=op.f("ck_challenge_state")
        ),
        sa.ForeignKeyConstraint(["challenger_id"], ["player.id"], name=op.f("fk_challenge_challenger_id_player")),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_challenge_game_id_game")),
        sa.ForeignKeyConstraint(["opponent_id"], ["player.id"], name=op.f("fk_challenge_opponent_id_player")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_challenge")),
        sa.UniqueConstraint("challenger_id", "order_key", name=op.f("uq_challenge_challenger_id_order_key")),
        sa.UniqueConstraint("invitation_hash", name=op.f("uq_challenge_invitation_hash")),
    )
    op.create_index("ix_challenge_address_key", "challenge", ["address_key"], unique=False)
    op.create_index("ix_challenge_challenger_id", "challenge", ["challenger_id"], unique=False)
    op.create_index("ix_challenge_expiry", "challenge", ["state", "expires_at"], unique=False)
    op.create_index("ix_challenge_opponent_id", "challenge", ["opponent_id"], unique=False)

    op.create_table(
        "game_event",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game_id", AutoString(), nullable=False),
        sa.Column("turn_number", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=True),
        sa.Column("kind", AutoString(), nullable=False),
        sa.Column("at", UTCDateTime(), nullable=False),
        sa.Column("door", AutoString(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_game_event_game_id_game")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_game_event")),
    )
    op.create_index("ix_game_event_game", "game_event", ["game_id", "id"], unique=False)

    op.create_table(
        "game_seat",
        sa.Column("game_id", AutoString(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("bank_ms", sa.BigInteger(), nullable=False),
        sa.Column("since", UTCDateTime(), nullable=True),
        sa.Column("due_at", UTCDateTime(), nullable=True),
        sa.Column("remind_at", UTCDateTime(), nullable=True),
        sa.Column("held_until", UTCDateTime(), nullable=True),
        sa.Column("offered_at_turn", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_game_seat_game_id_game")),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_game_seat_player_id_player")),
        sa.PrimaryKeyConstraint("game_id", "seat", name=op.f("pk_game_seat")),
    )
    op.create_index("ix_game_seat_due", "game_seat", ["due_at"], unique=False)
    op.create_index("ix_game_seat_player", "game_seat", ["player_id", "due_at"], unique=False)
    op.create_index("ix_game_seat_remind", "game_seat", ["remind_at"], unique=False)

    op.create_table(
        "inbox",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("source", AutoString(), nullable=False),
        sa.Column("sender", AutoString(), nullable=False),
        sa.Column("recipient", AutoString(), nullable=False),
        sa.Column("raw", sa.LargeBinary(), nullable=True),
        sa.Column("raw_hash", AutoString(), nullable=False),
        sa.Column("received_at", UTCDateTime(), nullable=False),
        sa.Column("state", AutoString(), nullable=False),
        sa.Column("try_at", UTCDateTime(), nullable=False),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("lease_until", UTCDateTime(), nullable=True),
        sa.Column("lease_owner", AutoString(), nullable=True),
        sa.Column("dedupe_key", AutoString(), nullable=True),
        sa.Column("player_id", sa.Integer(), nullable=True),
        sa.Column("game_id", AutoString(), nullable=True),
        sa.Column("reason", AutoString(), nullable=False),
        sa.Column("new_text", AutoString(), nullable=False),
        sa.Column("understood_at", UTCDateTime(), nullable=True),
        sa.CheckConstraint("state IN ('new', 'done', 'parked')", name=op.f("ck_inbox_state")),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_inbox_game_id_game")),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_inbox_player_id_player")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_inbox")),
        sa.UniqueConstraint("dedupe_key", name=op.f("uq_inbox_dedupe_key")),
    )
    op.create_index("ix_inbox_player_id", "inbox", ["player_id"], unique=False)
    op.create_index("ix_inbox_waiting", "inbox", ["state", "try_at"], unique=False)

    op.create_table(
        "mail_address",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("address", AutoString(), nullable=False),
        sa.Column("address_key", AutoString(), nullable=False),
        sa.Column("is_main", sa.Boolean(), nullable=False),
        sa.Column("verified_at", UTCDateTime(), nullable=False),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_mail_address_player_id_player")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_mail_address")),
        sa.UniqueConstraint("address_key", name=op.f("uq_mail_address_address_key")),
    )
    op.create_index("ix_mail_address_player_id", "mail_address", ["player_id"], unique=False)

    op.create_table(
        "outbox",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("key", AutoString(), nullable=False),
        sa.Column("kind", AutoString(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=True),
        sa.Column("address", AutoString(), nullable=True),
        sa.Column("game_id", AutoString(), nullable=True),
        sa.Column("turn_number", sa.Integer(), nullable=True),
        sa.Column("facts", sa.JSON(), nullable=False),
        sa.Column("state", AutoString(), nullable=False),
        sa.Column("created_at", UTCDateTime(), nullable=False),
        sa.Column("try_at", UTCDateTime(), nullable=False),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("lease_until", UTCDateTime(), nullable=True),
        sa.Column("lease_owner", AutoString(), nullable=True),
        sa.Column("message_id", AutoString(), nullable=True),
        sa.Column("recipient", AutoString(), nullable=True),
        sa.Column("message", sa.LargeBinary(), nullable=True),
        sa.Column("sent_at", UTCDateTime(), nullable=True),
        sa.Column("fault", AutoString(), nullable=False),
        sa.CheckConstraint("state IN ('waiting', 'sent', 'obsolete', 'failed')", name=op.f("ck_outbox_state")),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_outbox_game_id_game")),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_outbox_player_id_player")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_outbox")),
        sa.UniqueConstraint("key", name=op.f("uq_outbox_key")),
    )
    op.create_index("ix_outbox_game", "outbox", ["game_id", "state"], unique=False)
    op.create_index("ix_outbox_player_id", "outbox", ["player_id"], unique=False)
    op.create_index("ix_outbox_waiting", "outbox", ["state", "try_at"], unique=False)

    op.create_table(
        "reply_token",
        sa.Column("token_hash", AutoString(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("game_id", AutoString(), nullable=False),
        sa.Column("turn_number", sa.Integer(), nullable=False),
        sa.Column("created_at", UTCDateTime(), nullable=False),
        sa.Column("expires_at", UTCDateTime(), nullable=False),
        sa.Column("revoked_at", UTCDateTime(), nullable=True),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_reply_token_game_id_game")),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_reply_token_player_id_player")),
        sa.PrimaryKeyConstraint("token_hash", name=op.f("pk_reply_token")),
    )
    op.create_index("ix_reply_token_game", "reply_token", ["game_id", "player_id"], unique=False)

    op.create_table(
        "session",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("token_hash", AutoString(), nullable=False),
        sa.Column("agent", AutoString(), nullable=False),
        sa.Column("created_at", UTCDateTime(), nullable=False),
        sa.Column("seen_at", UTCDateTime(), nullable=False),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_session_player_id_player")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_session")),
        sa.UniqueConstraint("token_hash", name=op.f("uq_session_token_hash")),
    )
    op.create_index("ix_session_player_id", "session", ["player_id"], unique=False)

    op.create_table(
        "sign_in",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("purpose", AutoString(), nullable=False),
        sa.Column("address", AutoString(), nullable=False),
        sa.Column("address_key", AutoString(), nullable=False),
        sa.Column("name", AutoString(), nullable=False),
        sa.Column("zone", AutoString(), nullable=False),
        sa.Column("link_hash", AutoString(), nullable=False),
        sa.Column("code_hash", AutoString(), nullable=False),
        sa.Column("browser_hash", AutoString(), nullable=False),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("created_at", UTCDateTime(), nullable=False),
        sa.Column("expires_at", UTCDateTime(), nullable=False),
        sa.Column("used_at", UTCDateTime(), nullable=True),
        sa.CheckConstraint("purpose IN ('sign-in', 'sign-up')", name=op.f("ck_sign_in_purpose")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_sign_in")),
        sa.UniqueConstraint("link_hash", name=op.f("uq_sign_in_link_hash")),
    )
    op.create_index("ix_sign_in_address_key", "sign_in", ["address_key"], unique=False)
    op.create_index("ix_sign_in_browser_hash", "sign_in", ["browser_hash"], unique=False)

    op.create_table(
        "turn",
        sa.Column("game_id", AutoString(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("text", AutoString(), nullable=False),
        sa.Column("door", AutoString(), nullable=False),
        sa.Column("received_at", UTCDateTime(), nullable=False),
        sa.Column("order_key", AutoString(), nullable=True),
        sa.Column("repeat_key", AutoString(), nullable=True),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_turn_game_id_game")),
        sa.PrimaryKeyConstraint("game_id", "number", "seat", name=op.f("pk_turn")),
        sa.UniqueConstraint("game_id", "order_key", name=op.f("uq_turn_game_id_order_key")),
    )
    op.create_index("ix_turn_repeat", "turn", ["game_id", "repeat_key"], unique=False)


def downgrade() -> None:
    op.drop_index("ix_turn_repeat", table_name="turn")

    op.drop_table("turn")
    op.drop_index("ix_sign_in_browser_hash", table_name="sign_in")
    op.drop_index("ix_sign_in_address_key", table_name="sign_in")

    op.drop_table("sign_in")
    op.drop_index("ix_session_player_id", table_name="session")

    op.drop_table("session")
    op.drop_index("ix_reply_token_game", table_name="reply_token")

    op.drop_table("reply_token")
    op.drop_index("ix_outbox_waiting", table_name="outbox")
    op.drop_index("ix_outbox_player_id", table_name="outbox")
    op.drop_index("ix_outbox_game", table_name="outbox")

    op.drop_table("outbox")
    op.drop_index("ix_mail_address_player_id", table_name="mail_address")

    op.drop_table("mail_address")
    op.drop_index("ix_inbox_waiting", table_name="inbox")
    op.drop_index("ix_inbox_player_id", table_name="inbox")

    op.drop_table("inbox")
    op.drop_index("ix_game_seat_remind", table_name="game_seat")
    op.drop_index("ix_game_seat_player", table_name="game_seat")
    op.drop_index("ix_game_seat_due", table_name="game_seat")

    op.drop_table("game_seat")
    op.drop_index("ix_game_event_game", table_name="game_event")

    op.drop_table("game_event")
    op.drop_index("ix_challenge_opponent_id", table_name="challenge")
    op.drop_index("ix_challenge_expiry", table_name="challenge")
    op.drop_index("ix_challenge_challenger_id", table_name="challenge")
    op.drop_index("ix_challenge_address_key", table_name="challenge")

    op.drop_table("challenge")
    op.drop_table("setting")
    op.drop_index("ix_rate_count_window_at", table_name="rate_count")

    op.drop_table("rate_count")
    op.drop_table("pulse")
    op.drop_table("player")
    op.drop_index("ix_game_state", table_name="game")

    op.drop_table("game")
