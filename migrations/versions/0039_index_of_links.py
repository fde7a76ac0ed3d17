"""
The index of links without the offers that are none, so that it is never walked to find those.

Revision ID: 0039
Revises: 0038
"""

import sqlalchemy as sa
from alembic import op

revision = "0039"
down_revision = "0038"
branch_labels = None
depends_on = None

_IS_LINK = sa.text("link_hash IS NOT NULL")


def upgrade() -> None:
    op.drop_index("ix_offer_link_hash", table_name="offer")
    op.create_index(
        "ix_offer_link_hash", "offer", ["link_hash"], unique=True, sqlite_where=_IS_LINK, postgresql_where=_IS_LINK
    )


def downgrade() -> None:
    op.drop_index("ix_offer_link_hash", table_name="offer")
    op.create_index("ix_offer_link_hash", "offer", ["link_hash"], unique=True)
