"""Opening the database when a process starts, and saying in words why it cannot be used."""

import logging
import os
from contextlib import suppress

from sqlalchemy import text
from sqlalchemy.engine import make_url
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from corr.config.values import PostgresAccess
from corr.errors import ConfigError, UnreachableError
from corr.store.db import DIRECT, Database
from corr.store.migrate import Layout, upgrade

_LOG = logging.getLogger(__name__)
_LONGEST = 300


def open_database(url: str, limit: float | None = None, access: PostgresAccess = DIRECT) -> tuple[Database, Layout]:
    """
    The database at *url*, brought up to date, and how far it was before.

    :param limit: how many seconds a unit of work may wait for it afterwards; None for as long as it takes.
    :param access: how the servers of PostgreSQL are used.
    :raises ConfigError: there is none, it cannot be reached, it is damaged, or it is none of ours.
    """
    try:
        database = Database(url, limit, access)
    except (SQLAlchemyError, ValueError):
        setting = "CORR_DATABASE_REPLICA_URL" if _is_readable(url) else "CORR_DATABASE_URL"
        raise ConfigError(
            f"{setting} cannot be read. Check its host and port; in a password, write @ as %40, / as %2F and % as %25."
        ) from None
    try:
        before = upgrade(database)
        _check_writable(database)
    except (DBAPIError, OSError, UnreachableError) as fault:
        database.close()
        _LOG.debug("the database could not be opened", exc_info=True)
        raise ConfigError(_told(database, fault.__cause__ if isinstance(fault, UnreachableError) else fault)) from None
    except ConfigError:
        database.close()
        raise
    _check_replica(database, access.replica_url)
    return database, before


def _is_readable(url: str) -> bool:
    try:
        make_url(url)
    except (SQLAlchemyError, ValueError):
        return False
    return True


def _check_replica(database: Database, url: str | None) -> None:
    """
    Make sure that the replica's address is one that the driver understands; the replica may be away.

    :raises ConfigError: it is none.
    """
    try:
        with suppress(UnreachableError), database.watching():
            pass
    except DBAPIError as fault:
        database.close()
        raise ConfigError(
            f"The replica cannot be used: {_reason(url or '', fault)}. Check CORR_DATABASE_REPLICA_URL."
        ) from None


def _check_writable(database: Database) -> None:
    """
    Make sure that something can be written: what is up to date was only read so far.

    :raises ConfigError: nothing can.
    """
    if database.is_sqlite:
        path = make_url(database.url).database or ""
        if not os.access(path, os.W_OK):
            raise ConfigError(f"Nothing can be written into the database {path}. Let it belong to this account.")
    else:
        with database.engine.connect() as connection:
            state = connection.execute(text("SHOW transaction_read_only")).scalar_one()
        if state == "on":
            raise ConfigError("Nothing can be written into the database: it is a replica, or set to be read only.")


def _told(database: Database, fault: BaseException | None) -> str:
    """What the driver or the system says, without the password that it may repeat."""
    reason = _reason(database.url, fault)
    if database.is_sqlite:
        path = make_url(database.url).database
        return f"The database {path} cannot be used: {reason}. Check CORR_VAR and CORR_DATABASE_URL."
    return f"The database cannot be used: {reason}. Check CORR_DATABASE_URL, and that the server runs."


def _reason(address: str, fault: BaseException | None) -> str:
    said = fault.strerror or "" if isinstance(fault, OSError) else str(getattr(fault, "orig", fault))
    reason, url = " ".join(said.split()), make_url(address)
    if url.password:
        reason = reason.replace(str(url.password), "…")
    return reason[:_LONGEST].rstrip(".?!")
