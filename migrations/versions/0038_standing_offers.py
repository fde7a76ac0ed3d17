"""
Standing offers, and when the offers of a player wait.

Revision ID: 0038
Revises: 0037
"""

import sqlalchemy as sa
from alembic import op
from sqlmodel.sql.sqltypes import UTCDateTime

revision = "0038"
down_revision = "0037"
branch_labels = None
depends_on = None

_STANDS = sa.text("ended_at IS NULL")


def upgrade() -> None:
    op.create_table(
        "standing_offer",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.Column("created_at", UTCDateTime(), nullable=False),
        sa.Column("expires_at", UTCDateTime(), nullable=False),
        sa.Column("ended_at", UTCDateTime(), nullable=True),
        sa.CheckConstraint("games > 0", name=op.f("ck_standing_offer_games")),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_standing_offer_player_id_player")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_standing_offer")),
    )
    op.create_index(op.f("ix_standing_offer_player_id"), "standing_offer", ["player_id"])
    op.create_index(
        "ix_standing_offer_standing", "standing_offer", ["id"], sqlite_where=_STANDS, postgresql_where=_STANDS
    )
    # With their references and checks, so that SQLite need not make the tables anew.
    for column, table in (("standing_id", "standing_offer"), ("not_again_id", "player")):
        op.execute(
            f"ALTER TABLE offer ADD COLUMN {column} INTEGER "
            f"CONSTRAINT fk_offer_{column}_{table} REFERENCES {table} (id)"
        )
    op.create_index(op.f("ix_offer_standing_id"), "offer", ["standing_id"])
    op.add_column("player", sa.Column("most_games", sa.Integer(), nullable=True))
    op.execute(
        "ALTER TABLE player ADD COLUMN offers_paused VARCHAR DEFAULT '' NOT NULL "
        "CONSTRAINT ck_player_offers_paused CHECK (offers_paused IN ('', 'leave', 'limit', 'silent'))"
    )


def downgrade() -> None:
    op.drop_column("player", "offers_paused")  # Its check goes with it.
    op.drop_column("player", "most_games")
    op.drop_index(op.f("ix_offer_standing_id"), table_name="offer")
    with op.batch_alter_table("offer") as rows:
        for column, table in (("not_again_id", "player"), ("standing_id", "standing_offer")):
            # On SQLite the reference, which stands with its column, goes with it and is not known by its name.
            if op.get_bind().dialect.name == "postgresql":
                rows.drop_constraint(op.f(f"fk_offer_{column}_{table}"), type_="foreignkey")
            rows.drop_column(column)
    op.drop_table("standing_offer")
