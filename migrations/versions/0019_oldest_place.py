"""
An index for the oldest place in the line of letters to sign in, which a page asks for.

Revision ID: 0019
Revises: 0018
"""

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"
branch_labels = None
depends_on = None

_HAS_PLACE = sa.text("(rank = 2 OR has_place)")


def upgrade() -> None:
    op.create_index(
        "ix_sign_in_oldest",
        "sign_in",
        ["created_at"],
        unique=False,
        sqlite_where=_HAS_PLACE,
        postgresql_where=_HAS_PLACE,
    )


def downgrade() -> None:
    op.drop_index("ix_sign_in_oldest", table_name="sign_in")
