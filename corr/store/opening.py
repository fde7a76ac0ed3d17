"""Opening the database when a process starts, and saying in words why it cannot be used."""

import logging

from sqlalchemy.engine import make_url
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from corr.errors import ConfigError
from corr.store.db import Database
from corr.store.migrate import Layout, upgrade

_LOG = logging.getLogger(__name__)
_LONGEST = 300


def open_database(url: str) -> tuple[Database, Layout]:
    """
    The database at *url*, brought up to date, and how far it was before.

    :raises ConfigError: there is none, it cannot be reached, it is damaged, or it is none of ours.
    """
    try:
        database = Database(url)
    except (SQLAlchemyError, ValueError):
        raise ConfigError(
            "CORR_DATABASE_URL cannot be read. Check its host and port; in a password, write @ as %40, / as %2F and "
            "% as %25."
        ) from None
    try:
        return database, upgrade(database)
    except (DBAPIError, OSError) as fault:
        database.close()
        _LOG.debug("the database could not be opened", exc_info=True)
        raise ConfigError(_told(database, fault)) from None
    except ConfigError:
        database.close()
        raise


def _told(database: Database, fault: DBAPIError | OSError) -> str:
    """What the driver or the system says, without the password that it may repeat."""
    url = make_url(database.url)
    said = fault.strerror or "" if isinstance(fault, OSError) else str(fault.orig)
    reason = " ".join(said.split())
    if url.password:
        reason = reason.replace(str(url.password), "…")
    reason = reason[:_LONGEST].rstrip(".")
    if database.is_sqlite:
        return f"The database {url.database} cannot be used: {reason}. Check CORR_VAR and CORR_DATABASE_URL."
    return f"The database cannot be used: {reason}. Check CORR_DATABASE_URL, and that the server runs."
