"""
Indexes that give the games to watch in order: those that are over by their end, and those of one game, however many of
other games there are.

Revision ID: 0025
Revises: 0024
"""

import sqlalchemy as sa
from alembic import op

revision = "0025"
down_revision = "0024"
branch_labels = None
depends_on = None

_RUNS = sa.text("ended_at IS NULL")
_IS_OVER = sa.text("ended_at IS NOT NULL")
_INDEXES = (
    ("ix_game_ended", ["state", "ended_at", "id"], _IS_OVER),
    ("ix_game_of_running", ["ruleset", "changed_at", "id"], _RUNS),
    ("ix_game_of_ended", ["ruleset", "ended_at", "id"], _IS_OVER),
)


def upgrade() -> None:
    for name, columns, where in _INDEXES:
        op.create_index(name, "game", columns, unique=False, sqlite_where=where, postgresql_where=where)


def downgrade() -> None:
    for name, _, _ in _INDEXES:
        op.drop_index(name, table_name="game")
