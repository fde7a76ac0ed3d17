"""
Ratings that move by play alone: what was counted by other rules is counted anew, from the first game on.

Nothing is worked out here. The games that may count otherwise now, and everybody's conduct, are marked; the next ticks,
or `corr ratings recompute`, do the rest.
"""

from collections.abc import Sequence

from alembic import op

revision: str = "0012"
down_revision: str | None = "0011"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    # Those that ended early, had their result set, or changed hands; and some more, which come out as they were.
    op.execute(
        "UPDATE game SET counted_at = NULL WHERE is_rated AND ended_at IS NOT NULL AND (season_id IS NOT NULL "
        "OR reason IN ('resignation', 'time', 'agreement', 'adjudicated'))"
    )
    op.execute(
        "INSERT INTO conduct_due (player_id) SELECT player_id FROM conduct "
        "WHERE player_id NOT IN (SELECT player_id FROM conduct_due)"
    )


def downgrade() -> None:
    # The same games are counted by the earlier rules again.
    upgrade()
