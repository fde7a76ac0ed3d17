"""Words to the databases about how to find rows."""

from typing import Any

from sqlalchemy import ColumnElement, func


def unindexed(column: ColumnElement[Any]) -> ColumnElement[Any]:
    """
    A column of text as a value for which no index is asked.

    SQLite thinks highly of any index: it would go through all games that run for the few of one player or season.
    """
    return func.coalesce(column, "")
