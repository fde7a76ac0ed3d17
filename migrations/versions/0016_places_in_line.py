"""
Places in the line of letters to sign in, which stay when a letter is written ahead of its place.

Revision ID: 0016
Revises: 0015
"""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None

_HAS_PLACE = sa.text("(rank = 2 OR has_place)")


def upgrade() -> None:
    # Letters that wait have their places by their rank, as have those that the version before asks for beside this one.
    op.add_column("sign_in", sa.Column("has_place", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.create_index(
        "ix_sign_in_place",
        "sign_in",
        ["asked_before", "id"],
        unique=False,
        sqlite_where=_HAS_PLACE,
        postgresql_where=_HAS_PLACE,
    )


def downgrade() -> None:
    op.drop_index("ix_sign_in_place", table_name="sign_in")
    with op.batch_alter_table("sign_in") as rows:
        rows.drop_column("has_place")
