"""
What the harness lets the database write down for it: every deadline that a seat had, every Message-ID of a notice.

Both are written by triggers, in the transaction of whoever changes them, and no code of the service knows of them.
"""

from sqlalchemy import Connection, text

from corr.base.uow import UnitOfWork

_TABLES = (
    "CREATE TABLE harness_deadline (seq {serial}, game_id VARCHAR, number INTEGER, seat INTEGER, due_at {moment})",
    "CREATE TABLE harness_identity (seq {serial}, notice_id INTEGER, message_id VARCHAR)",
)
_DEADLINE = (
    "INSERT INTO harness_deadline (game_id, number, seat, due_at) "
    "SELECT NEW.game_id, game.turn_number, NEW.seat, NEW.due_at FROM game WHERE game.id = NEW.game_id"
)
_IDENTITY = "INSERT INTO harness_identity (notice_id, message_id) VALUES (NEW.id, NEW.message_id)"
_WATCHED = (
    ("deadline_begins", "INSERT ON game_seat", "NEW.due_at IS NOT NULL", _DEADLINE),
    ("deadline_changes", "UPDATE OF due_at ON game_seat", "NEW.due_at IS NOT NULL", _DEADLINE),
    ("identity_changes", "UPDATE OF message_id ON outbox", "NEW.message_id IS NOT NULL", _IDENTITY),
)


def watch(uow: UnitOfWork) -> None:
    """Begin to watch an empty database."""
    connection = uow.connection
    kinds = {"serial": "INTEGER PRIMARY KEY AUTOINCREMENT", "moment": "DATETIME"}
    if not uow.is_sqlite:
        kinds = {"serial": "BIGSERIAL PRIMARY KEY", "moment": "TIMESTAMP WITH TIME ZONE"}
    for statement in _TABLES:
        connection.execute(text(statement.format(**kinds)))
    for name, event, condition, action in _WATCHED:
        _trigger(connection, name, event, condition=condition, action=action, is_sqlite=uow.is_sqlite)


def _trigger(connection: Connection, name: str, event: str, *, condition: str, action: str, is_sqlite: bool) -> None:
    begun = f"CREATE TRIGGER harness_{name} AFTER {event} FOR EACH ROW WHEN ({condition})"
    if is_sqlite:
        connection.execute(text(f"{begun} BEGIN {action}; END"))
        return
    function = f"harness_{name}_function"
    body = f"BEGIN {action}; RETURN NULL; END"
    connection.execute(text(f"CREATE FUNCTION {function}() RETURNS trigger LANGUAGE plpgsql AS $${body}$$"))
    connection.execute(text(f"{begun} EXECUTE FUNCTION {function}()"))
