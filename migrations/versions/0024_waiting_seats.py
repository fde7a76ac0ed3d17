"""
An index of the seats that owe a turn, by player.

Revision ID: 0024
Revises: 0023
"""

import sqlalchemy as sa
from alembic import op

revision = "0024"
down_revision = "0023"
branch_labels = None
depends_on = None
_IS_WAITING = sa.text("since IS NOT NULL")


def upgrade() -> None:
    op.create_index(
        "ix_game_seat_waiting",
        "game_seat",
        ["player_id", "game_id"],
        sqlite_where=_IS_WAITING,
        postgresql_where=_IS_WAITING,
    )


def downgrade() -> None:
    op.drop_index("ix_game_seat_waiting", table_name="game_seat")
