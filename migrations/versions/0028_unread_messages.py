"""
The newest message that a player has not read, on the row of the seat.

Messages that were written before count as read: nobody knows.

Revision ID: 0028
Revises: 0027
"""

import sqlalchemy as sa
from alembic import op

revision = "0028"
down_revision = "0027"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("game_seat", sa.Column("unread_message", sa.Integer(), nullable=True))


def downgrade() -> None:
    op.drop_column("game_seat", "unread_message")
