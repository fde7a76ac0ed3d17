"""
The end date of each season as it was when the season began: the next one lasts as long.

Of seasons that have begun it is found in the journal: moves of the end date and pauses are taken back one by one.

Revision ID: 0042
Revises: 0041
"""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any

import sqlalchemy as sa
from alembic import op
from sqlmodel.sql.sqltypes import UTCDateTime

revision = "0042"
down_revision = "0041"
branch_labels = None
depends_on = None

_DAY = timedelta(days=1)
_SEASON = sa.table(
    "season",
    sa.column("id", sa.Integer()),
    sa.column("starts_at", UTCDateTime()),
    sa.column("ends_at", UTCDateTime()),
    sa.column("started_at", UTCDateTime()),
    sa.column("planned_ends_at", UTCDateTime()),
)
_EVENT = sa.table(
    "league_event",
    sa.column("id", sa.Integer()),
    sa.column("season_id", sa.Integer()),
    sa.column("at", UTCDateTime()),
    sa.column("kind", sa.String()),
    sa.column("facts", sa.JSON()),
)


def upgrade() -> None:
    op.add_column("season", sa.Column("planned_ends_at", UTCDateTime(), nullable=True))
    connection = op.get_bind()
    kinds = ("extended", "paused", "resumed")
    for season in connection.execute(sa.select(_SEASON).where(_SEASON.c.started_at.is_not(None))).all():
        events = sa.select(_EVENT).where(_EVENT.c.season_id == season.id, _EVENT.c.kind.in_(kinds))
        end = _planned(season, connection.execute(events.order_by(_EVENT.c.id.desc())).all())
        connection.execute(sa.update(_SEASON).where(_SEASON.c.id == season.id).values(planned_ends_at=end))


def _planned(season: Any, latest_first: Iterable[Any]) -> datetime:  # noqa: ANN401 - rows
    end: datetime = season.ends_at
    resumed_at: datetime | None = None
    for event in latest_first:
        if event.kind == "extended":
            end = datetime.fromisoformat(event.facts["was"])
        elif event.kind == "resumed":
            resumed_at = event.at
        elif resumed_at is not None:
            # A pause moved what came after its beginning, by each day that it had begun.
            before = end + _DAY * ((event.at - resumed_at) // _DAY)
            end = before if before > event.at else end
            resumed_at = None
    # So did a start that came late, by whole days.
    late: timedelta = max(timedelta(0), season.started_at - season.starts_at)
    return end - late // _DAY * _DAY


def downgrade() -> None:
    op.drop_column("season", "planned_ends_at")
