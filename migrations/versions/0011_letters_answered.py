"""Which letter a reply token stands in, by which id a letter is found, and that any reply token can be revoked."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op
from sqlmodel.sql.sqltypes import UTCDateTime

revision: str = "0011"
down_revision: str | None = "0010"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    # In words that both databases know: only so SQLite need not make the table anew for the reference.
    op.execute(
        "ALTER TABLE reply_token ADD COLUMN outbox_id INTEGER "
        "CONSTRAINT fk_reply_token_outbox_id_outbox REFERENCES outbox (id)"
    )
    op.add_column("account_token", sa.Column("revoked_at", UTCDateTime(), nullable=True))
    op.create_index("ix_reply_token_letter", "reply_token", ["outbox_id"], unique=False)
    op.create_index("ix_outbox_message_id", "outbox", ["message_id"], unique=False)


def downgrade() -> None:
    op.drop_index("ix_outbox_message_id", table_name="outbox")
    op.drop_index("ix_reply_token_letter", table_name="reply_token")
    op.drop_column("account_token", "revoked_at")
    with op.batch_alter_table("reply_token") as tokens:
        tokens.drop_constraint(op.f("fk_reply_token_outbox_id_outbox"), type_="foreignkey")
        tokens.drop_column("outbox_id")
