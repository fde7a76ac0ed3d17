"""
To which of a player's addresses the tokens went that end letters.

Revision ID: 0018
Revises: 0017
"""

from alembic import op

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None


def upgrade() -> None:
    # All letters went to the main address. Whoever changed it may have left tokens at the one before.
    op.execute("""
        DELETE FROM unsubscribe_token
        WHERE player_id IN (SELECT player_id FROM address_change WHERE state = 'done' AND NOT is_second)
    """)
    op.execute("""
        UPDATE unsubscribe_token
        SET address_key = (
            SELECT mail_address.address_key FROM mail_address
            WHERE mail_address.player_id = unsubscribe_token.player_id AND mail_address.is_main
        )
        WHERE player_id IS NOT NULL AND address_key IS NULL
    """)


def downgrade() -> None:
    # The version before looks at whose a token is first, and does not mind the address.
    pass
