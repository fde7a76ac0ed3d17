"""
Private games, which only their players see, and their results, which are counted apart.

Revision ID: 0034
Revises: 0033
"""

import sqlalchemy as sa
from alembic import op

revision = "0034"
down_revision = "0033"
branch_labels = None
depends_on = None

_TABLES = ("challenge", "game", "head_to_head")
_KEY = ["player_id", "opponent_id", "ruleset"]


def upgrade() -> None:
    for name in _TABLES:
        op.add_column(name, sa.Column("is_private", sa.Boolean(), server_default=sa.false(), nullable=False))
    _key_results([*_KEY, "is_private"])


def downgrade() -> None:
    op.execute("DELETE FROM head_to_head WHERE is_private")
    _key_results(_KEY)
    for name in reversed(_TABLES):
        op.drop_column(name, "is_private")


def _key_results(columns: list[str]) -> None:
    with op.batch_alter_table("head_to_head") as batch:
        batch.drop_constraint(op.f("pk_head_to_head"), type_="primary")
        batch.create_primary_key(op.f("pk_head_to_head"), columns)
