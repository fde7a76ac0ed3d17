"""What fair clocks need: terms of games, rest days, leaves, outages, frozen games, and why a clock was changed."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op
from sqlmodel.sql.sqltypes import AutoString, UTCDateTime

revision: str = "0004"
down_revision: str | None = "0003"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

_LATE = "late IN ('lose', 'claim')"
_KINDS = "kind IN ('taken', 'automatic')"
_IN_PLAY = "held_until IS NULL AND lapsed_at IS NULL AND due_at IS NOT NULL"


def upgrade() -> None:
    # Code of the version before knows nothing of what is added to its tables, so that has defaults or may be empty.
    for table in ("challenge", "game"):
        op.add_column(table, sa.Column("weekends_off", sa.Boolean(), nullable=False, server_default=sa.false()))
        op.add_column(table, sa.Column("allows_leave", sa.Boolean(), nullable=False, server_default=sa.true()))
        # In words that both databases know: only so SQLite need not make the table anew for the check.
        op.execute(
            f"ALTER TABLE {table} ADD COLUMN late VARCHAR DEFAULT 'lose' NOT NULL "
            f"CONSTRAINT ck_{table}_late CHECK ({_LATE})"
        )
    op.add_column("game", sa.Column("frozen_at", UTCDateTime(), nullable=True))
    op.add_column("game", sa.Column("frozen_for", AutoString(), nullable=False, server_default=sa.text("''")))
    op.add_column("game", sa.Column("warned_at", UTCDateTime(), nullable=True))
    _create_small_index("ix_game_frozen", "game", "frozen_at", where="frozen_at IS NOT NULL")
    _create_small_index("ix_game_untimed", "game", "changed_at", where="pace = 'untimed' AND state = 'running'")
    # With the id, so that pages of games are cut from the index alone.
    op.drop_index("ix_game_state", table_name="game")
    op.create_index("ix_game_state", "game", ["state", "changed_at", "id"], unique=False)
    op.add_column("game_seat", sa.Column("rest_days", AutoString(), nullable=False, server_default=sa.text("''")))
    op.add_column("game_seat", sa.Column("rest_zone", AutoString(), nullable=False, server_default=sa.text("''")))
    op.add_column("game_seat", sa.Column("lapsed_at", UTCDateTime(), nullable=True))
    op.add_column("game_seat", sa.Column("reminded", sa.Integer(), nullable=True))
    op.drop_index("ix_game_seat_due", table_name="game_seat")
    _create_small_index("ix_game_seat_due", "game_seat", "due_at", where=_IN_PLAY)
    _create_small_index("ix_game_seat_held", "game_seat", "held_until", where="held_until IS NOT NULL")
    op.add_column("game_event", sa.Column("amount_ms", sa.BigInteger(), nullable=True))
    op.add_column("game_event", sa.Column("until", UTCDateTime(), nullable=True))
    op.add_column("game_event", sa.Column("reason", AutoString(), nullable=False, server_default=sa.text("''")))
    op.add_column("game_event", sa.Column("order_key", AutoString(), nullable=True))
    op.execute(
        "ALTER TABLE game_event ADD COLUMN by_player_id INTEGER "
        "CONSTRAINT fk_game_event_by_player_id_player REFERENCES player (id)"
    )
    op.create_index("uq_game_event_order", "game_event", ["game_id", "order_key"], unique=True)
    for queue in ("inbox", "outbox"):
        _create_small_index(f"ix_{queue}_lease", queue, "lease_owner", where="lease_owner IS NOT NULL")
    _create_tables()


def _create_tables() -> None:
    op.create_table(
        "leave",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("kind", AutoString(), nullable=False),
        sa.Column("begins_at", UTCDateTime(), nullable=False),
        sa.Column("ends_at", UTCDateTime(), nullable=False),
        sa.Column("days", sa.Integer(), nullable=False),
        sa.Column("booked_at", UTCDateTime(), nullable=False),
        sa.Column("order_key", AutoString(), nullable=True),
        sa.CheckConstraint(_KINDS, name=op.f("ck_leave_kind")),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_leave_player_id_player")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_leave")),
        sa.UniqueConstraint("player_id", "order_key", name=op.f("uq_leave_player_id_order_key")),
    )
    op.create_index("ix_leave_player", "leave", ["player_id", "ends_at"], unique=False)
    op.create_table(
        "clock_preference",
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("reminder_hours", AutoString(), nullable=False),
        sa.Column("automatic_leave", sa.Boolean(), nullable=False),
        sa.Column("rest_days", AutoString(), nullable=False),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_clock_preference_player_id_player")),
        sa.PrimaryKeyConstraint("player_id", name=op.f("pk_clock_preference")),
    )
    op.create_table(
        "outage",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("began_at", UTCDateTime(), nullable=False),
        sa.Column("ended_at", UTCDateTime(), nullable=True),
        sa.Column("settled_at", UTCDateTime(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_outage")),
        sa.UniqueConstraint("began_at", name=op.f("uq_outage_began_at")),
    )
    op.create_table(
        "feed_token",
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("serial", sa.Integer(), nullable=False),
        sa.Column("token_hash", AutoString(), nullable=False),
        sa.Column("created_at", UTCDateTime(), nullable=False),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_feed_token_player_id_player")),
        sa.PrimaryKeyConstraint("player_id", name=op.f("pk_feed_token")),
        sa.UniqueConstraint("token_hash", name=op.f("uq_feed_token_token_hash")),
    )


def downgrade() -> None:
    op.drop_table("feed_token")
    op.drop_table("outage")
    op.drop_table("clock_preference")
    op.drop_index("ix_leave_player", table_name="leave")
    op.drop_table("leave")
    for queue in ("outbox", "inbox"):
        op.drop_index(f"ix_{queue}_lease", table_name=queue)
    op.drop_index("uq_game_event_order", table_name="game_event")
    with op.batch_alter_table("game_event") as events:
        events.drop_constraint(op.f("fk_game_event_by_player_id_player"), type_="foreignkey")
        for column in ("by_player_id", "order_key", "reason", "until", "amount_ms"):
            events.drop_column(column)
    op.drop_index("ix_game_seat_held", table_name="game_seat")
    op.drop_index("ix_game_seat_due", table_name="game_seat")
    op.create_index("ix_game_seat_due", "game_seat", ["due_at"], unique=False)
    for column in ("reminded", "lapsed_at", "rest_zone", "rest_days"):
        op.drop_column("game_seat", column)
    op.drop_index("ix_game_state", table_name="game")
    op.create_index("ix_game_state", "game", ["state", "changed_at"], unique=False)
    op.drop_index("ix_game_untimed", table_name="game")
    op.drop_index("ix_game_frozen", table_name="game")
    for column in ("warned_at", "frozen_for", "frozen_at"):
        op.drop_column("game", column)
    for table in ("game", "challenge"):
        with op.batch_alter_table(table) as changed:
            changed.drop_constraint(op.f(f"ck_{table}_late"), type_="check")
            for column in ("late", "allows_leave", "weekends_off"):
                changed.drop_column(column)


def _create_small_index(name: str, table: str, column: str, *, where: str) -> None:
    """An index over a part of a table."""
    part = sa.text(where)
    op.create_index(name, table, [column], unique=False, sqlite_where=part, postgresql_where=part)
