"""
When a game ended, on the seats of its players too, with an index by player: so the games that somebody plays and the
last ones that are over are found without reading all that the player ever played.

Revision ID: 0020
Revises: 0019
"""

import sqlalchemy as sa
from alembic import op
from sqlmodel.sql.sqltypes import UTCDateTime

revision = "0020"
down_revision = "0019"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("game_seat", sa.Column("ended_at", UTCDateTime(), nullable=True))
    op.execute(
        "UPDATE game_seat SET ended_at = game.ended_at FROM game "
        "WHERE game.id = game_seat.game_id AND game.ended_at IS NOT NULL"
    )
    op.drop_index("ix_game_seat_player", table_name="game_seat")
    op.create_index("ix_game_seat_player", "game_seat", ["player_id", "ended_at", "game_id"], unique=False)


def downgrade() -> None:
    op.drop_index("ix_game_seat_player", table_name="game_seat")
    op.create_index("ix_game_seat_player", "game_seat", ["player_id", "due_at"], unique=False)
    op.drop_column("game_seat", "ended_at")
