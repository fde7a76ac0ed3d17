"""
Links: offers that only who has their address can see, with their takers, and letters that take one when confirmed.

Revision ID: 0031
Revises: 0030
"""

import sqlalchemy as sa
from alembic import op
from sqlmodel.sql.sqltypes import AutoString, UTCDateTime

revision = "0031"
down_revision = "0030"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("offer", sa.Column("link_hash", AutoString(), nullable=True))
    op.add_column("offer", sa.Column("seats", sa.Integer(), nullable=False, server_default=sa.text("1")))
    op.add_column("offer", sa.Column("taken", sa.Integer(), nullable=False, server_default=sa.text("0")))
    op.create_index("ix_offer_link_hash", "offer", ["link_hash"], unique=True)
    op.create_table(
        "link_taker",
        sa.Column("offer_id", AutoString(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("game_id", AutoString(), nullable=False),
        sa.Column("taken_at", UTCDateTime(), nullable=False),
        sa.ForeignKeyConstraint(["offer_id"], ["offer.id"], name=op.f("fk_link_taker_offer_id_offer")),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_link_taker_player_id_player")),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_link_taker_game_id_game")),
        sa.PrimaryKeyConstraint("offer_id", "player_id", name=op.f("pk_link_taker")),
    )
    # With its reference, so that SQLite need not make the table anew.
    op.execute(
        "ALTER TABLE sign_in ADD COLUMN offer_id VARCHAR CONSTRAINT fk_sign_in_offer_id_offer REFERENCES offer (id)"
    )


def downgrade() -> None:
    with op.batch_alter_table("sign_in") as rows:
        # On SQLite the reference, which stands with its column, goes with it and is not known by its name.
        if op.get_bind().dialect.name == "postgresql":
            rows.drop_constraint(op.f("fk_sign_in_offer_id_offer"), type_="foreignkey")
        rows.drop_column("offer_id")
    op.drop_table("link_taker")
    op.drop_index("ix_offer_link_hash", table_name="offer")
    for column in ("taken", "seats", "link_hash"):
        op.drop_column("offer", column)
