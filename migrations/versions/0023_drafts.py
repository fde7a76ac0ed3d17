"""
The half-made turn that a player left, on the row of the seat.

Revision ID: 0023
Revises: 0022
"""

import sqlalchemy as sa
from alembic import op
from sqlmodel.sql.sqltypes import UTCDateTime

revision = "0023"
down_revision = "0022"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("game_seat", sa.Column("draft", sa.String(), nullable=True))
    op.add_column("game_seat", sa.Column("draft_turn", sa.Integer(), nullable=True))
    op.add_column("game_seat", sa.Column("drafted_at", UTCDateTime(), nullable=True))


def downgrade() -> None:
    op.drop_column("game_seat", "drafted_at")
    op.drop_column("game_seat", "draft_turn")
    op.drop_column("game_seat", "draft")
