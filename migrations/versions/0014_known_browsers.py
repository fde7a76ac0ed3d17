"""Browsers that are known to an account, and letters to sign in that wait for their turn."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op
from sqlmodel.sql.sqltypes import AutoString, UTCDateTime

revision: str = "0014"
down_revision: str | None = "0013"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

_HAS_RANK = sa.text("rank IS NOT NULL")


def upgrade() -> None:
    op.create_table(
        "known_browser",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("token_hash", AutoString(), nullable=False),
        sa.Column("agent", AutoString(), nullable=False),
        sa.Column("used_at", UTCDateTime(), nullable=False),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_known_browser_player_id_player")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_known_browser")),
        sa.UniqueConstraint("token_hash", "player_id", name=op.f("uq_known_browser_token_hash_player_id")),
    )
    op.create_index(op.f("ix_known_browser_player_id"), "known_browser", ["player_id"], unique=False)
    op.create_index(op.f("ix_known_browser_used_at"), "known_browser", ["used_at"], unique=False)
    op.create_table(
        "rate_bucket",
        sa.Column("key", AutoString(), nullable=False),
        sa.Column("full_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("key", name=op.f("pk_rate_bucket")),
    )
    op.create_index(op.f("ix_rate_bucket_full_at"), "rate_bucket", ["full_at"], unique=False)
    # Code of the version before knows nothing of what is added to its tables, so that has a default or may be empty. In
    # words that both databases know: only so SQLite need not make the tables anew for the check and the references.
    op.execute("ALTER TABLE sign_in ADD COLUMN rank INTEGER CONSTRAINT ck_sign_in_rank CHECK (rank BETWEEN 0 AND 3)")
    op.add_column("sign_in", sa.Column("asked_before", sa.Integer(), nullable=False, server_default=sa.text("0")))
    for table in ("sign_in", "session"):
        op.execute(
            f"ALTER TABLE {table} ADD COLUMN known_browser_id INTEGER "
            f"CONSTRAINT fk_{table}_known_browser_id_known_browser REFERENCES known_browser (id)"
        )
        op.create_index(op.f(f"ix_{table}_known_browser_id"), table, ["known_browser_id"], unique=False)
    op.create_index(
        "ix_sign_in_rank",
        "sign_in",
        ["rank", "asked_before", "id"],
        unique=False,
        sqlite_where=_HAS_RANK,
        postgresql_where=_HAS_RANK,
    )


def downgrade() -> None:
    op.drop_index("ix_sign_in_rank", table_name="sign_in")
    for table, columns in (("session", ("known_browser_id",)), ("sign_in", ("known_browser_id", "asked_before"))):
        op.drop_index(op.f(f"ix_{table}_known_browser_id"), table_name=table)
        with op.batch_alter_table(table) as rows:
            # On SQLite the reference, which stands with its column, goes with it and is not known by its name.
            if op.get_bind().dialect.name == "postgresql":
                rows.drop_constraint(op.f(f"fk_{table}_known_browser_id_known_browser"), type_="foreignkey")
            for column in columns:
                rows.drop_column(column)
    with op.batch_alter_table("sign_in") as rows:
        rows.drop_constraint(op.f("ck_sign_in_rank"), type_="check")
        rows.drop_column("rank")
    op.drop_table("rate_bucket")
    op.drop_table("known_browser")
