"""When a time that ran out and that nobody claimed is looked after next."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op
from sqlmodel.sql.sqltypes import UTCDateTime

revision: str = "0013"
down_revision: str | None = "0012"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.add_column("game_seat", sa.Column("look_at", UTCDateTime(), nullable=True))
    part = sa.text("look_at IS NOT NULL")
    op.create_index("ix_game_seat_look", "game_seat", ["look_at"], sqlite_where=part, postgresql_where=part)
    # Those that wait already are looked after at once: both are told, and have a week or more.
    op.execute("UPDATE game_seat SET look_at = lapsed_at WHERE lapsed_at IS NOT NULL")


def downgrade() -> None:
    op.drop_index("ix_game_seat_look", table_name="game_seat")
    op.drop_column("game_seat", "look_at")
