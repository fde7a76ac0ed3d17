"""
Turns in mails that are unsure are delayed: they are played by themselves, unless their writer stops them.

Questions that wait keep waiting. Going back, turns that are delayed become questions.

Revision ID: 0045
Revises: 0044
"""

import sqlalchemy as sa
from alembic import op
from sqlmodel.sql.sqltypes import UTCDateTime

revision = "0045"
down_revision = "0044"
branch_labels = None
depends_on = None

_STATES = "state IN ('waiting', 'delayed', 'played', 'overtaken', 'confirmed', 'rejected', 'replaced')"
_EARLIER_STATES = "state IN ('waiting', 'confirmed', 'rejected', 'replaced')"
_INDEX = "ix_held_order_delayed"
_IS_DELAYED = sa.text("state = 'delayed'")


def upgrade() -> None:
    with op.batch_alter_table("held_order") as orders:
        orders.add_column(sa.Column("plays_at", UTCDateTime(), nullable=True))
        orders.add_column(sa.Column("is_proved", sa.Boolean(), server_default=sa.false(), nullable=False))
        orders.add_column(sa.Column("draw_offer_id", sa.Integer(), nullable=True))
        orders.drop_constraint(op.f("ck_held_order_state"), type_="check")
        orders.create_check_constraint(op.f("ck_held_order_state"), _STATES)
    op.create_index(
        _INDEX, "held_order", ["received_at"], sqlite_where=_IS_DELAYED, postgresql_where=_IS_DELAYED, unique=False
    )


def downgrade() -> None:
    op.drop_index(_INDEX, table_name="held_order")
    op.execute("UPDATE held_order SET state = 'waiting' WHERE state = 'delayed'")
    op.execute("UPDATE held_order SET state = 'confirmed' WHERE state = 'played'")
    op.execute("UPDATE held_order SET state = 'replaced' WHERE state = 'overtaken'")
    with op.batch_alter_table("held_order") as orders:
        orders.drop_constraint(op.f("ck_held_order_state"), type_="check")
        orders.create_check_constraint(op.f("ck_held_order_state"), _EARLIER_STATES)
        orders.drop_column("draw_offer_id")
        orders.drop_column("is_proved")
        orders.drop_column("plays_at")
