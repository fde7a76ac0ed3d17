"""What is asked back: why, by which letters, for no game too, and what a newer turn replaced."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op
from sqlmodel.sql.sqltypes import AutoString

revision: str = "0009"
down_revision: str | None = "0008"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

_STATES = "state IN ('waiting', 'confirmed', 'rejected', 'replaced')"
_EARLIER_STATES = "state IN ('waiting', 'confirmed', 'rejected')"
_TOKENS = ("reply_token", "account_token")


def upgrade() -> None:
    with op.batch_alter_table("held_order") as orders:
        # Code of the version before holds what came from a wrong sender, and nothing else.
        orders.add_column(sa.Column("why", AutoString(), nullable=False, server_default=sa.text("'stranger'")))
        orders.add_column(sa.Column("asks_to_resign", sa.Boolean(), nullable=False, server_default=sa.false()))
        orders.alter_column("game_id", existing_type=AutoString(), nullable=True)
        orders.alter_column("turn_number", existing_type=sa.Integer(), nullable=True)
        orders.drop_constraint(op.f("ck_held_order_state"), type_="check")
        orders.create_check_constraint(op.f("ck_held_order_state"), _STATES)
    # Quotation marks within what somebody wrote have a backslash in JSON, so this finds the acts alone.
    op.execute("UPDATE held_order SET asks_to_resign = true WHERE state = 'waiting' AND orders LIKE '%\"resign\"%'")
    # What is no turn was for no turn in particular.
    op.execute(
        "UPDATE held_order SET turn_number = (SELECT game.turn_number FROM game WHERE game.id = held_order.game_id) "
        "WHERE state = 'waiting' AND orders NOT LIKE '%\"turn\"]%' AND orders NOT LIKE '%\"turn\",%'"
    )
    for table in _TOKENS:
        # In words that both databases know: only so SQLite need not make the table anew for the reference.
        op.execute(
            f"ALTER TABLE {table} ADD COLUMN held_order_id INTEGER "
            f"CONSTRAINT fk_{table}_held_order_id_held_order REFERENCES held_order (id)"
        )


def downgrade() -> None:
    for table in _TOKENS:
        with op.batch_alter_table(table) as tokens:
            # With its reference, which SQLite does not know by name.
            tokens.drop_column("held_order_id")
    op.execute("DELETE FROM held_order WHERE game_id IS NULL OR turn_number IS NULL")
    op.execute("UPDATE held_order SET state = 'rejected' WHERE state = 'replaced'")
    with op.batch_alter_table("held_order") as orders:
        orders.drop_constraint(op.f("ck_held_order_state"), type_="check")
        orders.create_check_constraint(op.f("ck_held_order_state"), _EARLIER_STATES)
        orders.alter_column("turn_number", existing_type=sa.Integer(), nullable=False)
        orders.alter_column("game_id", existing_type=AutoString(), nullable=False)
        orders.drop_column("asks_to_resign")
        orders.drop_column("why")
