"""
Who was asked to play, by whom, and what they answered; and what players let organisers do.

Revision ID: 0015
Revises: 0014
"""

import sqlalchemy as sa
from alembic import op
from sqlmodel.sql.sqltypes import AutoString, UTCDateTime

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "season_ask",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("season_id", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("entry_id", sa.Integer(), nullable=True),
        sa.Column("replaced_id", sa.Integer(), nullable=True),
        sa.Column("by_player_id", sa.Integer(), nullable=True),
        sa.Column("asked_at", UTCDateTime(), nullable=False),
        sa.Column("planned_tier", sa.Integer(), nullable=True),
        sa.Column("reason", AutoString(), nullable=False),
        sa.Column("answer", AutoString(), nullable=True),
        sa.Column("answered_at", UTCDateTime(), nullable=True),
        sa.CheckConstraint("answer IN ('yes', 'no')", name=op.f("ck_season_ask_answer")),
        sa.ForeignKeyConstraint(["season_id"], ["season.id"], name=op.f("fk_season_ask_season_id_season")),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_season_ask_player_id_player")),
        sa.ForeignKeyConstraint(["entry_id"], ["entry.id"], name=op.f("fk_season_ask_entry_id_entry")),
        sa.ForeignKeyConstraint(["replaced_id"], ["player.id"], name=op.f("fk_season_ask_replaced_id_player")),
        sa.ForeignKeyConstraint(["by_player_id"], ["player.id"], name=op.f("fk_season_ask_by_player_id_player")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_season_ask")),
    )
    op.create_index("ix_season_ask_season", "season_ask", ["season_id", "player_id"], unique=False)
    op.create_index("ix_season_ask_player", "season_ask", ["player_id", "asked_at"], unique=False)
    op.create_table(
        "ask_refusal",
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("organiser_id", sa.Integer(), nullable=False),
        sa.Column("since", UTCDateTime(), nullable=False),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_ask_refusal_player_id_player")),
        sa.ForeignKeyConstraint(["organiser_id"], ["player.id"], name=op.f("fk_ask_refusal_organiser_id_player")),
        sa.PrimaryKeyConstraint("player_id", "organiser_id", name=op.f("pk_ask_refusal")),
    )
    op.create_table(
        "standing_yes",
        sa.Column("league_id", AutoString(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("since", UTCDateTime(), nullable=False),
        sa.ForeignKeyConstraint(["league_id"], ["league.id"], name=op.f("fk_standing_yes_league_id_league")),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_standing_yes_player_id_player")),
        sa.PrimaryKeyConstraint("league_id", "player_id", name=op.f("pk_standing_yes")),
    )
    _keep_asks()


def downgrade() -> None:
    op.drop_table("standing_yes")
    op.drop_table("ask_refusal")
    op.drop_index("ix_season_ask_player", table_name="season_ask")
    op.drop_index("ix_season_ask_season", table_name="season_ask")
    op.drop_table("season_ask")


def _keep_asks() -> None:
    """Let those stay asked who were, for seasons that have not begun: until now that stood in journals alone."""
    connection = op.get_bind()
    event = sa.table(
        "league_event",
        sa.column("season_id", sa.Integer),
        sa.column("by_player_id", sa.Integer),
        sa.column("at", UTCDateTime),
        sa.column("kind", sa.String),
        sa.column("facts", sa.JSON),
    )
    season = sa.table("season", sa.column("id", sa.Integer), sa.column("state", sa.String))
    ask = sa.table(
        "season_ask",
        sa.column("season_id", sa.Integer),
        sa.column("player_id", sa.Integer),
        sa.column("by_player_id", sa.Integer),
        sa.column("asked_at", UTCDateTime),
        sa.column("reason", sa.String),
    )
    asked = sa.select(event).join(season, season.c.id == event.c.season_id)
    found = connection.execute(asked.where(event.c.kind == "asked", season.c.state == "sign-up")).all()
    rows = [
        {
            "season_id": row.season_id,
            "player_id": player_id,
            "by_player_id": row.by_player_id,
            "asked_at": row.at,
            "reason": "",
        }
        for row in found
        for player_id in row.facts["player_ids"]
    ]
    if rows:
        connection.execute(sa.insert(ask), rows)
