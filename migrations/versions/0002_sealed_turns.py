"""Turns that wait sealed, and what binds them once they are played."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op
from sqlmodel.sql.sqltypes import AutoString, UTCDateTime

revision: str = "0002"
down_revision: str | None = "0001"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.create_table(
        "sealed_turn",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game_id", AutoString(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("text", AutoString(), nullable=False),
        sa.Column("nonce", AutoString(), nullable=False),
        sa.Column("door", AutoString(), nullable=False),
        sa.Column("received_at", UTCDateTime(), nullable=False),
        sa.Column("order_key", AutoString(), nullable=True),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_sealed_turn_game_id_game")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_sealed_turn")),
        sa.UniqueConstraint("game_id", "order_key", name=op.f("uq_sealed_turn_game_id_order_key")),
    )
    op.create_index("ix_sealed_turn_turn", "sealed_turn", ["game_id", "number", "seat"], unique=False)
    # Nullable and without a default, so both are added in place and no row is copied.
    op.add_column("turn", sa.Column("secret", AutoString(), nullable=True))
    op.add_column("turn", sa.Column("nonce", AutoString(), nullable=True))


def downgrade() -> None:
    op.drop_column("turn", "nonce")
    op.drop_column("turn", "secret")
    op.drop_index("ix_sealed_turn_turn", table_name="sealed_turn")
    op.drop_table("sealed_turn")
