"""
Changes of mail addresses, which both mailboxes are asked about.

Revision ID: 0010
Revises: 0009
"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op
from sqlmodel.sql.sqltypes import AutoString, UTCDateTime

revision: str = "0010"
down_revision: str | None = "0009"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.create_table(
        "address_change",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("address", AutoString(), nullable=False),
        sa.Column("address_key", AutoString(), nullable=False),
        sa.Column("old_address", AutoString(), nullable=False),
        sa.Column("is_second", sa.Boolean(), nullable=False),
        sa.Column("new_hash", AutoString(), nullable=False),
        sa.Column("old_hash", AutoString(), nullable=False),
        sa.Column("session_id", sa.Integer(), nullable=True),
        sa.Column("admin_id", sa.Integer(), nullable=True),
        sa.Column("reason", AutoString(), nullable=False),
        sa.Column("state", AutoString(), nullable=False),
        sa.Column("asked_at", UTCDateTime(), nullable=False),
        sa.Column("new_confirmed_at", UTCDateTime(), nullable=True),
        sa.Column("old_confirmed_at", UTCDateTime(), nullable=True),
        sa.Column("due_at", UTCDateTime(), nullable=False),
        sa.Column("ended_at", UTCDateTime(), nullable=True),
        sa.CheckConstraint("state IN ('open', 'done', 'stopped', 'expired')", name=op.f("ck_address_change_state")),
        sa.ForeignKeyConstraint(["admin_id"], ["player.id"], name=op.f("fk_address_change_admin_id_player")),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_address_change_player_id_player")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_address_change")),
        sa.UniqueConstraint("new_hash", name=op.f("uq_address_change_new_hash")),
        sa.UniqueConstraint("old_hash", name=op.f("uq_address_change_old_hash")),
    )
    op.create_index("ix_address_change_due", "address_change", ["state", "due_at"])
    op.create_index(op.f("ix_address_change_player_id"), "address_change", ["player_id"])


def downgrade() -> None:
    op.drop_table("address_change")
