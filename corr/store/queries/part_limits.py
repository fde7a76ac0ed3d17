"""The limits of a transaction on PostgreSQL, which an installation gives to all of them."""

from sqlalchemy import text
from sqlalchemy.engine import Connection

_LIMITS = ("statement_timeout", "lock_timeout", "idle_in_transaction_session_timeout")


def lift_limits(connection: Connection) -> None:
    """Let the transaction take as long as it takes, and wait for others as long as they take."""
    if connection.dialect.name == "postgresql":
        for name in _LIMITS:
            connection.execute(text(f"SET LOCAL {name} = 0"))
