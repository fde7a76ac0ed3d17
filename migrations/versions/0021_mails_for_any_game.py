"""
Mails of which only their text can tell the game: all deadlines wait for them, and for no others.

Revision ID: 0021
Revises: 0020
"""

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("inbox", sa.Column("is_for_any", sa.Boolean(), server_default=sa.false(), nullable=False))
    # Of those that came before, nobody noted it.
    op.execute("UPDATE inbox SET is_for_any = true WHERE state = 'new' AND player_id IS NULL AND game_id IS NULL")


def downgrade() -> None:
    op.drop_column("inbox", "is_for_any")
