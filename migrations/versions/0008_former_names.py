"""
Names that players left, which nobody else can have for a while.

Revision ID: 0008
Revises: 0007
"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op
from sqlmodel.sql.sqltypes import AutoString, UTCDateTime

revision: str = "0008"
down_revision: str | None = "0007"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.create_table(
        "former_name",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("name", AutoString(), nullable=False),
        sa.Column("name_key", AutoString(), nullable=False),
        sa.Column("look_key", AutoString(), nullable=False),
        sa.Column("left_at", UTCDateTime(), nullable=False),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_former_name_player_id_player")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_former_name")),
    )
    op.create_index("ix_former_name_left_at", "former_name", ["left_at"])
    op.create_index("ix_former_name_look_key", "former_name", ["look_key"])
    op.create_index("ix_former_name_name_key", "former_name", ["name_key"])
    op.create_index(op.f("ix_former_name_player_id"), "former_name", ["player_id"])


def downgrade() -> None:
    op.drop_table("former_name")
