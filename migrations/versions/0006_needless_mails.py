"""
Mails that nobody has to look at any more are found without looking through all.

Revision ID: 0006
Revises: 0005
"""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None

_WHERE = sa.text("raw IS NOT NULL AND state = 'done' AND (mail_class <> 'human' OR player_id IS NULL)")


def upgrade() -> None:
    op.create_index(
        "ix_inbox_needless", "inbox", ["received_at"], unique=False, sqlite_where=_WHERE, postgresql_where=_WHERE
    )


def downgrade() -> None:
    op.drop_index("ix_inbox_needless", table_name="inbox", sqlite_where=_WHERE, postgresql_where=_WHERE)
