"""
Forms that came when their player was not signed in any more.

Revision ID: 0007
Revises: 0006
"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op
from sqlmodel.sql.sqltypes import AutoString, UTCDateTime

revision: str = "0007"
down_revision: str | None = "0006"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.create_table(
        "kept_form",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("token_hash", AutoString(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("path", AutoString(), nullable=False),
        sa.Column("fields", AutoString(), nullable=False),
        sa.Column("expires_at", UTCDateTime(), nullable=False),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_kept_form_player_id_player")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_kept_form")),
        sa.UniqueConstraint("token_hash", name=op.f("uq_kept_form_token_hash")),
    )
    op.create_index("ix_kept_form_expires_at", "kept_form", ["expires_at"])
    op.create_index(op.f("ix_kept_form_player_id"), "kept_form", ["player_id"])


def downgrade() -> None:
    op.drop_table("kept_form")
