"""
Blocks: whom players want no dealings with, and whose challenges they take.

Revision ID: 0033
Revises: 0032
"""

import sqlalchemy as sa
from alembic import op
from sqlmodel.sql.sqltypes import AutoString, UTCDateTime

revision = "0033"
down_revision = "0032"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "block",
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("blocked_id", sa.Integer(), nullable=False),
        sa.Column("game_id", AutoString(), nullable=False),
        sa.Column("kind", AutoString(), nullable=False),
        sa.Column("created_at", UTCDateTime(), nullable=False),
        sa.CheckConstraint("kind IN ('block', 'mute')", name=op.f("ck_block_kind")),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_block_player_id_player")),
        sa.ForeignKeyConstraint(["blocked_id"], ["player.id"], name=op.f("fk_block_blocked_id_player")),
        sa.PrimaryKeyConstraint("player_id", "blocked_id", "game_id", name=op.f("pk_block")),
    )
    op.create_index("ix_block_blocked_id", "block", ["blocked_id"])
    op.add_column("challenge", sa.Column("is_withheld", sa.Boolean(), server_default=sa.false(), nullable=False))
    # In words that both databases know: only so SQLite need not make the table anew for the check.
    op.execute(
        "ALTER TABLE player ADD COLUMN challenges_from VARCHAR DEFAULT 'all' NOT NULL "
        "CONSTRAINT ck_player_challenges_from CHECK (challenges_from IN ('all', 'played', 'none'))"
    )


def downgrade() -> None:
    op.drop_column("player", "challenges_from")  # Its check goes with it.
    op.drop_column("challenge", "is_withheld")
    op.drop_table("block")
