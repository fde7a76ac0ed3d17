"""
Following players, games and leagues.

Revision ID: 0036
Revises: 0035
"""

import sqlalchemy as sa
from alembic import op
from sqlmodel.sql.sqltypes import AutoString, UTCDateTime

revision = "0036"
down_revision = "0035"
branch_labels = None
depends_on = None

_KINDS = "kind IN ('begun', 'turn', 'over', 'season-opened', 'season-started', 'season-ended')"
_WAYS = "way IN ('feed', 'digest', 'letter')"
_ONE_THING = (
    "(followed_id IS NOT NULL AND game_id IS NULL AND league_id IS NULL)"
    " OR (followed_id IS NULL AND game_id IS NOT NULL AND league_id IS NULL)"
    " OR (followed_id IS NULL AND game_id IS NULL AND league_id IS NOT NULL)"
)


def upgrade() -> None:
    op.create_table(
        "follow",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("followed_id", sa.Integer(), nullable=True),
        sa.Column("game_id", AutoString(), nullable=True),
        sa.Column("league_id", AutoString(), nullable=True),
        sa.Column("way", AutoString(), nullable=False),
        sa.Column("each_turn", sa.Boolean(), nullable=False, server_default=sa.false()),
        sa.Column("created_at", UTCDateTime(), nullable=False),
        sa.CheckConstraint(_WAYS, name=op.f("ck_follow_way")),
        sa.CheckConstraint(_ONE_THING, name=op.f("ck_follow_one_thing")),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_follow_player_id_player")),
        sa.ForeignKeyConstraint(["followed_id"], ["player.id"], name=op.f("fk_follow_followed_id_player")),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_follow_game_id_game")),
        sa.ForeignKeyConstraint(["league_id"], ["league.id"], name=op.f("fk_follow_league_id_league")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_follow")),
        *(
            sa.UniqueConstraint("player_id", column, name=op.f(f"uq_follow_player_id_{column}"))
            for column in ("followed_id", "game_id", "league_id")
        ),
    )
    for column in ("followed_id", "game_id", "league_id"):
        op.create_index(f"ix_follow_{column}", "follow", [column, "player_id"])
    op.create_table(
        "followed_fact",
        sa.Column("key", AutoString(), nullable=False),
        sa.Column("kind", AutoString(), nullable=False),
        sa.Column("game_id", AutoString(), nullable=True),
        sa.Column("season_id", sa.Integer(), nullable=True),
        sa.Column("turn_number", sa.Integer(), nullable=False),
        sa.Column("at", UTCDateTime(), nullable=False),
        sa.Column("told_to", sa.Integer(), nullable=False),
        sa.CheckConstraint(_KINDS, name=op.f("ck_followed_fact_kind")),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_followed_fact_game_id_game")),
        sa.ForeignKeyConstraint(["season_id"], ["season.id"], name=op.f("fk_followed_fact_season_id_season")),
        sa.PrimaryKeyConstraint("key", name=op.f("pk_followed_fact")),
    )
    op.create_index(op.f("ix_followed_fact_at"), "followed_fact", ["at"])
    op.create_table(
        "follow_news",
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("fact", AutoString(), nullable=False),
        sa.Column("kind", AutoString(), nullable=False),
        sa.Column("way", AutoString(), nullable=False),
        sa.Column("game_id", AutoString(), nullable=True),
        sa.Column("season_id", sa.Integer(), nullable=True),
        sa.Column("turn_number", sa.Integer(), nullable=False),
        sa.Column("at", UTCDateTime(), nullable=False),
        sa.Column("told_at", UTCDateTime(), nullable=False),
        sa.CheckConstraint(_KINDS, name=op.f("ck_follow_news_kind")),
        sa.CheckConstraint(_WAYS, name=op.f("ck_follow_news_way")),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_follow_news_player_id_player")),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_follow_news_game_id_game")),
        sa.ForeignKeyConstraint(["season_id"], ["season.id"], name=op.f("fk_follow_news_season_id_season")),
        sa.PrimaryKeyConstraint("player_id", "fact", name=op.f("pk_follow_news")),
    )
    op.create_index("ix_follow_news_latest", "follow_news", ["player_id", "told_at"])
    op.create_index("ix_follow_news_told_at", "follow_news", ["told_at"])
    op.add_column("mail_preference", sa.Column("follows", sa.Boolean(), nullable=False, server_default=sa.true()))


def downgrade() -> None:
    op.drop_column("mail_preference", "follows")
    op.drop_table("follow_news")
    op.drop_table("followed_fact")
    op.drop_table("follow")
