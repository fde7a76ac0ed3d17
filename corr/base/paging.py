"""Pages of long lists."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from sqlalchemy import Row, Select, bindparam

from corr.base.uow import Reader

T = TypeVar("T")
_LAST = 10_000
"""The last page that can be asked for: skipping more rows takes a database too long."""


@dataclass(frozen=True, slots=True)
class Page(Generic[T]):
    """One page of a long list."""

    items: tuple[T, ...]
    number: int
    """From 1."""
    has_more: bool

    @property
    def has_previous(self) -> bool:
        """Whether a page comes before this one."""
        return self.number > 1

    @property
    def has_any(self) -> bool:
        """Whether the list has anything, on this page or before it."""
        return bool(self.items) or self.has_previous

    @property
    def has_neighbours(self) -> bool:
        """Whether there are other pages."""
        return self.has_previous or self.has_more

    @property
    def is_beyond_end(self) -> bool:
        """Whether the list ends before this page."""
        return self.has_previous and not self.items


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
    The page of that *number*, from 1, of the rows of *query* in its order.

    :param shown: turns the rows of a page into its items.
    :param size: how many rows a page has.
    :param asked: values for the parameters of *query*.
    """
    parted = query.limit(bindparam("most")).offset(bindparam("skipped"))
    return page_of_part(reader, parted, shown, number=number, size=size, asked=asked)


def page_of_part(
    reader: Reader,
    query: Select[Any],
    shown: Callable[[Sequence[Row[Any]]], Iterable[T]],
    *,
    number: int,
    size: int,
    asked: Mapping[str, Any] | None = None,
) -> Page[T]:
    """The same for a *query* that itself gives at most as many rows as its parameter `most`, after those `skipped`."""
    number = max(1, min(number, _LAST))
    rows = reader.connection.execute(query, {**(asked or {}), **part_of(number, size)}).all()
    return Page(tuple(shown(rows[:size])), number, has_more=len(rows) > size)


def part_of(number: int, size: int) -> Mapping[str, int]:
    """The parameters `most` and `skipped` of the page of that *number*: one row more tells whether others follow."""
    return {"most": size + 1, "skipped": (max(1, min(number, _LAST)) - 1) * size}
