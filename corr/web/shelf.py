"""Finished pages, kept as long as they are asked for: many look at the same game, and it changes rarely."""

from collections import OrderedDict
from threading import Lock


class Shelf:
    """
    The texts that were asked for last, by a key that is another one whenever the text would be.

    :param places: how many texts it holds.
    """

    def __init__(self, places: int) -> None:
        self._places = places
        self._guard = Lock()
        self._texts: OrderedDict[str, str] = OrderedDict()

    def find(self, key: str) -> str | None:
        """The text with that key, which thereby stays longer."""
        with self._guard:
            if key in self._texts:
                self._texts.move_to_end(key)
            return self._texts.get(key)

    def put(self, key: str, text: str) -> None:
        """Keep a text; the one that was not asked for the longest makes room."""
        with self._guard:
            self._texts[key] = text
            if len(self._texts) > self._places:
                self._texts.popitem(last=False)
