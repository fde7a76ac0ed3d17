"""
Rematches, reasons for declining, seats that are wished for, and addresses for commands by mail.

Revision ID: 0032
Revises: 0031
"""

import sqlalchemy as sa
from alembic import op
from sqlmodel.sql.sqltypes import AutoString

revision = "0032"
down_revision = "0031"
branch_labels = None
depends_on = None

_STANDS = sa.text("state IN ('open', 'accepted')")
_REASONS = "decline_reason IN ('', 'pace', 'games', 'now')"


def upgrade() -> None:
    # In words that both databases know: only so SQLite need not make the table anew for the reference and the check.
    op.execute(
        "ALTER TABLE challenge ADD COLUMN rematch_of VARCHAR "
        "CONSTRAINT fk_challenge_rematch_of_game REFERENCES game (id)"
    )
    op.execute(
        "ALTER TABLE challenge ADD COLUMN decline_reason VARCHAR DEFAULT '' NOT NULL "
        f"CONSTRAINT ck_challenge_decline_reason CHECK ({_REASONS})"
    )
    for table in ("challenge", "offer"):
        op.add_column(table, sa.Column("seat_is_wish", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.create_index(
        "ix_challenge_rematch",
        "challenge",
        ["rematch_of"],
        unique=True,
        sqlite_where=_STANDS,
        postgresql_where=_STANDS,
    )
    op.create_table(
        "command_address",
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("token_hash", AutoString(), nullable=False),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_command_address_player_id_player")),
        sa.PrimaryKeyConstraint("player_id", name=op.f("pk_command_address")),
        sa.UniqueConstraint("token_hash", name=op.f("uq_command_address_token_hash")),
    )


def downgrade() -> None:
    op.drop_table("command_address")
    op.drop_index("ix_challenge_rematch", table_name="challenge")
    op.drop_column("offer", "seat_is_wish")
    with op.batch_alter_table("challenge") as rows:
        # On SQLite the reference, which stands with its column, goes with it and is not known by its name.
        if op.get_bind().dialect.name == "postgresql":
            rows.drop_constraint(op.f("fk_challenge_rematch_of_game"), type_="foreignkey")
        rows.drop_constraint(op.f("ck_challenge_decline_reason"), type_="check")
        for column in ("rematch_of", "decline_reason", "seat_is_wish"):
            rows.drop_column(column)
