"""
The index of reminders without the seats that get none, which are most, and that of letters without those that wait.

Each turn wrote both its seats into the first, and its letter into the second, though nobody looks there for them.

Revision ID: 0041
Revises: 0040
"""

import sqlalchemy as sa
from alembic import op

revision = "0041"
down_revision = "0040"
branch_labels = None
depends_on = None

_INDEXES = (("ix_game_seat_remind", "game_seat", "remind_at"), ("ix_outbox_message_id", "outbox", "message_id"))


def upgrade() -> None:
    for name, rows, column in _INDEXES:
        is_there = sa.text(f"{column} IS NOT NULL")
        op.drop_index(name, table_name=rows)
        op.create_index(name, rows, [column], sqlite_where=is_there, postgresql_where=is_there)


def downgrade() -> None:
    for name, rows, column in _INDEXES:
        op.drop_index(name, table_name=rows)
        op.create_index(name, rows, [column])
