"""Finished things, kept as long as they are asked for: many look at the same game, and it changes rarely."""

from collections import OrderedDict
from threading import Lock
from typing import Generic, TypeVar

T = TypeVar("T")


class PageCache(Generic[T]):
    """
    What was asked for last, such as the texts of pages, each under a key that is another one whenever the thing is.

    :param places: how many it holds.
    """

    def __init__(self, places: int) -> None:
        self._places = places
        self._guard = Lock()
        self._things: OrderedDict[str, T] = OrderedDict()

    def find(self, key: str) -> T | None:
        """The thing with that key, which thereby stays longer."""
        with self._guard:
            if key in self._things:
                self._things.move_to_end(key)
            return self._things.get(key)

    def put(self, key: str, thing: T) -> None:
        """Keep a thing; the one that was not asked for the longest makes room."""
        with self._guard:
            self._things[key] = thing
            if len(self._things) > self._places:
                self._things.popitem(last=False)
