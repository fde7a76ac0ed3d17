"""
Where players go once a turn is submitted.

Revision ID: 0029
Revises: 0028
"""

from alembic import op

revision = "0029"
down_revision = "0028"
branch_labels = None
depends_on = None


def upgrade() -> None:
    # In words that both databases know: only so SQLite need not make the table anew for the check.
    op.execute(
        "ALTER TABLE player ADD COLUMN after_turn VARCHAR DEFAULT 'stay' NOT NULL "
        "CONSTRAINT ck_player_after_turn CHECK (after_turn IN ('stay', 'next', 'games'))"
    )


def downgrade() -> None:
    op.drop_column("player", "after_turn")  # Its check goes with it.
