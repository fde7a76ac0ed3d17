"""
Letters that wait to be sent are stored as they are.

PostgreSQL would compress each, which took it longer than anything else that it does for a letter; and most are sent at
once, after which none of it is kept.

Revision ID: 0040
Revises: 0039
"""

from alembic import op

revision = "0040"
down_revision = "0039"
branch_labels = None
depends_on = None


def upgrade() -> None:
    _store("EXTERNAL")


def downgrade() -> None:
    _store("EXTENDED")


def _store(how: str) -> None:
    if op.get_bind().dialect.name == "postgresql":
        op.execute(f"ALTER TABLE outbox ALTER COLUMN message SET STORAGE {how}")
