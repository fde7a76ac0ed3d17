"""
Reports of players, what administrators do about them, and messages that they hid.

Revision ID: 0037
Revises: 0036
"""

import sqlalchemy as sa
from alembic import op
from sqlmodel.sql.sqltypes import AutoString, UTCDateTime

revision = "0037"
down_revision = "0036"
branch_labels = None
depends_on = None

_IS_OPEN = sa.text("settled_at IS NULL")


def upgrade() -> None:
    op.create_table(
        "report",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("by_player_id", sa.Integer(), nullable=False),
        sa.Column("about_id", sa.Integer(), nullable=False),
        sa.Column("game_id", AutoString(), nullable=True),
        sa.Column("last_message_id", sa.Integer(), nullable=True),
        sa.Column("evidence", AutoString(), nullable=False),
        sa.Column("reason", AutoString(), nullable=False),
        sa.Column("made_at", UTCDateTime(), nullable=False),
        sa.Column("settled_at", UTCDateTime(), nullable=True),
        sa.ForeignKeyConstraint(["by_player_id"], ["player.id"], name=op.f("fk_report_by_player_id_player")),
        sa.ForeignKeyConstraint(["about_id"], ["player.id"], name=op.f("fk_report_about_id_player")),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_report_game_id_game")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_report")),
    )
    op.create_index(op.f("ix_report_by_player_id"), "report", ["by_player_id"])
    op.create_index(op.f("ix_report_about_id"), "report", ["about_id"])
    op.create_index("ix_report_open", "report", ["id"], sqlite_where=_IS_OPEN, postgresql_where=_IS_OPEN)
    op.create_table(
        "sanction",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("report_id", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("by_player_id", sa.Integer(), nullable=False),
        sa.Column("kind", AutoString(), nullable=False),
        sa.Column("reason", AutoString(), nullable=False),
        sa.Column("at", UTCDateTime(), nullable=False),
        sa.Column("until", UTCDateTime(), nullable=True),
        sa.CheckConstraint(
            "kind IN ('nothing', 'hide', 'words', 'offers', 'invitations', 'close')", name=op.f("ck_sanction_kind")
        ),
        sa.ForeignKeyConstraint(["report_id"], ["report.id"], name=op.f("fk_sanction_report_id_report")),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_sanction_player_id_player")),
        sa.ForeignKeyConstraint(["by_player_id"], ["player.id"], name=op.f("fk_sanction_by_player_id_player")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_sanction")),
    )
    op.create_index("ix_sanction_of_player", "sanction", ["player_id", "kind", "until"])
    op.add_column("message", sa.Column("hidden_at", UTCDateTime(), nullable=True))


def downgrade() -> None:
    op.drop_column("message", "hidden_at")
    op.drop_table("sanction")
    op.drop_table("report")
