"""
The list of players: copies of what it is filtered and ordered by, and players who are not listed.

A job writes the rows of all players that were there before.

Revision ID: 0035
Revises: 0034
"""

import sqlalchemy as sa
from alembic import op
from sqlmodel.sql.sqltypes import AutoString, UTCDateTime

revision = "0035"
down_revision = "0034"
branch_labels = None
depends_on = None

_BYTEWISE = sa.String().with_variant(sa.String(collation="C"), "postgresql")
_IS_ACTIVE = sa.text("is_active")
_IS_DUE = sa.text("is_due")
_INDEXES = (
    ("ix_listed_player_name", ["game", "name_key"], None),
    ("ix_listed_player_active_on", ["game", "active_on", "player_id"], None),
    ("ix_listed_player_rating", ["game", "rating", "player_id"], None),
    ("ix_listed_player_active_name", ["game", "name_key"], _IS_ACTIVE),
    ("ix_listed_player_active_rating", ["game", "rating", "player_id"], _IS_ACTIVE),
    ("ix_listed_player_idle", ["active_on"], _IS_ACTIVE),
)


def upgrade() -> None:
    op.add_column("player", sa.Column("is_unlisted", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.create_table(
        "listed_player",
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("game", AutoString(), nullable=False),
        sa.Column("name_key", _BYTEWISE, nullable=False),
        sa.Column("rating", sa.Float(), nullable=True),
        sa.Column("active_on", sa.Date(), nullable=False),
        sa.Column("is_active", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_listed_player_player_id_player")),
        sa.PrimaryKeyConstraint("player_id", "game", name=op.f("pk_listed_player")),
    )
    for name, columns, where in _INDEXES:
        op.create_index(name, "listed_player", columns, sqlite_where=where, postgresql_where=where)
    op.create_table(
        "name_word",
        sa.Column("word", _BYTEWISE, nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_name_word_player_id_player")),
        sa.PrimaryKeyConstraint("word", "player_id", name=op.f("pk_name_word")),
    )
    op.create_index(op.f("ix_name_word_player_id"), "name_word", ["player_id"])
    op.create_table(
        "seen",
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("at", UTCDateTime(), nullable=True),
        sa.Column("is_due", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_seen_player_id_player")),
        sa.PrimaryKeyConstraint("player_id", name=op.f("pk_seen")),
    )
    op.create_index("ix_seen_due", "seen", ["player_id"], sqlite_where=_IS_DUE, postgresql_where=_IS_DUE)
    op.execute(
        "INSERT INTO seen (player_id, at, is_due) "
        "SELECT id, (SELECT MAX(seen_at) FROM session WHERE session.player_id = player.id), true FROM player"
    )


def downgrade() -> None:
    op.drop_table("seen")
    op.drop_table("name_word")
    op.drop_table("listed_player")
    op.drop_column("player", "is_unlisted")
