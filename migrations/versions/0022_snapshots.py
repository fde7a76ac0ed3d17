"""
Snapshots of earlier positions in the log, and messages in the order of their turns.

Turns that were made before have none: to see the board after one of them, the log is replayed from the start.

Revision ID: 0022
Revises: 0021
"""

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("turn", sa.Column("position", sa.String(), nullable=True))
    op.create_index("ix_message_turn", "message", ["game_id", "turn_number", "id"], unique=False)
    op.drop_index("ix_message_game", table_name="message")


def downgrade() -> None:
    op.create_index("ix_message_game", "message", ["game_id", "id"], unique=False)
    op.drop_index("ix_message_turn", table_name="message")
    op.drop_column("turn", "position")
