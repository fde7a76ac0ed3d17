"""Long lists, a page at a time."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeVar

from sqlalchemy import Row, Select

from corr.service.shown import Page
from corr.service.uow import Reader

T = TypeVar("T")
_LAST = 10_000
"""To pass over more rows than that many pages hold takes a database too long."""


def page_of(
    reader: Reader,
    query: Select[Any],
    shown: Callable[[Sequence[Row[Any]]], Iterable[T]],
    *,
    number: int,
    size: int,
    asked: Mapping[str, Any] | None = None,
) -> Page[T]:
    """
    The page of that *number*, from 1, of what *query* finds in its order.

    :param shown: what is shown of the rows of one page.
    :param size: how many rows a page has.
    :param asked: values for the parameters of *query*.
    """
    number = max(1, min(number, _LAST))
    rows = reader.connection.execute(query.limit(size + 1).offset((number - 1) * size), asked or {}).all()
    return Page(tuple(shown(rows[:size])), number, has_more=len(rows) > size)
