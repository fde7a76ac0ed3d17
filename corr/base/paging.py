"""Pages of long lists."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, Generic, NamedTuple, TypeVar

from sqlalchemy import Integer, Row, Select, bindparam

from corr.base.uow import Reader
from corr.errors import InputError
from corr.store.compiled_statements import CompiledQuery

T = TypeVar("T")
Found = TypeVar("Found", bound=NamedTuple)
_R = TypeVar("_R")
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)
_CURSOR = re.compile(r"([0-9]{1,17})-([a-z0-9]{1,16})", re.ASCII)
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


@dataclass(frozen=True, slots=True)
class KeysetPage(Generic[T]):
    """One page of a list that is found by the places of its first and last items, so that far pages cost no more."""

    items: tuple[T, ...]
    newer: str
    """The cursor of the page before this one; empty if there is none."""
    older: str
    """The cursor of the page after it; empty if there is none."""
    is_first: bool
    """Whether the list was read from its beginning."""

    @property
    def has_neighbours(self) -> bool:
        """Whether there are other pages."""
        return bool(self.newer or self.older) or self.is_beyond_end

    @property
    def is_beyond_end(self) -> bool:
        """Whether nothing is left at the place that was asked for."""
        return not self.items and not self.is_first


class Place(NamedTuple):
    """A place in a list that is ordered by moments: where one of its items stands."""

    at: datetime
    id: str

    @property
    def cursor(self) -> str:
        """The place as text for an address."""
        return f"{(self.at - _EPOCH) // _MICROSECOND}-{self.id}"

    @classmethod
    def read(cls, cursor: str) -> "Place":
        """
        The place that a text stands for.

        :raises InputError: it stands for none.
        """
        found = _CURSOR.fullmatch(cursor)
        if found is None:
            raise InputError("This address of a further page is not complete. Please begin with the first page.")
        return cls(_EPOCH + int(found[1]) * _MICROSECOND, found[2])


def page_at(
    rows: Sequence[_R],
    shown: Callable[[Sequence[_R]], Iterable[T]],
    cursor: Callable[[_R], str],
    *,
    size: int,
    is_after: bool,
    is_before: bool,
) -> KeysetPage[T]:
    """
    The page of the *rows* that follow a place: up to *size*, and one more if others follow.

    :param shown: turns the rows of the page into its items.
    :param is_after: whether they were read from a place on; else they begin the list.
    :param is_before: whether they were read backwards from a place.
    """
    has_further, kept = len(rows) > size, rows[:size]
    if is_before:
        kept = kept[::-1]
    has_newer, has_older = (has_further, True) if is_before else (is_after, has_further)
    return KeysetPage(
        tuple(shown(kept)),
        newer=cursor(kept[0]) if kept and has_newer else "",
        older=cursor(kept[-1]) if kept and has_older else "",
        is_first=not (is_after or is_before),
    )


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
    parted = query.limit(bindparam("most", type_=Integer)).offset(bindparam("skipped", type_=Integer))
    rows = reader.connection.execute(parted, {**(asked or {}), **page_limits(number, size)}).all()
    return _page(rows, shown, number, size)


def page_of_compiled(
    reader: Reader,
    query: CompiledQuery[Found],
    shown: Callable[[Sequence[Found]], Iterable[T]],
    *,
    number: int,
    size: int,
    asked: Mapping[str, Any],
) -> Page[T]:
    """The same for a *query* that itself gives at most as many rows as its parameter `most`, after those `skipped`."""
    return _page(query.all(reader.connection, {**asked, **page_limits(number, size)}), shown, number, size)


def page_limits(number: int, size: int) -> Mapping[str, int]:
    """The parameters `most` and `skipped` of the page of that *number*: one row more tells whether others follow."""
    return {"most": size + 1, "skipped": (_nearest(number) - 1) * size}


def _page(rows: Sequence[_R], shown: Callable[[Sequence[_R]], Iterable[T]], number: int, size: int) -> Page[T]:
    return Page(tuple(shown(rows[:size])), _nearest(number), has_more=len(rows) > size)


def _nearest(number: int) -> int:
    return max(1, min(number, _LAST))
