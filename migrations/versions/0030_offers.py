"""
Open offers: games that somebody proposes to anybody.

Revision ID: 0030
Revises: 0029
"""

import sqlalchemy as sa
from alembic import op
from sqlmodel.sql.sqltypes import AutoString, UTCDateTime

revision = "0030"
down_revision = "0029"
branch_labels = None
depends_on = None

_IS_OPEN = sa.text("state = 'open'")
_INDEXES = (
    ("ix_offer_open", ["created_at", "id"]),
    ("ix_offer_open_of_game", ["ruleset", "created_at", "id"]),
    ("ix_offer_expiry", ["expires_at"]),
)


def upgrade() -> None:
    op.create_table(
        "offer",
        sa.Column("id", AutoString(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("ruleset", AutoString(), nullable=False),
        sa.Column("options", sa.JSON(), nullable=False),
        sa.Column("pace", AutoString(), nullable=False),
        sa.Column("weekends_off", sa.Boolean(), nullable=False),
        sa.Column("late", AutoString(), nullable=False),
        sa.Column("allows_leave", sa.Boolean(), nullable=False),
        sa.Column("is_rated", sa.Boolean(), nullable=False),
        sa.Column("seat_wish", AutoString(), nullable=False),
        sa.Column("message", AutoString(), nullable=False),
        sa.Column("lowest_rating", sa.Integer(), nullable=True),
        sa.Column("highest_rating", sa.Integer(), nullable=True),
        sa.Column("lowest_reliability", sa.Integer(), nullable=True),
        sa.Column("known_only", sa.Boolean(), nullable=False),
        sa.Column("one_at_a_time", sa.Boolean(), nullable=False),
        sa.Column("state", AutoString(), nullable=False),
        sa.Column("order_key", AutoString(), nullable=True),
        sa.Column("created_at", UTCDateTime(), nullable=False),
        sa.Column("expires_at", UTCDateTime(), nullable=False),
        sa.Column("ended_at", UTCDateTime(), nullable=True),
        sa.Column("taker_id", sa.Integer(), nullable=True),
        sa.Column("game_id", AutoString(), nullable=True),
        sa.CheckConstraint("state IN ('open', 'taken', 'withdrawn', 'expired')", name=op.f("ck_offer_state")),
        sa.CheckConstraint("seat_wish IN ('first', 'second', 'either')", name=op.f("ck_offer_seat_wish")),
        sa.CheckConstraint("late IN ('lose', 'claim')", name=op.f("ck_offer_late")),
        sa.CheckConstraint("(taker_id IS NULL) = (game_id IS NULL)", name=op.f("ck_offer_taken_by")),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_offer_player_id_player")),
        sa.ForeignKeyConstraint(["taker_id"], ["player.id"], name=op.f("fk_offer_taker_id_player")),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_offer_game_id_game")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_offer")),
        sa.UniqueConstraint("player_id", "order_key", name=op.f("uq_offer_player_id_order_key")),
    )
    op.create_index(op.f("ix_offer_player_id"), "offer", ["player_id"], unique=False)
    for name, columns in _INDEXES:
        op.create_index(name, "offer", columns, unique=False, sqlite_where=_IS_OPEN, postgresql_where=_IS_OPEN)


def downgrade() -> None:
    op.drop_table("offer")
