"""
How the games of each player against each other one ended, counted, so that no page reads all games of a player.

Revision ID: 0027
Revises: 0026
"""

import sqlalchemy as sa
from alembic import op

revision = "0027"
down_revision = "0026"
branch_labels = None
depends_on = None

_COUNTED = """
    INSERT INTO head_to_head (player_id, opponent_id, ruleset, won, drawn, lost)
    SELECT mine.player_id, theirs.player_id, game.ruleset,
        SUM(CASE WHEN game.winner = mine.seat THEN 1 ELSE 0 END),
        SUM(CASE WHEN game.winner IS NULL THEN 1 ELSE 0 END),
        SUM(CASE WHEN game.winner = theirs.seat THEN 1 ELSE 0 END)
    FROM game
    JOIN game_seat mine ON mine.game_id = game.id
    JOIN game_seat theirs ON theirs.game_id = game.id AND theirs.seat = 1 - mine.seat
    WHERE game.ended_at IS NOT NULL AND game.reason NOT IN ('abandoned', 'annulled', 'cancelled', 'voided')
    GROUP BY mine.player_id, theirs.player_id, game.ruleset
"""


def upgrade() -> None:
    op.create_table(
        "head_to_head",
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("opponent_id", sa.Integer(), nullable=False),
        sa.Column("ruleset", sa.String(), nullable=False),
        sa.Column("won", sa.Integer(), nullable=False),
        sa.Column("drawn", sa.Integer(), nullable=False),
        sa.Column("lost", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["opponent_id"], ["player.id"], name=op.f("fk_head_to_head_opponent_id_player")),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_head_to_head_player_id_player")),
        sa.PrimaryKeyConstraint("player_id", "opponent_id", "ruleset", name=op.f("pk_head_to_head")),
    )
    op.execute(_COUNTED)


def downgrade() -> None:
    op.drop_table("head_to_head")
