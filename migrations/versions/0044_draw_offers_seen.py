"""
Draw offers have ids, and reply tokens know which one their letter shows, so that nobody declines an unseen offer.

Offers that stand keep standing. Letters that were sent before count as if they showed none.

Revision ID: 0044
Revises: 0043
"""

import sqlalchemy as sa
from alembic import op

revision = "0044"
down_revision = "0043"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("game", sa.Column("draw_offer_id", sa.Integer(), server_default=sa.text("0"), nullable=False))
    op.execute("UPDATE game SET draw_offer_id = version WHERE draw_offer IS NOT NULL")
    op.add_column("reply_token", sa.Column("draw_offer_id", sa.Integer(), nullable=True))


def downgrade() -> None:
    op.drop_column("reply_token", "draw_offer_id")
    op.drop_column("game", "draw_offer_id")
