"""
How pages look to a player: theme, light or dark, names of squares, and the side at the bottom.

Revision ID: 0026
Revises: 0025
"""

from alembic import op

revision = "0026"
down_revision = "0025"
branch_labels = None
depends_on = None

_COLUMNS = {
    "theme": ("warm", "plain", "contrast", "safe"),
    "scheme": ("system", "light", "dark"),
    "coordinates": ("fit", "beside", "inside", "off"),
    "orientation": ("own", "first", "second"),
}
"""Their values; the first is what everybody had before."""


def upgrade() -> None:
    # In words that both databases know: only so SQLite need not make the table anew for the checks.
    for name, words in _COLUMNS.items():
        listed = ", ".join(f"'{word}'" for word in words)
        op.execute(
            f"ALTER TABLE player ADD COLUMN {name} VARCHAR DEFAULT '{words[0]}' NOT NULL "
            f"CONSTRAINT ck_player_{name} CHECK ({name} IN ({listed}))"
        )


def downgrade() -> None:
    # A check goes with its column. Making the table anew would need nobody to refer to a player.
    for name in _COLUMNS:
        op.drop_column("player", name)
