"""
The deadline by which a game was lost, and whether its loser was absent; and all ratings, which are counted anew,
each list alone: one that cannot be counted waits. And what loops meet that only fail.

Of older games this is worked out here, once. The clock of the loser began with the last turn, or with the end of a
freeze, a pause or a replacement after it. Where the deadline was not written down, the end of the game is taken, which
came seconds later. Ratings are only marked; the next ticks, or `corr ratings recompute`, do the rest.

Revision ID: 0043
Revises: 0042
"""

from bisect import bisect_right
from datetime import datetime
from itertools import groupby
from typing import Any

import sqlalchemy as sa
from alembic import op
from sqlmodel.sql.sqltypes import AutoString, UTCDateTime

revision = "0043"
down_revision = "0042"
branch_labels = None
depends_on = None

_GAME = sa.table(
    "game",
    sa.column("id", AutoString()),
    sa.column("turn_number", sa.Integer()),
    sa.column("created_at", UTCDateTime()),
    sa.column("ended_at", UTCDateTime()),
    sa.column("ran_out_at", UTCDateTime()),
    sa.column("loser_was_absent", sa.Boolean()),
)
_SEAT = sa.table("game_seat", *map(sa.column, ("game_id", "seat", "player_id")))
_TURN, _SEALED = (
    sa.table(name, sa.column("game_id"), sa.column("seat"), sa.column("received_at", UTCDateTime()))
    for name in ("turn", "sealed_turn")
)
_EVENT = sa.table(
    "game_event",
    *map(sa.column, ("id", "game_id", "seat", "kind", "reason", "order_key")),
    sa.column("at", UTCDateTime()),
)
_NEVER_BEGAN = "The first turn was never made."
_AGAIN = _EVENT.alias()
_LAPSE = _EVENT.alias()
_LOSER = sa.case((_EVENT.c.kind == "time-claimed", 1 - _EVENT.c.seat), else_=_EVENT.c.seat)
_LOST: sa.Select[Any] = (
    sa.select(
        _SEAT.c.player_id,
        _GAME.c.id,
        _GAME.c.created_at,
        _GAME.c.ended_at,
        sa.select(sa.func.max(_TURN.c.received_at))
        .where(_TURN.c.game_id == _GAME.c.id)
        .scalar_subquery()
        .label("turn"),
        sa.select(sa.func.max(_AGAIN.c.at))
        .where(
            _AGAIN.c.game_id == _GAME.c.id,
            _AGAIN.c.id < _EVENT.c.id,
            sa.or_(
                _AGAIN.c.kind.in_(["thawed", "resumed"]),
                sa.and_(_AGAIN.c.kind == "replaced", _AGAIN.c.seat == _SEAT.c.seat),
            ),
        )
        .scalar_subquery()
        .label("again"),
        sa.select(_LAPSE.c.order_key)
        .where(
            _LAPSE.c.game_id == _GAME.c.id,
            _LAPSE.c.kind == "time-lapsed",
            _LAPSE.c.seat == _SEAT.c.seat,
        )
        .order_by(_LAPSE.c.id.desc())
        .limit(1)
        .scalar_subquery()
        .label("lapse"),
    )
    .join_from(_EVENT, _GAME, _GAME.c.id == _EVENT.c.game_id)
    .join(_SEAT, sa.and_(_SEAT.c.game_id == _GAME.c.id, _SEAT.c.seat == _LOSER))
    .where(
        _GAME.c.ended_at.is_not(None),
        sa.or_(
            _EVENT.c.kind.in_(["time", "time-claimed"]),
            sa.and_(_EVENT.c.kind == "forfeited", _EVENT.c.reason == _NEVER_BEGAN),
        ),
    )
    .order_by(_SEAT.c.player_id, _GAME.c.id)
)
_HANDED_IN = [
    sa.select(rows.c.received_at)
    .join(_SEAT, sa.and_(_SEAT.c.game_id == rows.c.game_id, _SEAT.c.seat == rows.c.seat))
    .where(
        _SEAT.c.player_id == sa.bindparam("player"),
        # Turns before somebody took the seat over are another player's.
        ~sa.exists().where(
            _EVENT.c.game_id == rows.c.game_id,
            _EVENT.c.seat == rows.c.seat,
            _EVENT.c.kind == "replaced",
            _EVENT.c.at >= rows.c.received_at,
        ),
    )
    for rows in (_TURN, _SEALED)
]
_NOTE = (
    sa.update(_GAME)
    .where(_GAME.c.id == sa.bindparam("of_game"))
    .values(ran_out_at=sa.bindparam("deadline"), loser_was_absent=sa.bindparam("is_absent"))
)
_ALL_DUE = """
    INSERT INTO rating_due (day, game, player_id)
    SELECT day, game, player_id FROM rating_day
    WHERE NOT EXISTS (
        SELECT 1 FROM rating_due due
        WHERE due.day = rating_day.day AND due.game = rating_day.game AND due.player_id = rating_day.player_id
    )
"""


def upgrade() -> None:
    op.add_column("game", sa.Column("ran_out_at", UTCDateTime(), nullable=True))
    op.add_column("game", sa.Column("loser_was_absent", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.add_column("pulse", sa.Column("failing_since", UTCDateTime(), nullable=True))
    op.add_column("pulse", sa.Column("fault", AutoString(), nullable=False, server_default=""))
    op.create_table(
        "rating_fault",
        sa.Column("game", AutoString(), nullable=False),
        sa.Column("day", sa.Date(), nullable=False),
        sa.Column("players", sa.JSON(), nullable=False),
        sa.Column("fault", AutoString(), nullable=False),
        sa.Column("since", UTCDateTime(), nullable=False),
        sa.Column("try_at", UTCDateTime(), nullable=False),
        sa.PrimaryKeyConstraint("game", name=op.f("pk_rating_fault")),
    )
    connection = op.get_bind()
    for player, lost in groupby(connection.execute(_LOST).all(), key=lambda row: row.player_id):
        asked = {"player": player}
        handed_in = sorted(at for statement in _HANDED_IN for at in connection.execute(statement, asked).scalars())
        connection.execute(_NOTE, [_note(row, handed_in) for row in lost])
    op.execute(_ALL_DUE)


def _note(row: sa.Row[Any], handed_in: list[datetime]) -> dict[str, object]:
    since = max(at for at in (row.created_at, row.turn, row.again) if at is not None)
    is_absent = bisect_right(handed_in, since) == bisect_right(handed_in, row.ended_at)
    # The key of a lapse is "lapsed:", the turn, the seat, and the deadline.
    deadline = datetime.fromisoformat(row.lapse.split(":", 3)[3]) if row.lapse else row.ended_at
    return {"of_game": row.id, "deadline": deadline, "is_absent": is_absent}


def downgrade() -> None:
    op.drop_table("rating_fault")
    op.drop_column("pulse", "fault")
    op.drop_column("pulse", "failing_since")
    op.drop_column("game", "loser_was_absent")
    op.drop_column("game", "ran_out_at")
    # They are counted by the earlier rules again.
    op.execute(_ALL_DUE)
