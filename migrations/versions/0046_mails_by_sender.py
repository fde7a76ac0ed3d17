"""
Mails have a key of their sender, so that senders take turns in being read.

Mails that wait at the upgrade count as those of one sender.

Revision ID: 0046
Revises: 0045
"""

import sqlalchemy as sa
from alembic import op

revision = "0046"
down_revision = "0045"
branch_labels = None
depends_on = None

_IS_NEW = sa.text("state = 'new'")


def upgrade() -> None:
    op.add_column("inbox", sa.Column("sender_key", sa.String(), server_default=sa.text("''"), nullable=False))
    op.create_index(
        "ix_inbox_sender", "inbox", ["sender_key", "try_at"], sqlite_where=_IS_NEW, postgresql_where=_IS_NEW
    )


def downgrade() -> None:
    op.drop_index("ix_inbox_sender", "inbox")
    op.drop_column("inbox", "sender_key")
